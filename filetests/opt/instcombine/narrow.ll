; Arithmetic of which only the low bits are wanted.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i8 @sum(i8 %x, i8 %y) {
;   %d = add i8 %x, %y
;   ret i8 %d
; }
;
; define i16 @mixed(i8 %x, i16 %y) {
;   %1 = sext i8 %x to i16
;   %2 = mul i16 %1, %y
;   %3 = add i16 %2, 1
;   %f = shl i16 %3, 3
;   ret i16 %f
; }
;
; define i8 @right(i8 %x, i8 %y) {
;   %1 = lshr i8 %x, 3
;   %e = or i8 %1, %y
;   ret i8 %e
; }
;
; define i8 @choice(i1 %c, i8 %x) {
;   %1 = xor i8 %x, 27
;   %e = select i1 %c, i8 %1, i8 44
;   ret i8 %e
; }
;
; define i8 @wanted(i8 %x, i8 %y, ptr %p) {
;   %a = zext i8 %x to i32
;   %b = zext i8 %y to i32
;   %c = add nuw nsw i32 %a, %b
;   store i32 %c, ptr %p, align 4
;   %d = trunc i32 %c to i8
;   ret i8 %d
; }
;
; define i8 @wide(i32 %x, i8 %y) {
;   %b = zext i8 %y to i32
;   %c = add i32 %x, %b
;   %d = trunc i32 %c to i8
;   ret i8 %d
; }
;
; define i8 @down(i8 %x, i8 %y) {
;   %a = zext i8 %x to i32
;   %b = zext i8 %y to i32
;   %c = add nuw nsw i32 %a, %b
;   %d = lshr i32 %c, 1
;   %e = trunc i32 %d to i8
;   ret i8 %e
; }

define i8 @sum(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %c = add nsw i32 %a, %b
  %d = trunc i32 %c to i8
  ret i8 %d
}

define i16 @mixed(i8 %x, i16 %y) {
  %a = sext i8 %x to i32
  %b = zext i16 %y to i32
  %c = mul i32 %a, %b
  %d = add i32 %c, 65537
  %e = shl i32 %d, 3
  %f = trunc i32 %e to i16
  ret i16 %f
}

define i8 @right(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = lshr i32 %a, 3
  %c = zext i8 %y to i32
  %d = or i32 %b, %c
  %e = trunc i32 %d to i8
  ret i8 %e
}

define i8 @choice(i1 %c, i8 %x) {
  %a = zext i8 %x to i32
  %b = xor i32 %a, 27
  %d = select i1 %c, i32 %b, i32 300
  %e = trunc i32 %d to i8
  ret i8 %e
}

; The sum is wanted as it is, or begins with what is only there in many bits, or bits above come down.
define i8 @wanted(i8 %x, i8 %y, ptr %p) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %c = add i32 %a, %b
  store i32 %c, ptr %p
  %d = trunc i32 %c to i8
  ret i8 %d
}

define i8 @wide(i32 %x, i8 %y) {
  %b = zext i8 %y to i32
  %c = add i32 %x, %b
  %d = trunc i32 %c to i8
  ret i8 %d
}

define i8 @down(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %c = add i32 %a, %b
  %d = lshr i32 %c, 1
  %e = trunc i32 %d to i8
  ret i8 %e
}
