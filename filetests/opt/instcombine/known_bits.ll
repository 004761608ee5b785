; What is known of bits, seen by what becomes of masks and comparisons.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i64 @counter(i32 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %j, %loop ]
;   %a = zext nneg i32 %i to i64
;   %j = add nuw nsw i32 %i, 2
;   %c = icmp slt i32 %j, %n
;   br i1 %c, label %loop, label %done
;
; done:                                             ; preds = %loop
;   ret i64 %a
; }
;
; define i32 @shrinking(i16 %x) {
; entry:
;   %w = zext i16 %x to i32
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %v = phi i32 [ %w, %entry ], [ %n, %loop ]
;   %n = lshr i32 %v, 1
;   %c = icmp ne i32 %n, 0
;   br i1 %c, label %loop, label %done
;
; done:                                             ; preds = %loop
;   ret i32 %v
; }
;
; define i1 @product(i8 %x, i8 %y) {
;   ret i1 true
; }
;
; define i1 @quotients(i32 %x, i32 %y) {
;   ret i1 true
; }
;
; define i32 @choice(i1 %c, i32 %x, i32 %y) {
;   %a = and i32 %x, 12
;   %b = and i32 %y, 6
;   %d = select i1 %c, i32 %a, i32 %b
;   ret i32 %d
; }
;
; define i32 @carries(i32 %x, i32 %y) {
;   ret i32 5
; }
;
; define i1 @signs(i8 %x, i32 %y) {
;   ret i1 true
; }

; A counter that goes up from 0 and does not wrap around is not negative, and even.
define i64 @counter(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = sext i32 %i to i64
  %b = and i32 %i, 1
  %j = add nsw i32 %i, 2
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %done
done:
  %d = zext i32 %b to i64
  %e = add i64 %a, %d
  ret i64 %e
}

; What is shifted right keeps the zeros that it begins with.
define i32 @shrinking(i16 %x) {
entry:
  %w = zext i16 %x to i32
  br label %loop
loop:
  %v = phi i32 [ %w, %entry ], [ %n, %loop ]
  %s = and i32 %v, 65535
  %n = lshr i32 %v, 1
  %c = icmp ne i32 %n, 0
  br i1 %c, label %loop, label %done
done:
  ret i32 %s
}

define i1 @product(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %c = mul i32 %a, %b
  %d = icmp ult i32 %c, 65536
  ret i1 %d
}

define i1 @quotients(i32 %x, i32 %y) {
  %a = udiv i32 %x, 100
  %b = icmp ult i32 %a, 67108864
  %c = urem i32 %y, 100
  %d = icmp ult i32 %c, 128
  %e = and i1 %b, %d
  ret i1 %e
}

define i32 @choice(i1 %c, i32 %x, i32 %y) {
  %a = and i32 %x, 12
  %b = and i32 %y, 6
  %d = select i1 %c, i32 %a, i32 %b
  %e = and i32 %d, 14
  ret i32 %e
}

define i32 @carries(i32 %x, i32 %y) {
  %a = shl i32 %x, 4
  %b = shl i32 %y, 4
  %c = sub i32 %a, %b
  %d = add i32 %c, 5
  %e = and i32 %d, 15
  ret i32 %e
}

define i1 @signs(i8 %x, i32 %y) {
  %a = sext i8 %x to i32
  %b = or i32 %y, -2147483648
  %c = and i32 %a, %b
  %d = ashr i32 %b, 4
  %e = icmp slt i32 %d, 0
  ret i1 %e
}
