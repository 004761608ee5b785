; What a block computes twice is computed once; between blocks nothing is shared here, so that values do not live longer.
; Instructions are those of llc 19.1.7, but that it writes 64-bit constants below 2^32 into 32-bit registers, and in `blocks`
; chooses between values that its IR passes made of the branch.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; same:                                   // @same
; // %bb.0:
; 	mul	x8, x0, x1
; 	mov	x9, #16913                      // =0x4211
; 	movk	x9, #8456, lsl #16
; 	movk	x9, #4228, lsl #32
; 	movk	x9, #2114, lsl #48
; 	umulh	x9, x8, x9
; 	sub	x8, x8, x9
; 	add	x8, x9, x8, lsr #1
; 	mov	x9, #5                          // =0x5
; 	lsr	x8, x8, #4
; 	eor	x9, x8, x9
; 	mul	x0, x9, x8
; 	ret
;                                         // -- End function
; flags:                                  // @flags
; // %bb.0:
; 	add	w8, w0, #1
; 	cmp	w8, w0
; 	str	w8, [x2]
; 	cset	w0, gt
; 	ret
;                                         // -- End function
; floats:                                 // @floats
; // %bb.0:
; 	fadd	d1, d0, d1
; 	fdiv	d0, d1, d0
; 	fmul	d0, d0, d0
; 	ret
;                                         // -- End function
; intrinsics:                             // @intrinsics
; // %bb.0:
; 	rev	w8, w0
; 	lsr	w9, w8, #3
; 	mul	w0, w8, w9
; 	ret
;                                         // -- End function
; loads:                                  // @loads
; // %bb.0:
; 	mov	w8, #1                          // =0x1
; 	ldr	w9, [x0]
; 	str	w8, [x1]
; 	ldr	w8, [x0]
; 	mul	w0, w9, w8
; 	ret
;                                         // -- End function
; order:                                  // @order
; // %bb.0:
; 	sub	w8, w0, w1
; 	sub	w9, w1, w0
; 	mul	w0, w8, w9
; 	ret
;                                         // -- End function
; frozen:                                 // @frozen
; // %bb.0:
; 	mul	w0, w0, w0
; 	ret
;                                         // -- End function
; blocks:                                 // @blocks
; // %bb.0:                               // %entry
; 	mov	x8, #12345                      // =0x3039
; 	eor	x0, x0, x8
; 	tbz	w1, #0, .LBB7_2
; // %bb.1:                               // %then
; 	mul	x0, x0, x0
; .LBB7_2:                                // %done
; 	ret
;                                         // -- End function
; left_alone:                             // @left_alone
; // %bb.0:
; 	mul	w8, w0, w0
; 	madd	w0, w0, w0, w8
; 	ret
;                                         // -- End function

define i64 @same(i64 %x, i64 %y) {
  %a = mul i64 %x, %y
  %b = udiv i64 %a, 31
  %c = mul i64 %y, %x
  %d = udiv i64 %c, 31
  %e = xor i64 %b, 5
  %f = mul i64 %e, %d
  ret i64 %f
}

; Only the first promises that nothing is lost: the sum of both does not.
define i1 @flags(i32 %x, i32 %y, ptr %p) {
  %a = add nsw i32 %x, 1
  %b = add i32 %x, 1
  store i32 %b, ptr %p
  %c = icmp sgt i32 %a, %x
  ret i1 %c
}

define double @floats(double %x, double %y) {
  %a = fadd double %x, %y
  %b = fdiv double %a, %x
  %c = fadd double %y, %x
  %d = fdiv double %c, %x
  %e = fmul double %b, %d
  ret double %e
}

define i32 @intrinsics(i32 %x) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %b = call i32 @llvm.bswap.i32(i32 %x)
  %c = lshr i32 %a, 3
  %d = mul i32 %b, %c
  ret i32 %d
}

; Memory is between them.
define i32 @loads(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 1, ptr %q
  %b = load i32, ptr %p
  %c = mul i32 %a, %b
  ret i32 %c
}

; The order of what is subtracted counts.
define i32 @order(i32 %x, i32 %y) {
  %a = sub i32 %x, %y
  %b = sub i32 %y, %x
  %c = mul i32 %a, %b
  ret i32 %c
}

; A frozen value is another one each time.
define i32 @frozen(i32 %x) {
  %a = freeze i32 %x
  %b = freeze i32 %x
  %c = mul i32 %a, %b
  ret i32 %c
}

define i64 @blocks(i64 %x, i1 %c) {
entry:
  %a = xor i64 %x, 12345
  br i1 %c, label %then, label %done
then:
  %b = xor i64 %x, 12345
  %d = mul i64 %b, %a
  ret i64 %d
done:
  ret i64 %a
}

define i32 @left_alone(i32 %x) noinline optnone {
  %a = mul i32 %x, %x
  %b = mul i32 %x, %x
  %c = add i32 %a, %b
  ret i32 %c
}

declare i32 @llvm.bswap.i32(i32)
