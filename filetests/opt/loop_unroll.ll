; Small loops of many rounds get several copies of their body in a round.
; RUN: avarice opt -S -passes=loop-unroll -debug-only=loop-unroll -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @sum(ptr %p) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %12, %entry
;   %i = phi i64 [ 0, %entry ], [ %22, %12 ]
;   %s = phi i32 [ 0, %entry ], [ %21, %12 ]
;   %a = getelementptr i32, ptr %p, i64 %i
;   %x = load i32, ptr %a, align 4
;   %y = mul i32 %x, %x
;   %z = xor i32 %y, 5
;   %w = shl i32 %z, 1
;   %v = udiv i32 %w, 3
;   %u = lshr i32 %v, 1
;   %b = or i32 %u, %x
;   %t = add i32 %s, %b
;   %n = add nuw nsw i64 %i, 1
;   %c = icmp ult i64 %n, 999
;   br label %0
;
; 0:                                                ; preds = %loop
;   %1 = getelementptr i32, ptr %p, i64 %n
;   %2 = load i32, ptr %1, align 4
;   %3 = mul i32 %2, %2
;   %4 = xor i32 %3, 5
;   %5 = shl i32 %4, 1
;   %6 = udiv i32 %5, 3
;   %7 = lshr i32 %6, 1
;   %8 = or i32 %7, %2
;   %9 = add i32 %t, %8
;   %10 = add nuw nsw i64 %n, 1
;   %11 = icmp ult i64 %10, 999
;   br label %12
;
; 12:                                               ; preds = %0
;   %13 = getelementptr i32, ptr %p, i64 %10
;   %14 = load i32, ptr %13, align 4
;   %15 = mul i32 %14, %14
;   %16 = xor i32 %15, 5
;   %17 = shl i32 %16, 1
;   %18 = udiv i32 %17, 3
;   %19 = lshr i32 %18, 1
;   %20 = or i32 %19, %14
;   %21 = add i32 %9, %20
;   %22 = add nuw nsw i64 %10, 1
;   %23 = icmp ult i64 %22, 999
;   br i1 %23, label %loop, label %exit
;
; exit:                                             ; preds = %12
;   ret i32 %21
; }
;
; define i32 @find(ptr %p, i32 %k) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %7, %entry
;   %i = phi i32 [ 100, %entry ], [ %9, %7 ]
;   %a = getelementptr i32, ptr %p, i32 %i
;   %x = load i32, ptr %a, align 4
;   %m = mul i32 %x, %i
;   %o = udiv i32 %m, 7
;   %q = urem i32 %o, 11
;   %e = icmp eq i32 %q, %k
;   br i1 %e, label %found, label %latch
;
; latch:                                            ; preds = %loop
;   %r = mul i32 %x, %q
;   store i32 %r, ptr %a, align 4
;   %n = add i32 %i, -2
;   %c = icmp sgt i32 %n, 0
;   br label %0
;
; 0:                                                ; preds = %latch
;   %1 = getelementptr i32, ptr %p, i32 %n
;   %2 = load i32, ptr %1, align 4
;   %3 = mul i32 %2, %n
;   %4 = udiv i32 %3, 7
;   %5 = urem i32 %4, 11
;   %6 = icmp eq i32 %5, %k
;   br i1 %6, label %found, label %7
;
; 7:                                                ; preds = %0
;   %8 = mul i32 %2, %5
;   store i32 %8, ptr %1, align 4
;   %9 = add i32 %n, -2
;   %10 = icmp sgt i32 %9, 0
;   br i1 %10, label %loop, label %none
;
; found:                                            ; preds = %0, %loop
;   %11 = phi i32 [ %i, %loop ], [ %n, %0 ]
;   ret i32 %11
;
; none:                                             ; preds = %7
;   ret i32 -1
; }
;
; define void @prime(ptr %p) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ 0, %entry ], [ %n, %loop ]
;   %a = getelementptr i32, ptr %p, i64 %i
;   store i32 1, ptr %a, align 4
;   %n = add i64 %i, 1
;   %c = icmp ne i64 %n, 997
;   br i1 %c, label %loop, label %exit
;
; exit:                                             ; preds = %loop
;   ret void
; }
;
; define void @calls(ptr %f) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ 0, %entry ], [ %n, %loop ]
;   call void %f()
;   %n = add i64 %i, 1
;   %c = icmp ne i64 %n, 1000
;   br i1 %c, label %loop, label %exit
;
; exit:                                             ; preds = %loop
;   ret void
; }
define i32 @sum(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %a
  %y = mul i32 %x, %x
  %z = xor i32 %y, 5
  %w = shl i32 %z, 1
  %v = udiv i32 %w, 3
  %u = lshr i32 %v, 1
  %b = or i32 %u, %x
  %t = add i32 %s, %b
  %n = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %n, 999
  br i1 %c, label %loop, label %exit

exit:
  ret i32 %t
}

; Another way out leads out of each copy.
define i32 @find(ptr %p, i32 %k) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 100, %entry ], [ %n, %latch ]
  %a = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %a
  %m = mul i32 %x, %i
  %o = udiv i32 %m, 7
  %q = urem i32 %o, 11
  %e = icmp eq i32 %q, %k
  br i1 %e, label %found, label %latch

latch:
  %r = mul i32 %x, %q
  store i32 %r, ptr %a
  %n = add i32 %i, -2
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %loop, label %none

found:
  ret i32 %i

none:
  ret i32 -1
}

; A prime number of rounds is left as it is.
define void @prime(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %a
  %n = add i64 %i, 1
  %c = icmp ne i64 %n, 997
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; So is one with calls.
define void @calls(ptr %f) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  call void %f()
  %n = add i64 %i, 1
  %c = icmp ne i64 %n, 1000
  br i1 %c, label %loop, label %exit

exit:
  ret void
}
