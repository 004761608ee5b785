; Products with one lane of a register take it where it is: of numbers, integers, lanes that are extended, and in intrinsics.
; Expected output made by llc 19.1.7.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -o - | grep -v -e "^[[:space:]][.]" -e "^[.]L"
; OUTPUT:
; fmul:                                   // @fmul
; // %bb.0:
; 	fmul	v0.4s, v0.4s, v1.s[2]
; 	ret
;                                         // -- End function
; fmul2:                                  // @fmul2
; // %bb.0:
;                                         // kill: def $d1 killed $d1 def $q1
; 	fmul	v0.2s, v0.2s, v1.s[1]
; 	ret
;                                         // -- End function
; fmul2q:                                 // @fmul2q
; // %bb.0:
; 	fmul	v0.2s, v0.2s, v1.s[3]
; 	ret
;                                         // -- End function
; fmul4d:                                 // @fmul4d
; // %bb.0:
;                                         // kill: def $d1 killed $d1 def $q1
; 	fmul	v0.4s, v0.4s, v1.s[1]
; 	ret
;                                         // -- End function
; fmuld:                                  // @fmuld
; // %bb.0:
; 	fmul	v0.2d, v0.2d, v1.d[1]
; 	ret
;                                         // -- End function
; fma:                                    // @fma
; // %bb.0:
; 	fmla	v0.4s, v1.4s, v2.s[2]
; 	ret
;                                         // -- End function
; fms:                                    // @fms
; // %bb.0:
; 	fmls	v0.4s, v1.4s, v2.s[2]
; 	ret
;                                         // -- End function
; fmacontract:                            // @fmacontract
; // %bb.0:
; 	fmla	v0.4s, v1.4s, v2.s[2]
; 	ret
;                                         // -- End function
; scalar:                                 // @scalar
; // %bb.0:
;                                         // kill: def $s1 killed $s1 def $q1
; 	fmul	v0.4s, v0.4s, v1.s[0]
; 	ret
;                                         // -- End function
; scalard:                                // @scalard
; // %bb.0:
;                                         // kill: def $d2 killed $d2 def $q2
; 	fmla	v0.2d, v1.2d, v2.d[0]
; 	ret
;                                         // -- End function
; mul:                                    // @mul
; // %bb.0:
; 	mul	v0.4s, v0.4s, v1.s[2]
; 	ret
;                                         // -- End function
; mul16:                                  // @mul16
; // %bb.0:
; 	mul	v0.8h, v0.8h, v1.h[5]
; 	ret
;                                         // -- End function
; mla:                                    // @mla
; // %bb.0:
; 	mla	v0.4s, v1.4s, v2.s[2]
; 	ret
;                                         // -- End function
; mls:                                    // @mls
; // %bb.0:
; 	mls	v0.4s, v1.4s, v2.s[2]
; 	ret
;                                         // -- End function
; mulscalar:                              // @mulscalar
; // %bb.0:
; 	dup	v1.4s, w0
; 	mul	v0.4s, v0.4s, v1.4s
; 	ret
;                                         // -- End function
; smull:                                  // @smull
; // %bb.0:
;                                         // kill: def $d1 killed $d1 def $q1
; 	smull	v0.4s, v0.4h, v1.h[2]
; 	ret
;                                         // -- End function
; smull2:                                 // @smull2
; // %bb.0:
;                                         // kill: def $d1 killed $d1 def $q1
; 	smull2	v0.4s, v0.8h, v1.h[2]
; 	ret
;                                         // -- End function
; smlal:                                  // @smlal
; // %bb.0:
;                                         // kill: def $d2 killed $d2 def $q2
; 	smlal	v0.4s, v1.4h, v2.h[2]
; 	ret
;                                         // -- End function
; umlsl:                                  // @umlsl
; // %bb.0:
;                                         // kill: def $d2 killed $d2 def $q2
; 	umlsl	v0.4s, v1.4h, v2.h[2]
; 	ret
;                                         // -- End function
; sqdmulh:                                // @sqdmulh
; // %bb.0:
; 	sqdmulh	v0.4s, v0.4s, v1.s[2]
; 	ret
;                                         // -- End function
; sqdmull:                                // @sqdmull
; // %bb.0:
;                                         // kill: def $d1 killed $d1 def $q1
; 	sqdmull	v0.4s, v0.4h, v1.h[2]
; 	ret
;                                         // -- End function
; sextmul:                                // @sextmul
; // %bb.0:
;                                         // kill: def $d1 killed $d1 def $q1
; 	smull	v0.4s, v0.4h, v1.h[2]
; 	ret
;                                         // -- End function
; fmuls:                                  // @fmuls
; // %bb.0:
; 	fmul	s0, s0, v1.s[2]
; 	ret
;                                         // -- End function
; fmlas:                                  // @fmlas
; // %bb.0:
; 	fmla	d0, d1, v2.d[1]
; 	ret
;                                         // -- End function
; fmlss:                                  // @fmlss
; // %bb.0:
; 	fmls	s0, s1, v2.s[1]
; 	ret
;                                         // -- End function
; fmulx:                                  // @fmulx
; // %bb.0:
; 	fmulx	v0.4s, v0.4s, v1.s[2]
; 	ret
;                                         // -- End function

define <4 x float> @fmul(<4 x float> %a, <4 x float> %b) {
  %s = shufflevector <4 x float> %b, <4 x float> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = fmul <4 x float> %a, %s
  ret <4 x float> %r
}
define <2 x float> @fmul2(<2 x float> %a, <2 x float> %b) {
  %s = shufflevector <2 x float> %b, <2 x float> undef, <2 x i32> <i32 1, i32 1>
  %r = fmul <2 x float> %a, %s
  ret <2 x float> %r
}
define <2 x float> @fmul2q(<2 x float> %a, <4 x float> %b) {
  %s = shufflevector <4 x float> %b, <4 x float> undef, <2 x i32> <i32 3, i32 3>
  %r = fmul <2 x float> %s, %a
  ret <2 x float> %r
}
define <4 x float> @fmul4d(<4 x float> %a, <2 x float> %b) {
  %s = shufflevector <2 x float> %b, <2 x float> undef, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %r = fmul <4 x float> %a, %s
  ret <4 x float> %r
}
define <2 x double> @fmuld(<2 x double> %a, <2 x double> %b) {
  %s = shufflevector <2 x double> %b, <2 x double> undef, <2 x i32> <i32 1, i32 1>
  %r = fmul <2 x double> %a, %s
  ret <2 x double> %r
}
define <4 x float> @fma(<4 x float> %c, <4 x float> %a, <4 x float> %b) {
  %s = shufflevector <4 x float> %b, <4 x float> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %s, <4 x float> %c)
  ret <4 x float> %r
}
define <4 x float> @fms(<4 x float> %c, <4 x float> %a, <4 x float> %b) {
  %s = shufflevector <4 x float> %b, <4 x float> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %n = fneg <4 x float> %a
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %n, <4 x float> %s, <4 x float> %c)
  ret <4 x float> %r
}
define <4 x float> @fmacontract(<4 x float> %c, <4 x float> %a, <4 x float> %b) {
  %s = shufflevector <4 x float> %b, <4 x float> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %m = fmul contract <4 x float> %a, %s
  %r = fadd contract <4 x float> %c, %m
  ret <4 x float> %r
}
define <4 x float> @scalar(<4 x float> %a, float %x) {
  %i = insertelement <4 x float> undef, float %x, i32 0
  %s = shufflevector <4 x float> %i, <4 x float> undef, <4 x i32> zeroinitializer
  %r = fmul <4 x float> %a, %s
  ret <4 x float> %r
}
define <2 x double> @scalard(<2 x double> %c, <2 x double> %a, double %x) {
  %i = insertelement <2 x double> undef, double %x, i32 0
  %s = shufflevector <2 x double> %i, <2 x double> undef, <2 x i32> zeroinitializer
  %r = call <2 x double> @llvm.fma.v2f64(<2 x double> %a, <2 x double> %s, <2 x double> %c)
  ret <2 x double> %r
}
define <4 x i32> @mul(<4 x i32> %a, <4 x i32> %b) {
  %s = shufflevector <4 x i32> %b, <4 x i32> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = mul <4 x i32> %a, %s
  ret <4 x i32> %r
}
define <8 x i16> @mul16(<8 x i16> %a, <8 x i16> %b) {
  %s = shufflevector <8 x i16> %b, <8 x i16> undef, <8 x i32> <i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5>
  %r = mul <8 x i16> %a, %s
  ret <8 x i16> %r
}
define <4 x i32> @mla(<4 x i32> %c, <4 x i32> %a, <4 x i32> %b) {
  %s = shufflevector <4 x i32> %b, <4 x i32> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %m = mul <4 x i32> %a, %s
  %r = add <4 x i32> %c, %m
  ret <4 x i32> %r
}
define <4 x i32> @mls(<4 x i32> %c, <4 x i32> %a, <4 x i32> %b) {
  %s = shufflevector <4 x i32> %b, <4 x i32> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %m = mul <4 x i32> %a, %s
  %r = sub <4 x i32> %c, %m
  ret <4 x i32> %r
}
define <4 x i32> @mulscalar(<4 x i32> %a, i32 %x) {
  %i = insertelement <4 x i32> undef, i32 %x, i32 0
  %s = shufflevector <4 x i32> %i, <4 x i32> undef, <4 x i32> zeroinitializer
  %r = mul <4 x i32> %a, %s
  ret <4 x i32> %r
}
define <4 x i32> @smull(<4 x i16> %a, <4 x i16> %b) {
  %s = shufflevector <4 x i16> %b, <4 x i16> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = call <4 x i32> @llvm.aarch64.neon.smull.v4i32(<4 x i16> %a, <4 x i16> %s)
  ret <4 x i32> %r
}
define <4 x i32> @smull2(<8 x i16> %a, <4 x i16> %b) {
  %h = shufflevector <8 x i16> %a, <8 x i16> undef, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %s = shufflevector <4 x i16> %b, <4 x i16> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = call <4 x i32> @llvm.aarch64.neon.smull.v4i32(<4 x i16> %h, <4 x i16> %s)
  ret <4 x i32> %r
}
define <4 x i32> @smlal(<4 x i32> %c, <4 x i16> %a, <4 x i16> %b) {
  %s = shufflevector <4 x i16> %b, <4 x i16> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %m = call <4 x i32> @llvm.aarch64.neon.smull.v4i32(<4 x i16> %a, <4 x i16> %s)
  %r = add <4 x i32> %c, %m
  ret <4 x i32> %r
}
define <4 x i32> @umlsl(<4 x i32> %c, <4 x i16> %a, <4 x i16> %b) {
  %s = shufflevector <4 x i16> %b, <4 x i16> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %m = call <4 x i32> @llvm.aarch64.neon.umull.v4i32(<4 x i16> %a, <4 x i16> %s)
  %r = sub <4 x i32> %c, %m
  ret <4 x i32> %r
}
define <4 x i32> @sqdmulh(<4 x i32> %a, <4 x i32> %b) {
  %s = shufflevector <4 x i32> %b, <4 x i32> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = call <4 x i32> @llvm.aarch64.neon.sqdmulh.v4i32(<4 x i32> %a, <4 x i32> %s)
  ret <4 x i32> %r
}
define <4 x i32> @sqdmull(<4 x i16> %a, <4 x i16> %b) {
  %s = shufflevector <4 x i16> %b, <4 x i16> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = call <4 x i32> @llvm.aarch64.neon.sqdmull.v4i32(<4 x i16> %a, <4 x i16> %s)
  ret <4 x i32> %r
}
define <4 x i32> @sextmul(<4 x i16> %a, <4 x i16> %b) {
  %s = shufflevector <4 x i16> %b, <4 x i16> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %x = sext <4 x i16> %a to <4 x i32>
  %y = sext <4 x i16> %s to <4 x i32>
  %r = mul <4 x i32> %x, %y
  ret <4 x i32> %r
}
define float @fmuls(float %a, <4 x float> %b) {
  %e = extractelement <4 x float> %b, i32 2
  %r = fmul float %a, %e
  ret float %r
}
define double @fmlas(double %c, double %a, <2 x double> %b) {
  %e = extractelement <2 x double> %b, i32 1
  %r = call double @llvm.fma.f64(double %a, double %e, double %c)
  ret double %r
}
define float @fmlss(float %c, float %a, <4 x float> %b) {
  %e = extractelement <4 x float> %b, i32 1
  %n = fneg float %e
  %r = call float @llvm.fma.f32(float %a, float %n, float %c)
  ret float %r
}
define <4 x float> @fmulx(<4 x float> %a, <4 x float> %b) {
  %s = shufflevector <4 x float> %b, <4 x float> undef, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %r = call <4 x float> @llvm.aarch64.neon.fmulx.v4f32(<4 x float> %a, <4 x float> %s)
  ret <4 x float> %r
}
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.fma.f32(float, float, float)
declare <4 x i32> @llvm.aarch64.neon.smull.v4i32(<4 x i16>, <4 x i16>)
declare <4 x i32> @llvm.aarch64.neon.umull.v4i32(<4 x i16>, <4 x i16>)
declare <4 x i32> @llvm.aarch64.neon.sqdmull.v4i32(<4 x i16>, <4 x i16>)
declare <4 x i32> @llvm.aarch64.neon.sqdmulh.v4i32(<4 x i32>, <4 x i32>)
declare <4 x float> @llvm.aarch64.neon.fmulx.v4f32(<4 x float>, <4 x float>)
