; Few destinations of values in one word are tested by bits, a dominant case comes first, two cases that differ in one bit are
; compared at once, and a default that is unreachable is not tested.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; bits:                                   // @bits
; // %bb.0:
; 	uxtb	w8, w0
; 	mov	x9, #1                          // =0x1
; 	mov	x10, #9728                      // =0x2600
; 	movk	x10, #1, lsl #32
; 	lsl	x9, x9, x8
; 	cmp	w8, #32
; 	and	x8, x9, x10
; 	ccmp	x8, #0, #4, ls
; 	b.eq	.LBB0_2
; // %bb.1:                               // %x
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	on_a
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; .LBB0_2:                                // %d
; 	ret
;                                         // -- End function
; two:                                    // @two
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	add	w8, w0, #3
; 	cmp	w8, #4
; 	b.hi	.LBB1_4
; // %bb.1:
; 	mov	w9, #1                          // =0x1
; 	lsl	w8, w9, w8
; 	mov	w9, #21                         // =0x15
; 	tst	w8, w9
; 	b.eq	.LBB1_3
; // %bb.2:                               // %x
; 	bl	on_a
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB1_3:                                // %y
; 	bl	on_b
; .LBB1_4:                                // %d
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; pair:                                   // @pair
; // %bb.0:
; 	uxtb	w8, w0
; 	orr	w8, w8, #0x20
; 	cmp	w8, #101
; 	b.ne	.LBB2_2
; // %bb.1:                               // %x
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	on_a
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; .LBB2_2:                                // %d
; 	ret
;                                         // -- End function
; peel:                                   // @peel
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	cmp	x0, #101
; 	b.ne	.LBB3_2
; // %bb.1:                               // %x
; 	bl	on_a
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB3_2:
; 	cmp	x0, #77
; 	b.eq	.LBB3_6
; // %bb.3:
; 	cmn	x0, #5
; 	b.eq	.LBB3_5
; // %bb.4:
; 	mov	x8, #59392                      // =0xe800
; 	movk	x8, #18550, lsl #16
; 	movk	x8, #23, lsl #32
; 	cmp	x0, x8
; 	b.ne	.LBB3_7
; .LBB3_5:                                // %y
; 	bl	on_b
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB3_6:                                // %z
; 	bl	on_c
; .LBB3_7:                                // %d
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; tree:                                   // @tree
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	sxth	w8, w0
; 	cmp	w8, #4
; 	b.le	.LBB4_6
; // %bb.1:
; 	cmp	w8, #100
; 	b.le	.LBB4_13
; // %bb.2:
; 	cmp	w8, #3333
; 	b.eq	.LBB4_11
; // %bb.3:
; 	cmp	w8, #1000
; 	b.eq	.LBB4_11
; // %bb.4:
; 	cmp	w8, #101
; 	b.eq	.LBB4_12
; .LBB4_5:                                // %d
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB4_6:
; 	tbz	w8, #31, .LBB4_9
; // %bb.7:
; 	cmn	w8, #8, lsl #12                 // =32768
; 	b.eq	.LBB4_12
; // %bb.8:
; 	cmn	w8, #5
; 	b.eq	.LBB4_11
; 	b	.LBB4_5
; .LBB4_9:
; 	cbz	w8, .LBB4_12
; // %bb.10:
; 	cmp	w8, #1
; 	b.ne	.LBB4_5
; .LBB4_11:                               // %y
; 	bl	on_b
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB4_12:                               // %x
; 	bl	on_a
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB4_13:
; 	cmp	w8, #5
; 	b.eq	.LBB4_15
; // %bb.14:
; 	cmp	w8, #77
; 	b.ne	.LBB4_5
; .LBB4_15:                               // %z
; 	bl	on_c
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; un:                                     // @un
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	mov	w8, w0
; 	mov	x9, #1                          // =0x1
; 	lsl	x8, x9, x8
; 	mov	x9, #136                        // =0x88
; 	movk	x9, #256, lsl #32
; 	tst	x8, x9
; 	b.ne	.LBB5_3
; // %bb.1:
; 	mov	x9, #34                         // =0x22
; 	tst	x8, x9
; 	b.eq	.LBB5_4
; // %bb.2:                               // %x
; 	bl	on_a
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB5_3:                                // %y
; 	bl	on_b
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
; .LBB5_4:                                // %z
; 	bl	on_c
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function

declare void @on_a()
declare void @on_b()
declare void @on_c()
define void @bits(i8 %v) {
  switch i8 %v, label %d [ i8 32, label %x
   i8 10, label %x
   i8 9, label %x
   i8 13, label %x ]
x: call void @on_a()
  ret void
d: ret void
}
define void @two(i32 %v) {
  switch i32 %v, label %d [ i32 -3, label %x
   i32 -2, label %y
   i32 -1, label %x
   i32 0, label %y
   i32 1, label %x ]
x: call void @on_a()
  ret void
y: call void @on_b()
  ret void
d: ret void
}
define void @pair(i8 %v) {
  switch i8 %v, label %d [ i8 101, label %x
   i8 69, label %x ]
x: call void @on_a()
  ret void
d: ret void
}
define void @peel(i64 %v) {
  switch i64 %v, label %d [ i64 101, label %x
   i64 -5, label %y
   i64 100000000000, label %y
   i64 77, label %z ], !prof !0
x: call void @on_a()
  ret void
y: call void @on_b()
  ret void
z: call void @on_c()
  ret void
d: ret void
}
define void @tree(i16 signext %v) {
  switch i16 %v, label %d [ i16 101, label %x
   i16 -5, label %y
   i16 1000, label %y
   i16 0, label %x
   i16 1, label %y
   i16 5, label %z
   i16 3333, label %y
   i16 -32768, label %x
   i16 77, label %z ]
x: call void @on_a()
  ret void
y: call void @on_b()
  ret void
z: call void @on_c()
  ret void
d: ret void
}
define void @un(i32 %v) {
  switch i32 %v, label %d [ i32 1, label %x
   i32 3, label %y
   i32 5, label %x
   i32 7, label %y
   i32 9, label %z
   i32 12, label %z
   i32 40, label %y ]
x: call void @on_a()
  ret void
y: call void @on_b()
  ret void
z: call void @on_c()
  ret void
d: unreachable
}
!0 = !{!"branch_weights", i32 1, i32 100, i32 1, i32 1, i32 2}
