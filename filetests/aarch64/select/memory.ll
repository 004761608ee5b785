; Blocks of memory of known size are copied and filled in place, others by the C library; the stack pointer moves
; for objects of variable size.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; copy:                                   // @copy
; // %bb.0:
; 	ldp	q0, q1, [x1]
; 	ldur	x8, [x1, #31]
; 	stp	q0, q1, [x0]
; 	stur	x8, [x0, #31]
; 	ret
;                                         // -- End function
; move:                                   // @move
; // %bb.0:
; 	ldr	x8, [x1]
; 	ldr	w9, [x1, #8]
; 	str	x8, [x0]
; 	str	w9, [x0, #8]
; 	ret
;                                         // -- End function
; clear:                                  // @clear
; // %bb.0:
; 	movi	v0.2d, #0000000000000000
; 	str	xzr, [x0, #32]
; 	stp	q0, q0, [x0]
; 	ret
;                                         // -- End function
; fill:                                   // @fill
; // %bb.0:
; 	uxtb	w8, w1
; 	orr	w8, w8, w8, lsl #8
; 	orr	w8, w8, w8, lsl #16
; 	str	w8, [x0]
; 	stur	w8, [x0, #3]
; 	ret
;                                         // -- End function
; library:                                // @library
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	mov	x2, x1
; 	mov	w1, #255                        // =0xff
; 	bl	memset
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; variable:                               // @variable
; // %bb.0:
; 	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
; 	mov	x29, sp
; 	lsl	x8, x0, #2
; 	mov	x9, sp
; 	add	x8, x8, #15
; 	and	x8, x8, #0xfffffffffffffff0
; 	sub	x0, x9, x8
; 	mov	sp, x0
; 	bl	use
; 	mov	sp, x29
; 	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define void @copy(ptr %a, ptr %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 39, i1 false)
  ret void
}
define void @move(ptr %a, ptr %b) {
  call void @llvm.memmove.p0.p0.i64(ptr %a, ptr %b, i64 12, i1 false)
  ret void
}
define void @clear(ptr %a) {
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 40, i1 false)
  ret void
}
define void @fill(ptr %a, i8 %v) {
  call void @llvm.memset.p0.i64(ptr %a, i8 %v, i64 7, i1 false)
  ret void
}
define void @library(ptr %a, i64 %n) {
  call void @llvm.memset.p0.i64(ptr %a, i8 -1, i64 %n, i1 false)
  ret void
}
declare void @use(ptr)
define void @variable(i64 %n) {
  %p = alloca i32, i64 %n
  call void @use(ptr %p)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
