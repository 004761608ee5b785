; The table of a function with landing pads: calls without one are in it too, types are counted from
; their end, a pad that only cleans up has no action.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"exception_table.ll"
; 	.globl	catches                         # -- Begin function catches
; 	.p2align	4, 0x90
; 	.type	catches,@function
; catches:                                # @catches
; .Lfunc_begin0:
; 	.cfi_startproc
; 	.cfi_personality 3, __gxx_personality_v0
; 	.cfi_lsda 3, .Lexception0
; # %bb.0:                                # %entry
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	movl	$1, %edi
; 	callq	throw@PLT
; .Ltmp4:
; 	movl	$2, %edi
; 	callq	throw@PLT
; .Ltmp5:
; # %bb.1:                                # %next
; .Ltmp2:
; 	movl	$3, %edi
; 	callq	throw@PLT
; .Ltmp3:
; # %bb.2:                                # %last
; 	movl	$4, %edi
; 	callq	throw@PLT
; 	xorl	%eax, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_4:                                # %catch
; 	.cfi_def_cfa_offset 16
; .Ltmp1:
; 	movl	$1, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_3:                                # %cleanup
; 	.cfi_def_cfa_offset 16
; .Ltmp0:
; 	movq	%rax, %rdi
; 	callq	_Unwind_Resume@PLT
; .Lfunc_end0:
; 	.size	catches, .Lfunc_end0-catches
; 	.cfi_endproc
; 	.section	.gcc_except_table,"a",@progbits
; 	.p2align	2, 0x0
; GCC_except_table0:
; .Lexception0:
; 	.byte	255
; 	.byte	3
; 	.byte	69
; 	.byte	3
; 	.byte	52
; 	.long	.Lfunc_begin0-.Lfunc_begin0
; 	.long	.Ltmp4-.Lfunc_begin0
; 	.long	.Lfunc_begin0-.Lfunc_begin0
; 	.byte	0
; 	.long	.Ltmp4-.Lfunc_begin0
; 	.long	.Ltmp5-.Ltmp4
; 	.long	.Ltmp0-.Lfunc_begin0
; 	.byte	0
; 	.long	.Ltmp2-.Lfunc_begin0
; 	.long	.Ltmp3-.Ltmp2
; 	.long	.Ltmp1-.Lfunc_begin0
; 	.byte	1
; 	.long	.Ltmp3-.Lfunc_begin0
; 	.long	.Lfunc_end0-.Ltmp3
; 	.long	.Lfunc_begin0-.Lfunc_begin0
; 	.byte	0
; 	.byte	1
; 	.byte	1
; 	.byte	2
; 	.byte	1
; 	.byte	0
; 	.byte	0
; 	.byte	0
; 	.byte	0
; 	.byte	0
; 	.byte	0
; 	.byte	0
; 	.long	_ZTIi
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

declare void @throw(i32)
declare i32 @__gxx_personality_v0(...)
@_ZTIi = external constant ptr

define i32 @catches() personality ptr @__gxx_personality_v0 {
entry:
  call void @throw(i32 1)
  invoke void @throw(i32 2) to label %next unwind label %cleanup
next:
  invoke void @throw(i32 3) to label %last unwind label %catch
last:
  call void @throw(i32 4)
  ret i32 0
cleanup:
  %a = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %a
catch:
  %b = landingpad { ptr, i32 } cleanup catch ptr @_ZTIi catch ptr null
  ret i32 1
}
