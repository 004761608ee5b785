; `callbr` becomes INLINEASM_BR: labels are blocks, the default edge a jump.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s
; RUN: avarice compile %s -verify-machineinstrs -o /dev/null
; RUN: avarice compile %s -verify-machineinstrs -O0 -o /dev/null
target triple = "aarch64-linux-gnu"

; An output that may be in any register has one register on all edges, which is copied on each.
; CHECK-LABEL: name: any
; CHECK: INLINEASM_BR &"", 0 /* attdialect */, {{[0-9]+}} /* regdef:GPR32{{[a-z]*}} */, def %[[OUT:[0-9]+]], 13 /* imm */, %bb.2
; CHECK-NEXT: COPY %[[OUT]]
; CHECK-NEXT: B %bb.1
; CHECK: bb.2.other (machine-block-address-taken, inlineasm-br-indirect-target):
; CHECK: COPY %[[OUT]]
define i32 @any() {
  %r = callbr i32 asm "", "=r,!i"() to label %default [label %other]
default:
  ret i32 %r
other:
  %s = add i32 %r, 1
  ret i32 %s
}
