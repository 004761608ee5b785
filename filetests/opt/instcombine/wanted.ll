; What makes bits that nothing wants is left out.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i16 @cleared_by_mask(i16 %x, i16 %y) {
;   %c = and i16 %y, 255
;   ret i16 %c
; }
;
; define i8 @cut_off(i32 %x, i32 %y) {
;   %c = trunc i32 %y to i8
;   ret i8 %c
; }
;
; define i32 @shifted_out(i32 %x, i32 %y) {
;   %b = add i32 %x, %y
;   %c = shl i32 %b, 16
;   ret i32 %c
; }
;
; define i32 @carried(i32 %x, i32 %y) {
;   %a = and i32 %y, 255
;   %b = add i32 %x, %a
;   %c = lshr i32 %b, 8
;   ret i32 %c
; }
;
; define i32 @sign_is_wanted(i32 %x) {
;   %b = ashr i32 %x, 4
;   %c = or i32 %b, 1
;   ret i32 %c
; }
;
; define i16 @with_other_user(i16 %x, i16 %y, ptr %p) {
;   %a = shl i16 %x, 8
;   %b = or i16 %a, %y
;   store i16 %b, ptr %p, align 2
;   %c = and i16 %y, 255
;   ret i16 %c
; }
;
; define i32 @in_both_arms(i1 %c, i32 %x, i32 %y) {
;   %d = select i1 %c, i32 %x, i32 %y
;   %e = and i32 %d, 255
;   ret i32 %e
; }
;
; define i32 @promises(i32 %x, i32 %y) {
;   %b = shl i32 %x, 16
;   %c = or i32 %b, %y
;   %d = and i32 %c, 16711680
;   ret i32 %d
; }
;
; define i32 @nothing(i32 %x) {
;   ret i32 0
; }
define i16 @cleared_by_mask(i16 %x, i16 %y) {
  %a = and i16 %x, -256
  %b = or i16 %a, %y
  %c = and i16 %b, 255
  ret i16 %c
}

define i8 @cut_off(i32 %x, i32 %y) {
  %a = shl i32 %x, 8
  %b = xor i32 %a, %y
  %c = trunc i32 %b to i8
  ret i8 %c
}

define i32 @shifted_out(i32 %x, i32 %y) {
  %a = and i32 %y, 65535
  %b = add i32 %x, %a
  %c = shl nuw i32 %b, 16
  ret i32 %c
}

; The carry out of the low bits matters.
define i32 @carried(i32 %x, i32 %y) {
  %a = and i32 %y, 255
  %b = add i32 %x, %a
  %c = lshr i32 %b, 8
  ret i32 %c
}

define i32 @sign_is_wanted(i32 %x) {
  %a = and i32 %x, -16
  %b = ashr i32 %a, 4
  %c = or i32 %b, 1
  ret i32 %c
}

; The operand has another user, and stays as it is; the mask takes what that was made of.
define i16 @with_other_user(i16 %x, i16 %y, ptr %p) {
  %a = shl i16 %x, 8
  %b = or i16 %a, %y
  store i16 %b, ptr %p
  %c = and i16 %b, 255
  ret i16 %c
}

define i32 @in_both_arms(i1 %c, i32 %x, i32 %y) {
  %a = or i32 %x, 256
  %b = and i32 %y, 4095
  %d = select i1 %c, i32 %a, i32 %b
  %e = and i32 %d, 255
  ret i32 %e
}

; What was said of the bits that are gone does not hold any more.
define i32 @promises(i32 %x, i32 %y) {
  %a = and i32 %x, 255
  %b = shl nuw nsw i32 %a, 16
  %c = or disjoint i32 %b, %y
  %d = and i32 %c, 16711680
  ret i32 %d
}

define i32 @nothing(i32 %x) {
  %a = shl i32 %x, 16
  %b = and i32 %a, 255
  ret i32 %b
}
