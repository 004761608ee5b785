; A choice of all ones makes them in all of its register, so an extension of the result has something to do.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -o - | FileCheck %s

; CHECK-LABEL: chosen:
; CHECK: csinv [[RESULT:w[0-9]+]], {{w[0-9]+}}, wzr
; CHECK-NEXT: uxtb w0, [[RESULT]]
; CHECK-LABEL: positive:
; CHECK: csel w0
; CHECK-NEXT: ret

define i32 @chosen(i32 %x, ptr %p) {
  %c = icmp sgt i32 %x, 3
  %loaded = load i8, ptr %p
  %r = select i1 %c, i8 -1, i8 %loaded
  %wide = zext i8 %r to i32
  ret i32 %wide
}
define i32 @positive(i32 %x, ptr %p) {
  %c = icmp sgt i32 %x, 3
  %loaded = load i8, ptr %p
  %r = select i1 %c, i8 9, i8 %loaded
  %wide = zext i8 %r to i32
  ret i32 %wide
}
