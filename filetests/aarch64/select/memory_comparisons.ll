; A comparison of few bytes becomes loads: combined where only equality matters, as numbers whose first byte is the highest where
; the order does. Calls stay with -O0, where there would be too many loads, and in functions of least size.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -asm-verbose=false -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -O0 -o - | FileCheck %s --check-prefix=NONE
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -max-loads-per-memcmp=0 -o - | FileCheck %s --check-prefix=NONE
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -max-loads-per-memcmp=4 -memcmp-num-loads-per-block=1 -o - | FileCheck %s --check-prefix=ONE
; NONE-LABEL: two:
; NONE: memcmp
; NONE-LABEL: overlapping:
; NONE: bcmp
; CHECK-LABEL: two:
; CHECK-COUNT-2: ldrh
; CHECK-NOT: cmp
; CHECK:     sub
; CHECK-LABEL: three:
; CHECK-NOT: b.
; CHECK-COUNT-2: rev
; CHECK-LABEL: below:
; CHECK-COUNT-2: rev
; CHECK:     cset w0, lo
; CHECK-LABEL: sign:
; CHECK-COUNT-2: rev
; CHECK:     cset w0, lo
; CHECK-LABEL: twelve:
; CHECK-COUNT-2: rev x
; CHECK:     b.ne
; CHECK-COUNT-2: rev w
; CHECK:     b.eq
; CHECK:     cneg
; CHECK-LABEL: overlapping:
; CHECK-COUNT-2: ldur x{{[0-9]+}}, [{{x[01]}}, #7]
; CHECK:     cset w0, eq
; CHECK-LABEL: as_number:
; CHECK:     cset w0, ne
; CHECK-LABEL: constant:
; CHECK:     movk
; CHECK:     cset w0, ne
; CHECK-LABEL: in_loop:
; CHECK-NOT: memcmp
; CHECK-LABEL: long:
; CHECK-COUNT-4: eor
; CHECK-NOT: b.
; CHECK-LABEL: unknown:
; CHECK:     memcmp
; CHECK-LABEL: no_builtin:
; CHECK:     memcmp
; CHECK-LABEL: smallest:
; CHECK:     memcmp
; ONE-LABEL: long:
; ONE-NOT: memcmp
; ONE-COUNT-4: b.{{ne|eq}}
; ONE-LABEL: unknown:
; ONE: memcmp

declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)
@text = private constant [17 x i8] c"0123456789abcdef\00", align 1

define i32 @two(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 2)
  ret i32 %r
}

define i32 @three(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 3)
  ret i32 %r
}

define i1 @below(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 4)
  %c = icmp slt i32 %r, 0
  ret i1 %c
}

define i32 @sign(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 8)
  %c = lshr i32 %r, 31
  ret i32 %c
}

define i32 @twelve(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 12)
  ret i32 %r
}

define i1 @overlapping(ptr %a, ptr %b) {
  %r = call i32 @bcmp(ptr %a, ptr %b, i64 15)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i32 @as_number(ptr %a, ptr %b) {
  %r = call i32 @bcmp(ptr %a, ptr %b, i64 8)
  ret i32 %r
}

define i1 @constant(ptr %a) {
  %r = call i32 @memcmp(ptr %a, ptr @text, i64 8)
  %c = icmp ne i32 %r, 0
  ret i1 %c
}

define i32 @in_loop(ptr %a, ptr %b, i32 %n) {
entry:
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 9)
  %next = add i32 %i, %r
  %c = icmp ult i32 %next, %n
  br i1 %c, label %again, label %exit
exit:
  ret i32 %next
}

define i1 @long(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 31)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i32 @unknown(ptr %a, ptr %b, i64 %n) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 %n)
  ret i32 %r
}

define i32 @no_builtin(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 4) nobuiltin
  ret i32 %r
}

define i32 @smallest(ptr %a, ptr %b) minsize optsize {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 4)
  ret i32 %r
}
