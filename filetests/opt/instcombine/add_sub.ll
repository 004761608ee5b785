; Sums and differences: constants are added, and are one.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @sub_number(i32 %x) {
;   %r = add nsw i32 %x, -5
;   ret i32 %r
; }
;
; define i8 @sub_least(i8 %x) {
;   %a = xor i8 %x, -128
;   ret i8 %a
; }
;
; define i8 @add_twice(i8 %x) {
;   %b = add nuw i8 %x, -56
;   ret i8 %b
; }
;
; define i32 @add_behind_sub(i32 %x) {
;   %b = sub i32 17, %x
;   ret i32 %b
; }
;
; define i32 @sub_of_sum(i32 %x) {
;   %b = sub i32 7, %x
;   ret i32 %b
; }
;
; define i32 @sub_of_sub(i32 %x) {
;   %b = add i32 %x, 7
;   ret i32 %b
; }
;
; define i32 @negated(i32 %x, i32 %y) {
;   %b = sub i32 %y, %x
;   %d = add i32 %b, %y
;   ret i32 %d
; }
;
; define i32 @complement_plus_one(i32 %x) {
;   %b = sub i32 0, %x
;   ret i32 %b
; }
;
; define i32 @minus_one_minus(i32 %x) {
;   %a = xor i32 %x, -1
;   ret i32 %a
; }
;
; define i32 @twice(i32 %x) {
;   %a = shl nsw i32 %x, 1
;   ret i32 %a
; }
;
; define i32 @sums_of_numbers(i32 %x, i32 %y) {
;   %1 = add i32 %x, %y
;   %c = add i32 %1, 7
;   ret i32 %c
; }
;
; define i32 @common_term(i32 %x, i32 %y, i32 %z) {
;   %c = sub i32 %y, %z
;   ret i32 %c
; }
;
; define i32 @near(i32 %x) {
;   ret i32 20
; }
;
; define i32 @sub_of_bits(i32 %x) {
;   %a = and i32 %x, 15
;   %b = xor i32 %a, 31
;   ret i32 %b
; }
;
; define i8 @sign(i8 %x) {
;   %b = add i8 %x, -125
;   ret i8 %b
; }
;
; define i1 @one_bit(i1 %x, i1 %y, i1 %z) {
;   %a = xor i1 %x, %y
;   %b = xor i1 %a, %z
;   ret i1 %b
; }
;
; define i32 @flags(i8 %x, i8 %y) {
;   %a = zext i8 %x to i32
;   %b = zext i8 %y to i32
;   %c = add nuw nsw i32 %a, %b
;   %d = sext i8 %x to i32
;   %e = sub nsw i32 %c, %d
;   ret i32 %e
; }
;
; define i64 @distance(ptr %p, i64 %i) {
;   ret i64 %i
; }

define i32 @sub_number(i32 %x) {
  %r = sub nsw i32 %x, 5
  ret i32 %r
}

; The least number has no opposite: what did not wrap around may do so now.
define i8 @sub_least(i8 %x) {
  %a = sub nsw i8 %x, -128
  ret i8 %a
}

; Flags stay where the sum of the numbers does not wrap around either.
define i8 @add_twice(i8 %x) {
  %a = add nuw nsw i8 %x, 100
  %b = add nuw nsw i8 %a, 100
  ret i8 %b
}

define i32 @add_behind_sub(i32 %x) {
  %a = sub i32 10, %x
  %b = add i32 %a, 7
  ret i32 %b
}

define i32 @sub_of_sum(i32 %x) {
  %a = add i32 %x, 3
  %b = sub i32 10, %a
  ret i32 %b
}

define i32 @sub_of_sub(i32 %x) {
  %a = sub i32 3, %x
  %b = sub i32 10, %a
  ret i32 %b
}

define i32 @negated(i32 %x, i32 %y) {
  %a = sub i32 0, %x
  %b = add i32 %y, %a
  %c = sub i32 0, %y
  %d = sub i32 %b, %c
  ret i32 %d
}

define i32 @complement_plus_one(i32 %x) {
  %a = xor i32 %x, -1
  %b = add i32 %a, 1
  ret i32 %b
}

define i32 @minus_one_minus(i32 %x) {
  %a = sub i32 -1, %x
  ret i32 %a
}

define i32 @twice(i32 %x) {
  %a = add nsw i32 %x, %x
  ret i32 %a
}

define i32 @sums_of_numbers(i32 %x, i32 %y) {
  %a = add i32 %x, 3
  %b = add i32 %y, 4
  %c = add i32 %a, %b
  ret i32 %c
}

define i32 @common_term(i32 %x, i32 %y, i32 %z) {
  %a = add i32 %x, %y
  %b = add i32 %z, %x
  %c = sub i32 %a, %b
  ret i32 %c
}

define i32 @near(i32 %x) {
  %a = add i32 %x, 30
  %b = add i32 %x, 10
  %c = sub i32 %a, %b
  ret i32 %c
}

define i32 @sub_of_bits(i32 %x) {
  %a = and i32 %x, 15
  %b = sub i32 31, %a
  ret i32 %b
}

define i8 @sign(i8 %x) {
  %a = add i8 %x, -128
  %b = add i8 %a, 3
  ret i8 %b
}

define i1 @one_bit(i1 %x, i1 %y, i1 %z) {
  %a = add i1 %x, %y
  %b = sub i1 %a, %z
  ret i1 %b
}

; What is added is less than a quarter of what there is: neither wraps around.
define i32 @flags(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %c = add i32 %a, %b
  %d = sext i8 %x to i32
  %e = sub i32 %c, %d
  ret i32 %e
}

define i64 @distance(ptr %p, i64 %i) {
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %a = ptrtoint ptr %q to i64
  %b = ptrtoint ptr %p to i64
  %c = sub i64 %a, %b
  %d = sdiv exact i64 %c, 4
  ret i64 %d
}
