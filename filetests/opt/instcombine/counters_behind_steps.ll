; Counters are compared behind their step where the value before it is needed no more.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare void @use(i64)
;
; define void @down(i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ %n, %entry ], [ %next, %loop ]
;   call void @use(i64 0)
;   %next = add i64 %i, -1
;   %k = icmp eq i64 %next, -1
;   br i1 %k, label %end, label %loop
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; define i64 @needed_later(i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ %n, %entry ], [ %next, %loop ]
;   call void @use(i64 0)
;   %next = add i64 %i, -1
;   %k = icmp eq i64 %i, 0
;   br i1 %k, label %end, label %loop
;
; end:                                              ; preds = %loop
;   ret i64 %i
; }
;
; define void @order(i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ %n, %entry ], [ %next, %loop ]
;   call void @use(i64 0)
;   %next = add i64 %i, -1
;   %k = icmp ugt i64 %i, 7
;   br i1 %k, label %end, label %loop
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; define void @step_comes_later(i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ %n, %entry ], [ %next, %loop ]
;   %k = icmp eq i64 %i, 0
;   %next = add i64 %i, -1
;   call void @use(i64 %next)
;   br i1 %k, label %end, label %loop
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; define void @must_not_wrap(i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ %n, %entry ], [ %next, %loop ]
;   call void @use(i64 0)
;   %next = add nsw i64 %i, -1
;   %k = icmp eq i64 %i, 0
;   br i1 %k, label %end, label %loop
;
; end:                                              ; preds = %loop
;   ret void
; }
declare void @use(i64)

define void @down(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  call void @use(i64 0)
  %next = add i64 %i, -1
  %k = icmp eq i64 %i, 0
  br i1 %k, label %end, label %loop
end:
  ret void
}

define i64 @needed_later(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  call void @use(i64 0)
  %next = add i64 %i, -1
  %k = icmp eq i64 %i, 0
  br i1 %k, label %end, label %loop
end:
  ret i64 %i
}

define void @order(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  call void @use(i64 0)
  %next = add i64 %i, -1
  %k = icmp ugt i64 %i, 7
  br i1 %k, label %end, label %loop
end:
  ret void
}

define void @step_comes_later(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %k = icmp eq i64 %i, 0
  %next = add i64 %i, -1
  call void @use(i64 %next)
  br i1 %k, label %end, label %loop
end:
  ret void
}

define void @must_not_wrap(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  call void @use(i64 0)
  %next = add nsw i64 %i, -1
  %k = icmp eq i64 %i, 0
  br i1 %k, label %end, label %loop
end:
  ret void
}
