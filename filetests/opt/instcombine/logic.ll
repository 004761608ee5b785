; Bitwise operations: one mask, and none that nobody sees.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @masks(i32 %x) {
;   %b = and i32 %x, 60
;   %d = or i32 %b, 768
;   %f = xor i32 %d, 6
;   ret i32 %f
; }
;
; define i32 @mask_is_known(i8 %x) {
;   %a = zext i8 %x to i32
;   %b = lshr i32 %a, 2
;   ret i32 %b
; }
;
; define i32 @nothing_wanted(i32 %x) {
;   %d = and i32 %x, 255
;   ret i32 %d
; }
;
; define i32 @operands_masked(i32 %x, i32 %y) {
;   %c = add i32 %x, %y
;   %d = and i32 %c, 15
;   ret i32 %d
; }
;
; define i32 @signs_not_wanted(i8 %x, i32 %y) {
;   %b = zext i8 %x to i32
;   %d = lshr i32 %y, 24
;   %e = xor i32 %b, %d
;   ret i32 %e
; }
;
; define i32 @set_anyway(i32 %x) {
;   %b = or i32 %x, 31
;   ret i32 %b
; }
;
; define i32 @complements(i32 %x, i32 %y) {
;   %1 = or i32 %x, %y
;   %c = xor i32 %1, -1
;   ret i32 %c
; }
;
; define i1 @not_less(i32 %x, i32 %y) {
;   %b = icmp sge i32 %x, %y
;   ret i1 %b
; }
;
; define i1 @not_both(i32 %x, i32 %y) {
;   %1 = icmp sge i32 %x, %y
;   %2 = icmp ne i32 %x, 7
;   %d = or i1 %1, %2
;   ret i1 %d
; }
;
; define i32 @not_of_sum(i32 %x) {
;   %d = sub i32 -16, %x
;   ret i32 %d
; }
;
; define i32 @truths(i1 %x, i1 %y) {
;   %1 = or i1 %x, %y
;   %2 = xor i1 %1, true
;   %d = zext i1 %2 to i32
;   ret i32 %d
; }

define i32 @masks(i32 %x) {
  %a = and i32 %x, 255
  %b = and i32 %a, 60
  %c = or i32 %b, 256
  %d = or i32 %c, 512
  %e = xor i32 %d, 5
  %f = xor i32 %e, 3
  ret i32 %f
}

define i32 @mask_is_known(i8 %x) {
  %a = zext i8 %x to i32
  %b = lshr i32 %a, 2
  %c = and i32 %b, 63
  ret i32 %c
}

define i32 @nothing_wanted(i32 %x) {
  %a = or i32 %x, 256
  %b = add i32 %a, 512
  %c = xor i32 %b, 1024
  %d = and i32 %c, 255
  ret i32 %d
}

define i32 @operands_masked(i32 %x, i32 %y) {
  %a = and i32 %x, 255
  %b = and i32 %y, 255
  %c = add i32 %a, %b
  %d = and i32 %c, 15
  ret i32 %d
}

define i32 @signs_not_wanted(i8 %x, i32 %y) {
  %a = sext i8 %x to i32
  %b = and i32 %a, 255
  %c = ashr i32 %y, 24
  %d = and i32 %c, 255
  %e = xor i32 %b, %d
  ret i32 %e
}

define i32 @set_anyway(i32 %x) {
  %a = and i32 %x, -16
  %b = or i32 %a, 31
  %c = xor i32 %b, 3
  %d = or i32 %c, 7
  ret i32 %d
}

define i32 @complements(i32 %x, i32 %y) {
  %a = xor i32 %x, -1
  %b = xor i32 %y, -1
  %c = and i32 %a, %b
  ret i32 %c
}

define i1 @not_less(i32 %x, i32 %y) {
  %a = icmp slt i32 %x, %y
  %b = xor i1 %a, true
  ret i1 %b
}

define i1 @not_both(i32 %x, i32 %y) {
  %a = icmp slt i32 %x, %y
  %b = icmp eq i32 %x, 7
  %c = and i1 %a, %b
  %d = xor i1 %c, true
  ret i1 %d
}

define i32 @not_of_sum(i32 %x) {
  %a = add i32 %x, 5
  %b = xor i32 %a, -1
  %c = sub i32 9, %b
  %d = xor i32 %c, -1
  ret i32 %d
}

define i32 @truths(i1 %x, i1 %y) {
  %a = zext i1 %x to i32
  %b = zext i1 %y to i32
  %c = or i32 %a, %b
  %d = xor i32 %c, 1
  ret i32 %d
}
