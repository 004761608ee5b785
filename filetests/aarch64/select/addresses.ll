; Offsets in units of the access and in bytes, indices of 64 and 32 bits, places of symbols in their page, the
; global offset table; neighbours are loaded and stored together.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; scaled:                                 // @scaled
; // %bb.0:
; 	ldr	w0, [x0, #16380]
; 	ret
;                                         // -- End function
; unscaled:                               // @unscaled
; // %bb.0:
; 	ldur	x0, [x0, #-9]
; 	ret
;                                         // -- End function
; too_far:                                // @too_far
; // %bb.0:
; 	add	x8, x0, #9, lsl #12             // =36864
; 	ldr	w0, [x8, #3140]
; 	ret
;                                         // -- End function
; index:                                  // @index
; // %bb.0:
; 	ldrh	w0, [x0, x1, lsl #1]
; 	ret
;                                         // -- End function
; half_index:                             // @half_index
; // %bb.0:
; 	ldr	x0, [x0, w1, sxtw #3]
; 	ret
;                                         // -- End function
; element:                                // @element
; // %bb.0:
; 	add	x8, x1, x1, lsl #1
; 	add	x8, x0, x8, lsl #2
; 	ldr	w0, [x8, #8]
; 	ret
;                                         // -- End function
; symbol:                                 // @symbol
; // %bb.0:
; 	adrp	x8, near
; 	ldr	w0, [x8, :lo12:near]
; 	ret
;                                         // -- End function
; symbol_plus:                            // @symbol_plus
; // %bb.0:
; 	adrp	x0, near+40
; 	add	x0, x0, :lo12:near+40
; 	ret
;                                         // -- End function
; foreign:                                // @foreign
; // %bb.0:
; 	adrp	x8, :got:far
; 	ldr	x8, [x8, :got_lo12:far]
; 	str	x0, [x8]
; 	ret
;                                         // -- End function
; extending:                              // @extending
; // %bb.0:
; 	ldrsb	x8, [x0]
; 	ldrh	w9, [x0, #2]
; 	add	x0, x8, x9
; 	ret
;                                         // -- End function
; neighbours:                             // @neighbours
; // %bb.0:
; 	ldp	x9, x8, [x0]
; 	stp	x8, x9, [x1]
; 	ret
;                                         // -- End function
; local:                                  // @local
; // %bb.0:
; 	sub	sp, sp, #32
; 	str	w0, [sp, #12]
; 	ldr	w0, [sp, #12]
; 	add	sp, sp, #32
; 	ret
;                                         // -- End function
; near:
;

target triple = "aarch64-unknown-linux-gnu"

@near = dso_local global [100 x i32] zeroinitializer, align 4
@far = external global i64
define i32 @scaled(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 16380
  %r = load i32, ptr %a
  ret i32 %r
}
define i64 @unscaled(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 -9
  %r = load i64, ptr %a
  ret i64 %r
}
define i32 @too_far(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 40004
  %r = load i32, ptr %a
  ret i32 %r
}
define i16 @index(ptr %p, i64 %i) {
  %a = getelementptr i16, ptr %p, i64 %i
  %r = load i16, ptr %a
  ret i16 %r
}
define i64 @half_index(ptr %p, i32 %i) {
  %e = sext i32 %i to i64
  %a = getelementptr i64, ptr %p, i64 %e
  %r = load i64, ptr %a
  ret i64 %r
}
define i32 @element(ptr %p, i64 %i) {
  %a = getelementptr {i32, i32, i32}, ptr %p, i64 %i, i32 2
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @symbol() {
  %r = load i32, ptr @near
  ret i32 %r
}
define ptr @symbol_plus() {
  ret ptr getelementptr (i8, ptr @near, i64 40)
}
define void @foreign(i64 %v) {
  store i64 %v, ptr @far
  ret void
}
define i64 @extending(ptr %p) {
  %a = load i8, ptr %p
  %b = sext i8 %a to i64
  %q = getelementptr i8, ptr %p, i64 2
  %c = load i16, ptr %q
  %d = zext i16 %c to i64
  %r = add i64 %b, %d
  ret i64 %r
}
define void @neighbours(ptr %p, ptr %q) {
  %a = load i64, ptr %p
  %p1 = getelementptr i64, ptr %p, i64 1
  %b = load i64, ptr %p1
  %q1 = getelementptr i64, ptr %q, i64 1
  store i64 %b, ptr %q
  store i64 %a, ptr %q1
  ret void
}
define i32 @local(i32 %v) {
  %s = alloca [8 x i32]
  %a = getelementptr i32, ptr %s, i64 3
  store volatile i32 %v, ptr %a
  %r = load volatile i32, ptr %a
  ret i32 %r
}
