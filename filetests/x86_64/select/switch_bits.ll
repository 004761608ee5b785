; Few destinations of values in one word are tested by bits, a dominant case comes first, two cases that differ in one bit are
; compared at once, and a default that is unreachable is not tested.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -verify-machineinstrs -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; bits:                                   # @bits
; # %bb.0:
; 	movzbl	%dil, %eax
; 	cmpl	$32, %eax
; 	ja	.LBB0_3
; # %bb.1:
; 	movabsq	$4294977024, %rcx               # imm = 0x100002600
; 	btq	%rax, %rcx
; 	jae	.LBB0_3
; # %bb.2:                                # %x
; 	pushq	%rax
; 	callq	on_a@PLT
; 	popq	%rax
; .LBB0_3:                                # %d
; 	retq
;                                         # -- End function
; two:                                    # @two
; # %bb.0:
; 	pushq	%rax
; 	addl	$3, %edi
; 	cmpl	$4, %edi
; 	ja	.LBB1_3
; # %bb.1:
; 	movl	$21, %eax
; 	btl	%edi, %eax
; 	jae	.LBB1_2
; # %bb.4:                                # %x
; 	callq	on_a@PLT
; 	popq	%rax
; 	retq
; .LBB1_2:                                # %y
; 	callq	on_b@PLT
; .LBB1_3:                                # %d
; 	popq	%rax
; 	retq
;                                         # -- End function
; pair:                                   # @pair
; # %bb.0:
; 	movzbl	%dil, %eax
; 	orl	$32, %eax
; 	cmpl	$101, %eax
; 	jne	.LBB2_2
; # %bb.1:                                # %x
; 	pushq	%rax
; 	callq	on_a@PLT
; 	popq	%rax
; .LBB2_2:                                # %d
; 	retq
;                                         # -- End function
; peel:                                   # @peel
; # %bb.0:
; 	pushq	%rax
; 	cmpq	$101, %rdi
; 	jne	.LBB3_1
; # %bb.7:                                # %x
; 	callq	on_a@PLT
; 	popq	%rax
; 	retq
; .LBB3_1:
; 	cmpq	$77, %rdi
; 	je	.LBB3_5
; # %bb.2:
; 	cmpq	$-5, %rdi
; 	je	.LBB3_4
; # %bb.3:
; 	movabsq	$100000000000, %rax             # imm = 0x174876E800
; 	cmpq	%rax, %rdi
; 	jne	.LBB3_6
; .LBB3_4:                                # %y
; 	callq	on_b@PLT
; 	popq	%rax
; 	retq
; .LBB3_5:                                # %z
; 	callq	on_c@PLT
; .LBB3_6:                                # %d
; 	popq	%rax
; 	retq
;                                         # -- End function
; tree:                                   # @tree
; # %bb.0:
; 	pushq	%rax
; 	movswl	%di, %eax
; 	cmpl	$76, %eax
; 	jg	.LBB4_5
; # %bb.1:
; 	leal	5(%rax), %ecx
; 	cmpl	$10, %ecx
; 	ja	.LBB4_2
; # %bb.4:
; 	jmpq	*.LJTI4_0(,%rcx,8)
; .LBB4_12:                               # %d
; 	popq	%rax
; 	retq
; .LBB4_5:
; 	cmpl	$999, %eax                      # imm = 0x3E7
; 	jg	.LBB4_8
; # %bb.6:
; 	cmpl	$77, %eax
; 	je	.LBB4_11
; # %bb.7:
; 	cmpl	$101, %eax
; 	je	.LBB4_3
; 	jmp	.LBB4_12
; .LBB4_8:
; 	cmpl	$1000, %eax                     # imm = 0x3E8
; 	je	.LBB4_10
; # %bb.9:
; 	cmpl	$3333, %eax                     # imm = 0xD05
; 	jne	.LBB4_12
; .LBB4_10:                               # %y
; 	callq	on_b@PLT
; 	popq	%rax
; 	retq
; .LBB4_11:                               # %z
; 	callq	on_c@PLT
; 	popq	%rax
; 	retq
; .LBB4_2:
; 	cmpl	$-32768, %eax                   # imm = 0x8000
; 	jne	.LBB4_12
; .LBB4_3:                                # %x
; 	callq	on_a@PLT
; 	popq	%rax
; 	retq
; .LJTI4_0:
;                                         # -- End function
; un:                                     # @un
; # %bb.0:
; 	pushq	%rax
; 	movl	%edi, %eax
; 	movabsq	$1099511627912, %rcx            # imm = 0x10000000088
; 	btq	%rax, %rcx
; 	jb	.LBB5_3
; # %bb.1:
; 	movl	$34, %ecx
; 	btq	%rax, %rcx
; 	jae	.LBB5_4
; # %bb.2:                                # %x
; 	callq	on_a@PLT
; 	popq	%rax
; 	retq
; .LBB5_3:                                # %y
; 	callq	on_b@PLT
; 	popq	%rax
; 	retq
; .LBB5_4:                                # %z
; 	callq	on_c@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function

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
