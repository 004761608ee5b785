; Vectors are passed in XMM registers, one a part, then in stack slots of 16 bytes.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; .LCPI0_0:
; .LCPI0_1:
; call:                                   # @call
; # %bb.0:
; 	subq	$40, %rsp
; 	movaps	%xmm1, 16(%rsp)                 # 16-byte Spill
; 	movaps	%xmm0, (%rsp)                   # 16-byte Spill
; 	movss	.LCPI0_1(%rip), %xmm3           # xmm3 = [67305985,0,0,0]
; 	callq	g@PLT
; 	addps	(%rsp), %xmm0                   # 16-byte Folded Reload
; 	addps	16(%rsp), %xmm1                 # 16-byte Folded Reload
; 	addq	$40, %rsp
; 	retq
;                                         # -- End function
; on_stack:                               # @on_stack
; # %bb.0:
; 	movdqa	8(%rsp), %xmm0
; 	psubd	40(%rsp), %xmm0
; 	retq
;                                         # -- End function
; .LCPI2_0:
; pass_on_stack:                          # @pass_on_stack
; # %bb.0:
; 	subq	$40, %rsp
; 	movsd	.LCPI2_0(%rip), %xmm1           # xmm1 = [1.0E+0,0.0E+0]
; 	movsd	%xmm1, (%rsp)
; 	movaps	%xmm0, 16(%rsp)
; 	xorps	%xmm0, %xmm0
; 	xorps	%xmm1, %xmm1
; 	xorps	%xmm2, %xmm2
; 	xorps	%xmm3, %xmm3
; 	xorps	%xmm4, %xmm4
; 	xorps	%xmm5, %xmm5
; 	xorps	%xmm6, %xmm6
; 	xorps	%xmm7, %xmm7
; 	callq	many@PLT
; 	addq	$40, %rsp
; 	retq
;                                         # -- End function
; pair:                                   # @pair
; # %bb.0:
; 	movaps	%xmm0, %xmm2
; 	movaps	%xmm1, %xmm0
; 	movaps	%xmm2, %xmm1
; 	retq
;                                         # -- End function
; mask:                                   # @mask
; # %bb.0:
; 	subq	$24, %rsp
; 	movaps	%xmm1, (%rsp)                   # 16-byte Spill
; 	pslld	$31, %xmm0
; 	psrad	$31, %xmm0
; 	callq	make_mask@PLT
; 	pslld	$31, %xmm0
; 	psrad	$31, %xmm0
; 	pand	(%rsp), %xmm0                   # 16-byte Folded Reload
; 	addq	$24, %rsp
; 	retq
;                                         # -- End function

declare <8 x float> @g(<8 x float>, <2 x float>, <4 x i8>)

define <8 x float> @call(<8 x float> %a, <2 x float> %b) {
  %r = call <8 x float> @g(<8 x float> %a, <2 x float> %b, <4 x i8> <i8 1, i8 2, i8 3, i8 4>)
  %s = fadd <8 x float> %r, %a
  ret <8 x float> %s
}

define <4 x i32> @on_stack(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d, i32 %e, <4 x i32> %f, double %g, <4 x i32> %h) {
  %r = sub <4 x i32> %f, %h
  ret <4 x i32> %r
}

define void @pass_on_stack(<4 x i32> %a) {
  call void @many(<8 x i32> zeroinitializer, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer, double 1.0, <4 x i32> %a)
  ret void
}

declare void @many(<8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, double, <4 x i32>)

define { <2 x float>, <2 x float> } @pair(<2 x float> %a, <2 x float> %b) {
  %1 = insertvalue { <2 x float>, <2 x float> } poison, <2 x float> %b, 0
  %2 = insertvalue { <2 x float>, <2 x float> } %1, <2 x float> %a, 1
  ret { <2 x float>, <2 x float> } %2
}

; Only the lowest bits of a mask's lanes are passed.
define <4 x i32> @mask(<4 x i1> %m, <4 x i32> %a) {
  %n = call <4 x i1> @make_mask(<4 x i1> %m)
  %r = select <4 x i1> %n, <4 x i32> %a, <4 x i32> zeroinitializer
  ret <4 x i32> %r
}

declare <4 x i1> @make_mask(<4 x i1>)
