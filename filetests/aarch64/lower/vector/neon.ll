; Intrinsics of AArch64: operations that are one instruction, reductions, lists of registers.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; lanes:                                  // @lanes
; // %bb.0:
; 	sqadd	v0.8b, v0.8b, v1.8b
; 	ret
;                                         // -- End function
; number:                                 // @number
; // %bb.0:
; 	fmov	s0, w0
; 	fmov	s1, w1
; 	sqadd	s0, s0, s1
; 	fmov	w0, s0
; 	ret
;                                         // -- End function
; narrower:                               // @narrower
; // %bb.0:
; 	sqshrun	v0.8b, v0.8h, #8
; 	ret
;                                         // -- End function
; wider:                                  // @wider
; // %bb.0:
; 	umull	v0.2d, v0.2s, v1.2s
; 	ret
;                                         // -- End function
; magnitudes:                             // @magnitudes
; // %bb.0:
; 	facgt	v0.4s, v0.4s, v1.4s
; 	ret
;                                         // -- End function
; rounded:                                // @rounded
; // %bb.0:
; 	fcvtas	x0, d0
; 	ret
;                                         // -- End function
; fixed_point:                            // @fixed_point
; // %bb.0:
; 	scvtf	v0.2d, v0.2d, #64
; 	ret
;                                         // -- End function
; by_lanes:                               // @by_lanes
; // %bb.0:
; 	sqshlu	v0.4s, v0.4s, #31
; 	ret
;                                         // -- End function
; inserted:                               // @inserted
; // %bb.0:
; 	sli	v0.16b, v1.16b, #7
; 	ret
;                                         // -- End function
; reduced:                                // @reduced
; // %bb.0:
; 	smaxv	b0, v0.8b
; 	uaddlv	s1, v1.8h
; 	fmov	w8, s0
; 	fmov	w9, s1
; 	sxtb	w8, w8
; 	add	w0, w8, w9
; 	ret
;                                         // -- End function
; reduced_numbers:                        // @reduced_numbers
; // %bb.0:
; 	faddp	v0.4s, v0.4s, v0.4s
; 	faddp	s0, v0.2s
; 	ret
;                                         // -- End function
; looked_up:                              // @looked_up
; // %bb.0:
;                                         // kill: def $q2 killed $q2 killed $q1_q2 def $q1_q2
;                                         // kill: def $q1 killed $q1 killed $q1_q2 def $q1_q2
; 	tbx	v0.8b, { v1.16b, v2.16b }, v3.8b
; 	ret
;                                         // -- End function
; two_vectors:                            // @two_vectors
; // %bb.0:
; 	ld2	{ v0.4s, v1.4s }, [x0]
; 	sub	v0.4s, v0.4s, v1.4s
; 	ret
;                                         // -- End function
; three_lanes:                            // @three_lanes
; // %bb.0:
;                                         // kill: def $d2 killed $d2 killed $q0_q1_q2 def $q0_q1_q2
;                                         // kill: def $d1 killed $d1 killed $q0_q1_q2 def $q0_q1_q2
;                                         // kill: def $d0 killed $d0 killed $q0_q1_q2 def $q0_q1_q2
; 	ld3	{ v0.b, v1.b, v2.b }[5], [x0]
; 	fmov	d0, d2
; 	ret
;                                         // -- End function
; four_vectors:                           // @four_vectors
; // %bb.0:
;                                         // kill: def $d3 killed $d3 killed $d0_d1_d2_d3 def $d0_d1_d2_d3
;                                         // kill: def $d2 killed $d2 killed $d0_d1_d2_d3 def $d0_d1_d2_d3
;                                         // kill: def $d1 killed $d1 killed $d0_d1_d2_d3 def $d0_d1_d2_d3
;                                         // kill: def $d0 killed $d0 killed $d0_d1_d2_d3 def $d0_d1_d2_d3
; 	st4	{ v0.2s, v1.2s, v2.2s, v3.2s }, [x0]
; 	ret
;                                         // -- End function
; gathered:                               // @gathered
; // %bb.0:
; 	ldr	s0, [x0]
; 	ld1	{ v0.s }[3], [x1]
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

declare <8 x i8> @llvm.aarch64.neon.sqadd.v8i8(<8 x i8>, <8 x i8>)
declare i32 @llvm.aarch64.neon.sqadd.i32(i32, i32)
declare <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16>, i32)
declare <2 x i64> @llvm.aarch64.neon.umull.v2i64(<2 x i32>, <2 x i32>)
declare <4 x i32> @llvm.aarch64.neon.facgt.v4i32.v4f32(<4 x float>, <4 x float>)
declare i64 @llvm.aarch64.neon.fcvtas.i64.f64(double)
declare <2 x double> @llvm.aarch64.neon.vcvtfxs2fp.v2f64.v2i64(<2 x i64>, i32)
declare <4 x i32> @llvm.aarch64.neon.sqshlu.v4i32(<4 x i32>, <4 x i32>)
declare <16 x i8> @llvm.aarch64.neon.vsli.v16i8(<16 x i8>, <16 x i8>, i32)
declare i32 @llvm.aarch64.neon.smaxv.i32.v8i8(<8 x i8>)
declare i32 @llvm.aarch64.neon.uaddlv.i32.v8i16(<8 x i16>)
declare float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float>)
declare <8 x i8> @llvm.aarch64.neon.tbx2.v8i8(<8 x i8>, <16 x i8>, <16 x i8>, <8 x i8>)
declare { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr)
declare { <8 x i8>, <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld3lane.v8i8.p0(<8 x i8>, <8 x i8>, <8 x i8>, i64, ptr)
declare void @llvm.aarch64.neon.st4.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, <2 x float>, ptr)

define <8 x i8> @lanes(<8 x i8> %a, <8 x i8> %b) {
  %r = call <8 x i8> @llvm.aarch64.neon.sqadd.v8i8(<8 x i8> %a, <8 x i8> %b)
  ret <8 x i8> %r
}

define i32 @number(i32 %a, i32 %b) {
  %r = call i32 @llvm.aarch64.neon.sqadd.i32(i32 %a, i32 %b)
  ret i32 %r
}

define <8 x i8> @narrower(<8 x i16> %a) {
  %r = call <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16> %a, i32 8)
  ret <8 x i8> %r
}

define <2 x i64> @wider(<2 x i32> %a, <2 x i32> %b) {
  %r = call <2 x i64> @llvm.aarch64.neon.umull.v2i64(<2 x i32> %a, <2 x i32> %b)
  ret <2 x i64> %r
}

define <4 x i32> @magnitudes(<4 x float> %a, <4 x float> %b) {
  %r = call <4 x i32> @llvm.aarch64.neon.facgt.v4i32.v4f32(<4 x float> %a, <4 x float> %b)
  ret <4 x i32> %r
}

define i64 @rounded(double %a) {
  %r = call i64 @llvm.aarch64.neon.fcvtas.i64.f64(double %a)
  ret i64 %r
}

define <2 x double> @fixed_point(<2 x i64> %a) {
  %r = call <2 x double> @llvm.aarch64.neon.vcvtfxs2fp.v2f64.v2i64(<2 x i64> %a, i32 64)
  ret <2 x double> %r
}

define <4 x i32> @by_lanes(<4 x i32> %a) {
  %r = call <4 x i32> @llvm.aarch64.neon.sqshlu.v4i32(<4 x i32> %a, <4 x i32> splat (i32 31))
  ret <4 x i32> %r
}

define <16 x i8> @inserted(<16 x i8> %a, <16 x i8> %b) {
  %r = call <16 x i8> @llvm.aarch64.neon.vsli.v16i8(<16 x i8> %a, <16 x i8> %b, i32 7)
  ret <16 x i8> %r
}

define i32 @reduced(<8 x i8> %a, <8 x i16> %b) {
  %r = call i32 @llvm.aarch64.neon.smaxv.i32.v8i8(<8 x i8> %a)
  %s = call i32 @llvm.aarch64.neon.uaddlv.i32.v8i16(<8 x i16> %b)
  %t = add i32 %r, %s
  ret i32 %t
}

define float @reduced_numbers(<4 x float> %a) {
  %r = call float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float> %a)
  ret float %r
}

define <8 x i8> @looked_up(<8 x i8> %a, <16 x i8> %b, <16 x i8> %c, <8 x i8> %d) {
  %r = call <8 x i8> @llvm.aarch64.neon.tbx2.v8i8(<8 x i8> %a, <16 x i8> %b, <16 x i8> %c, <8 x i8> %d)
  ret <8 x i8> %r
}

define <4 x i32> @two_vectors(ptr %p) {
  %l = call { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr %p)
  %a = extractvalue { <4 x i32>, <4 x i32> } %l, 0
  %b = extractvalue { <4 x i32>, <4 x i32> } %l, 1
  %r = sub <4 x i32> %a, %b
  ret <4 x i32> %r
}

define <8 x i8> @three_lanes(<8 x i8> %a, <8 x i8> %b, <8 x i8> %c, ptr %p) {
  %l = call { <8 x i8>, <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld3lane.v8i8.p0(<8 x i8> %a, <8 x i8> %b, <8 x i8> %c, i64 5, ptr %p)
  %r = extractvalue { <8 x i8>, <8 x i8>, <8 x i8> } %l, 2
  ret <8 x i8> %r
}

define void @four_vectors(<2 x float> %a, <2 x float> %b, <2 x float> %c, <2 x float> %d, ptr %p) {
  call void @llvm.aarch64.neon.st4.v2f32.p0(<2 x float> %a, <2 x float> %b, <2 x float> %c, <2 x float> %d, ptr %p)
  ret void
}

; Elements from memory go to their lanes.
define <4 x i32> @gathered(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %x = insertelement <4 x i32> poison, i32 %a, i64 0
  %y = insertelement <4 x i32> %x, i32 %b, i64 3
  ret <4 x i32> %y
}
