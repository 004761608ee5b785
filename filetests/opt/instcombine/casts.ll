; Conversions of conversions, and of what is known.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i64 @twice(i8 %x) {
;   %b = zext i8 %x to i64
;   %d = sext i8 %x to i64
;   %e = zext i8 %x to i64
;   %f = xor i64 %b, %d
;   %g = xor i64 %e, %f
;   ret i64 %g
; }
;
; define i8 @there_and_back(i16 %x) {
;   %b = trunc i16 %x to i8
;   ret i8 %b
; }
;
; define i32 @less_far(i8 %x) {
;   %b = sext i8 %x to i32
;   ret i32 %b
; }
;
; define i32 @mask(i32 %x, i64 %y) {
;   %b = and i32 %x, 255
;   %1 = trunc i64 %y to i32
;   %d = and i32 %1, 255
;   %e = xor i32 %b, %d
;   ret i32 %e
; }
;
; define i32 @mask_of_trunc(i32 %x) {
;   %c = and i32 %x, 24
;   ret i32 %c
; }
;
; define i32 @nothing_lost(i32 %x, i64 %y) {
;   %a = and i32 %x, 200
;   %d = trunc nsw i64 %y to i32
;   %e = ashr i32 %d, 20
;   %h = xor i32 %a, %e
;   ret i32 %h
; }
;
; define i64 @sign_known(i32 %x) {
;   %a = lshr i32 %x, 1
;   %c = and i32 %x, 7
;   %1 = xor i32 %a, %c
;   %e = zext nneg i32 %1 to i64
;   ret i64 %e
; }
;
; define i32 @sign_as_number(i32 %x, i32 %y) {
;   %b = lshr i32 %x, 31
;   %d = ashr i32 %y, 31
;   %e = xor i32 %b, %d
;   ret i32 %e
; }
;
; define i32 @bit_as_number(i32 %x) {
;   %a = and i32 %x, 8
;   %c = lshr i32 %a, 3
;   %d = and i32 %x, 1
;   %f = xor i32 %d, 1
;   %g = sub nsw i32 %c, %f
;   ret i32 %g
; }
;
; define i8 @mask_cut_off(i32 %x) {
;   %b = trunc i32 %x to i8
;   ret i8 %b
; }
;
; define i8 @sign_cut_off(i32 %x) {
;   %1 = lshr i32 %x, 24
;   %b = trunc i32 %1 to i8
;   ret i8 %b
; }
;
; define double @unsigned_to_float(i32 %x) {
;   %a = lshr i32 %x, 1
;   %b = sitofp i32 %a to double
;   ret double %b
; }

define i64 @twice(i8 %x) {
  %a = zext i8 %x to i32
  %b = zext i32 %a to i64
  %c = sext i8 %x to i32
  %d = sext i32 %c to i64
  %e = sext i32 %a to i64
  %f = xor i64 %b, %d
  %g = xor i64 %e, %f
  ret i64 %g
}

define i8 @there_and_back(i16 %x) {
  %a = zext i16 %x to i64
  %b = trunc i64 %a to i8
  ret i8 %b
}

define i32 @less_far(i8 %x) {
  %a = sext i8 %x to i64
  %b = trunc i64 %a to i32
  ret i32 %b
}

define i32 @mask(i32 %x, i64 %y) {
  %a = trunc i32 %x to i8
  %b = zext i8 %a to i32
  %c = trunc i64 %y to i8
  %d = zext i8 %c to i32
  %e = xor i32 %b, %d
  ret i32 %e
}

define i32 @mask_of_trunc(i32 %x) {
  %a = trunc i32 %x to i8
  %b = and i8 %a, 24
  %c = zext i8 %b to i32
  ret i32 %c
}

define i32 @nothing_lost(i32 %x, i64 %y) {
  %a = and i32 %x, 200
  %b = trunc i32 %a to i8
  %c = zext i8 %b to i32
  %d = trunc nsw i64 %y to i32
  %e = ashr i32 %d, 20
  %f = trunc i32 %e to i16
  %g = sext i16 %f to i32
  %h = xor i32 %c, %g
  ret i32 %h
}

define i64 @sign_known(i32 %x) {
  %a = lshr i32 %x, 1
  %b = sext i32 %a to i64
  %c = and i32 %x, 7
  %d = zext i32 %c to i64
  %e = xor i64 %b, %d
  ret i64 %e
}

define i32 @sign_as_number(i32 %x, i32 %y) {
  %a = icmp slt i32 %x, 0
  %b = zext i1 %a to i32
  %c = icmp slt i32 %y, 0
  %d = sext i1 %c to i32
  %e = xor i32 %b, %d
  ret i32 %e
}

define i32 @bit_as_number(i32 %x) {
  %a = and i32 %x, 8
  %b = icmp ne i32 %a, 0
  %c = zext i1 %b to i32
  %d = and i32 %x, 1
  %e = icmp eq i32 %d, 0
  %f = zext i1 %e to i32
  %g = sub i32 %c, %f
  ret i32 %g
}

define i8 @mask_cut_off(i32 %x) {
  %a = and i32 %x, 511
  %b = trunc i32 %a to i8
  ret i8 %b
}

define i8 @sign_cut_off(i32 %x) {
  %a = ashr i32 %x, 24
  %b = trunc i32 %a to i8
  ret i8 %b
}

define double @unsigned_to_float(i32 %x) {
  %a = lshr i32 %x, 1
  %b = uitofp i32 %a to double
  ret double %b
}
