; Counters that go along with another one go.
; RUN: avarice opt -S -passes=loop-reduce -verify-each %s | FileCheck %s

; Equal from the begin.
; CHECK-LABEL: define void @equal(
; CHECK: %i = phi i64 [ %next, %loop ], [ 0, %entry ]
; CHECK-NOT: phi
; CHECK: %next = add i64 %i, 2
; CHECK-NEXT: %done = icmp eq i64 %next, %n
define void @equal(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %next, %loop ], [ 0, %entry ]
  %left = phi i64 [ %left.next, %loop ], [ 0, %entry ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a
  %next = add nuw nsw i64 %i, 2
  %left.next = add i64 %left, 2
  %done = icmp eq i64 %left.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Elsewhere, but only the end is tested with it: another end is computed, in a block of its own before the loop.
; CHECK-LABEL: define void @elsewhere(
; CHECK: %[[END:.*]] = add i64 %n, 3
; CHECK-NEXT: br label %loop
; CHECK: %i = phi i64
; CHECK-NOT: phi
; CHECK: icmp eq i64 %{{.*}}, %[[END]]
define void @elsewhere(ptr %p, i64 %n, i1 %c) {
entry:
  br i1 %c, label %loop, label %exit
loop:
  %i = phi i64 [ %next, %loop ], [ 8, %entry ]
  %left = phi i64 [ %left.next, %loop ], [ 5, %entry ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a
  %next = add nuw nsw i64 %i, 2
  %left.next = add nuw i64 %left, 2
  %done = icmp eq i64 %left.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; It is read, or the end is not tested for being equal.
; CHECK-LABEL: define i64 @read(
; CHECK: %left = phi
define i64 @read(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %next, %loop ], [ 8, %entry ]
  %left = phi i64 [ %left.next, %loop ], [ 5, %entry ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a
  %next = add i64 %i, 2
  %left.next = add i64 %left, 2
  %done = icmp eq i64 %left.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i64 %left.next
}

; CHECK-LABEL: define void @ordered(
; CHECK: %left = phi
define void @ordered(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %next, %loop ], [ 8, %entry ]
  %left = phi i64 [ %left.next, %loop ], [ 5, %entry ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a
  %next = add i64 %i, 2
  %left.next = add i64 %left, 2
  %done = icmp ugt i64 %left.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
