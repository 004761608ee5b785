; Bits of one number in the place of bits of another: one instruction where masks say so, but not where a shifted
; operand is as cheap.
; RUN: avarice compile %s -o - | grep -v "^\s*\\."
; OUTPUT:
; insert:                                 // @insert
; // %bb.0:
; 	bfi	x0, x1, #4, #12
; 	ret
;                                         // -- End function
; insert_low:                             // @insert_low
; // %bb.0:
; 	bfxil	w0, w1, #9, #12
; 	ret
;                                         // -- End function
; top_byte:                               // @top_byte
; // %bb.0:
; 	bfi	w0, w1, #24, #8
; 	ret
;                                         // -- End function
; over_zeros:                             // @over_zeros
; // %bb.0:
; 	lsl	x0, x0, #16
; 	bfxil	x0, x1, #0, #16
; 	ret
;                                         // -- End function
; shifted_operand:                        // @shifted_operand
; // %bb.0:
; 	orr	w0, w0, w1, lsl #8
; 	ret
;                                         // -- End function
; narrow:                                 // @narrow
; // %bb.0:
; 	ubfx	w8, w1, #8, #8
; 	and	w9, w0, #0xff00
; 	orr	w0, w9, w8
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define i64 @insert(i64 %a, i64 %b) {
  %x = and i64 %a, -65521
  %y = shl i64 %b, 4
  %z = and i64 %y, 65520
  %r = or i64 %x, %z
  ret i64 %r
}

define i32 @insert_low(i32 %a, i32 %b) {
  %x = and i32 %a, -4096
  %y = lshr i32 %b, 9
  %z = and i32 %y, 4095
  %r = or i32 %z, %x
  ret i32 %r
}

define i32 @top_byte(i32 %a, i32 %b) {
  %x = and i32 %a, 16777215
  %z = shl i32 %b, 24
  %r = or i32 %x, %z
  ret i32 %r
}

define i64 @over_zeros(i64 %a, i64 %b) {
  %x = shl i64 %a, 16
  %z = and i64 %b, 65535
  %r = or i64 %x, %z
  ret i64 %r
}

define i32 @shifted_operand(i8 zeroext %a, i8 zeroext %b) {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %z = shl i32 %y, 8
  %r = or i32 %x, %z
  ret i32 %r
}

; The mask is needed for what is read of the upper bits.
define i32 @narrow(i16 %a, i16 %b) {
  %x = and i16 %a, -256
  %y = lshr i16 %b, 8
  %r = or i16 %x, %y
  %e = zext i16 %r to i32
  ret i32 %e
}
