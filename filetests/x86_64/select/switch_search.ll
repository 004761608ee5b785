; A sparse switch is a binary search; neighbours with one destination are a range, a few values
; within a word a bit test, one case a comparison.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; sparse:                                 # @sparse
; # %bb.0:
; 	pushq	%rax
; 	cmpl	$99, %edi
; 	jle	.LBB0_1
; # %bb.4:
; 	cmpl	$100, %edi
; 	je	.LBB0_7
; # %bb.5:
; 	cmpl	$3000, %edi                     # imm = 0xBB8
; 	je	.LBB0_8
; # %bb.6:
; 	cmpl	$1000000, %edi                  # imm = 0xF4240
; 	jne	.LBB0_9
; .LBB0_7:                                # %b
; 	callq	b@PLT
; 	popq	%rax
; 	retq
; .LBB0_1:
; 	cmpl	$-70000, %edi                   # imm = 0xFFFEEE90
; 	je	.LBB0_3
; # %bb.2:
; 	cmpl	$5, %edi
; 	jne	.LBB0_9
; .LBB0_3:                                # %a
; 	callq	a@PLT
; 	popq	%rax
; 	retq
; .LBB0_8:                                # %c
; 	callq	c@PLT
; .LBB0_9:                                # %done
; 	popq	%rax
; 	retq
;                                         # -- End function
; range:                                  # @range
; # %bb.0:
; 	addl	$-48, %edi
; 	cmpl	$4, %edi
; 	ja	.LBB1_2
; # %bb.1:                                # %a
; 	pushq	%rax
; 	callq	a@PLT
; 	addq	$8, %rsp
; .LBB1_2:                                # %done
; 	retq
;                                         # -- End function
; bits:                                   # @bits
; # %bb.0:
; 	movzbl	%dil, %eax
; 	cmpl	$32, %eax
; 	ja	.LBB2_3
; # %bb.1:
; 	movabsq	$4294977024, %rcx               # imm = 0x100002600
; 	btq	%rax, %rcx
; 	jae	.LBB2_3
; # %bb.2:                                # %a
; 	pushq	%rax
; 	callq	a@PLT
; 	addq	$8, %rsp
; .LBB2_3:                                # %done
; 	retq
;                                         # -- End function
; one_case:                               # @one_case
; # %bb.0:
; 	cmpq	$7, %rdi
; 	jne	.LBB3_2
; # %bb.1:                                # %a
; 	pushq	%rax
; 	callq	a@PLT
; 	addq	$8, %rsp
; .LBB3_2:                                # %done
; 	retq
;                                         # -- End function
; no_case:                                # @no_case
; # %bb.0:
; 	retq
;                                         # -- End function

declare void @a()
declare void @b()
declare void @c()

define void @sparse(i32 %x) {
  switch i32 %x, label %done [
    i32 5, label %a
    i32 100, label %b
    i32 3000, label %c
    i32 -70000, label %a
    i32 1000000, label %b
  ]
a:
  call void @a()
  br label %done
b:
  call void @b()
  br label %done
c:
  call void @c()
  br label %done
done:
  ret void
}

define void @range(i32 %x) {
  switch i32 %x, label %done [
    i32 48, label %a
    i32 49, label %a
    i32 50, label %a
    i32 51, label %a
    i32 52, label %a
  ]
a:
  call void @a()
  br label %done
done:
  ret void
}

define void @bits(i8 %x) {
  switch i8 %x, label %done [
    i8 9, label %a
    i8 10, label %a
    i8 13, label %a
    i8 32, label %a
  ]
a:
  call void @a()
  br label %done
done:
  ret void
}

define void @one_case(i64 %x) {
  switch i64 %x, label %done [ i64 7, label %a ]
a:
  call void @a()
  br label %done
done:
  ret void
}

define void @no_case(i64 %x) {
  switch i64 %x, label %done []
done:
  ret void
}
