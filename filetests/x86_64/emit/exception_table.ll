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
; .Ltmp0:
; 	movl	$2, %edi
; 	callq	throw@PLT
; .Ltmp1:
; # %bb.1:                                # %next
; .Ltmp3:
; 	movl	$3, %edi
; 	callq	throw@PLT
; .Ltmp4:
; # %bb.2:                                # %last
; 	movl	$4, %edi
; 	callq	throw@PLT
; 	xorl	%eax, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_4:                                # %catch
; 	.cfi_def_cfa_offset 16
; .Ltmp5:
; 	movl	$1, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_3:                                # %cleanup
; 	.cfi_def_cfa_offset 16
; .Ltmp2:
; 	movq	%rax, %rdi
; 	callq	_Unwind_Resume@PLT
; .Lfunc_end0:
; 	.size	catches, .Lfunc_end0-catches
; 	.cfi_endproc
; 	.section	.gcc_except_table,"a",@progbits
; 	.p2align	2, 0x0
; GCC_except_table0:
; .Lexception0:
; 	.byte	255                             # @LPStart Encoding = omit
; 	.byte	3                               # @TType Encoding = udata4
; 	.uleb128 .Lttbase0-.Lttbaseref0
; .Lttbaseref0:
; 	.byte	1                               # Call site Encoding = uleb128
; 	.uleb128 .Lcst_end0-.Lcst_begin0
; .Lcst_begin0:
; 	.uleb128 .Lfunc_begin0-.Lfunc_begin0    # >> Call Site 1 <<
; 	.uleb128 .Ltmp0-.Lfunc_begin0           #   Call between .Lfunc_begin0 and .Ltmp0
; 	.byte	0                               #     has no landing pad
; 	.byte	0                               #   On action: cleanup
; 	.uleb128 .Ltmp0-.Lfunc_begin0           # >> Call Site 2 <<
; 	.uleb128 .Ltmp1-.Ltmp0                  #   Call between .Ltmp0 and .Ltmp1
; 	.uleb128 .Ltmp2-.Lfunc_begin0           #     jumps to .Ltmp2
; 	.byte	0                               #   On action: cleanup
; 	.uleb128 .Ltmp3-.Lfunc_begin0           # >> Call Site 3 <<
; 	.uleb128 .Ltmp4-.Ltmp3                  #   Call between .Ltmp3 and .Ltmp4
; 	.uleb128 .Ltmp5-.Lfunc_begin0           #     jumps to .Ltmp5
; 	.byte	5                               #   On action: 3
; 	.uleb128 .Ltmp4-.Lfunc_begin0           # >> Call Site 4 <<
; 	.uleb128 .Lfunc_end0-.Ltmp4             #   Call between .Ltmp4 and .Lfunc_end0
; 	.byte	0                               #     has no landing pad
; 	.byte	0                               #   On action: cleanup
; .Lcst_end0:
; 	.byte	0                               # >> Action Record 1 <<
;                                         #   Cleanup
; 	.byte	0                               #   No further actions
; 	.byte	1                               # >> Action Record 2 <<
;                                         #   Catch TypeInfo 1
; 	.byte	125                             #   Continue to action 1
; 	.byte	2                               # >> Action Record 3 <<
;                                         #   Catch TypeInfo 2
; 	.byte	125                             #   Continue to action 2
; 	.p2align	2, 0x0
;                                         # >> Catch TypeInfos <<
; 	.long	_ZTIi                           # TypeInfo 2
; 	.long	0                               # TypeInfo 1
; .Lttbase0:
; 	.p2align	2, 0x0
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
