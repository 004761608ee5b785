; Division with and without its instruction, counts and reversals of bits, rotations, overflow, saturation.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; divide:                                 // @divide
; // %bb.0:
; 	sdiv	w8, w0, w1
; 	msub	w0, w8, w1, w0
; 	ret
;                                         // -- End function
; seventh:                                // @seventh
; // %bb.0:
; 	mov	w8, #9363                       // =0x2493
; 	movk	w8, #37449, lsl #16
; 	smull	x8, w0, w8
; 	lsr	x8, x8, #32
; 	add	w8, w8, w0
; 	asr	w9, w8, #2
; 	add	w0, w9, w8, lsr #31
; 	ret
;                                         // -- End function
; tenth:                                  // @tenth
; // %bb.0:
; 	mov	x8, #-3689348814741910324       // =0xcccccccccccccccc
; 	movk	x8, #52429
; 	umulh	x8, x0, x8
; 	lsr	x0, x8, #3
; 	ret
;                                         // -- End function
; eighth:                                 // @eighth
; // %bb.0:
; 	add	w8, w0, #7
; 	cmp	w0, #0
; 	csel	w8, w8, w0, lt
; 	asr	w0, w8, #3
; 	ret
;                                         // -- End function
; rest:                                   // @rest
; // %bb.0:
; 	negs	w8, w0
; 	and	w9, w0, #0x7
; 	and	w8, w8, #0x7
; 	csneg	w0, w9, w8, mi
; 	ret
;                                         // -- End function
; ones:                                   // @ones
; // %bb.0:
; 	fmov	d0, x0
; 	cnt	v0.8b, v0.8b
; 	uaddlv	h0, v0.8b
; 	fmov	w0, s0
; 	ret
;                                         // -- End function
; zeros:                                  // @zeros
; // %bb.0:
; 	uxth	w8, w1
; 	rbit	w9, w0
; 	clz	w8, w8
; 	clz	w9, w9
; 	sub	w8, w8, #16
; 	add	w0, w9, w8, uxth
; 	ret
;                                         // -- End function
; swap:                                   // @swap
; // %bb.0:
; 	rev	w8, w0
; 	lsr	w0, w8, #16
; 	ret
;                                         // -- End function
; funnel:                                 // @funnel
; // %bb.0:
; 	lsr	x8, x1, #1
; 	mvn	x9, x2
; 	lsl	x10, x0, x2
; 	lsr	x8, x8, x9
; 	orr	x0, x10, x8
; 	ret
;                                         // -- End function
; overflow:                               // @overflow
; // %bb.0:
; 	smull	x0, w0, w1
; 	cmp	x0, w0, sxtw
;                                         // kill: def $w0 killed $w0 killed $x0
; 	cset	w1, ne
; 	ret
;                                         // -- End function
; saturated:                              // @saturated
; // %bb.0:
; 	adds	x8, x0, x1
; 	asr	x9, x8, #63
; 	eor	x9, x9, #0x8000000000000000
; 	csel	x0, x9, x8, vs
; 	ret
;                                         // -- End function
; least:                                  // @least
; // %bb.0:
; 	mov	w8, #9                          // =0x9
; 	cmp	w0, #9
; 	csel	w0, w0, w8, lo
; 	ret
;                                         // -- End function
; magnitude:                              // @magnitude
; // %bb.0:
; 	cmp	x0, #0
; 	cneg	x0, x0, mi
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define i32 @divide(i32 %a, i32 %b) {
  %r = srem i32 %a, %b
  ret i32 %r
}
define i32 @seventh(i32 %a) {
  %r = sdiv i32 %a, 7
  ret i32 %r
}
define i64 @tenth(i64 %a) {
  %r = udiv i64 %a, 10
  ret i64 %r
}
define i32 @eighth(i32 %a) {
  %r = sdiv i32 %a, 8
  ret i32 %r
}
define i32 @rest(i32 %a) {
  %r = srem i32 %a, 8
  ret i32 %r
}
define i64 @ones(i64 %a) {
  %r = call i64 @llvm.ctpop.i64(i64 %a)
  ret i64 %r
}
define i32 @zeros(i32 %a, i16 %b) {
  %t = call i32 @llvm.cttz.i32(i32 %a, i1 false)
  %l = call i16 @llvm.ctlz.i16(i16 %b, i1 false)
  %x = zext i16 %l to i32
  %r = add i32 %t, %x
  ret i32 %r
}
define i16 @swap(i16 %a) {
  %r = call i16 @llvm.bswap.i16(i16 %a)
  ret i16 %r
}
define i64 @funnel(i64 %a, i64 %b, i64 %c) {
  %r = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 %c)
  ret i64 %r
}
define {i32, i1} @overflow(i32 %a, i32 %b) {
  %r = call {i32, i1} @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  ret {i32, i1} %r
}
define i64 @saturated(i64 %a, i64 %b) {
  %r = call i64 @llvm.sadd.sat.i64(i64 %a, i64 %b)
  ret i64 %r
}
define i32 @least(i32 %a) {
  %r = call i32 @llvm.umin.i32(i32 %a, i32 9)
  ret i32 %r
}
define i64 @magnitude(i64 %a) {
  %r = call i64 @llvm.abs.i64(i64 %a, i1 false)
  ret i64 %r
}
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.cttz.i32(i32, i1)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i16 @llvm.bswap.i16(i16)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare {i32, i1} @llvm.smul.with.overflow.i32(i32, i32)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i32 @llvm.umin.i32(i32, i32)
declare i64 @llvm.abs.i64(i64, i1)
