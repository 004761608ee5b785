; The table of a function with landing pads: calls without one are in it too, types are counted from
; their end, a pad that only cleans up has no action.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.globl	catches
; 	.p2align	4, 0x90
; 	.type	catches,@function
; catches:
; 	.cfi_startproc
; 	.cfi_personality 3, __gxx_personality_v0
; 	.cfi_lsda 3, .Lexception0
; .Lfunc_begin0:
; .LBB0_0:
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	movl	$1, %edi
; 	callq	throw@PLT
; .Ltmp0_5:
; 	movl	$2, %edi
; 	callq	throw@PLT
; .Ltmp0_6:
; .LBB0_1:
; .Ltmp0_2:
; 	movl	$3, %edi
; 	callq	throw@PLT
; .Ltmp0_3:
; .LBB0_2:
; 	movl	$4, %edi
; 	callq	throw@PLT
; 	xorl	%eax, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_4:
; 	.cfi_def_cfa_offset 16
; .Ltmp0_1:
; 	movl	$1, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_3:
; 	.cfi_def_cfa_offset 16
; .Ltmp0_0:
; 	movq	%rax, %rdi
; 	callq	_Unwind_Resume@PLT
; .Lfunc_end0:
; 	.size	catches, .Lfunc_end0-catches
; 	.cfi_endproc
; 	.section	.gcc_except_table,"a",@progbits
; 	.p2align	2
; .Lexception0:
; 	.byte	255
; 	.byte	3
; 	.byte	69
; 	.byte	3
; 	.byte	52
; 	.long	.Lfunc_begin0-.Lfunc_begin0
; 	.long	.Ltmp0_5-.Lfunc_begin0
; 	.long	.Lfunc_begin0-.Lfunc_begin0
; 	.byte	0
; 	.long	.Ltmp0_5-.Lfunc_begin0
; 	.long	.Ltmp0_6-.Ltmp0_5
; 	.long	.Ltmp0_0-.Lfunc_begin0
; 	.byte	0
; 	.long	.Ltmp0_2-.Lfunc_begin0
; 	.long	.Ltmp0_3-.Ltmp0_2
; 	.long	.Ltmp0_1-.Lfunc_begin0
; 	.byte	1
; 	.long	.Ltmp0_3-.Lfunc_begin0
; 	.long	.Lfunc_end0-.Ltmp0_3
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
