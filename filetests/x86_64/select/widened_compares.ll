; A number that its load extends by the sign has that sign above it: comparisons with constants are of the extended number, and
; what needs zeros above makes them itself. Holds for llc-19's
; output, too, which has the stores later.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s

; CHECK-LABEL: equal:
; CHECK: movswl (%rdi), %[[X:[a-z]+]]
; CHECK: cmpl $-2, %[[X]]
; CHECK-NEXT: sete %al
define i1 @equal(ptr %p, ptr %q) {
  %x = load i16, ptr %p
  %s = sext i16 %x to i32
  store i32 %s, ptr %q
  %c = icmp eq i16 %x, -2
  ret i1 %c
}

; CHECK-LABEL: above:
; CHECK: movswl (%rdi), %[[X:[a-z]+]]
; CHECK: cmpl ${{-36|-35}}, %[[X]]
; CHECK-NEXT: seta{{e?}} %al
define i1 @above(ptr %p, ptr %q) {
  %x = load i16, ptr %p
  %s = sext i16 %x to i32
  store i32 %s, ptr %q
  %c = icmp ugt i16 %x, 65500
  ret i1 %c
}

; CHECK-LABEL: in_other_block:
; CHECK: movswl (%rdi), %[[X:[a-z]+]]
; CHECK: cmpl $-2, %[[X]]
define i32 @in_other_block(ptr %p, ptr %q) {
  %x = load i16, ptr %p
  store i16 %x, ptr %q
  %c = icmp eq i16 %x, -2
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  %s = sext i16 %x to i32
  ret i32 %s
}

; CHECK-LABEL: both_numbers:
; CHECK: movslq (%rdi), %[[X:[a-z]+]]
; CHECK: movl %e{{[a-z]+}}, %[[Y:e[a-z]+]]
; CHECK: cvtsi2sd %r{{[a-z]+}}, %xmm0
define double @both_numbers(ptr %p, ptr %q) {
  %x = load i32, ptr %p
  %s = sext i32 %x to i64
  store i64 %s, ptr %q
  %f = uitofp i32 %x to double
  ret double %f
}

; CHECK-LABEL: masked:
; CHECK: movzbl (%rdi), %eax
; CHECK-NEXT: andl $85, %eax
define i32 @masked(ptr %p) {
  %x = load i8, ptr %p
  %m = and i8 %x, 85
  %z = zext i8 %m to i32
  ret i32 %z
}

; Of a number that is not negative, both extensions are the same.
; CHECK-LABEL: not_negative:
; CHECK: movsbl (%rdi), %[[X:[a-z]+]]
; CHECK: cmp{{[bl]}} $5, %
; CHECK: cmovll %[[X]], %eax
define i32 @not_negative(ptr %p, ptr %q) {
  %x = load i8, ptr %p
  %c = icmp slt i8 %x, 5
  %z = zext nneg i8 %x to i32
  %r = select i1 %c, i32 %z, i32 7
  ret i32 %r
}

; CHECK-LABEL: not_negative_compared:
; CHECK: movzbl (%rdi), %[[X:[a-z]+]]
; CHECK: cmovll %[[X]], %eax
define i32 @not_negative_compared(ptr %p, i8 %o) {
  %x = load i8, ptr %p
  %c = icmp slt i8 %x, %o
  %z = zext nneg i8 %x to i32
  %r = select i1 %c, i32 %z, i32 7
  ret i32 %r
}
