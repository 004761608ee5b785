; Whether one or two bytes compare below is the sign of their difference: a byte needs no swap, and nothing is compared.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -verify-machineinstrs -asm-verbose=false -o - | FileCheck %s
; CHECK-LABEL: byte:
; CHECK-NOT: bswapl
; CHECK-NOT: cmp
; CHECK: subl
; CHECK: sets
; CHECK-LABEL: two:
; CHECK-NOT: cmp
; CHECK: subl
; CHECK: shrl $31
; CHECK-LABEL: four:
; CHECK-COUNT-2: bswapl
; CHECK: cmpl
declare i32 @memcmp(ptr, ptr, i64)

define i1 @byte(ptr %p, ptr %q) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 1)
  %c = icmp slt i32 %r, 0
  ret i1 %c
}

define i32 @two(ptr %p, ptr %q) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  %c = lshr i32 %r, 31
  ret i32 %c
}

define i1 @four(ptr %p, ptr %q) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %c = icmp slt i32 %r, 0
  ret i1 %c
}
