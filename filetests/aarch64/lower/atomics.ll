; Atomic operations as calls of the runtime, as instructions, as loops.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; called:                                 // @called
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	mov	x8, x0
; 	mov	w0, w1
; 	mov	x1, x8
; 	bl	__aarch64_ldadd4_acq_rel
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; instruction:                            // @instruction
; // %bb.0:
; 	mvn	w8, w1
; 	ldclral	w8, w0, [x0]
; 	ret
;                                         // -- End function
; loop:                                   // @loop
; // %bb.0:
; 	uxtb	w9, w1
; 	mov	x8, x0
; 	ldxrb	w0, [x8]
; 	uxtb	w10, w0
; 	cmp	w10, w9
; 	csel	w10, w0, w1, hi
; 	stxrb	w11, w10, [x8]
; 	cbnz	w11, .LBB2_1
; // %bb.2:
; 	ret
;                                         // -- End function
; exchange:                               // @exchange
; // %bb.0:
; 	ldaxr	x8, [x0]
; 	cmp	x8, x1
; 	b.ne	.LBB3_3
; // %bb.2:                               //   in Loop: Header=BB3_1 Depth=1
; 	stxr	w9, x2, [x0]
; 	cbnz	w9, .LBB3_1
; 	cmp	x8, x1
; 	cset	w8, eq
; 	ubfx	w0, w8, #0, #1
; 	ret
;                                         // -- End function
; ordered:                                // @ordered
; // %bb.0:
; 	ldar	x8, [x0]
; 	dmb	ishld
; 	fmov	d0, x8
; 	mov	w8, #1                          // =0x1
; 	stlrh	w8, [x1]
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define i32 @called(ptr %p, i32 %x) #0 {
  %r = atomicrmw add ptr %p, i32 %x acq_rel, align 4
  ret i32 %r
}

define i32 @instruction(ptr %p, i32 %x) #1 {
  %r = atomicrmw and ptr %p, i32 %x seq_cst, align 4
  ret i32 %r
}

define i8 @loop(ptr %p, i8 %x) {
  %r = atomicrmw umax ptr %p, i8 %x monotonic, align 1
  ret i8 %r
}

define i1 @exchange(ptr %p, i64 %old, i64 %new) {
  %r = cmpxchg ptr %p, i64 %old, i64 %new acquire monotonic, align 8
  %ok = extractvalue { i64, i1 } %r, 1
  ret i1 %ok
}

define double @ordered(ptr %p, ptr %q) {
  %x = load atomic double, ptr %p seq_cst, align 8
  fence acquire
  store atomic i16 1, ptr %q release, align 2
  ret double %x
}

attributes #0 = { "target-features"="+outline-atomics" }
attributes #1 = { "target-features"="+lse" }
