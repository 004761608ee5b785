; Parts of addresses that a loop does not change are computed before it.
; RUN: avarice opt -S -passes=loop-reduce -verify-each %s | FileCheck %s

@table = global [24 x [401 x i32]] zeroinitializer

; The row, and what is taken off the counter. Rows that differ by a constant have one part.
; CHECK-LABEL: define void @rows(
; CHECK: %above = add i64 %i, -1
; CHECK-NEXT: %[[BYTES:.*]] = mul i64 %i, 1604
; CHECK-NEXT: %[[ROW:.*]] = getelementptr i8, ptr @table, i64 %[[BYTES]]
; CHECK-NEXT: %[[AGAIN:.*]] = mul i64 %i, 1604
; CHECK-NEXT: %[[OTHER:.*]] = getelementptr i8, ptr @table, i64 %[[AGAIN]]
; CHECK-NEXT: %[[WIDTH:.*]] = mul i64 %w, -4
; CHECK-NEXT: %[[LOWER:.*]] = getelementptr i8, ptr %[[OTHER]], i64 %[[WIDTH]]
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: %[[A:.*]] = getelementptr i32, ptr %[[ROW]], i64 %j
; CHECK-NEXT: %[[ABOVE:.*]] = getelementptr i8, ptr %[[A]], i64 -1604
; CHECK-NEXT: load i32, ptr %[[ABOVE]]
; CHECK: %[[B:.*]] = getelementptr i32, ptr %[[LOWER]], i64 %j
; CHECK-NEXT: getelementptr i8, ptr %[[B]], i64 -1604
; CHECK: %[[C:.*]] = getelementptr i32, ptr %[[ROW]], i64 %j
; CHECK-NEXT: store i32 %{{.*}}, ptr %[[C]]
define void @rows(i64 %i, i64 %w) {
entry:
  %above = add i64 %i, -1
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr [24 x [401 x i32]], ptr @table, i64 0, i64 %above, i64 %j
  %x = load i32, ptr %a
  %k = sub i64 %j, %w
  %b = getelementptr [24 x [401 x i32]], ptr @table, i64 0, i64 %above, i64 %k
  %y = load i32, ptr %b
  %s = add i32 %x, %y
  %c = getelementptr [24 x [401 x i32]], ptr @table, i64 0, i64 %i, i64 %j
  store i32 %s, ptr %c
  %next = add i64 %j, 1
  %done = icmp eq i64 %next, 401
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; What is no counter stays as it is: it may not be the same place in each round.
; CHECK-LABEL: define void @jumps(
; CHECK: getelementptr [24 x [401 x i32]], ptr @table, i64 0, i64 %i, i64 %j
define void @jumps(i64 %i, ptr %p) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr [24 x [401 x i32]], ptr @table, i64 0, i64 %i, i64 %j
  store i32 1, ptr %a
  %next = load i64, ptr %p
  %done = icmp eq i64 %next, 401
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
