; Stores of constants that follow each other in memory become one, if nothing in between may read or write what they write.
; Instructions are those of llc 19.1.7, but what it also moves over other accesses, or stores twice, and 32 bytes of zeros.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; pair:                                   // @pair
; // %bb.0:
; 	mov	x8, #1                          // =0x1
; 	movk	x8, #2, lsl #32
; 	str	x8, [x0]
; 	ret
;                                         // -- End function
; three:                                  // @three
; // %bb.0:
; 	mov	w8, #2055                       // =0x807
; 	mov	w9, #9                          // =0x9
; 	strh	w8, [x0]
; 	strb	w9, [x0, #2]
; 	ret
;                                         // -- End function
; sizes:                                  // @sizes
; // %bb.0:
; 	mov	x8, #-2                         // =0xfffffffffffffffe
; 	movk	x8, #3, lsl #32
; 	str	x8, [x0]
; 	ret
;                                         // -- End function
; kinds:                                  // @kinds
; // %bb.0:
; 	mov	x8, #1065353216                 // =0x3f800000
; 	movk	x8, #5, lsl #32
; 	stp	x8, xzr, [x0]
; 	ret
;                                         // -- End function
; apart:                                  // @apart
; // %bb.0:
; 	mov	x8, x0
; 	ldr	x0, [x0, #8]
; 	str	x1, [x8, #16]
; 	str	xzr, [x8]
; 	ret
;                                         // -- End function
; other:                                  // @other
; // %bb.0:
; 	str	wzr, [x0]
; 	str	x1, [x1]
; 	str	wzr, [x0, #4]
; 	ret
;                                         // -- End function
; read:                                   // @read
; // %bb.0:
; 	mov	w9, #4464                       // =0x1170
; 	mov	x8, x0
; 	movk	w9, #1, lsl #16
; 	str	wzr, [x8, #4]
; 	str	w9, [x0]
; 	lsr	w0, w9, #16
; 	ret
;                                         // -- End function
; twice:                                  // @twice
; // %bb.0:
; 	mov	w8, #1                          // =0x1
; 	mov	w9, #2                          // =0x2
; 	str	w8, [x0]
; 	mov	x8, #3                          // =0x3
; 	movk	x8, #4, lsl #32
; 	strh	w9, [x0, #2]
; 	str	x8, [x0]
; 	ret
;                                         // -- End function
; volatile:                               // @volatile
; // %bb.0:
; 	mov	w8, #1                          // =0x1
; 	mov	w9, #2                          // =0x2
; 	str	w8, [x0]
; 	str	w9, [x0, #4]
; 	ret
;                                         // -- End function
; objects:                                // @objects
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	mov	w8, #6                          // =0x6
; 	adrp	x9, :got:g
; 	add	x0, sp, #8
; 	ldr	x9, [x9, :got_lo12:g]
; 	str	w8, [sp, #8]
; 	mov	x8, #1                          // =0x1
; 	movk	x8, #2, lsl #32
; 	str	x8, [x9, #8]
; 	bl	use
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; called:                                 // @called
; // %bb.0:
; 	stp	x30, x19, [sp, #-16]!           // 16-byte Folded Spill
; 	mov	w8, #1                          // =0x1
; 	mov	x19, x0
; 	str	w8, [x0]
; 	bl	use
; 	mov	w8, #2                          // =0x2
; 	str	w8, [x19, #4]
; 	ldp	x30, x19, [sp], #16             // 16-byte Folded Reload
; 	ret
;                                         // -- End function
; counted:                                // @counted
; // %bb.0:
; 	rbit	w9, w1
; 	mov	x8, x0
; 	clz	w0, w9
; 	mov	x9, #1                          // =0x1
; 	str	x9, [x8]
; 	ret
;                                         // -- End function
; zeros:                                  // @zeros
; // %bb.0:
; 	stp	xzr, xzr, [x0]
; 	stp	xzr, xzr, [x0, #16]
; 	ret
;                                         // -- End function
; as_it_is:                               // @as_it_is
; // %bb.0:
; 	mov	w8, #1                          // =0x1
; 	str	w8, [x0]
; 	mov	w8, #2                          // =0x2
; 	str	w8, [x0, #4]
; 	ret
;                                         // -- End function
; g:
;

@g = global [16 x i8] zeroinitializer, align 16

; One word.
define void @pair(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

; Three bytes are two and one.
define void @three(ptr %p) {
  store i8 7, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 8, ptr %q
  %r = getelementptr i8, ptr %p, i64 2
  store i8 9, ptr %r
  ret void
}

; What small ones become is merged again, in any order.
define void @sizes(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %p, i64 6
  store i16 -1, ptr %r
  store i32 -2, ptr %p
  store i16 3, ptr %q
  ret void
}

; Floating-point numbers are bits, and null is zero.
define void @kinds(ptr %p) {
  store float 1.0, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 5, ptr %q
  %r = getelementptr i8, ptr %p, i64 8
  store ptr null, ptr %r
  ret void
}

; Other bytes of the same object may be written and read in between.
define i64 @apart(ptr %p, i64 %v) {
  store i32 0, ptr %p
  %s = getelementptr i8, ptr %p, i64 16
  store i64 %v, ptr %s
  %t = getelementptr i8, ptr %p, i64 8
  %old = load i64, ptr %t
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret i64 %old
}

; The other pointer may be to the same bytes.
define void @other(ptr %p, ptr %x) {
  store i32 0, ptr %p
  store ptr %x, ptr %x
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret void
}

; What is read has been written before.
define i16 @read(ptr %p) {
  store i32 70000, ptr %p
  %r = getelementptr i8, ptr %p, i64 2
  %high = load i16, ptr %r
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret i16 %high
}

; The last one to write a byte is right.
define void @twice(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  store i16 2, ptr %q
  store i32 3, ptr %p
  %r = getelementptr i8, ptr %p, i64 4
  store i32 4, ptr %r
  ret void
}

; A volatile store stays, and stays where it is.
define void @volatile(ptr %p) {
  store volatile i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

; A variable and an object on the stack.
define void @objects() {
  %s = alloca i64
  store i32 6, ptr %s
  store i32 1, ptr getelementptr (i8, ptr @g, i64 8)
  store i32 2, ptr getelementptr ([16 x i8], ptr @g, i64 0, i64 12)
  call void @use(ptr %s)
  ret void
}

; A call may read.
define void @called(ptr %p) {
  store i32 1, ptr %p
  call void @use(ptr %p)
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

; Intrinsics without memory may not.
define i32 @counted(ptr %p, i32 %x) {
  store i32 1, ptr %p
  %n = call i32 @llvm.cttz.i32(i32 %x, i1 true)
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret i32 %n
}

; Zeros of two words, aligned or not.
define void @zeros(ptr %p) {
  store i64 0, ptr %p, align 16
  %q = getelementptr i8, ptr %p, i64 8
  store i64 0, ptr %q
  %r = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %r, align 4
  %s = getelementptr i8, ptr %p, i64 24
  store i64 0, ptr %s
  ret void
}

; Nothing is changed.
define void @as_it_is(ptr %p) noinline optnone {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

declare void @use(ptr)
declare i32 @llvm.cttz.i32(i32, i1)
