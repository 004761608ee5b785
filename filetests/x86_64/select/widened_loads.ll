; Loads whose number is used as it is and extended extend it themselves, also for another block; not where both outlive the
; block. Bits of a larger number in memory are tested in the byte that has them. As by llc 19.1.7.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s
; RUN: avarice compile -mtriple=aarch64-linux-gnu -verify-machineinstrs %s -o /dev/null
declare void @x()

; CHECK-LABEL: other_block:
; CHECK: movslq (%rdi), %rax
; CHECK-NOT: cltq
; CHECK: movq (%rsi,%rax,8), %rax
define i64 @other_block(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %b
a:
  %s = sext i32 %v to i64
  %g = getelementptr i64, ptr %q, i64 %s
  %r = load i64, ptr %g
  ret i64 %r
b:
  ret i64 0
}

; CHECK-LABEL: stored_between:
; CHECK: movslq (%rdi), %rax
; CHECK-NEXT: leal 1(%rax), %ecx
; CHECK-NEXT: movl %ecx, (%rdi)
; CHECK-NEXT: movl (%rsi,%rax,4), %eax
define i32 @stored_between(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  %v1 = add i32 %v, 1
  store i32 %v1, ptr %p
  %s = sext i32 %v to i64
  %g = getelementptr i32, ptr %q, i64 %s
  %r = load i32, ptr %g
  ret i32 %r
}

; CHECK-LABEL: over_a_call:
; CHECK: movslq (%rdi), %r14
; CHECK-NEXT: callq x@PLT
; CHECK-NEXT: movq (%rbx,%r14,8), %rax
define i64 @over_a_call(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  call void @x()
  %s = sext i32 %v to i64
  %g = getelementptr i64, ptr %q, i64 %s
  %r = load i64, ptr %g
  ret i64 %r
}

; Both numbers outlive the block.
; CHECK-LABEL: both_outlive:
; CHECK: movl (%rdi), %r14d
; CHECK-NEXT: movslq %r14d, %r15
define i64 @both_outlive(ptr %p, ptr %q, i1 %c) {
  %v = load i32, ptr %p
  %s = sext i32 %v to i64
  br i1 %c, label %a, label %b
a:
  store i32 %v, ptr %q
  call void @x()
  br label %b
b:
  %g = getelementptr i64, ptr %q, i64 %s
  %r = load i64, ptr %g
  %z = zext i32 %v to i64
  %t = xor i64 %r, %z
  ret i64 %t
}

; CHECK-LABEL: tested_byte:
; CHECK: testb $64, 1(%rdi)
define void @tested_byte(ptr %p) {
  %v = load i32, ptr %p
  %m = and i32 %v, 16384
  %c = icmp eq i32 %m, 0
  br i1 %c, label %t, label %e
t:
  call void @x()
  ret void
e:
  ret void
}

; llc reads four bytes from 5(%rdi) here.
; CHECK-LABEL: tested_half:
; CHECK: testl $8388864, 4(%rdi)
; CHECK-LABEL: tested_short:
; CHECK: testb $-128, 7(%rdi)
define void @tested_half(ptr %p) {
  %v = load i64, ptr %p
  %m = and i64 %v, 36029896530591744
  %c = icmp ne i64 %m, 0
  br i1 %c, label %t, label %e
t:
  call void @x()
  ret void
e:
  ret void
}
define void @tested_short(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 6
  %v = load i16, ptr %q
  %m = and i16 %v, -32768
  %c = icmp eq i16 %m, 0
  br i1 %c, label %t, label %e
t:
  call void @x()
  ret void
e:
  ret void
}
