; A callbr defines the address at the very end of the block before the loop: nothing can be computed of it there.
; RUN: avarice opt -S -passes=loop-reduce -verify-each %s | FileCheck %s
; CHECK-LABEL: define i64 @f(
; CHECK: %a = getelementptr %S, ptr %p, i64 %i, i32 1
%S = type { i64, i64, i64 }
define i64 @f(i64 %n) {
entry:
  %p = callbr ptr asm "mov $$0, $0", "=r"() to label %loop []
loop:
  %i = phi i64 [ 5, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %a = getelementptr %S, ptr %p, i64 %i, i32 1
  %x = load i64, ptr %a
  %sum = add i64 %s, %x
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i64 %sum
}
