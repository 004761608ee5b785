; Frames of more than 4 GiB: llc 19.1.7 cuts their sizes off at 32 bits.
; RUN: avarice compile -enable-post-misched=false -verify-machineinstrs %s -o - 2>/dev/null | FileCheck %s
; RUN: avarice compile -enable-post-misched=false %s -filetype=obj -o /dev/null 2>/dev/null

target triple = "aarch64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: huge:
; CHECK:       mov x16, #61968
; CHECK-NEXT:  movk x16, #10757, lsl #16
; CHECK-NEXT:  movk x16, #1, lsl #32
; CHECK-NEXT:  sub sp, sp, x16
; CHECK:       mov [[BASE:x[0-9]+]], #61964
; CHECK:       add [[BASE]], sp, [[BASE]]
; CHECK:       str w8, {{\[}}[[BASE]]]
; CHECK:       bl use
; CHECK:       ldr w{{[0-9]+}}, {{\[}}[[BASE]]]
; CHECK:       add sp, sp, x16
; CHECK:       ldr x29, [sp], #32
define i32 @huge(i32 %x) nounwind {
  %b = alloca i32
  %a = alloca [5000000000 x i8]
  store volatile i32 1, ptr %b
  call void @use(ptr %a)
  %v = load volatile i32, ptr %b
  ret i32 %v
}
