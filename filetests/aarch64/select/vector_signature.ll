; Vectors that no registers hold as arguments and results: element by element, or widened; and the address that a function
; returns to.
; RUN: avarice compile %s -o - | FileCheck %s
target triple = "aarch64-unknown-linux-gnu"
declare ptr @llvm.returnaddress(i32)

; CHECK-LABEL: third:
; CHECK: mov [[V:v[0-9]+]].s[2], w2
; CHECK: mov w0, [[V]].s[2]
define i32 @third(<6 x i32> %v) {
  %r = extractelement <6 x i32> %v, i32 2
  ret i32 %r
}

; CHECK-LABEL: widened:
; CHECK: add v0.4h, v0.4h, v1.4h
; CHECK-NEXT: ret
define <3 x i16> @widened(<3 x i16> %a, <3 x i16> %b) {
  %r = add <3 x i16> %a, %b
  ret <3 x i16> %r
}

; CHECK-LABEL: own:
; CHECK: hint #7
; CHECK-NEXT: mov x0, x30
define ptr @own() {
  %r = call ptr @llvm.returnaddress(i32 0)
  ret ptr %r
}

; CHECK-LABEL: outer:
; CHECK: ldr [[FRAME:x[0-9]+]], [x29]
; CHECK: ldr x30, {{\[}}[[FRAME]], #8]
; CHECK-NEXT: hint #7
define ptr @outer() {
  %r = call ptr @llvm.returnaddress(i32 1)
  ret ptr %r
}
