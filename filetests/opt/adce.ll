; Code goes that only itself needs: a value that a loop carries round, a branch around nothing. Loops stay, as they
; may not end. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=adce %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @carried(i32 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
;   %i1 = add i32 %i, 1
;   %c = icmp slt i32 %i1, %n
;   br i1 %c, label %loop, label %exit
;
; exit:                                             ; preds = %loop
;   ret i32 %n
; }
;
; define i32 @around_nothing(i32 %n) {
; entry:
;   br label %then
;
; then:                                             ; preds = %entry
;   br label %join
;
; else:                                             ; No predecessors!
;   br label %join
;
; seven:                                            ; No predecessors!
;   br label %join
;
; join:                                             ; preds = %seven, %else, %then
;   ret i32 %n
; }
;
; define i32 @decides_a_phi(i1 %c) {
; entry:
;   br i1 %c, label %then, label %join
;
; then:                                             ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %then, %entry
;   %p = phi i32 [ 1, %then ], [ 2, %entry ]
;   ret i32 %p
; }
;
; define void @decides_an_effect(i1 %c, i1 %d) {
; entry:
;   br label %second
;
; first:                                            ; No predecessors!
;   br label %second
;
; second:                                           ; preds = %first, %entry
;   br i1 %c, label %then, label %join
;
; then:                                             ; preds = %second
;   call void @effect()
;   br label %join
;
; join:                                             ; preds = %then, %second
;   ret void
; }
;
; define void @endless(i1 %c) {
; entry:
;   br i1 %c, label %loop, label %exit
;
; loop:                                             ; preds = %loop, %entry
;   br label %loop
;
; exit:                                             ; preds = %entry
;   ret void
; }
;
; declare void @effect()

define i32 @carried(i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %useless = phi i32 [ 1, %entry ], [ %more, %loop ]
  %more = mul i32 %useless, 3
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %exit

exit:                                             ; preds = %loop
  ret i32 %n
}

define i32 @around_nothing(i32 %n) {
entry:
  %c = icmp slt i32 %n, 5
  br i1 %c, label %then, label %else

then:                                             ; preds = %entry
  %a = add i32 %n, 1
  br label %join

else:                                             ; preds = %entry
  switch i32 %n, label %join [
    i32 7, label %seven
    i32 8, label %join
  ]

seven:                                            ; preds = %else
  %b = add i32 %n, 2
  br label %join

join:                                             ; preds = %seven, %else, %else, %then
  %p = phi i32 [ %a, %then ], [ 0, %else ], [ 0, %else ], [ %b, %seven ]
  ret i32 %n
}

define i32 @decides_a_phi(i1 %c) {
entry:
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %then, %entry
  %p = phi i32 [ 1, %then ], [ 2, %entry ]
  ret i32 %p
}

define void @decides_an_effect(i1 %c, i1 %d) {
entry:
  br i1 %d, label %first, label %second

first:                                            ; preds = %entry
  br label %second

second:                                           ; preds = %first, %entry
  br i1 %c, label %then, label %join

then:                                             ; preds = %second
  call void @effect()
  br label %join

join:                                             ; preds = %then, %second
  ret void
}

define void @endless(i1 %c) {
entry:
  br i1 %c, label %loop, label %exit

loop:                                             ; preds = %loop, %entry
  br label %loop

exit:                                             ; preds = %entry
  ret void
}

declare void @effect()
