; Calls of functions with several blocks and returns; what nobody calls any more is only declared.
; RUN: avarice opt -S -passes=inline %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare dso_local i32 @clamp(i32)
;
; define i32 @two_in_a_block(i32 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %12, %entry
;   %i = phi i32 [ 0, %entry ], [ %next, %12 ]
;   br label %0
;
; 0:                                                ; preds = %loop
;   %1 = icmp sgt i32 %i, 3
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   br label %5
;
; 3:                                                ; preds = %0
;   %4 = mul i32 %i, %i
;   br label %5
;
; 5:                                                ; preds = %3, %2
;   %6 = phi i32 [ %4, %3 ], [ 1, %2 ]
;   br label %7
;
; 7:                                                ; preds = %5
;   %8 = icmp sgt i32 %6, 3
;   br i1 %8, label %9, label %10
;
; 9:                                                ; preds = %7
;   br label %12
;
; 10:                                               ; preds = %7
;   %11 = mul i32 %6, %6
;   br label %12
;
; 12:                                               ; preds = %10, %9
;   %13 = phi i32 [ %11, %10 ], [ 1, %9 ]
;   %next = add i32 %i, %13
;   %again = icmp slt i32 %next, %n
;   br i1 %again, label %loop, label %done
;
; done:                                             ; preds = %12
;   ret i32 %13
; }
;
; declare dso_local void @never()
;
; define i32 @does_not_return() {
;   br label %1
;
; 1:                                                ; preds = %0
;   unreachable
;
; 2:                                                ; No predecessors!
;   ret i32 1
; }

define internal i32 @clamp(i32 %x) {
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  %y = mul i32 %x, %x
  ret i32 %y
}

define i32 @two_in_a_block(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = call i32 @clamp(i32 %i)
  %b = call i32 @clamp(i32 %a)
  %next = add i32 %i, %b
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i32 %b
}

define internal void @never() {
  unreachable
}

define i32 @does_not_return() {
  call void @never()
  ret i32 1
}
