; Arithmetic in lanes: registers of 64 and 128 bits, sums of products, complements, shifts.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; mla:                                    // @mla
; // %bb.0:
; 	mla	v2.4s, v0.4s, v1.4s
; 	mov	v0.16b, v2.16b
; 	ret
;                                         // -- End function
; bic:                                    // @bic
; // %bb.0:
; 	bic	v0.8b, v0.8b, v1.8b
; 	ret
;                                         // -- End function
; fused:                                  // @fused
; // %bb.0:
; 	fmls	v2.2d, v0.2d, v1.2d
; 	mov	v0.16b, v2.16b
; 	ret
;                                         // -- End function
; shifts:                                 // @shifts
; // %bb.0:
; 	shl	v0.4h, v0.4h, #3
; 	neg	v1.4h, v1.4h
; 	ushl	v0.4h, v0.4h, v1.4h
; 	ret
;                                         // -- End function
; two_sizes:                              // @two_sizes
; // %bb.0:
; 	movi	v0.4s, #1
; 	mov	x8, #4294967297                 // =0x100000001
; 	ldr	q1, [x0]
; 	fmov	d3, x8
; 	ldr	d2, [x0, #16]
; 	add	v0.4s, v1.4s, v0.4s
; 	add	v1.2s, v2.2s, v3.2s
; 	str	q0, [x0]
; 	str	d1, [x0, #16]
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define <4 x i32> @mla(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c) {
  %m = mul <4 x i32> %a, %b
  %s = add <4 x i32> %c, %m
  ret <4 x i32> %s
}

define <8 x i8> @bic(<8 x i8> %a, <8 x i8> %b) {
  %n = xor <8 x i8> %b, splat (i8 -1)
  %r = and <8 x i8> %n, %a
  ret <8 x i8> %r
}

define <2 x double> @fused(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %m = fmul contract <2 x double> %a, %b
  %s = fsub contract <2 x double> %c, %m
  ret <2 x double> %s
}

define <4 x i16> @shifts(<4 x i16> %a, <4 x i16> %b) {
  %l = shl <4 x i16> %a, splat (i16 3)
  %r = lshr <4 x i16> %l, %b
  ret <4 x i16> %r
}

define void @two_sizes(ptr %p) {
  %a = load <6 x i32>, ptr %p
  %r = add <6 x i32> %a, splat (i32 1)
  store <6 x i32> %r, ptr %p
  ret void
}
