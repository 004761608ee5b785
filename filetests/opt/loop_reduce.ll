; Products and addresses of a counter are counted; elements that differ by a constant share a counter.
; RUN: avarice opt -S -passes=loop-reduce -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i64 @fields(ptr %p, i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %0 = phi ptr [ %p, %entry ], [ %4, %loop ]
;   %i = phi i64 [ 0, %entry ], [ %next, %loop ]
;   %s = phi i64 [ 0, %entry ], [ %sum, %loop ]
;   %1 = getelementptr i8, ptr %0, i64 8
;   %2 = getelementptr i8, ptr %0, i64 16
;   %next = add nuw nsw i64 %i, 1
;   %3 = getelementptr i8, ptr %0, i64 24
;   %x = load i64, ptr %1, align 4
;   %y = load i64, ptr %2, align 4
;   %z = load i64, ptr %3, align 4
;   %xy = add i64 %x, %y
;   %xyz = add i64 %xy, %z
;   %sum = add i64 %s, %xyz
;   %done = icmp eq i64 %next, %n
;   %4 = getelementptr i8, ptr %0, i64 24
;   br i1 %done, label %exit, label %loop
;
; exit:                                             ; preds = %loop
;   ret i64 %sum
; }
;
; define i32 @products(i32 %first, i32 %factor, i32 %n) {
; entry:
;   %0 = mul i32 %first, 80
;   %1 = mul i32 %first, %factor
;   %2 = mul i32 3, %factor
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %3 = phi i32 [ %1, %entry ], [ %7, %loop ]
;   %4 = phi i32 [ %0, %entry ], [ %6, %loop ]
;   %i = phi i32 [ %first, %entry ], [ %next, %loop ]
;   %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
;   %before = add i32 %i, -1
;   %5 = add i32 %4, -80
;   %d = mul i32 %i, 5
;   %ab = xor i32 %4, %3
;   %cd = xor i32 %5, %d
;   %abcd = xor i32 %ab, %cd
;   %sum = add i32 %s, %abcd
;   %next = add i32 %i, 3
;   %done = icmp eq i32 %next, %n
;   %6 = add i32 %4, 240
;   %7 = add i32 %3, %2
;   br i1 %done, label %exit, label %loop
;
; exit:                                             ; preds = %loop
;   ret i32 %sum
; }
;
; define void @nested(ptr %p, i64 %n) {
; entry:
;   br label %outer
;
; outer:                                            ; preds = %outer.end, %entry
;   %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
;   %0 = mul i64 %n, 320
;   %1 = getelementptr i8, ptr %p, i64 %0
;   br label %inner
;
; inner:                                            ; preds = %inner, %outer
;   %2 = phi ptr [ %1, %outer ], [ %4, %inner ]
;   %j = phi i64 [ %n, %outer ], [ %j.next, %inner ]
;   %3 = getelementptr i8, ptr %2, i64 28
;   %b = mul i64 %i, 77
;   store i64 %b, ptr %3, align 4
;   %j.next = add i64 %j, -1
;   %j.done = icmp eq i64 %j.next, 0
;   %4 = getelementptr i8, ptr %2, i64 -320
;   br i1 %j.done, label %outer.end, label %inner
;
; outer.end:                                        ; preds = %inner
;   %i.next = add i64 %i, 1
;   %done = icmp eq i64 %i.next, %n
;   br i1 %done, label %exit, label %outer
;
; exit:                                             ; preds = %outer.end
;   ret void
; }
%S = type { i64, i64, i64 }

define i64 @fields(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %a = getelementptr inbounds %S, ptr %p, i64 %i, i32 1
  %b = getelementptr inbounds %S, ptr %p, i64 %i, i32 2
  %next = add nuw nsw i64 %i, 1
  %c = getelementptr inbounds %S, ptr %p, i64 %next
  %x = load i64, ptr %a
  %y = load i64, ptr %b
  %z = load i64, ptr %c
  %xy = add i64 %x, %y
  %xyz = add i64 %xy, %z
  %sum = add i64 %s, %xyz
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i64 %sum
}

define i32 @products(i32 %first, i32 %factor, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %a = mul i32 %i, 80
  %b = mul i32 %factor, %i
  %before = add i32 %i, -1
  %c = mul i32 %before, 80
  %d = mul i32 %i, 5
  %ab = xor i32 %a, %b
  %cd = xor i32 %c, %d
  %abcd = xor i32 %ab, %cd
  %sum = add i32 %s, %abcd
  %next = add i32 %i, 3
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i32 %sum
}

; Only the inner loop.
define void @nested(ptr %p, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ %n, %outer ], [ %j.next, %inner ]
  %a = getelementptr [80 x i32], ptr %p, i64 %j, i64 7
  %b = mul i64 %i, 77
  store i64 %b, ptr %a
  %j.next = add i64 %j, -1
  %j.done = icmp eq i64 %j.next, 0
  br i1 %j.done, label %outer.end, label %inner
outer.end:
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret void
}
