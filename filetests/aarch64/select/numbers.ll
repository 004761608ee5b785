; Constants of numbers as immediates, from integer registers and from memory; fused operations where contraction is
; allowed; conversions; rounding.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; one:                                    // @one
; // %bb.0:
; 	fmov	d0, #1.00000000
; 	ret
;                                         // -- End function
; .LCPI1_0:
; tenth:                                  // @tenth
; // %bb.0:
; 	adrp	x8, .LCPI1_0
; 	ldr	d0, [x8, :lo12:.LCPI1_0]
; 	ret
;                                         // -- End function
; single:                                 // @single
; // %bb.0:
; 	mov	w8, #52429                      // =0xcccd
; 	movk	w8, #15820, lsl #16
; 	fmov	s0, w8
; 	ret
;                                         // -- End function
; nothing:                                // @nothing
; // %bb.0:
; 	movi	d0, #0000000000000000
; 	ret
;                                         // -- End function
; fused:                                  // @fused
; // %bb.0:
; 	fmsub	d0, d0, d1, d2
; 	ret
;                                         // -- End function
; apart:                                  // @apart
; // %bb.0:
; 	fmul	d0, d0, d1
; 	fadd	d0, d2, d0
; 	ret
;                                         // -- End function
; negated:                                // @negated
; // %bb.0:
; 	fnmul	s0, s0, s1
; 	ret
;                                         // -- End function
; from_int:                               // @from_int
; // %bb.0:
; 	scvtf	d0, w0
; 	ucvtf	d1, x1
; 	fdiv	d0, d0, d1
; 	ret
;                                         // -- End function
; to_int:                                 // @to_int
; // %bb.0:
; 	fcvtzu	x0, d0
; 	ret
;                                         // -- End function
; saturated:                              // @saturated
; // %bb.0:
; 	fcvtzs	w8, s0
; 	mov	w9, #127                        // =0x7f
; 	mov	w10, #-128                      // =0xffffff80
; 	cmp	w8, w9
; 	csel	w8, w9, w8, gt
; 	cmp	w8, w10
; 	csel	w0, w10, w8, lt
; 	ret
;                                         // -- End function
; rounded:                                // @rounded
; // %bb.0:
; 	frintm	d0, d0
; 	frintx	d0, d0
; 	fsqrt	d0, d0
; 	ret
;                                         // -- End function
; halves:                                 // @halves
; // %bb.0:
; 	fcvt	s0, h0
; 	fmul	s0, s0, s0
; 	fcvt	h0, s0
; 	ret
;                                         // -- End function
; bits:                                   // @bits
; // %bb.0:
; 	fmov	x0, d0
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define double @one() {
  ret double 1.0
}
define double @tenth() {
  ret double 0.1
}
define float @single() {
  ret float 0x3FB99999A0000000
}
define double @nothing() {
  ret double 0.0
}
define double @fused(double %a, double %b, double %c) {
  %p = fmul contract double %a, %b
  %r = fsub contract double %c, %p
  ret double %r
}
define double @apart(double %a, double %b, double %c) {
  %p = fmul double %a, %b
  %r = fadd double %c, %p
  ret double %r
}
define float @negated(float %a, float %b) {
  %p = fmul float %a, %b
  %r = fneg float %p
  ret float %r
}
define double @from_int(i32 %a, i64 %b) {
  %x = sitofp i32 %a to double
  %y = uitofp i64 %b to double
  %r = fdiv double %x, %y
  ret double %r
}
define i64 @to_int(double %a) {
  %r = fptoui double %a to i64
  ret i64 %r
}
define i8 @saturated(float %a) {
  %r = call i8 @llvm.fptosi.sat.i8.f32(float %a)
  ret i8 %r
}
define double @rounded(double %a) {
  %f = call double @llvm.floor.f64(double %a)
  %c = call double @llvm.rint.f64(double %f)
  %s = call double @llvm.sqrt.f64(double %c)
  ret double %s
}
define half @halves(half %a) {
  %x = fpext half %a to float
  %y = fmul float %x, %x
  %r = fptrunc float %y to half
  ret half %r
}
define i64 @bits(double %a) {
  %r = bitcast double %a to i64
  ret i64 %r
}
declare i8 @llvm.fptosi.sat.i8.f32(float)
declare double @llvm.floor.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.sqrt.f64(double)
