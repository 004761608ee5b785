; Loops that go round a known, small number of times become copies of their body.
; RUN: avarice opt -S -passes=loop-unroll-full,simplifycfg -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare void @use(i32)
;
; ; Function Attrs: noduplicate
; declare void @once() #0
;
; define i32 @at_end(ptr %p) {
; entry:
;   %a = getelementptr i32, ptr %p, i64 0
;   %x = load volatile i32, ptr %a, align 4
;   %t = add i32 0, %x
;   %next = add nuw i64 0, 1
;   %c = icmp ult i64 %next, 3
;   %0 = getelementptr i32, ptr %p, i64 %next
;   %1 = load volatile i32, ptr %0, align 4
;   %2 = add i32 %t, %1
;   %3 = add nuw i64 %next, 1
;   %4 = icmp ult i64 %3, 3
;   %5 = getelementptr i32, ptr %p, i64 %3
;   %6 = load volatile i32, ptr %5, align 4
;   %7 = add i32 %2, %6
;   %8 = add nuw i64 %3, 1
;   %9 = icmp ult i64 %8, 3
;   ret i32 %7
; }
;
; define i32 @at_begin() {
; entry:
;   %c = icmp ne i32 1, 4
;   call void @use(i32 1)
;   %next = shl i32 1, 1
;   %0 = icmp ne i32 %next, 4
;   call void @use(i32 %next)
;   %1 = shl i32 %next, 1
;   %2 = icmp ne i32 %1, 4
;   %r = add i32 %1, %next
;   ret i32 %r
; }
;
; define i32 @two_exits(ptr %p, i32 %a, i32 %b) {
; entry:
;   %v = load i32, ptr %p, align 4
;   %d = icmp eq i32 %v, %a
;   br i1 %d, label %found, label %latch
;
; latch:                                            ; preds = %entry
;   %next = add i32 2, -1
;   %c = icmp eq i32 %next, 0
;   %0 = load i32, ptr %p, align 4
;   %1 = icmp eq i32 %0, %b
;   br i1 %1, label %found, label %2
;
; 2:                                                ; preds = %latch
;   %3 = add i32 %next, -1
;   %4 = icmp eq i32 %3, 0
;   ret i32 %a
;
; found:                                            ; preds = %latch, %entry
;   %5 = phi i32 [ 2, %entry ], [ %next, %latch ]
;   ret i32 %5
; }
;
; define void @one() {
; entry:
;   call void @use(i32 7)
;   %next = add i32 7, 1
;   %c = icmp ugt i32 7, 3
;   ret void
; }
;
; define i32 @nest() {
; entry:
;   %u = add i32 0, 0
;   %j.next = add i32 0, 1
;   %d = icmp eq i32 %j.next, 2
;   %0 = add i32 %u, %j.next
;   %1 = add i32 %j.next, 1
;   %2 = icmp eq i32 %1, 2
;   %i.next = add i32 0, 1
;   %c = icmp eq i32 %i.next, 2
;   %3 = add i32 %u, 0
;   %4 = add i32 0, 1
;   %5 = icmp eq i32 %4, 2
;   %6 = add i32 %3, %4
;   %7 = add i32 %4, 1
;   %8 = icmp eq i32 %7, 2
;   %9 = add i32 %i.next, 1
;   %10 = icmp eq i32 %9, 2
;   ret i32 %u
; }
;
; define void @stays(i32 %n) {
; entry:
;   br label %unknown
;
; unknown:                                          ; preds = %unknown, %entry
;   %i = phi i32 [ 0, %entry ], [ %i.next, %unknown ]
;   %i.next = add i32 %i, 1
;   %c1 = icmp slt i32 %i.next, %n
;   br i1 %c1, label %unknown, label %never
;
; never:                                            ; preds = %never, %unknown
;   %j = phi i8 [ %j.next, %never ], [ 0, %unknown ]
;   %j.next = and i8 %j, 1
;   call void @use(i32 1)
;   %c2 = icmp eq i8 %j.next, 2
;   br i1 %c2, label %many, label %never
;
; many:                                             ; preds = %many, %never
;   %k = phi i32 [ %k.next, %many ], [ 0, %never ]
;   %k.next = add i32 %k, 1
;   call void @use(i32 %k)
;   %c3 = icmp slt i32 %k.next, 1000
;   br i1 %c3, label %many, label %single
;
; single:                                           ; preds = %single, %many
;   %l = phi i32 [ %l.next, %single ], [ 0, %many ]
;   %l.next = add i32 %l, 1
;   call void @once()
;   %c4 = icmp slt i32 %l.next, 3
;   br i1 %c4, label %single, label %marked
;
; marked:                                           ; preds = %marked, %single
;   %m = phi i32 [ %m.next, %marked ], [ 0, %single ]
;   %m.next = add i32 %m, 1
;   call void @use(i32 %m)
;   %c5 = icmp slt i32 %m.next, 3
;   br i1 %c5, label %marked, label %undefined, !llvm.loop !0
;
; undefined:                                        ; preds = %undefined, %marked
;   %o = phi i32 [ %o.next, %undefined ], [ undef, %marked ]
;   %o.next = add i32 %o, 1
;   call void @use(i32 %o)
;   %c6 = icmp slt i32 %o.next, 3
;   br i1 %c6, label %undefined, label %0
;
; 0:                                                ; preds = %undefined
;   ret void
; }
;
; attributes #0 = { noduplicate }
;
; !0 = distinct !{!0, !1}
; !1 = !{!"llvm.loop.unroll.disable"}

declare void @use(i32)
declare void @once() noduplicate

; The exit at the end: three rounds.
define i32 @at_end(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  %x = load volatile i32, ptr %a
  %t = add i32 %s, %x
  %next = add nuw i64 %i, 1
  %c = icmp ult i64 %next, 3
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %t
}

; The exit at the begin: two rounds, and the values of the third.
define i32 @at_begin() {
entry:
  br label %head
head:
  %i = phi i32 [ 1, %entry ], [ %next, %body ]
  %last = phi i32 [ 0, %entry ], [ %i, %body ]
  %c = icmp ne i32 %i, 4
  br i1 %c, label %body, label %exit
body:
  call void @use(i32 %i)
  %next = shl i32 %i, 1
  br label %head
exit:
  %r = add i32 %i, %last
  ret i32 %r
}

; Another way out, whose phi says from which round it is taken; phis that exchange their values.
define i32 @two_exits(ptr %p, i32 %a, i32 %b) {
entry:
  br label %head
head:
  %i = phi i32 [ 2, %entry ], [ %next, %latch ]
  %x = phi i32 [ %a, %entry ], [ %y, %latch ]
  %y = phi i32 [ %b, %entry ], [ %x, %latch ]
  %v = load i32, ptr %p
  %d = icmp eq i32 %v, %x
  br i1 %d, label %found, label %latch
latch:
  %next = add i32 %i, -1
  %c = icmp eq i32 %next, 0
  br i1 %c, label %exit, label %head
found:
  ret i32 %i
exit:
  ret i32 %y
}

; One round only: nothing leads back.
define void @one() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 7, %entry ], [ %next, %loop ]
  call void @use(i32 %i)
  %next = add i32 %i, 1
  %c = icmp ugt i32 %i, 3
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; The inner loop first, then that around it.
define i32 @nest() {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %outer.latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %t = phi i32 [ %s, %outer ], [ %u, %inner ]
  %u = add i32 %t, %j
  %j.next = add i32 %j, 1
  %d = icmp eq i32 %j.next, 2
  br i1 %d, label %outer.latch, label %inner
outer.latch:
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 2
  br i1 %c, label %exit, label %outer
exit:
  ret i32 %s
}

; These stay: no constant bound, a counter that never gets there, too many rounds, a call that may not be there twice, a
; mark, and a bound that is undefined.
define void @stays(i32 %n) {
entry:
  br label %unknown
unknown:
  %i = phi i32 [ 0, %entry ], [ %i.next, %unknown ]
  %i.next = add i32 %i, 1
  %c1 = icmp slt i32 %i.next, %n
  br i1 %c1, label %unknown, label %never
never:
  %j = phi i8 [ 0, %unknown ], [ %j.next, %never.latch ]
  br i1 false, label %exit, label %never.latch
never.latch:
  %j.next = and i8 %j, 1
  call void @use(i32 1)
  %c2 = icmp eq i8 %j.next, 2
  br i1 %c2, label %many, label %never
many:
  %k = phi i32 [ 0, %never.latch ], [ %k.next, %many ]
  %k.next = add i32 %k, 1
  call void @use(i32 %k)
  %c3 = icmp slt i32 %k.next, 1000
  br i1 %c3, label %many, label %single
single:
  %l = phi i32 [ 0, %many ], [ %l.next, %single ]
  %l.next = add i32 %l, 1
  call void @once()
  %c4 = icmp slt i32 %l.next, 3
  br i1 %c4, label %single, label %marked
marked:
  %m = phi i32 [ 0, %single ], [ %m.next, %marked ]
  %m.next = add i32 %m, 1
  call void @use(i32 %m)
  %c5 = icmp slt i32 %m.next, 3
  br i1 %c5, label %marked, label %undefined, !llvm.loop !0
undefined:
  %o = phi i32 [ undef, %marked ], [ %o.next, %undefined ]
  %o.next = add i32 %o, 1
  call void @use(i32 %o)
  %c6 = icmp slt i32 %o.next, 3
  br i1 %c6, label %undefined, label %exit
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
