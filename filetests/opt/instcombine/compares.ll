; Comparisons of integers: canonical predicates, and of what is compared itself.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i1 @canonical_sle_5(i8 %x) {
;   %a = icmp slt i8 %x, 6
;   ret i1 %a
; }
;
; define i1 @canonical_sge_5(i8 %x) {
;   %a = icmp sgt i8 %x, 4
;   ret i1 %a
; }
;
; define i1 @canonical_ule_5(i8 %x) {
;   %a = icmp ult i8 %x, 6
;   ret i1 %a
; }
;
; define i1 @canonical_uge_5(i8 %x) {
;   %a = icmp ugt i8 %x, 4
;   ret i1 %a
; }
;
; define i1 @canonical_ult_1(i8 %x) {
;   %a = icmp eq i8 %x, 0
;   ret i1 %a
; }
;
; define i1 @canonical_ugt_0(i8 %x) {
;   %a = icmp ne i8 %x, 0
;   ret i1 %a
; }
;
; define i1 @canonical_ult_minus_1(i8 %x) {
;   %a = icmp ne i8 %x, -1
;   ret i1 %a
; }
;
; define i1 @canonical_ugt_minus_2(i8 %x) {
;   %a = icmp eq i8 %x, -1
;   ret i1 %a
; }
;
; define i1 @canonical_slt_minus_127(i8 %x) {
;   %a = icmp eq i8 %x, -128
;   ret i1 %a
; }
;
; define i1 @canonical_sgt_126(i8 %x) {
;   %a = icmp eq i8 %x, 127
;   ret i1 %a
; }
;
; define i1 @canonical_slt_127(i8 %x) {
;   %a = icmp ne i8 %x, 127
;   ret i1 %a
; }
;
; define i1 @canonical_sgt_minus_128(i8 %x) {
;   %a = icmp ne i8 %x, -128
;   ret i1 %a
; }
;
; define i1 @canonical_ugt_127(i8 %x) {
;   %a = icmp slt i8 %x, 0
;   ret i1 %a
; }
;
; define i1 @canonical_ult_minus_128(i8 %x) {
;   %a = icmp sgt i8 %x, -1
;   ret i1 %a
; }
;
; define i1 @number_left(i32 %x) {
;   %a = icmp slt i32 %x, 5
;   ret i1 %a
; }
;
; define i1 @of_zext(i8 %x, i8 %y) {
;   %c = icmp ult i8 %x, -56
;   %d = icmp ugt i8 %x, %y
;   %e = xor i1 %c, %d
;   ret i1 %e
; }
;
; define i1 @of_sext(i8 %x, i8 %y) {
;   %c = icmp ult i8 %x, -5
;   %d = icmp sgt i8 %x, %y
;   %e = xor i1 %c, %d
;   ret i1 %e
; }
;
; define i1 @too_great(i8 %x) {
;   ret i1 false
; }
;
; define i1 @of_trunc(i32 %x, i32 %y) {
;   %b = icmp ult i32 %x, 250
;   %d = icmp slt i32 %y, -6
;   %e = xor i1 %b, %d
;   ret i1 %e
; }
;
; define i1 @of_choice(i1 %c, i1 %d, i1 %e) {
;   %b = xor i1 %c, true
;   %j = xor i1 %b, %d
;   ret i1 %j
; }
;
; define i1 @of_sum(i32 %x, i32 %y) {
;   %b = icmp eq i32 %x, 4
;   %d = icmp slt i32 %y, -2
;   %e = xor i1 %b, %d
;   ret i1 %e
; }
;
; define i1 @of_sum_that_wraps(i8 %x, i8 %y) {
;   %a = add i8 %x, 5
;   %b = icmp slt i8 %a, 9
;   ret i1 %b
; }
;
; define i1 @of_difference(i32 %x, i32 %y) {
;   %b = icmp eq i32 %x, %y
;   %d = icmp sgt i32 %x, %y
;   %f = icmp ne i32 %x, 5
;   %g = xor i1 %b, %d
;   %h = and i1 %f, %g
;   ret i1 %h
; }
;
; define i1 @of_xor(i32 %x, i32 %y) {
;   %b = icmp ne i32 %x, %y
;   %d = icmp sgt i32 %x, -10
;   %f = icmp ult i32 %y, -2147483639
;   %g = and i1 %b, %d
;   %h = xor i1 %f, %g
;   ret i1 %h
; }
;
; define i1 @of_product(i32 %x, i32 %y) {
;   %b = icmp eq i32 %x, -2
;   %f = icmp eq i32 %x, -2
;   %1 = and i32 %y, 16777215
;   %h = icmp eq i32 %1, 0
;   %j = and i1 %f, %h
;   %k = xor i1 %b, %j
;   ret i1 %k
; }
;
; define i1 @of_quotient(i32 %x) {
;   %b = icmp ult i32 %x, 10
;   %d = icmp ugt i32 %x, 1023
;   %e = xor i1 %b, %d
;   ret i1 %e
; }
;
; define i1 @of_bits(i32 %x, i32 %y) {
;   %a = and i32 %x, 8
;   %b = icmp ne i32 %a, 0
;   %d = icmp slt i32 %x, 0
;   %f = icmp ult i32 %x, 64
;   %1 = and i32 %y, 96
;   %i = icmp eq i32 %1, 64
;   %j = xor i1 %b, %d
;   %k = xor i1 %f, %i
;   %l = xor i1 %j, %k
;   ret i1 %l
; }
;
; define i1 @sign_of_bits(i32 %x) {
;   %b = icmp slt i32 %x, 0
;   ret i1 %b
; }
;
; define i1 @common_term(i32 %x, i32 %y, i32 %z) {
;   %b = icmp eq i32 %y, 0
;   %d = icmp ne i32 %y, %z
;   %e = xor i1 %b, %d
;   ret i1 %e
; }
;
; define i1 @of_step(ptr %p, i64 %i) {
;   %a = icmp eq i64 %i, 0
;   ret i1 %a
; }
;
; define i1 @of_any_step(ptr %p, i64 %i) {
;   %q = getelementptr i32, ptr %p, i64 %i
;   %a = icmp eq ptr %q, %p
;   ret i1 %a
; }
;
; define i1 @one_bit(i32 %x) {
;   %a = and i32 %x, 1
;   %d = icmp eq i32 %a, 0
;   ret i1 %d
; }
;
; define i32 @counter(ptr %p) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %n, %loop ]
;   store i32 %i, ptr %p, align 4
;   %n = add nuw nsw i32 %i, 1
;   %c = icmp ult i32 %n, 96
;   br i1 %c, label %loop, label %done
;
; done:                                             ; preds = %loop
;   ret i32 %n
; }
;
; define i32 @extended(i8 %x) {
;   %y = add i8 %x, 3
;   %a = zext i8 %y to i32
;   %c = icmp ugt i32 %a, 9
;   %r = select i1 %c, i32 %a, i32 0
;   ret i32 %r
; }

define i1 @canonical_sle_5(i8 %x) {
  %a = icmp sle i8 %x, 5
  ret i1 %a
}

define i1 @canonical_sge_5(i8 %x) {
  %a = icmp sge i8 %x, 5
  ret i1 %a
}

define i1 @canonical_ule_5(i8 %x) {
  %a = icmp ule i8 %x, 5
  ret i1 %a
}

define i1 @canonical_uge_5(i8 %x) {
  %a = icmp uge i8 %x, 5
  ret i1 %a
}

define i1 @canonical_ult_1(i8 %x) {
  %a = icmp ult i8 %x, 1
  ret i1 %a
}

define i1 @canonical_ugt_0(i8 %x) {
  %a = icmp ugt i8 %x, 0
  ret i1 %a
}

define i1 @canonical_ult_minus_1(i8 %x) {
  %a = icmp ult i8 %x, -1
  ret i1 %a
}

define i1 @canonical_ugt_minus_2(i8 %x) {
  %a = icmp ugt i8 %x, -2
  ret i1 %a
}

define i1 @canonical_slt_minus_127(i8 %x) {
  %a = icmp slt i8 %x, -127
  ret i1 %a
}

define i1 @canonical_sgt_126(i8 %x) {
  %a = icmp sgt i8 %x, 126
  ret i1 %a
}

define i1 @canonical_slt_127(i8 %x) {
  %a = icmp slt i8 %x, 127
  ret i1 %a
}

define i1 @canonical_sgt_minus_128(i8 %x) {
  %a = icmp sgt i8 %x, -128
  ret i1 %a
}

define i1 @canonical_ugt_127(i8 %x) {
  %a = icmp ugt i8 %x, 127
  ret i1 %a
}

define i1 @canonical_ult_minus_128(i8 %x) {
  %a = icmp ult i8 %x, -128
  ret i1 %a
}

define i1 @number_left(i32 %x) {
  %a = icmp sgt i32 5, %x
  ret i1 %a
}

define i1 @of_zext(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %c = icmp slt i32 %a, 200
  %d = icmp sgt i32 %a, %b
  %e = xor i1 %c, %d
  ret i1 %e
}

define i1 @of_sext(i8 %x, i8 %y) {
  %a = sext i8 %x to i32
  %b = sext i8 %y to i32
  %c = icmp ult i32 %a, -5
  %d = icmp sgt i32 %a, %b
  %e = xor i1 %c, %d
  ret i1 %e
}

define i1 @too_great(i8 %x) {
  %a = zext i8 %x to i32
  %b = shl i32 %a, 1
  %c = icmp sgt i32 %b, 510
  ret i1 %c
}

define i1 @of_trunc(i32 %x, i32 %y) {
  %a = trunc nuw i32 %x to i8
  %b = icmp ult i8 %a, -6
  %c = trunc nsw i32 %y to i8
  %d = icmp slt i8 %c, -6
  %e = xor i1 %b, %d
  ret i1 %e
}

define i1 @of_choice(i1 %c, i1 %d, i1 %e) {
  %a = select i1 %c, i32 3, i32 9
  %b = icmp sgt i32 %a, 5
  %f = select i1 %d, i32 7, i32 2
  %g = icmp eq i32 %f, 7
  %h = select i1 %e, i32 7, i32 2
  %i = icmp sgt i32 %h, 7
  %j = xor i1 %b, %g
  %k = or i1 %i, %j
  ret i1 %k
}

define i1 @of_sum(i32 %x, i32 %y) {
  %a = add i32 %x, 5
  %b = icmp eq i32 %a, 9
  %c = add nsw i32 %y, 5
  %d = icmp slt i32 %c, 3
  %e = xor i1 %b, %d
  ret i1 %e
}

; The sum may wrap around, or the number does.
define i1 @of_sum_that_wraps(i8 %x, i8 %y) {
  %a = add i8 %x, 5
  %b = icmp slt i8 %a, 9
  %c = add nsw i8 %y, 100
  %d = icmp slt i8 %c, -100
  %e = xor i1 %b, %d
  ret i1 %e
}

define i1 @of_difference(i32 %x, i32 %y) {
  %a = sub i32 %x, %y
  %b = icmp eq i32 %a, 0
  %c = sub nsw i32 %x, %y
  %d = icmp sgt i32 %c, 0
  %e = sub i32 9, %x
  %f = icmp ne i32 %e, 4
  %g = xor i1 %b, %d
  %h = and i1 %f, %g
  ret i1 %h
}

define i1 @of_xor(i32 %x, i32 %y) {
  %a = xor i32 %x, %y
  %b = icmp ne i32 %a, 0
  %c = xor i32 %x, -1
  %d = icmp slt i32 %c, 9
  %e = xor i32 %y, -2147483648
  %f = icmp slt i32 %e, 9
  %g = and i1 %b, %d
  %h = xor i1 %f, %g
  ret i1 %h
}

define i1 @of_product(i32 %x, i32 %y) {
  %a = mul nsw i32 %x, 6
  %b = icmp eq i32 %a, -12
  %c = mul nuw i32 %y, 6
  %d = icmp ne i32 %c, 13
  %e = shl nsw i32 %x, 3
  %f = icmp eq i32 %e, -16
  %g = shl i32 %y, 8
  %h = icmp eq i32 %g, 0
  %i = and i1 %b, %d
  %j = and i1 %f, %h
  %k = xor i1 %i, %j
  ret i1 %k
}

define i1 @of_quotient(i32 %x) {
  %a = udiv i32 %x, 10
  %b = icmp eq i32 %a, 0
  %c = lshr i32 %x, 10
  %d = icmp ne i32 %c, 0
  %e = xor i1 %b, %d
  ret i1 %e
}

define i1 @of_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 8
  %b = icmp eq i32 %a, 8
  %c = and i32 %x, -2147483648
  %d = icmp ne i32 %c, 0
  %e = and i32 %x, -64
  %f = icmp eq i32 %e, 0
  %g = lshr i32 %y, 5
  %h = and i32 %g, 3
  %i = icmp eq i32 %h, 2
  %j = xor i1 %b, %d
  %k = xor i1 %f, %i
  %l = xor i1 %j, %k
  ret i1 %l
}

define i1 @sign_of_bits(i32 %x) {
  %a = and i32 %x, -16
  %b = icmp slt i32 %a, 0
  ret i1 %b
}

define i1 @common_term(i32 %x, i32 %y, i32 %z) {
  %a = add i32 %x, %y
  %b = icmp eq i32 %a, %x
  %c = add i32 %z, %x
  %d = icmp ne i32 %a, %c
  %e = xor i1 %b, %d
  ret i1 %e
}

define i1 @of_step(ptr %p, i64 %i) {
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %a = icmp eq ptr %q, %p
  ret i1 %a
}

; A step of any number of bytes may go all the way round.
define i1 @of_any_step(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  %a = icmp eq ptr %q, %p
  ret i1 %a
}

define i1 @one_bit(i32 %x) {
  %a = and i32 %x, 1
  %b = icmp ne i32 %a, 1
  %c = xor i1 %b, true
  %d = icmp eq i1 %c, false
  ret i1 %d
}

; The step of a counter is there anyway: it is what is compared.
define i32 @counter(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  store i32 %i, ptr %p
  %n = add nsw i32 %i, 1
  %c = icmp slt i32 %n, 96
  br i1 %c, label %loop, label %done
done:
  ret i32 %n
}

; So is the number of many bits, which is all that is left of the other.
define i32 @extended(i8 %x) {
  %y = add i8 %x, 3
  %a = zext i8 %y to i32
  %c = icmp ugt i32 %a, 9
  %r = select i1 %c, i32 %a, i32 0
  ret i32 %r
}
