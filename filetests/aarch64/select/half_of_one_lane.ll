; A vector of one half is a number of a floating-point register: lanes of longer vectors go there, and come from there.
; RUN: avarice compile -mtriple=aarch64-linux-gnu -verify-machineinstrs %s -o - | grep -v '\.cfi\|\.size\|\.type\|\.p2align\|\.section\|\.globl\|\.text\|Lfunc'
; OUTPUT:
; 	.file	"half_of_one_lane.ll"
; first:                                  // @first
; // %bb.0:
; 	fcvt	s0, h0
; 	fadd	s0, s0, s0
; 	fcvt	h0, s0
; 	ret
;                                         // -- End function
; third:                                  // @third
; // %bb.0:
; 	mov	h0, v0.h[2]
; 	fcvt	s0, h0
; 	fadd	s0, s0, s0
; 	fcvt	h0, s0
; 	ret
;                                         // -- End function
; widened:                                // @widened
; // %bb.0:
;                                         // kill: def $h0 killed $h0 def $s0
;                                         // kill: def $h1 killed $h1 def $q1
; 	fcvt	s2, h1
; 	fcvt	s0, h0
; 	fadd	s0, s0, s2
; 	fcvt	h2, s0
; 	mov	v0.16b, v2.16b
; 	mov	v0.h[1], v1.h[0]
; 	mov	v0.h[2], v2.h[0]
;                                         // kill: def $d0 killed $d0 killed $q0
; 	ret
;                                         // -- End function
; converted:                              // @converted
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
;                                         // kill: def $d0 killed $d0 def $q0
; 	mov	h0, v0.h[3]
; 	fcvt	s0, h0
; 	bl	__fixsfti
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
define half @first(<8 x half> %a) {
  %one = shufflevector <8 x half> %a, <8 x half> poison, <1 x i32> zeroinitializer
  %h = extractelement <1 x half> %one, i32 0
  %sum = fadd half %h, %h
  ret half %sum
}

define half @third(<8 x half> %a) {
  %one = shufflevector <8 x half> %a, <8 x half> poison, <1 x i32> <i32 2>
  %h = extractelement <1 x half> %one, i32 0
  %sum = fadd half %h, %h
  ret half %sum
}

define <4 x half> @widened(<1 x half> %a, <1 x half> %b) {
  %sum = fadd <1 x half> %a, %b
  %wide = shufflevector <1 x half> %sum, <1 x half> %b, <4 x i32> <i32 0, i32 1, i32 0, i32 poison>
  ret <4 x half> %wide
}

define i128 @converted(<4 x half> %a) {
  %one = shufflevector <4 x half> %a, <4 x half> poison, <1 x i32> <i32 3>
  %h = extractelement <1 x half> %one, i32 0
  %v = fptosi half %h to i128
  ret i128 %v
}
