; Numbers of 128 bits: a choice between them, calls of the runtime; a fence that is for one thread only.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\."
; OUTPUT:
; choice:                                 // @choice
; // %bb.0:
; 	mov	x8, #-1                         // =0xffffffffffffffff
; 	tst	w0, #0x1
; 	csel	x8, x8, xzr, ne
; 	dup	v2.2d, x8
; 	bif	v0.16b, v1.16b, v2.16b
; 	ret
;                                         // -- End function
; sum:                                    // @sum
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	__addtf3
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; fences:                                 // @fences
; // %bb.0:
; 	dmb	ish
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define fp128 @choice(i1 %c, fp128 %a, fp128 %b) {
  %r = select i1 %c, fp128 %a, fp128 %b
  ret fp128 %r
}

define fp128 @sum(fp128 %a, fp128 %b) {
  %r = fadd fp128 %a, %b
  ret fp128 %r
}

define void @fences() {
  fence syncscope("singlethread") seq_cst
  fence seq_cst
  ret void
}
