; Lanes of other widths, numbers from and to integers, reductions, elements, constants.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; wider:                                  // @wider
; // %bb.0:
; 	ushll	v0.8h, v0.8b, #0
; 	ret
;                                         // -- End function
; narrower:                               // @narrower
; // %bb.0:
; 	uzp1	v0.8h, v0.8h, v1.8h
; 	xtn	v0.8b, v0.8h
; 	ret
;                                         // -- End function
; numbers:                                // @numbers
; // %bb.0:
; 	sshll	v0.2d, v0.2s, #0
; 	scvtf	v0.2d, v0.2d
; 	ret
;                                         // -- End function
; sum:                                    // @sum
; // %bb.0:
; 	add	v0.4s, v0.4s, v1.4s
; 	addv	s0, v0.4s
; 	fmov	w0, s0
; 	ret
;                                         // -- End function
; element:                                // @element
; // %bb.0:
; 	mov	x0, v0.d[1]
; 	ret
;                                         // -- End function
; build:                                  // @build
; // %bb.0:
; 	adrp	x8, .LCPI5_0
; 	ldr	q0, [x8, :lo12:.LCPI5_0]
; 	mov	v0.s[0], w0
; 	mov	v0.s[2], w1
; 	ret
;                                         // -- End function
; constants:                              // @constants
; // %bb.0:
; 	movi	v1.2d, #0x00ff000000ff00
; 	adrp	x8, .LCPI6_0
; 	and	v0.16b, v0.16b, v1.16b
; 	ldr	q1, [x8, :lo12:.LCPI6_0]
; 	mul	v0.4s, v0.4s, v1.4s
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define <8 x i16> @wider(<8 x i8> %a) {
  %r = zext <8 x i8> %a to <8 x i16>
  ret <8 x i16> %r
}

define <8 x i8> @narrower(<8 x i32> %a) {
  %r = trunc <8 x i32> %a to <8 x i8>
  ret <8 x i8> %r
}

define <2 x double> @numbers(<2 x i32> %a) {
  %r = sitofp <2 x i32> %a to <2 x double>
  ret <2 x double> %r
}

define i32 @sum(<8 x i32> %a) {
  %r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %a)
  ret i32 %r
}

define i64 @element(<2 x i64> %a) {
  %r = extractelement <2 x i64> %a, i32 1
  ret i64 %r
}

define <4 x i32> @build(i32 %a, i32 %b) {
  %v = insertelement <4 x i32> <i32 poison, i32 7, i32 poison, i32 9>, i32 %a, i32 0
  %w = insertelement <4 x i32> %v, i32 %b, i32 2
  ret <4 x i32> %w
}

define <4 x i32> @constants(<4 x i32> %a) {
  %v = and <4 x i32> %a, splat (i32 65280)
  %w = mul <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>
  ret <4 x i32> %w
}

declare i32 @llvm.vector.reduce.add.v8i32(<8 x i32>)
