; Shuffles: one instruction for each pattern, insertion of a lane, a table for the rest.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; zip:                                    // @zip
; // %bb.0:
; 	zip2	v0.4s, v0.4s, v1.4s
; 	ret
;                                         // -- End function
; halves:                                 // @halves
; // %bb.0:
; 	ext	v0.16b, v0.16b, v1.16b, #8
; 	ret
;                                         // -- End function
; reverse:                                // @reverse
; // %bb.0:
; 	rev64	v0.8b, v0.8b
; 	ret
;                                         // -- End function
; lane:                                   // @lane
; // %bb.0:
; 	mov	v0.s[1], v1.s[3]
; 	ret
;                                         // -- End function
; table:                                  // @table
; // %bb.0:
;                                         // kill: def $q1 killed $q1 def $q1_q2
; 	adrp	x8, .LCPI4_0
; 	mov	v2.16b, v0.16b
; 	ldr	q3, [x8, :lo12:.LCPI4_0]
; 	tbl	v0.16b, { v1.16b, v2.16b }, v3.16b
; 	ret
;                                         // -- End function
; everywhere:                             // @everywhere
; // %bb.0:
; 	ld1r	{ v0.4s }, [x0]
; 	ret
;                                         // -- End function
; list:                                   // @list
; // %bb.0:
; 	adrp	x8, .LCPI6_0
; 	ldp	q1, q0, [x0]
; 	ldr	q2, [x8, :lo12:.LCPI6_0]
; 	tbl	v0.16b, { v0.16b, v1.16b }, v2.16b
; 	str	q0, [x1]
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define <4 x i32> @zip(<4 x i32> %a, <4 x i32> %b) {
  %r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  ret <4 x i32> %r
}

define <4 x i32> @halves(<4 x i32> %a, <4 x i32> %b) {
  %r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 2, i32 3, i32 4, i32 5>
  ret <4 x i32> %r
}

define <8 x i8> @reverse(<8 x i8> %a) {
  %r = shufflevector <8 x i8> %a, <8 x i8> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  ret <8 x i8> %r
}

define <4 x float> @lane(<4 x float> %a, <4 x float> %b) {
  %r = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 7, i32 2, i32 3>
  ret <4 x float> %r
}

define <4 x i32> @table(<4 x i32> %a, <4 x i32> %b) {
  %r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 7, i32 0, i32 5, i32 2>
  ret <4 x i32> %r
}

define <4 x float> @everywhere(ptr %p) {
  %x = load float, ptr %p
  %i = insertelement <4 x float> poison, float %x, i32 0
  %r = shufflevector <4 x float> %i, <4 x float> poison, <4 x i32> zeroinitializer
  ret <4 x float> %r
}

define void @list(ptr %p, ptr %q) {
  %a = load <4 x i32>, ptr %p
  %pb = getelementptr i8, ptr %p, i64 16
  %b = load <4 x i32>, ptr %pb
  %r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 7, i32 0, i32 5, i32 2>
  store <4 x i32> %r, ptr %q
  ret void
}
