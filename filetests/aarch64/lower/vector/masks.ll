; Comparisons and what chooses by them; the bits of a mask as an integer and back.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; clamp:                                  // @clamp
; // %bb.0:
; 	cmgt	v2.4s, v0.4s, #0
; 	bit	v0.16b, v1.16b, v2.16b
; 	ret
;                                         // -- End function
; by_floats:                              // @by_floats
; // %bb.0:
; 	fcmgt	v4.2s, v0.2s, v1.2s
; 	fcmgt	v0.2s, v1.2s, v0.2s
; 	orr	v0.8b, v4.8b, v0.8b
; 	sshll	v0.2d, v0.2s, #0
; 	bsl	v0.16b, v2.16b, v3.16b
; 	ret
;                                         // -- End function
; bits:                                   // @bits
; // %bb.0:
; 	movi	v1.16b, #32
; 	adrp	x8, .LCPI2_0
; 	cmeq	v0.16b, v0.16b, v1.16b
; 	ldr	q1, [x8, :lo12:.LCPI2_0]
; 	and	v0.16b, v0.16b, v1.16b
; 	ext	v1.16b, v0.16b, v0.16b, #8
; 	zip1	v0.16b, v0.16b, v1.16b
; 	addv	h0, v0.8h
; 	fmov	w0, s0
; 	ret
;                                         // -- End function
; lanes:                                  // @lanes
; // %bb.0:
; 	adrp	x8, .LCPI3_0
; 	dup	v1.8h, w0
; 	ldr	q2, [x8, :lo12:.LCPI3_0]
; 	cmtst	v1.8h, v1.8h, v2.8h
; 	xtn	v1.8b, v1.8h
; 	and	v0.8b, v0.8b, v1.8b
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define <4 x i32> @clamp(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}

define <2 x double> @by_floats(<2 x float> %a, <2 x float> %b, <2 x double> %x, <2 x double> %y) {
  %c = fcmp one <2 x float> %a, %b
  %r = select <2 x i1> %c, <2 x double> %x, <2 x double> %y
  ret <2 x double> %r
}

define i16 @bits(<16 x i8> %a) {
  %c = icmp eq <16 x i8> %a, splat (i8 32)
  %r = bitcast <16 x i1> %c to i16
  ret i16 %r
}

define <8 x i8> @lanes(i8 %bits, <8 x i8> %x) {
  %c = bitcast i8 %bits to <8 x i1>
  %r = select <8 x i1> %c, <8 x i8> %x, <8 x i8> zeroinitializer
  ret <8 x i8> %r
}
