; Integers divided by powers of two as they become numbers; shifts whose upper bits are cut off are part of operations.
; RUN: avarice compile %s -o - | grep -v "^\s*\\."
; OUTPUT:
; random:                                 // @random
; // %bb.0:
; 	lsr	x8, x0, #11
; 	ucvtf	d0, x8, #53
; 	ret
;                                         // -- End function
; sixteenths:                             // @sixteenths
; // %bb.0:
; 	scvtf	s0, w0, #4
; 	ret
;                                         // -- End function
; too_far:                                // @too_far
; // %bb.0:
; 	scvtf	d0, w0
; 	mov	x8, #4458563631096791040        // =0x3de0000000000000
; 	fmov	d1, x8
; 	fmul	d0, d0, d1
; 	ret
;                                         // -- End function
; doubled:                                // @doubled
; // %bb.0:
; 	scvtf	d0, w0
; 	fmov	d1, #2.00000000
; 	fmul	d0, d0, d1
; 	ret
;                                         // -- End function
; cut:                                    // @cut
; // %bb.0:
; 	add	w0, w0, w1, lsr #8
; 	ret
;                                         // -- End function
; not_cut:                                // @not_cut
; // %bb.0:
; 	ubfx	w8, w1, #8, #8
; 	add	w0, w0, w8
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define double @random(i64 %bits) {
  %x = lshr i64 %bits, 11
  %y = uitofp i64 %x to double
  %r = fmul double %y, 0x3CA0000000000000
  ret double %r
}

define float @sixteenths(i32 %n) {
  %y = sitofp i32 %n to float
  %r = fmul float 6.25e-2, %y
  ret float %r
}

; No instruction divides what is 32 bits wide by so much, or multiplies.
define double @too_far(i32 %n) {
  %y = sitofp i32 %n to double
  %r = fmul double %y, 0x3DE0000000000000
  ret double %r
}

define double @doubled(i32 %n) {
  %y = sitofp i32 %n to double
  %r = fmul double %y, 2.0
  ret double %r
}

define i16 @cut(i16 %a, i32 %b) {
  %s = lshr i32 %b, 8
  %t = trunc i32 %s to i16
  %r = add i16 %a, %t
  ret i16 %r
}

; An i16 has unspecified bits above it, so this shift is not part of the addition.
define i16 @not_cut(i16 %a, i16 %b) {
  %s = lshr i16 %b, 8
  %r = add i16 %a, %s
  ret i16 %r
}
