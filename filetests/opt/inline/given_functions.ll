; A function that a callee is given is called directly in the copy, and takes the place of that call too; one that calls
; its user does not.
; RUN: avarice opt -S -passes=inline -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @outer(i32 %x, i32 %y) {
;   br label %1
;
; 1:                                                ; preds = %0
;   %2 = icmp eq i32 %x, %y
;   br i1 %2, label %11, label %3
;
; 3:                                                ; preds = %1
;   br label %4
;
; 4:                                                ; preds = %3
;   %5 = icmp slt i32 %x, %y
;   br i1 %5, label %6, label %7
;
; 6:                                                ; preds = %4
;   br label %8
;
; 7:                                                ; preds = %4
;   br label %8
;
; 8:                                                ; preds = %7, %6
;   %9 = phi i32 [ 9, %7 ], [ 7, %6 ]
;   %10 = add i32 %9, 1
;   br label %11
;
; 11:                                               ; preds = %8, %1
;   %12 = phi i32 [ 0, %1 ], [ %10, %8 ]
;   br label %13
;
; 13:                                               ; preds = %11
;   ret i32 %12
; }
;
; declare dso_local i32 @apply(ptr, i32, i32)
;
; define internal i32 @less(i32 %x, i32 %y) {
; entry:
;   %c = icmp slt i32 %x, %y
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %entry
;   ret i32 7
;
; no:                                               ; preds = %entry
;   ret i32 9
; }
;
; define i32 @circle(i32 %x, i32 %y) {
;   br label %1
;
; 1:                                                ; preds = %0
;   %2 = icmp eq i32 %x, %y
;   br i1 %2, label %6, label %3
;
; 3:                                                ; preds = %1
;   %4 = call i32 @circle(i32 %x, i32 %y)
;   %5 = add i32 %4, 1
;   br label %6
;
; 6:                                                ; preds = %3, %1
;   %7 = phi i32 [ 0, %1 ], [ %5, %3 ]
;   br label %8
;
; 8:                                                ; preds = %6
;   ret i32 %7
; }
define i32 @outer(i32 %x, i32 %y) {
  %r = call i32 @apply(ptr @less, i32 %x, i32 %y)
  ret i32 %r
}

define internal i32 @apply(ptr %f, i32 %x, i32 %y) {
entry:
  %c = icmp eq i32 %x, %y
  br i1 %c, label %done, label %ask

ask:
  %r = call i32 %f(i32 %x, i32 %y)
  %s = add i32 %r, 1
  br label %done

done:
  %p = phi i32 [ 0, %entry ], [ %s, %ask ]
  ret i32 %p
}

define internal i32 @less(i32 %x, i32 %y) {
entry:
  %c = icmp slt i32 %x, %y
  br i1 %c, label %yes, label %no

yes:
  ret i32 7

no:
  ret i32 9
}

define i32 @circle(i32 %x, i32 %y) {
  %r = call i32 @apply(ptr @circle, i32 %x, i32 %y)
  ret i32 %r
}
