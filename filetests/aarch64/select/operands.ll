; Shifted and extended second operands, immediates with their complement and negative, fields of bits, and
; multiplications that add.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; shifted:                                // @shifted
; // %bb.0:
; 	add	x0, x0, x1, lsl #3
; 	ret
;                                         // -- End function
; extended:                               // @extended
; // %bb.0:
; 	sub	x0, x0, w1, sxtw #2
; 	ret
;                                         // -- End function
; narrow:                                 // @narrow
; // %bb.0:
; 	add	w0, w0, w1, uxth
; 	ret
;                                         // -- End function
; immediates:                             // @immediates
; // %bb.0:
; 	sub	w8, w0, #4095
; 	and	w8, w8, #0xf0f0f0f
; 	add	w8, w8, #291, lsl #12           // =1191936
; 	add	w0, w8, #1110
; 	ret
;                                         // -- End function
; clear:                                  // @clear
; // %bb.0:
; 	bic	x0, x0, x1
; 	ret
;                                         // -- End function
; rotated:                                // @rotated
; // %bb.0:
; 	eor	w0, w0, w1, ror #27
; 	ret
;                                         // -- End function
; field:                                  // @field
; // %bb.0:
; 	ubfx	w0, w0, #5, #7
; 	ret
;                                         // -- End function
; signed_field:                           // @signed_field
; // %bb.0:
; 	sbfx	w0, w0, #4, #8
; 	ret
;                                         // -- End function
; joined:                                 // @joined
; // %bb.0:
; 	extr	x0, x0, x1, #24
; 	ret
;                                         // -- End function
; multiply_add:                           // @multiply_add
; // %bb.0:
; 	smaddl	x0, w1, w2, x0
; 	ret
;                                         // -- End function
; multiply_by:                            // @multiply_by
; // %bb.0:
; 	add	w9, w0, w0, lsl #3
; 	mov	w8, #100                        // =0x64
; 	lsl	w10, w9, #3
; 	sub	w9, w10, w9
; 	mul	w0, w9, w8
; 	ret
;                                         // -- End function
; clear_bit:                              // @clear_bit
; // %bb.0:
; 	bic	w8, w0, w1
; 	ubfx	w0, w8, #0, #1
; 	ret
;                                         // -- End function
; set_bit:                                // @set_bit
; // %bb.0:
; 	orn	w8, w0, w1
; 	ubfx	w0, w8, #0, #1
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define i64 @shifted(i64 %a, i64 %b) {
  %s = shl i64 %b, 3
  %r = add i64 %a, %s
  ret i64 %r
}
define i64 @extended(i64 %a, i32 %b) {
  %e = sext i32 %b to i64
  %s = shl i64 %e, 2
  %r = sub i64 %a, %s
  ret i64 %r
}
define i32 @narrow(i32 %a, i16 %b) {
  %e = zext i16 %b to i32
  %r = add i32 %a, %e
  ret i32 %r
}
define i32 @immediates(i32 %a) {
  %b = add i32 %a, -4095
  %c = and i32 %b, 252645135
  %d = add i32 %c, 1193046
  ret i32 %d
}
define i64 @clear(i64 %a, i64 %b) {
  %n = xor i64 %b, -1
  %r = and i64 %a, %n
  ret i64 %r
}
define i32 @rotated(i32 %a, i32 %b) {
  %t = call i32 @llvm.fshl.i32(i32 %b, i32 %b, i32 5)
  %r = xor i32 %a, %t
  ret i32 %r
}
define i32 @field(i32 %a) {
  %s = lshr i32 %a, 5
  %r = and i32 %s, 127
  ret i32 %r
}
define i32 @signed_field(i32 %a) {
  %s = shl i32 %a, 20
  %r = ashr i32 %s, 24
  ret i32 %r
}
define i64 @joined(i64 %a, i64 %b) {
  %h = shl i64 %a, 40
  %l = lshr i64 %b, 24
  %r = or i64 %h, %l
  ret i64 %r
}
define i64 @multiply_add(i64 %a, i32 %b, i32 %c) {
  %x = sext i32 %b to i64
  %y = sext i32 %c to i64
  %p = mul i64 %x, %y
  %r = add i64 %a, %p
  ret i64 %r
}
define i32 @multiply_by(i32 %a) {
  %b = mul i32 %a, 9
  %c = mul i32 %b, 7
  %d = mul i32 %c, 100
  ret i32 %d
}
declare i32 @llvm.fshl.i32(i32, i32, i32)

; The complement has ones above the bit: they are cleared, though both bits came without.
define i32 @clear_bit(i32 %a, i1 zeroext %b) {
  %bit = trunc i32 %a to i1
  %not = xor i1 %b, true
  %r = and i1 %bit, %not
  %wide = zext i1 %r to i32
  ret i32 %wide
}
define i32 @set_bit(i1 zeroext %a, i1 zeroext %b) {
  %not = xor i1 %b, true
  %r = or i1 %a, %not
  %wide = zext i1 %r to i32
  ret i32 %wide
}
