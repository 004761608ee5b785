; Multiplication by constants is shifts, LEAs or IMUL; division by constants is multiplication
; with the reciprocal or shifts; the rest is IMUL and (I)DIV.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:

define i32 @times_8(i32 %x) {
  %r = mul i32 %x, 8
  ret i32 %r
}

define i64 @times_9(i64 %x) {
  %r = mul i64 %x, 9
  ret i64 %r
}

define i32 @times_minus_1(i32 %x) {
  %r = mul i32 %x, -1
  ret i32 %r
}

define i64 @times_1000(i64 %x) {
  %r = mul i64 %x, 1000
  ret i64 %r
}

define i32 @unsigned_by_10(i32 %x) {
  %r = udiv i32 %x, 10
  ret i32 %r
}

define i32 @unsigned_by_7(i32 %x) {
  %r = udiv i32 %x, 7
  ret i32 %r
}

define i64 @unsigned_by_16(i64 %x) {
  %r = udiv i64 %x, 16
  ret i64 %r
}

define i32 @signed_by_8(i32 %x) {
  %r = sdiv i32 %x, 8
  ret i32 %r
}

define i64 @signed_by_minus_3(i64 %x) {
  %r = sdiv i64 %x, -3
  ret i64 %r
}

define i32 @exact_by_12(i32 %x) {
  %r = sdiv exact i32 %x, 12
  ret i32 %r
}

define i32 @unsigned_remainder_of_32(i32 %x) {
  %r = urem i32 %x, 32
  ret i32 %r
}

define i16 @signed_remainder_of_10(i16 %x) {
  %r = srem i16 %x, 10
  ret i16 %r
}

define i64 @divide(i64 %x, i64 %y) {
  %r = sdiv i64 %x, %y
  ret i64 %r
}

define i32 @both(i32 %x, i32 %y) {
  %q = udiv i32 %x, %y
  %m = urem i32 %x, %y
  %r = xor i32 %q, %m
  ret i32 %r
}

define i8 @byte_remainder(i8 %x, i8 %y) {
  %r = urem i8 %x, %y
  ret i8 %r
}

define i64 @high_half(i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %b = zext i64 %y to i128
  %m = mul i128 %a, %b
  %s = lshr i128 %m, 64
  %r = trunc i128 %s to i64
  ret i64 %r
}
