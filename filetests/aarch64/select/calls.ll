; Arguments and results of AAPCS64: registers by kind, arrays that stay together, indirect results, stack slots.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; stack:                                  // @stack
; // %bb.0:
; 	sub	sp, sp, #32
; 	stp	xzr, x30, [sp, #8]              // 8-byte Folded Spill
; 	str	w0, [sp]
; 	mov	w0, #1                          // =0x1
; 	mov	x1, #2                          // =0x2
; 	mov	x2, #3                          // =0x3
; 	mov	x3, #4                          // =0x4
; 	mov	x4, #5                          // =0x5
; 	mov	x5, #6                          // =0x6
; 	mov	x6, #7                          // =0x7
; 	mov	x7, #8                          // =0x8
; 	bl	many
; 	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
; 	add	sp, sp, #32
; 	ret
;                                         // -- End function
; incoming:                               // @incoming
; // %bb.0:
; 	ldr	w8, [sp]
; 	ldr	x9, [sp, #8]
; 	add	x0, x9, w8, sxtw
; 	ret
;                                         // -- End function
; homogeneous:                            // @homogeneous
; // %bb.0:
; 	fcvt	d0, s3
; 	fadd	d0, d0, d6
; 	ret
;                                         // -- End function
; together:                               // @together
; // %bb.0:
; 	ldp	d0, d1, [sp, #8]
; 	fadd	d0, d0, d1
; 	ret
;                                         // -- End function
; words:                                  // @words
; // %bb.0:
; 	ldp	x8, x9, [sp, #8]
; 	sub	x0, x8, x9
; 	ret
;                                         // -- End function
; indirect:                               // @indirect
; // %bb.0:
; 	str	x0, [x8]
; 	ret
;                                         // -- End function
; ask:                                    // @ask
; // %bb.0:
; 	sub	sp, sp, #48
; 	str	x30, [sp, #32]                  // 8-byte Folded Spill
; 	mov	x8, sp
; 	mov	w0, #3                          // =0x3
; 	bl	get
; 	ldr	x0, [sp]
; 	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
; 	add	sp, sp, #48
; 	ret
;                                         // -- End function
; several:                                // @several
; // %bb.0:
; 	ret
;                                         // -- End function
; bool:                                   // @bool
; // %bb.0:
; 	eor	w8, w0, w1
; 	ubfx	w0, w8, #0, #1
; 	ret
;                                         // -- End function
; pointer:                                // @pointer
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	mov	x8, x0
; 	mov	w0, #-1                         // =0xffffffff
; 	blr	x8
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

declare void @many(i32, i64, i64, i64, i64, i64, i64, i64, i8, i64)
define void @stack(i8 %b) {
  call void @many(i32 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i8 %b, i64 0)
  ret void
}
define i64 @incoming(i64, i64, i64, i64, i64, i64, i64, i64, i32 %a, i64 %b) {
  %x = sext i32 %a to i64
  %r = add i64 %x, %b
  ret i64 %r
}
define double @homogeneous([4 x float] %a, double %b, [2 x double] %c) {
  %x = extractvalue [4 x float] %a, 3
  %y = extractvalue [2 x double] %c, 1
  %z = fpext float %x to double
  %s = fadd double %z, %y
  ret double %s
}
define double @together([4 x double] %a, [3 x double] %b, [2 x double] %c, double %d) {
  %x = extractvalue [2 x double] %c, 1
  %s = fadd double %x, %d
  ret double %s
}
define i64 @words([7 x i64] %a, [2 x i64] %b, i64 %c) {
  %x = extractvalue [2 x i64] %b, 1
  %s = sub i64 %x, %c
  ret i64 %s
}
define void @indirect(ptr sret([4 x i64]) %r, i64 %v) {
  store i64 %v, ptr %r
  ret void
}
declare void @get(ptr sret([4 x i64]), i32)
define i64 @ask() {
  %s = alloca [4 x i64]
  call void @get(ptr sret([4 x i64]) %s, i32 3)
  %r = load i64, ptr %s
  ret i64 %r
}
define {i64, double} @several(i64 %a, double %b) {
  %x = insertvalue {i64, double} undef, i64 %a, 0
  %y = insertvalue {i64, double} %x, double %b, 1
  ret {i64, double} %y
}
define i1 @bool(i1 %a, i1 %b) {
  %r = xor i1 %a, %b
  ret i1 %r
}
define void @pointer(ptr %f) {
  call void %f(i32 signext -1)
  ret void
}
