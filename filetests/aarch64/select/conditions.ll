; Branches that look at a register or one bit, comparisons under the condition of another, and selects that add,
; complement or negate.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; zero:                                   // @zero
; // %bb.0:
; 	cbz	x0, .LBB0_2
; // %bb.1:                               // %e
; 	ret
; .LBB0_2:                                // %t
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	f
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; bit:                                    // @bit
; // %bb.0:
; 	tbz	w0, #3, .LBB1_2
; // %bb.1:                               // %t
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	f
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; .LBB1_2:                                // %e
; 	ret
;                                         // -- End function
; two:                                    // @two
; // %bb.0:
; 	cbz	x2, .LBB2_3
; // %bb.1:
; 	cmp	w0, w1
; 	b.lt	.LBB2_3
; // %bb.2:                               // %e
; 	ret
; .LBB2_3:                                // %t
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	f
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; both:                                   // @both
; // %bb.0:
; 	cmp	w0, w1
; 	ccmp	w2, #5, #0, lt
; 	cset	w0, eq
; 	ret
;                                         // -- End function
; either:                                 // @either
; // %bb.0:
; 	cmp	x0, x1
; 	fccmp	d0, d1, #8, ls
; 	cset	w0, mi
; 	ret
;                                         // -- End function
; increment:                              // @increment
; // %bb.0:
; 	cmp	w0, #7
; 	csinc	w0, w0, w1, gt
; 	ret
;                                         // -- End function
; negate:                                 // @negate
; // %bb.0:
; 	cmp	x0, #0
; 	cneg	x0, x0, lt
; 	ret
;                                         // -- End function
; mask:                                   // @mask
; // %bb.0:
; 	cmp	w0, w1
; 	csetm	w0, lo
; 	ret
;                                         // -- End function
; number:                                 // @number
; // %bb.0:
; 	fcmp	d0, #0.0
; 	fcsel	d0, d1, d2, mi
; 	fcsel	d0, d1, d0, gt
; 	ret
;                                         // -- End function
; narrow:                                 // @narrow
; // %bb.0:
; 	sxtb	w8, w0
; 	cmp	w8, w1, sxtb
; 	cset	w0, lt
; 	ret
;                                         // -- End function
; test:                                   // @test
; // %bb.0:
; 	tst	x0, x1
; 	cset	w0, eq
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

declare void @f()
define void @zero(i64 %a) {
  %c = icmp eq i64 %a, 0
  br i1 %c, label %t, label %e
t:
  call void @f()
  br label %e
e:
  ret void
}
define void @bit(i32 %a) {
  %m = and i32 %a, 8
  %c = icmp ne i32 %m, 0
  br i1 %c, label %t, label %e
t:
  call void @f()
  br label %e
e:
  ret void
}
define void @two(i32 %a, i32 %b, ptr %p) {
  %c = icmp eq ptr %p, null
  %d = icmp slt i32 %a, %b
  %o = select i1 %c, i1 true, i1 %d
  br i1 %o, label %t, label %e
t:
  call void @f()
  br label %e
e:
  ret void
}
define i1 @both(i32 %a, i32 %b, i32 %c) {
  %x = icmp slt i32 %a, %b
  %y = icmp eq i32 %c, 5
  %r = and i1 %x, %y
  ret i1 %r
}
define i1 @either(i64 %a, i64 %b, double %x, double %y) {
  %c = icmp ugt i64 %a, %b
  %d = fcmp olt double %x, %y
  %r = or i1 %c, %d
  ret i1 %r
}
define i32 @increment(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, 7
  %i = add i32 %b, 1
  %r = select i1 %c, i32 %a, i32 %i
  ret i32 %r
}
define i64 @negate(i64 %a) {
  %c = icmp slt i64 %a, 0
  %n = sub i64 0, %a
  %r = select i1 %c, i64 %n, i64 %a
  ret i64 %r
}
define i32 @mask(i32 %a, i32 %b) {
  %c = icmp ult i32 %a, %b
  %r = sext i1 %c to i32
  ret i32 %r
}
define double @number(double %a, double %b, double %c) {
  %d = fcmp one double %a, 0.0
  %r = select i1 %d, double %b, double %c
  ret double %r
}
define i1 @narrow(i8 %a, i8 %b) {
  %r = icmp slt i8 %a, %b
  ret i1 %r
}
define i1 @test(i64 %a, i64 %b) {
  %m = and i64 %a, %b
  %r = icmp eq i64 %m, 0
  ret i1 %r
}
