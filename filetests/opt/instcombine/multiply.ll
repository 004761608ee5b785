; Products, quotients and remainders by powers of two, twice, and of numbers whose sign is known.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @shift(i32 %x) {
;   %a = shl nuw nsw i32 %x, 4
;   ret i32 %a
; }
;
; define i8 @sign(i8 %x) {
;   %a = shl nuw i8 %x, 7
;   ret i8 %a
; }
;
; define i32 @minus_one(i32 %x) {
;   %a = sub nsw i32 0, %x
;   ret i32 %a
; }
;
; define i32 @twice(i32 %x) {
;   %b = mul nsw i32 %x, 42
;   ret i32 %b
; }
;
; define i32 @behind_shift(i32 %x) {
;   %b = mul i32 %x, 40
;   ret i32 %b
; }
;
; define i32 @of_negated(i32 %x, i32 %y) {
;   %b = mul i32 %x, -7
;   %e = mul i32 %y, %b
;   ret i32 %e
; }
;
; define i32 @udiv(i32 %x) {
;   %a = lshr i32 %x, 3
;   %b = and i32 %x, 31
;   %c = add nuw nsw i32 %a, %b
;   ret i32 %c
; }
;
; define i32 @udiv_twice(i32 %x) {
;   %b = udiv i32 %x, 60
;   ret i32 %b
; }
;
; define i8 @udiv_to_nothing(i8 %x) {
;   ret i8 0
; }
;
; define i32 @udiv_behind_shift(i32 %x) {
;   %b = udiv i32 %x, 20
;   ret i32 %b
; }
;
; define i32 @udiv_by_power(i32 %x, i32 %y) {
;   %a = shl i32 1, %y
;   %b = lshr i32 %x, %y
;   %1 = add i32 %a, -1
;   %c = and i32 %b, %1
;   ret i32 %c
; }
;
; define i32 @sdiv_exact(i32 %x) {
;   %a = ashr exact i32 %x, 2
;   ret i32 %a
; }
;
; define i32 @sdiv_by_minus_one(i32 %x) {
;   %a = sub nsw i32 0, %x
;   ret i32 %a
; }
;
; define i32 @sdiv_of_product(i32 %x) {
;   %b = mul nsw i32 %x, 3
;   ret i32 %b
; }
;
; define i32 @signs_are_known(i16 %x, i32 %y) {
;   %a = zext i16 %x to i32
;   %b = udiv i32 %a, 10
;   %c = and i32 %b, 15
;   %d = lshr i32 %y, 1
;   %e = urem i32 %d, %a
;   %f = add nuw nsw i32 %c, %e
;   ret i32 %f
; }
;
; define i32 @srem_by_negative(i32 %x) {
;   %a = srem i32 %x, 10
;   ret i32 %a
; }
;
; define i64 @narrow(i32 %x, i32 %y) {
;   %1 = udiv i32 %x, %y
;   %2 = urem i32 %1, 1000
;   %d = zext nneg i32 %2 to i64
;   ret i64 %d
; }
;
; define i64 @wide(i32 %x, i64 %y) {
;   %a = zext i32 %x to i64
;   %b = udiv i64 %y, %a
;   ret i64 %b
; }

define i32 @shift(i32 %x) {
  %a = mul nuw nsw i32 %x, 16
  ret i32 %a
}

; Only as an unsigned number is the sign a power of two.
define i8 @sign(i8 %x) {
  %a = mul nuw nsw i8 %x, -128
  ret i8 %a
}

define i32 @minus_one(i32 %x) {
  %a = mul nsw i32 %x, -1
  ret i32 %a
}

define i32 @twice(i32 %x) {
  %a = mul nsw i32 %x, 6
  %b = mul nsw i32 %a, 7
  ret i32 %b
}

define i32 @behind_shift(i32 %x) {
  %a = shl i32 %x, 3
  %b = mul i32 %a, 5
  ret i32 %b
}

define i32 @of_negated(i32 %x, i32 %y) {
  %a = sub i32 0, %x
  %b = mul i32 %a, 7
  %c = sub i32 0, %y
  %d = sub i32 0, %b
  %e = mul i32 %c, %d
  ret i32 %e
}

define i32 @udiv(i32 %x) {
  %a = udiv i32 %x, 8
  %b = urem i32 %x, 32
  %c = add i32 %a, %b
  ret i32 %c
}

define i32 @udiv_twice(i32 %x) {
  %a = udiv i32 %x, 10
  %b = udiv i32 %a, 6
  ret i32 %b
}

define i8 @udiv_to_nothing(i8 %x) {
  %a = udiv i8 %x, 20
  %b = udiv i8 %a, 20
  ret i8 %b
}

define i32 @udiv_behind_shift(i32 %x) {
  %a = lshr i32 %x, 2
  %b = udiv i32 %a, 5
  ret i32 %b
}

define i32 @udiv_by_power(i32 %x, i32 %y) {
  %a = shl i32 1, %y
  %b = udiv i32 %x, %a
  %c = urem i32 %b, %a
  ret i32 %c
}

define i32 @sdiv_exact(i32 %x) {
  %a = sdiv exact i32 %x, 4
  ret i32 %a
}

define i32 @sdiv_by_minus_one(i32 %x) {
  %a = sdiv i32 %x, -1
  ret i32 %a
}

define i32 @sdiv_of_product(i32 %x) {
  %a = mul nsw i32 %x, 12
  %b = sdiv i32 %a, 4
  ret i32 %b
}

define i32 @signs_are_known(i16 %x, i32 %y) {
  %a = zext i16 %x to i32
  %b = sdiv i32 %a, 10
  %c = srem i32 %b, 16
  %d = lshr i32 %y, 1
  %e = srem i32 %d, %a
  %f = add i32 %c, %e
  ret i32 %f
}

define i32 @srem_by_negative(i32 %x) {
  %a = srem i32 %x, -10
  ret i32 %a
}

define i64 @narrow(i32 %x, i32 %y) {
  %a = zext i32 %x to i64
  %b = zext i32 %y to i64
  %c = udiv i64 %a, %b
  %d = urem i64 %c, 1000
  ret i64 %d
}

; The divisor is no number of 32 bits.
define i64 @wide(i32 %x, i64 %y) {
  %a = zext i32 %x to i64
  %b = udiv i64 %y, %a
  ret i64 %b
}
