; Alignment, names that need quotes, and functions without a body to return from.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"function_attributes.ll"
; 	.globl	aligned                         # -- Begin function aligned
; 	.p2align	6, 0x90
; 	.type	aligned,@function
; aligned:                                # @aligned
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end0:
; 	.size	aligned, .Lfunc_end0-aligned
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	"needs quotes"                  # -- Begin function needs quotes
; 	.p2align	4, 0x90
; 	.type	"needs quotes",@function
; "needs quotes":                         # @"needs quotes"
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end1:
; 	.size	"needs quotes", .Lfunc_end1-"needs quotes"
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	dollar$and.dot_1                # -- Begin function dollar$and.dot_1
; 	.p2align	4, 0x90
; 	.type	dollar$and.dot_1,@function
; dollar$and.dot_1:                       # @"dollar$and.dot_1"
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end2:
; 	.size	dollar$and.dot_1, .Lfunc_end2-dollar$and.dot_1
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	small                           # -- Begin function small
; 	.type	small,@function
; small:                                  # @small
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end3:
; 	.size	small, .Lfunc_end3-small
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	never                           # -- Begin function never
; 	.p2align	4, 0x90
; 	.type	never,@function
; never:                                  # @never
; 	.cfi_startproc
; # %bb.0:
; .Lfunc_end4:
; 	.size	never, .Lfunc_end4-never
; 	.cfi_endproc
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

define void @aligned() align 64 {
  ret void
}

define void @"needs quotes"() {
  ret void
}

define void @"dollar$and.dot_1"() {
  ret void
}


define void @small() minsize optsize {
  ret void
}

define void @never() {
  unreachable
}
