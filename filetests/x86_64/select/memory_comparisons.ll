; A comparison of few bytes becomes loads: combined where only equality matters, as numbers whose first byte is the highest where
; the order does. Calls stay with -O0, where there would be too many loads, and in functions of least size.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -verify-machineinstrs -asm-verbose=false -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -O0 -o - | FileCheck %s --check-prefix=NONE
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -max-loads-per-memcmp=0 -o - | FileCheck %s --check-prefix=NONE
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -verify-machineinstrs -max-loads-per-memcmp=4 -memcmp-num-loads-per-block=1 -o - | FileCheck %s --check-prefix=ONE
; NONE-LABEL: two:
; NONE: memcmp
; NONE-LABEL: overlapping:
; NONE: bcmp
; CHECK-LABEL: two:
; CHECK-COUNT-2: movzwl
; CHECK-NOT: cmp
; CHECK:     subl
; CHECK-LABEL: three:
; CHECK:     jne
; CHECK:     movzbl 2(%rdi)
; CHECK-LABEL: below:
; CHECK-COUNT-2: bswapl
; CHECK:     cmpl
; CHECK-NEXT: setb
; CHECK-LABEL: sign:
; CHECK-COUNT-2: bswapq
; CHECK:     setb
; CHECK-LABEL: twelve:
; CHECK-COUNT-2: bswapq
; CHECK:     jne
; CHECK-COUNT-2: bswapl
; CHECK:     je
; CHECK:     cmovbl
; CHECK-LABEL: overlapping:
; CHECK:     movq (%rdi), %rax
; CHECK-NEXT: xorq (%rsi), %rax
; CHECK-NEXT: movq 7(%rdi), %rcx
; CHECK-NEXT: xorq 7(%rsi), %rcx
; CHECK-NEXT: orq %rax, %rcx
; CHECK-NEXT: sete %al
; CHECK-LABEL: as_number:
; CHECK:     cmpq (%rsi)
; CHECK:     setne
; CHECK-LABEL: constant:
; CHECK:     movabsq $3978425819141910832
; CHECK:     setne
; CHECK-LABEL: in_loop:
; CHECK-NOT: memcmp
; CHECK-LABEL: long:
; CHECK-COUNT-4: xorq
; CHECK-LABEL: unknown:
; CHECK:     memcmp
; CHECK-LABEL: no_builtin:
; CHECK:     memcmp
; CHECK-LABEL: smallest:
; CHECK:     memcmp
; ONE-LABEL: long:
; ONE-NOT: memcmp
; ONE-COUNT-2: j{{n?}}e
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
