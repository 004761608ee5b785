; `bic` inverts one operand, so that a choice bit by bit stays as it is.
; Instructions are those of llc 19.1.7.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; choose:                                 // @choose
; // %bb.0:
; 	and	w8, w0, w1
; 	bic	w9, w2, w0
; 	orr	w0, w8, w9
; 	ret
;                                         // -- End function
; swapped:                                // @swapped
; // %bb.0:
; 	bic	x8, x2, x0
; 	and	x9, x1, x0
; 	orr	x0, x8, x9
; 	ret
;                                         // -- End function
; constant:                               // @constant
; // %bb.0:
; 	mov	w8, #54919                      // =0xd687
; 	and	w9, w0, w1
; 	movk	w8, #18, lsl #16
; 	bic	w8, w8, w0
; 	orr	w0, w9, w8
; 	ret
;                                         // -- End function
; or_constant:                            // @or_constant
; // %bb.0:
; 	mov	w8, #54919                      // =0xd687
; 	movk	w8, #18, lsl #16
; 	orn	w0, w8, w0
; 	ret
;                                         // -- End function

define i32 @choose(i32 %m, i32 %a, i32 %b) {
  %p = and i32 %m, %a
  %n = xor i32 %m, -1
  %q = and i32 %n, %b
  %r = or i32 %p, %q
  ret i32 %r
}

; The operands in another order.
define i64 @swapped(i64 %m, i64 %a, i64 %b) {
  %n = xor i64 %m, -1
  %q = and i64 %b, %n
  %p = and i64 %a, %m
  %r = or i64 %q, %p
  ret i64 %r
}

define i32 @constant(i32 %m, i32 %a) {
  %p = and i32 %m, %a
  %n = xor i32 %m, -1
  %q = and i32 %n, 1234567
  %r = or i32 %p, %q
  ret i32 %r
}

define i32 @or_constant(i32 %m) {
  %n = xor i32 %m, -1
  %q = or i32 %n, 1234567
  ret i32 %q
}
