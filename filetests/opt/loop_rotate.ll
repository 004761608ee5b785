; A loop that asks at its begin whether to go on asks at its end; whether to begin is asked before it.
; RUN: avarice opt -S -passes=loop-rotate -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare i1 @flag()
;
; ; Function Attrs: noduplicate
; declare i1 @once() #0
;
; define i32 @sum(ptr %p, i32 %n) {
; entry:
;   %0 = icmp slt i32 0, %n
;   br i1 %0, label %body, label %exit
;
; head:                                             ; preds = %body
;   %c = icmp slt i32 %next, %n
;   br i1 %c, label %body, label %exit, !llvm.loop !0
;
; body:                                             ; preds = %head, %entry
;   %1 = phi i32 [ 0, %entry ], [ %t, %head ]
;   %2 = phi i32 [ 0, %entry ], [ %next, %head ]
;   %a = getelementptr i32, ptr %p, i32 %2
;   %x = load i32, ptr %a, align 4
;   %t = add i32 %1, %x
;   %next = add i32 %2, 1
;   br label %head
;
; exit:                                             ; preds = %head, %entry
;   %3 = phi i32 [ %t, %head ], [ 0, %entry ]
;   ret i32 %3
; }
;
; define void @reads(ptr %p, ptr %q) {
; entry:
;   %0 = load volatile i32, ptr %p, align 4
;   %1 = load atomic i32, ptr %q acquire, align 4
;   %2 = icmp slt i32 %0, %1
;   br i1 %2, label %body, label %exit
;
; head:                                             ; preds = %body
;   %v = load volatile i32, ptr %p, align 4
;   %w = load atomic i32, ptr %q acquire, align 4
;   %c = icmp slt i32 %v, %w
;   br i1 %c, label %body, label %exit
;
; body:                                             ; preds = %head, %entry
;   %3 = phi i32 [ %1, %entry ], [ %w, %head ]
;   store i32 %3, ptr %p, align 4
;   br label %head
;
; exit:                                             ; preds = %head, %entry
;   %4 = phi i32 [ %v, %head ], [ %0, %entry ]
;   store i32 %4, ptr %q, align 4
;   ret void
; }
;
; define i32 @swap(i32 %a, i32 %b, i32 %n) {
; entry:
;   %0 = icmp slt i32 0, %n
;   br i1 %0, label %body, label %exit
;
; head:                                             ; preds = %latch
;   %c = icmp slt i32 %next, %n
;   br i1 %c, label %body, label %exit
;
; body:                                             ; preds = %head, %entry
;   %1 = phi i32 [ %b, %entry ], [ %2, %head ]
;   %2 = phi i32 [ %a, %entry ], [ %1, %head ]
;   %3 = phi i32 [ 0, %entry ], [ %next, %head ]
;   %next = add nsw i32 %3, 1
;   %f = call i1 @flag()
;   br i1 %f, label %exit, label %latch
;
; latch:                                            ; preds = %body
;   br label %head
;
; exit:                                             ; preds = %body, %head, %entry
;   %4 = phi i32 [ %1, %body ], [ %2, %head ], [ %b, %entry ]
;   %5 = phi i32 [ %2, %body ], [ %1, %head ], [ %a, %entry ]
;   %r = sub i32 %5, %4
;   ret i32 %r
; }
;
; define i32 @nest(i32 %n, i32 %m) {
; entry:
;   %0 = icmp ult i32 0, %n
;   br i1 %0, label %1, label %exit
;
; outer:                                            ; preds = %outer.latch
;   %c = icmp ult i32 %i.next, %n
;   br i1 %c, label %1, label %exit
;
; 1:                                                ; preds = %outer, %entry
;   %2 = phi i32 [ 0, %entry ], [ %7, %outer ]
;   %3 = phi i32 [ 0, %entry ], [ %i.next, %outer ]
;   %4 = icmp ult i32 %3, %m
;   br i1 %4, label %inner.latch, label %outer.latch
;
; inner:                                            ; preds = %inner.latch
;   %d = icmp ult i32 %j.next, %m
;   br i1 %d, label %inner.latch, label %outer.latch
;
; inner.latch:                                      ; preds = %inner, %1
;   %5 = phi i32 [ %2, %1 ], [ %u, %inner ]
;   %6 = phi i32 [ %3, %1 ], [ %j.next, %inner ]
;   %u = add i32 %5, %6
;   %j.next = add i32 %6, 1
;   br label %inner
;
; outer.latch:                                      ; preds = %inner, %1
;   %7 = phi i32 [ %u, %inner ], [ %2, %1 ]
;   %i.next = add i32 %3, 1
;   br label %outer
;
; exit:                                             ; preds = %outer, %entry
;   %8 = phi i32 [ %7, %outer ], [ 0, %entry ]
;   ret i32 %8
; }
;
; define void @stays(i32 %n) {
; entry:
;   br label %asks_at_end
;
; asks_at_end:                                      ; preds = %asks_at_end, %entry
;   %i = phi i32 [ 0, %entry ], [ %next, %asks_at_end ]
;   %next = add i32 %i, 1
;   %c = icmp slt i32 %next, %n
;   br i1 %c, label %asks_at_end, label %0
;
; 0:                                                ; preds = %asks_at_end
;   br label %asks_once
;
; asks_once:                                        ; preds = %body, %0
;   %f = call i1 @once()
;   br i1 %f, label %body, label %1
;
; body:                                             ; preds = %asks_once
;   br label %asks_once
;
; 1:                                                ; preds = %asks_once
;   br label %asks_much
;
; asks_much:                                        ; preds = %much, %1
;   %a1 = mul i32 %n, %n
;   %a2 = mul i32 %a1, %n
;   %a3 = mul i32 %a2, %n
;   %a4 = mul i32 %a3, %n
;   %a5 = mul i32 %a4, %n
;   %a6 = mul i32 %a5, %n
;   %a7 = mul i32 %a6, %n
;   %a8 = mul i32 %a7, %n
;   %a9 = mul i32 %a8, %n
;   %a10 = mul i32 %a9, %n
;   %a11 = mul i32 %a10, %n
;   %a12 = mul i32 %a11, %n
;   %a13 = mul i32 %a12, %n
;   %a14 = mul i32 %a13, %n
;   %a15 = mul i32 %a14, %n
;   %d = icmp eq i32 %a15, 3
;   br i1 %d, label %much, label %exit
;
; much:                                             ; preds = %asks_much
;   %2 = call i1 @flag()
;   br label %asks_much
;
; exit:                                             ; preds = %asks_much
;   ret void
; }
;
; define i32 @two_exits(i32 %n) {
; entry:
;   br label %head
;
; head:                                             ; preds = %latch, %entry
;   %i = phi i32 [ 0, %entry ], [ %next, %latch ]
;   %c = icmp slt i32 %i, %n
;   br i1 %c, label %body, label %exit
;
; body:                                             ; preds = %head
;   %next = add i32 %i, 1
;   %f = call i1 @flag()
;   br i1 %f, label %other, label %latch
;
; latch:                                            ; preds = %body
;   br label %head
;
; other:                                            ; preds = %body
;   %0 = call i1 @flag()
;   br label %exit.2
;
; exit:                                             ; preds = %head
;   br label %exit.2
;
; exit.2:                                           ; preds = %exit, %other
;   ret i32 %i
; }
;
; attributes #0 = { noduplicate }
;
; !0 = distinct !{!0, !1}
; !1 = !{!"llvm.loop.mustprogress"}

declare i1 @flag()
declare i1 @once() noduplicate

define i32 @sum(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  %a = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %a
  %t = add i32 %s, %x
  %next = add i32 %i, 1
  br label %head, !llvm.loop !0
exit:
  ret i32 %s
}

; What the header reads, volatile or not, is read as often as before, and in the same order.
define void @reads(ptr %p, ptr %q) {
entry:
  br label %head
head:
  %v = load volatile i32, ptr %p
  %w = load atomic i32, ptr %q acquire, align 4
  %c = icmp slt i32 %v, %w
  br i1 %c, label %body, label %exit
body:
  store i32 %w, ptr %p
  br label %head
exit:
  store i32 %v, ptr %q
  ret void
}

; Phis that exchange their values; the loop is left in its middle, too.
define i32 @swap(i32 %a, i32 %b, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = phi i32 [ %a, %entry ], [ %y, %latch ]
  %y = phi i32 [ %b, %entry ], [ %x, %latch ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  %next = add nsw i32 %i, 1
  %f = call i1 @flag()
  br i1 %f, label %exit, label %latch
latch:
  br label %head
exit:
  %r = sub i32 %x, %y
  ret i32 %r
}

; The inner loop is the body of the outer one, and what it computes leaves both.
define i32 @nest(i32 %n, i32 %m) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %outer.latch ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %inner, label %exit
inner:
  %j = phi i32 [ %i, %outer ], [ %j.next, %inner.latch ]
  %t = phi i32 [ %s, %outer ], [ %u, %inner.latch ]
  %d = icmp ult i32 %j, %m
  br i1 %d, label %inner.latch, label %outer.latch
inner.latch:
  %u = add i32 %t, %j
  %j.next = add i32 %j, 1
  br label %inner
outer.latch:
  %i.next = add i32 %i, 1
  br label %outer
exit:
  ret i32 %s
}

; These stay: it asks at its end already, what it asks may not be there twice, or is too much.
define void @stays(i32 %n) {
entry:
  br label %asks_at_end
asks_at_end:
  %i = phi i32 [ 0, %entry ], [ %next, %asks_at_end ]
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %asks_at_end, label %asks_once
asks_once:
  %f = call i1 @once()
  br i1 %f, label %body, label %asks_much
body:
  br label %asks_once
asks_much:
  %a1 = mul i32 %n, %n
  %a2 = mul i32 %a1, %n
  %a3 = mul i32 %a2, %n
  %a4 = mul i32 %a3, %n
  %a5 = mul i32 %a4, %n
  %a6 = mul i32 %a5, %n
  %a7 = mul i32 %a6, %n
  %a8 = mul i32 %a7, %n
  %a9 = mul i32 %a8, %n
  %a10 = mul i32 %a9, %n
  %a11 = mul i32 %a10, %n
  %a12 = mul i32 %a11, %n
  %a13 = mul i32 %a12, %n
  %a14 = mul i32 %a13, %n
  %a15 = mul i32 %a14, %n
  %d = icmp eq i32 %a15, 3
  br i1 %d, label %much, label %exit
much:
  call i1 @flag()
  br label %asks_much
exit:
  ret void
}

; Two exits meet behind the loop, and what the header computes is used there without a phi: it stays.
define i32 @two_exits(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  %next = add i32 %i, 1
  %f = call i1 @flag()
  br i1 %f, label %other, label %latch
latch:
  br label %head
other:
  call i1 @flag()
  br label %exit.2
exit:
  br label %exit.2
exit.2:
  ret i32 %i
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
