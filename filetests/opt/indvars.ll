; Counters that become part of addresses count in the width of addresses.
; RUN: avarice opt -S -passes=indvars -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare void @use(i32)
;
; define void @simple(ptr %p, i32 %n, i32 %k) {
; entry:
;   %0 = sext i32 %k to i64
;   %1 = sext i32 %n to i64
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %2 = phi i64 [ %0, %entry ], [ %5, %loop ]
;   %3 = trunc i64 %2 to i32
;   %a = getelementptr i32, ptr %p, i64 %2
;   %x = load i32, ptr %a, align 4
;   %4 = sub nsw i64 %2, %0
;   %behind = sub nsw i32 %3, %k
;   %b = getelementptr i32, ptr %p, i64 %4
;   store i32 %x, ptr %b, align 4
;   %5 = add nsw i64 %2, 1
;   %c = icmp slt i64 %5, %1
;   br i1 %c, label %loop, label %exit
;
; exit:                                             ; preds = %loop
;   ret void
; }
;
; define i32 @low(ptr %p) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %0 = phi i64 [ 100, %entry ], [ %2, %loop ]
;   %1 = trunc i64 %0 to i32
;   call void @use(i32 %1)
;   %2 = add nsw i64 %0, -3
;   %3 = trunc i64 %2 to i32
;   %a = getelementptr i32, ptr %p, i64 %2
;   store i32 0, ptr %a, align 4
;   %c = icmp ugt i64 %2, 10
;   br i1 %c, label %loop, label %exit
;
; exit:                                             ; preds = %loop
;   ret i32 %3
; }
;
; define void @matrix(ptr %p, i32 %n) {
; entry:
;   %0 = sext i32 %n to i64
;   br label %outer
;
; outer:                                            ; preds = %outer.latch, %entry
;   %1 = phi i64 [ 0, %entry ], [ %9, %outer.latch ]
;   %2 = trunc i64 %1 to i32
;   %3 = sext i32 %n to i64
;   br label %inner
;
; inner:                                            ; preds = %inner, %outer
;   %4 = phi i64 [ 0, %outer ], [ %8, %inner ]
;   %5 = trunc i64 %4 to i32
;   %6 = mul nsw i64 %1, %3
;   %row = mul nsw i32 %2, %n
;   %7 = add nsw i64 %6, %4
;   %at = add nsw i32 %row, %5
;   %a = getelementptr i32, ptr %p, i64 %7
;   store i32 0, ptr %a, align 4
;   %8 = add nsw i64 %4, 1
;   %d = icmp slt i64 %8, %3
;   br i1 %d, label %inner, label %outer.latch
;
; outer.latch:                                      ; preds = %inner
;   %9 = add nsw i64 %1, 1
;   %c = icmp eq i64 %9, %0
;   br i1 %c, label %exit, label %outer
;
; exit:                                             ; preds = %outer.latch
;   ret void
; }
;
; define i1 @behind(ptr %p, i32 %n) {
; entry:
;   %0 = sext i32 %n to i64
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %1 = phi i64 [ 0, %entry ], [ %2, %loop ]
;   %a = getelementptr i32, ptr %p, i64 %1
;   %x = load i32, ptr %a, align 4
;   %2 = add nsw i64 %1, 1
;   %3 = trunc i64 %2 to i32
;   %c = icmp slt i64 %2, %0
;   br i1 %c, label %loop, label %exit
;
; exit:                                             ; preds = %loop
;   %y = load i32, ptr %p, align 4
;   %r = icmp slt i32 %3, %y
;   ret i1 %r
; }
;
; define void @stays(ptr %p, i32 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
;   %j = phi i32 [ 0, %entry ], [ %j.next, %loop ]
;   %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
;   %wide.i = sext i32 %i to i64
;   %wide.j = sext i32 %j to i64
;   %zero.k = zext i32 %k to i64
;   %wide.k = sext i32 %k to i48
;   %wraps = add i32 %k, %n
;   %wide.wraps = sext i32 %wraps to i64
;   %a = getelementptr i32, ptr %p, i64 %wide.i
;   %b = getelementptr i32, ptr %a, i64 %wide.j
;   %c = getelementptr i32, ptr %b, i64 %zero.k
;   %d = getelementptr i32, ptr %c, i48 %wide.k
;   %e = getelementptr i32, ptr %d, i64 %wide.wraps
;   store i32 0, ptr %e, align 4
;   %i.next = add i32 %i, 1
;   %j.next = add nsw i32 %j, %i
;   %k.next = add nsw i32 %k, 1
;   %done = icmp eq i32 %k.next, %n
;   br i1 %done, label %exit, label %loop
;
; exit:                                             ; preds = %loop
;   ret void
; }
;
; define void @unsigned(ptr %p, i32 %n) {
; entry:
;   %bound = and i32 %n, 1023
;   %0 = sext i32 %bound to i64
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %1 = phi i64 [ 0, %entry ], [ %4, %loop ]
;   %2 = trunc i64 %1 to i32
;   %3 = shl nsw i64 %1, 1
;   %j = shl nuw nsw i32 %2, 1
;   %a = getelementptr i32, ptr %p, i64 %3
;   store i32 7, ptr %a, align 4
;   %4 = add nsw i64 %1, 1
;   %c = icmp ult i64 %4, %0
;   br i1 %c, label %loop, label %exit
;
; exit:                                             ; preds = %loop
;   ret void
; }

declare void @use(i32)

; The counter, what is added to it, and the comparison become wide; the narrow one goes.
define void @simple(ptr %p, i32 %n, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %wide
  %x = load i32, ptr %a
  %behind = sub nsw i32 %i, %k
  %wide.behind = sext i32 %behind to i64
  %b = getelementptr i32, ptr %p, i64 %wide.behind
  store i32 %x, ptr %b
  %next = add nsw i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Other users get the low bits, in the loop and behind it.
define i32 @low(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 100, %entry ], [ %next, %loop ]
  call void @use(i32 %i)
  %next = add nsw i32 %i, -3
  %wide = sext i32 %next to i64
  %a = getelementptr i32, ptr %p, i64 %wide
  store i32 0, ptr %a
  %c = icmp ugt i32 %next, 10
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %next
}

; A row and a column: what the inner loop extends before it is made wide in the outer one.
define void @matrix(ptr %p, i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %row = mul nsw i32 %i, %n
  %at = add nsw i32 %row, %j
  %wide = sext i32 %at to i64
  %a = getelementptr i32, ptr %p, i64 %wide
  store i32 0, ptr %a
  %j.next = add nsw i32 %j, 1
  %d = icmp slt i32 %j.next, %n
  br i1 %d, label %inner, label %outer.latch
outer.latch:
  %i.next = add nsw i32 %i, 1
  %c = icmp eq i32 %i.next, %n
  br i1 %c, label %exit, label %outer
exit:
  ret void
}

; Behind the loop nothing is extended for a comparison.
define i1 @behind(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %wide
  %x = load i32, ptr %a
  %next = add nsw i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  %y = load i32, ptr %p
  %r = icmp slt i32 %next, %y
  ret i1 %r
}

; These stay: sums that may wrap, a step that changes, an extension by zeros, and to another width.
define void @stays(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %j = phi i32 [ 0, %entry ], [ %j.next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %wide.i = sext i32 %i to i64
  %wide.j = sext i32 %j to i64
  %zero.k = zext i32 %k to i64
  %wide.k = sext i32 %k to i48
  %wraps = add i32 %k, %n
  %wide.wraps = sext i32 %wraps to i64
  %a = getelementptr i32, ptr %p, i64 %wide.i
  %b = getelementptr i32, ptr %a, i64 %wide.j
  %c = getelementptr i32, ptr %b, i64 %zero.k
  %d = getelementptr i32, ptr %c, i48 %wide.k
  %e = getelementptr i32, ptr %d, i64 %wide.wraps
  store i32 0, ptr %e
  %i.next = add i32 %i, 1
  %j.next = add nsw i32 %j, %i
  %k.next = add nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Known not to be negative, it is extended with zeros and compared as an unsigned number; a product is a shift.
define void @unsigned(ptr %p, i32 %n) {
entry:
  %bound = and i32 %n, 1023
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = shl nuw nsw i32 %i, 1
  %s = zext nneg i32 %j to i64
  %a = getelementptr i32, ptr %p, i64 %s
  store i32 7, ptr %a
  %next = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %next, %bound
  br i1 %c, label %loop, label %exit

exit:
  ret void
}
