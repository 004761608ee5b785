; Shifts to both sides that are joined are rotations, if their amounts are what the other lacks.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s

; CHECK-LABEL: constant:
; CHECK: roll $5, %eax
define i32 @constant(i32 %x) {
  %a = shl i32 %x, 5
  %b = lshr i32 %x, 27
  %r = or i32 %b, %a
  ret i32 %r
}

; CHECK-LABEL: not_all_bits:
; CHECK-NOT: rol
; CHECK-LABEL: halves:
; CHECK: rolw $8, %ax
define i32 @not_all_bits(i32 %x) {
  %a = shl i32 %x, 5
  %b = lshr i32 %x, 26
  %r = or i32 %b, %a
  ret i32 %r
}

define i16 @halves(i16 %x) {
  %a = shl i16 %x, 8
  %b = lshr i16 %x, 8
  %r = or i16 %a, %b
  ret i16 %r
}

; CHECK-LABEL: variable:
; CHECK: rorq %cl, %rax
; CHECK-NOT: sub
; CHECK-LABEL: modulo:
define i64 @variable(i64 %x, i32 %n) {
  %right = zext i32 %n to i64
  %m = sub i32 64, %n
  %left = zext i32 %m to i64
  %a = lshr i64 %x, %right
  %b = shl i64 %x, %left
  %r = or i64 %a, %b
  ret i64 %r
}

; CHECK: roll %cl, %eax
; CHECK-NOT: and
; CHECK-LABEL: two_values:
define i32 @modulo(i32 %x, i32 %n) {
  %left = and i32 %n, 31
  %m = sub i32 0, %n
  %right = and i32 %m, 31
  %a = shl i32 %x, %left
  %b = lshr i32 %x, %right
  %r = or i32 %a, %b
  ret i32 %r
}

; CHECK: shldq $5, %rsi, %rax
; CHECK-LABEL: two_values_modulo:
; CHECK-NOT: shld
define i64 @two_values(i64 %x, i64 %y) {
  %a = shl i64 %x, 5
  %b = lshr i64 %y, 59
  %r = or disjoint i64 %b, %a
  ret i64 %r
}

; With an amount of zero this is both values joined.
define i32 @two_values_modulo(i32 %x, i32 %y, i32 %n) {
  %left = and i32 %n, 31
  %m = sub i32 0, %n
  %right = and i32 %m, 31
  %a = shl i32 %x, %left
  %b = lshr i32 %y, %right
  %r = or i32 %a, %b
  ret i32 %r
}

; Whether there is a remainder needs no division.
; CHECK-LABEL: divisible:
; CHECK: imull $-1030792151, %edi, %eax
; CHECK-NEXT: rorl $2, %eax
; CHECK-NEXT: cmpl $42949672, %eax
; CHECK-NEXT: setbe %al
define i1 @divisible(i32 %x) {
  %m = urem i32 %x, 100
  %c = icmp eq i32 %m, 0
  ret i1 %c
}

; CHECK-LABEL: signed:
; CHECK: imulq
; CHECK: addq
; CHECK-NOT: ror
; CHECK: cmpq
; CHECK-NEXT: seta
define i1 @signed(i64 %x) {
  %m = srem i64 %x, -7
  %c = icmp ne i64 %m, 0
  ret i1 %c
}
