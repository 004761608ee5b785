; 128-bit integers in two registers.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; sum:                                    // @sum
; // %bb.0:
; 	adds	x0, x0, x2
; 	adc	x1, x1, x3
; 	ret
;                                         // -- End function
; product:                                // @product
; // %bb.0:
; 	umulh	x8, x0, x2
; 	madd	x8, x0, x3, x8
; 	mul	x0, x0, x2
; 	madd	x1, x1, x2, x8
; 	ret
;                                         // -- End function
; shifted:                                // @shifted
; // %bb.0:
; 	lsl	x8, x1, #1
; 	mvn	x9, x2
; 	asr	x10, x1, x2
; 	asr	x11, x1, #63
; 	tst	x2, #0x40
; 	lsl	x8, x8, x9
; 	lsr	x9, x0, x2
; 	csel	x1, x11, x10, ne
; 	orr	x8, x9, x8
; 	csel	x0, x10, x8, ne
; 	ret
;                                         // -- End function
; by_constant:                            // @by_constant
; // %bb.0:
; 	extr	x1, x1, x0, #44
; 	lsl	x0, x0, #20
; 	ret
;                                         // -- End function
; less:                                   // @less
; // %bb.0:
; 	cmp	x2, x4
; 	sbcs	xzr, x3, x5
; 	cset	w0, lt
; 	ret
;                                         // -- End function
; equal:                                  // @equal
; // %bb.0:
; 	cmp	x0, x2
; 	ccmp	x1, x3, #0, eq
; 	cset	w0, eq
; 	ret
;                                         // -- End function
; quotient:                               // @quotient
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	__udivti3
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; overflow:                               // @overflow
; // %bb.0:
; 	cmn	x0, x2
; 	adcs	xzr, x1, x3
; 	cset	w8, hs
; 	ubfx	w0, w8, #0, #1
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define i128 @sum(i128 %a, i128 %b) {
  %r = add i128 %a, %b
  ret i128 %r
}

define i128 @product(i128 %a, i128 %b) {
  %r = mul i128 %a, %b
  ret i128 %r
}

define i128 @shifted(i128 %a, i128 %n) {
  %r = ashr i128 %a, %n
  ret i128 %r
}

define i128 @by_constant(i128 %a) {
  %r = shl i128 %a, 20
  ret i128 %r
}

define i1 @less(i32 %x, i128 %a, i128 %b) {
  %r = icmp slt i128 %a, %b
  ret i1 %r
}

define i1 @equal(i128 %a, i128 %b) {
  %r = icmp eq i128 %a, %b
  ret i1 %r
}

define i128 @quotient(i128 %a, i128 %b) {
  %r = udiv i128 %a, %b
  ret i128 %r
}

define i1 @overflow(i128 %a, i128 %b) {
  %r = call { i128, i1 } @llvm.uadd.with.overflow.i128(i128 %a, i128 %b)
  %o = extractvalue { i128, i1 } %r, 1
  ret i1 %o
}

declare { i128, i1 } @llvm.uadd.with.overflow.i128(i128, i128)
