; Branches and selects on floating-point comparisons: equality needs two jumps, since unordered
; must go the other way.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; when_equal:                             # @when_equal
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	jne	.LBB0_2
; 	jp	.LBB0_2
; # %bb.1:                                # %yes
; 	pushq	%rax
; 	callq	then@PLT
; 	addq	$8, %rsp
; .LBB0_2:                                # %no
; 	retq
;                                         # -- End function
; when_not_equal:                         # @when_not_equal
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	jne	.LBB1_1
; 	jnp	.LBB1_2
; .LBB1_1:                                # %yes
; 	pushq	%rax
; 	callq	then@PLT
; 	addq	$8, %rsp
; .LBB1_2:                                # %no
; 	retq
;                                         # -- End function
; when_less:                              # @when_less
; # %bb.0:
; 	ucomiss	%xmm0, %xmm1
; 	jbe	.LBB2_2
; # %bb.1:                                # %yes
; 	pushq	%rax
; 	callq	then@PLT
; 	addq	$8, %rsp
; .LBB2_2:                                # %no
; 	retq
;                                         # -- End function
; integer_select:                         # @integer_select
; # %bb.0:
; 	movl	%edi, %eax
; 	xorpd	%xmm1, %xmm1
; 	ucomisd	%xmm1, %xmm0
; 	cmovbel	%esi, %eax
; 	retq
;                                         # -- End function
; float_select:                           # @float_select
; # %bb.0:
; 	cmpl	$3, %edi
; 	je	.LBB4_2
; # %bb.1:
; 	movaps	%xmm1, %xmm0
; .LBB4_2:
; 	retq
;                                         # -- End function

declare void @then()

define void @when_equal(double %a, double %b) {
  %c = fcmp oeq double %a, %b
  br i1 %c, label %yes, label %no
yes:
  call void @then()
  br label %no
no:
  ret void
}

define void @when_not_equal(double %a, double %b) {
  %c = fcmp une double %a, %b
  br i1 %c, label %yes, label %no
yes:
  call void @then()
  br label %no
no:
  ret void
}

define void @when_less(float %a, float %b) {
  %c = fcmp olt float %a, %b
  br i1 %c, label %yes, label %no
yes:
  call void @then()
  br label %no
no:
  ret void
}

define i32 @integer_select(double %a, i32 %x, i32 %y) {
  %c = fcmp ogt double %a, 0.0
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}

define double @float_select(i32 %a, double %x, double %y) {
  %c = icmp eq i32 %a, 3
  %r = select i1 %c, double %x, double %y
  ret double %r
}
