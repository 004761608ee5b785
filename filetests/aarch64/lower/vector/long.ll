; Arithmetic of extended lanes: instructions that extend their operands.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; product:                                // @product
; // %bb.0:
; 	smull	v0.4s, v0.4h, v1.4h
; 	ret
;                                         // -- End function
; by_constant:                            // @by_constant
; // %bb.0:
; 	adrp	x8, .LCPI1_0
; 	ldr	q1, [x8, :lo12:.LCPI1_0]
; 	umull	v0.2d, v0.2s, v1.2s
; 	ret
;                                         // -- End function
; both_halves:                            // @both_halves
; // %bb.0:
; 	umlal2	v1.4s, v2.8h, v3.8h
; 	umlal	v0.4s, v2.4h, v3.4h
; 	ret
;                                         // -- End function
; from_bytes:                             // @from_bytes
; // %bb.0:
;                                         // kill: def $d2 killed $d2 def $q2
;                                         // kill: def $d1 killed $d1 def $q1
; 	xtn	v1.8b, v1.8h
; 	xtn	v2.8b, v2.8h
; 	sshll	v1.8h, v1.8b, #0
; 	sshll	v2.8h, v2.8b, #0
; 	smlsl	v0.4s, v1.4h, v2.4h
; 	ret
;                                         // -- End function
; sum:                                    // @sum
; // %bb.0:
; 	uaddl	v0.8h, v0.8b, v1.8b
; 	ret
;                                         // -- End function
; difference:                             // @difference
; // %bb.0:
; 	ssubw	v0.2d, v0.2d, v1.2s
; 	ret
;                                         // -- End function
; mixed:                                  // @mixed
; // %bb.0:
; 	sshll	v0.4s, v0.4h, #0
; 	ushll	v1.4s, v1.4h, #0
; 	mul	v0.4s, v0.4s, v1.4s
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define <4 x i32> @product(<4 x i16> %a, <4 x i16> %b) {
  %x = sext <4 x i16> %a to <4 x i32>
  %y = sext <4 x i16> %b to <4 x i32>
  %r = mul <4 x i32> %x, %y
  ret <4 x i32> %r
}

define <2 x i64> @by_constant(<2 x i32> %a) {
  %x = zext <2 x i32> %a to <2 x i64>
  %r = mul <2 x i64> %x, <i64 10, i64 4000000000>
  ret <2 x i64> %r
}

define <8 x i32> @both_halves(<8 x i32> %sum, <8 x i16> %a, <8 x i16> %b) {
  %x = zext <8 x i16> %a to <8 x i32>
  %y = zext <8 x i16> %b to <8 x i32>
  %m = mul <8 x i32> %x, %y
  %r = add <8 x i32> %sum, %m
  ret <8 x i32> %r
}

define <4 x i32> @from_bytes(<4 x i32> %sum, <4 x i8> %a, <4 x i8> %b) {
  %x = sext <4 x i8> %a to <4 x i32>
  %y = sext <4 x i8> %b to <4 x i32>
  %m = mul <4 x i32> %x, %y
  %r = sub <4 x i32> %sum, %m
  ret <4 x i32> %r
}

define <8 x i16> @sum(<8 x i8> %a, <8 x i8> %b) {
  %x = zext <8 x i8> %a to <8 x i16>
  %y = zext <8 x i8> %b to <8 x i16>
  %r = add <8 x i16> %x, %y
  ret <8 x i16> %r
}

define <2 x i64> @difference(<2 x i64> %a, <2 x i32> %b) {
  %y = sext <2 x i32> %b to <2 x i64>
  %r = sub <2 x i64> %a, %y
  ret <2 x i64> %r
}

; Signed and unsigned factors together are extended first.
define <4 x i32> @mixed(<4 x i16> %a, <4 x i16> %b) {
  %x = sext <4 x i16> %a to <4 x i32>
  %y = zext <4 x i16> %b to <4 x i32>
  %r = mul <4 x i32> %x, %y
  ret <4 x i32> %r
}
