; Shifts by constants of shifts by constants, and what is known of the sign.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @left_twice(i32 %x) {
;   %b = shl nuw i32 %x, 7
;   ret i32 %b
; }
;
; define i8 @all_out(i8 %x) {
;   ret i8 0
; }
;
; define i8 @sign_stays(i8 %x) {
;   %b = ashr i8 %x, 7
;   ret i8 %b
; }
;
; define i32 @low_mask(i32 %x) {
;   %b = and i32 %x, 255
;   ret i32 %b
; }
;
; define i32 @high_mask(i32 %x) {
;   %b = and i32 %x, -8
;   ret i32 %b
; }
;
; define i32 @nothing_lost(i32 %x) {
;   %b = shl i32 %x, 2
;   %d = shl nuw i32 %x, 5
;   %e = xor i32 %b, %d
;   ret i32 %e
; }
;
; define i32 @sign_known(i32 %x, i32 %y) {
;   %a = lshr i32 %x, 1
;   %b = lshr i32 %a, %y
;   %c = and i32 %x, 1000
;   %d = lshr i32 %c, 2
;   %e = xor i32 %b, %d
;   ret i32 %e
; }
;
; define i64 @before_zext(i32 %x) {
;   %1 = lshr i32 %x, 5
;   %b = zext nneg i32 %1 to i64
;   ret i64 %b
; }
;
; define i32 @flags(i8 %x, i8 %y) {
;   %a = zext i8 %x to i32
;   %b = shl nuw nsw i32 %a, 4
;   %c = sext i8 %y to i32
;   %d = shl nsw i32 %c, 24
;   %e = xor i32 %b, %d
;   ret i32 %e
; }

define i32 @left_twice(i32 %x) {
  %a = shl nuw i32 %x, 3
  %b = shl nuw nsw i32 %a, 4
  ret i32 %b
}

define i8 @all_out(i8 %x) {
  %a = lshr i8 %x, 5
  %b = lshr i8 %a, 5
  ret i8 %b
}

define i8 @sign_stays(i8 %x) {
  %a = ashr i8 %x, 5
  %b = ashr i8 %a, 5
  ret i8 %b
}

define i32 @low_mask(i32 %x) {
  %a = shl i32 %x, 24
  %b = lshr i32 %a, 24
  ret i32 %b
}

define i32 @high_mask(i32 %x) {
  %a = ashr i32 %x, 3
  %b = shl i32 %a, 3
  ret i32 %b
}

define i32 @nothing_lost(i32 %x) {
  %a = ashr exact i32 %x, 3
  %b = shl i32 %a, 5
  %c = shl nuw i32 %x, 7
  %d = lshr i32 %c, 2
  %e = xor i32 %b, %d
  ret i32 %e
}

define i32 @sign_known(i32 %x, i32 %y) {
  %a = lshr i32 %x, 1
  %b = ashr i32 %a, %y
  %c = and i32 %x, 1000
  %d = ashr i32 %c, 2
  %e = xor i32 %b, %d
  ret i32 %e
}

define i64 @before_zext(i32 %x) {
  %a = zext i32 %x to i64
  %b = lshr i64 %a, 5
  ret i64 %b
}

define i32 @flags(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = shl i32 %a, 4
  %c = sext i8 %y to i32
  %d = shl i32 %c, 24
  %e = xor i32 %b, %d
  ret i32 %e
}
