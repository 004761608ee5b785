; Choices: on a condition as it is, between what is not the same.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @of_not(i1 %c, i32 %x, i32 %y) {
;   %a = select i1 %c, i32 %y, i32 %x
;   ret i32 %a
; }
;
; define i32 @truth_as_number(i1 %c, i1 %d, i1 %e) {
;   %x = zext i1 %c to i32
;   %y = sext i1 %d to i32
;   %1 = xor i1 %e, true
;   %z = zext i1 %1 to i32
;   %a = xor i32 %x, %y
;   %b = xor i32 %a, %z
;   ret i32 %b
; }
;
; define i32 @same_condition(i1 %c, i32 %x, i32 %y, i32 %z) {
;   %b = select i1 %c, i32 %x, i32 %z
;   ret i32 %b
; }
;
; define i32 @of_sums(i1 %c, i32 %x, i32 %y, i32 %z) {
;   %1 = select i1 %c, i32 %y, i32 %z
;   %d = add nsw i32 %x, %1
;   ret i32 %d
; }
;
; define i32 @of_differences(i1 %c, i32 %x, i32 %y, i32 %z) {
;   %a = sub i32 %x, %y
;   %b = sub i32 %z, %x
;   %d = select i1 %c, i32 %a, i32 %b
;   ret i32 %d
; }
;
; define i64 @of_extended(i1 %c, i32 %x, i32 %y) {
;   %1 = select i1 %c, i32 %x, i32 %y
;   %d = sext i32 %1 to i64
;   ret i64 %d
; }
;
; define i1 @both_asked(i32 %x, i32 %y) {
;   %a = icmp slt i32 %x, %y
;   %b = icmp ne i32 %x, 7
;   %c = and i1 %a, %b
;   ret i1 %c
; }
;
; define i1 @one_asked(i32 %x, i32 %y) {
;   %a = icmp slt i32 %x, 3
;   %b = icmp ne i32 %y, 7
;   %c = select i1 %a, i1 %b, i1 false
;   ret i1 %c
; }
;
; define i32 @inverted_with_weights(i1 %c, i32 %x, i32 %y) {
;   %n = xor i1 %c, true
;   %d = select i1 %n, i32 %x, i32 %y, !prof !0
;   ret i32 %d
; }
;
; !0 = !{!"branch_weights", i32 1, i32 99}

define i32 @of_not(i1 %c, i32 %x, i32 %y) {
  %n = xor i1 %c, true
  %a = select i1 %n, i32 %x, i32 %y
  ret i32 %a
}

define i32 @truth_as_number(i1 %c, i1 %d, i1 %e) {
  %x = select i1 %c, i32 1, i32 0
  %y = select i1 %d, i32 -1, i32 0
  %z = select i1 %e, i32 0, i32 1
  %a = xor i32 %x, %y
  %b = xor i32 %a, %z
  ret i32 %b
}

define i32 @same_condition(i1 %c, i32 %x, i32 %y, i32 %z) {
  %a = select i1 %c, i32 %x, i32 %y
  %b = select i1 %c, i32 %a, i32 %z
  ret i32 %b
}

define i32 @of_sums(i1 %c, i32 %x, i32 %y, i32 %z) {
  %a = add nsw i32 %x, %y
  %b = add nsw i32 %z, %x
  %d = select i1 %c, i32 %a, i32 %b
  ret i32 %d
}

define i32 @of_differences(i1 %c, i32 %x, i32 %y, i32 %z) {
  %a = sub i32 %x, %y
  %b = sub i32 %z, %x
  %d = select i1 %c, i32 %a, i32 %b
  ret i32 %d
}

define i64 @of_extended(i1 %c, i32 %x, i32 %y) {
  %a = sext i32 %x to i64
  %b = sext i32 %y to i64
  %d = select i1 %c, i64 %a, i64 %b
  ret i64 %d
}

define i1 @both_asked(i32 %x, i32 %y) {
  %a = icmp slt i32 %x, %y
  %b = icmp ne i32 %x, 7
  %c = select i1 %a, i1 %b, i1 false
  ret i1 %c
}

; Poison in the second must not matter where the first is false.
define i1 @one_asked(i32 %x, i32 %y) {
  %a = icmp slt i32 %x, 3
  %b = icmp ne i32 %y, 7
  %c = select i1 %a, i1 %b, i1 false
  ret i1 %c
}

; The weights stand beside the arms.
define i32 @inverted_with_weights(i1 %c, i32 %x, i32 %y) {
  %n = xor i1 %c, true
  %d = select i1 %n, i32 %x, i32 %y, !prof !0
  ret i32 %d
}

!0 = !{!"branch_weights", i32 1, i32 99}
