; Two comparisons with constants that are one: whether a number is in an interval.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i1 @digit(i32 %x) {
;   %1 = add i32 %x, -48
;   %c = icmp ult i32 %1, 10
;   ret i1 %c
; }
;
; define i1 @no_digit(i32 %x) {
;   %1 = add i32 %x, -58
;   %c = icmp ult i32 %1, -10
;   ret i1 %c
; }
;
; define i1 @up_to(i32 %x) {
;   %c = icmp ult i32 %x, 5
;   ret i1 %c
; }
;
; define i1 @meets(i32 %x) {
;   ret i1 true
; }
;
; define i1 @never(i32 %x) {
;   ret i1 false
; }
;
; define i1 @single(i32 %x) {
;   %c = icmp eq i32 %x, 11
;   ret i1 %c
; }
;
; define i1 @two_pieces(i32 %x) {
;   %a = icmp slt i32 %x, 10
;   %b = icmp eq i32 %x, 12
;   %c = or i1 %a, %b
;   ret i1 %c
; }
;
; define i1 @letters(i32 %x) {
;   %1 = or i32 %x, 32
;   %c = icmp eq i32 %1, 97
;   ret i1 %c
; }
;
; define i1 @no_letters(i32 %x) {
;   %1 = or i32 %x, 32
;   %c = icmp ne i32 %1, 97
;   ret i1 %c
; }
;
; define i1 @moved(i32 %x) {
;   %1 = add i32 %x, -10
;   %c = icmp ult i32 %1, 14
;   ret i1 %c
; }
;
; define i1 @lazy(i32 %x) {
;   %1 = add i32 %x, -48
;   %c = icmp ult i32 %1, 10
;   ret i1 %c
; }
;
; define i1 @masked(i32 %x) {
;   %1 = and i32 %x, 15
;   %c = icmp eq i32 %1, 0
;   ret i1 %c
; }
;
; define i1 @both_zero(i32 %x, i32 %y) {
;   %1 = or i32 %x, %y
;   %c = icmp ne i32 %1, 0
;   ret i1 %c
; }
;
; define i1 @lazily_zero(i32 %x, i32 %y) {
;   %a = icmp ne i32 %x, 0
;   %b = icmp ne i32 %y, 0
;   %c = select i1 %a, i1 true, i1 %b
;   ret i1 %c
; }
;
; define i1 @not_alone(i32 %x, ptr %p) {
;   %a = icmp sgt i32 %x, 47
;   %b = icmp slt i32 %x, 58
;   store i1 %a, ptr %p, align 1
;   %c = and i1 %a, %b
;   ret i1 %c
; }

define i1 @digit(i32 %x) {
  %a = icmp sge i32 %x, 48
  %b = icmp sle i32 %x, 57
  %c = and i1 %a, %b
  ret i1 %c
}

define i1 @no_digit(i32 %x) {
  %a = icmp slt i32 %x, 48
  %b = icmp sgt i32 %x, 57
  %c = or i1 %a, %b
  ret i1 %c
}

define i1 @up_to(i32 %x) {
  %a = icmp ult i32 %x, 4
  %b = icmp eq i32 %x, 4
  %c = or i1 %a, %b
  ret i1 %c
}

define i1 @meets(i32 %x) {
  %a = icmp sgt i32 %x, 10
  %b = icmp slt i32 %x, 20
  %c = or i1 %a, %b
  ret i1 %c
}

define i1 @never(i32 %x) {
  %a = icmp ugt i32 %x, 10
  %b = icmp ult i32 %x, 5
  %c = and i1 %a, %b
  ret i1 %c
}

define i1 @single(i32 %x) {
  %a = icmp sgt i32 %x, 10
  %b = icmp slt i32 %x, 12
  %c = and i1 %a, %b
  ret i1 %c
}

define i1 @two_pieces(i32 %x) {
  %a = icmp slt i32 %x, 10
  %b = icmp eq i32 %x, 12
  %c = or i1 %a, %b
  ret i1 %c
}

define i1 @letters(i32 %x) {
  %a = icmp eq i32 %x, 65
  %b = icmp eq i32 %x, 97
  %c = or i1 %a, %b
  ret i1 %c
}

define i1 @no_letters(i32 %x) {
  %a = icmp ne i32 %x, 65
  %b = icmp ne i32 %x, 97
  %c = and i1 %a, %b
  ret i1 %c
}

define i1 @moved(i32 %x) {
  %a = icmp ugt i32 %x, 9
  %m = add i32 %x, -4
  %b = icmp ult i32 %m, 20
  %c = and i1 %a, %b
  ret i1 %c
}

define i1 @lazy(i32 %x) {
  %a = icmp sge i32 %x, 48
  %b = icmp sle i32 %x, 57
  %c = select i1 %a, i1 %b, i1 false
  ret i1 %c
}

define i1 @masked(i32 %x) {
  %m = and i32 %x, 3
  %n = and i32 %x, 12
  %a = icmp eq i32 %m, 0
  %b = icmp eq i32 %n, 0
  %c = and i1 %a, %b
  ret i1 %c
}

define i1 @both_zero(i32 %x, i32 %y) {
  %a = icmp ne i32 %x, 0
  %b = icmp ne i32 %y, 0
  %c = or i1 %a, %b
  ret i1 %c
}

; The second may be poison where the first decides.
define i1 @lazily_zero(i32 %x, i32 %y) {
  %a = icmp ne i32 %x, 0
  %b = icmp ne i32 %y, 0
  %c = select i1 %a, i1 true, i1 %b
  ret i1 %c
}

; Another asks for one of the two: with a sum, there would be more to compute.
define i1 @not_alone(i32 %x, ptr %p) {
  %a = icmp sge i32 %x, 48
  %b = icmp sle i32 %x, 57
  store i1 %a, ptr %p
  %c = and i1 %a, %b
  ret i1 %c
}
