; Constants through phis: what comes over an edge that is never taken does not count. Expected output made by opt
; 19.1.7.
; RUN: avarice opt -S -passes=sccp %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @loop_invariant() {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %next, %entry
;   br label %same
;
; same:                                             ; preds = %loop
;   br label %next
;
; next:                                             ; preds = %same
;   %more = call i1 @more()
;   br i1 %more, label %loop, label %exit
;
; exit:                                             ; preds = %next
;   ret i32 1
; }
;
; define i32 @decided(i32 %x) {
; entry:
;   br label %yes
;
; yes:                                              ; preds = %entry
;   %s = add i32 %x, 1
;   br label %join
;
; join:                                             ; preds = %yes
;   ret i32 %s
; }
;
; define i32 @undecided(i1 %c) {
; entry:
;   br i1 %c, label %left, label %right
;
; left:                                             ; preds = %entry
;   br label %join
;
; right:                                            ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %right, %left
;   %other = phi i32 [ 5, %left ], [ 6, %right ]
;   %r = add nuw nsw i32 5, %other
;   ret i32 %r
; }
;
; declare i1 @more()

define i32 @loop_invariant() {
entry:
  br label %loop

loop:
  %a = phi i32 [ 1, %entry ], [ %b, %next ]
  %is_one = icmp eq i32 %a, 1
  br i1 %is_one, label %same, label %other

same:
  br label %next

other:
  br label %next

next:
  %b = phi i32 [ %a, %same ], [ 2, %other ]
  %more = call i1 @more()
  br i1 %more, label %loop, label %exit

exit:
  ret i32 %b
}

define i32 @decided(i32 %x) {
entry:
  %c = icmp sgt i32 7, 3
  br i1 %c, label %yes, label %no

yes:
  %s = add i32 %x, 1
  br label %join

no:
  %t = mul i32 %x, 3
  br label %join

join:
  %r = phi i32 [ %s, %yes ], [ %t, %no ]
  ret i32 %r
}

define i32 @undecided(i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  br label %join

right:
  br label %join

join:
  %same = phi i32 [ 5, %left ], [ 5, %right ]
  %other = phi i32 [ 5, %left ], [ 6, %right ]
  %r = add i32 %same, %other
  ret i32 %r
}

declare i1 @more()
