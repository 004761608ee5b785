; With noimplicitfloat no vector registers are used for what is no vector.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; copies:                                 // @copies
; // %bb.0:
; 	ldp	x8, x9, [x1]
; 	ldr	x10, [x1, #16]
; 	ldr	w11, [x1, #24]
; 	str	x10, [x0, #16]
; 	stp	x8, x9, [x0]
; 	str	w11, [x0, #24]
; 	ret
;                                         // -- End function
; moves:                                  // @moves
; // %bb.0:
; 	ldp	x8, x9, [x1]
; 	ldp	x10, x11, [x1, #16]
; 	stp	x8, x9, [x0]
; 	stp	x10, x11, [x0, #16]
; 	ret
;                                         // -- End function
; clears:                                 // @clears
; // %bb.0:
; 	stp	xzr, xzr, [x0]
; 	stp	xzr, xzr, [x0, #16]
; 	str	xzr, [x0, #32]
; 	ret
;                                         // -- End function
; fills:                                  // @fills
; // %bb.0:
; 	uxtb	w8, w1
; 	orr	x8, x8, x8, lsl #8
; 	orr	x8, x8, x8, lsl #16
; 	orr	x8, x8, x8, lsl #32
; 	stp	x8, x8, [x0]
; 	stp	x8, x8, [x0, #16]
; 	ret
;                                         // -- End function
; too_large:                              // @too_large
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	mov	x2, #1000                       // =0x3e8
; 	bl	memcpy
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @copies(ptr %p, ptr %q) noimplicitfloat {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 28, i1 false)
  ret void
}

define void @moves(ptr %p, ptr %q) noimplicitfloat {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false)
  ret void
}

define void @clears(ptr %p) noimplicitfloat {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 40, i1 false)
  ret void
}

define void @fills(ptr %p, i8 %b) noimplicitfloat {
  call void @llvm.memset.p0.i64(ptr %p, i8 %b, i64 32, i1 false)
  ret void
}

define void @too_large(ptr %p, ptr %q) noimplicitfloat {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 1000, i1 false)
  ret void
}
