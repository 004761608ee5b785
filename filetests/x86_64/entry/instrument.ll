; Calls of a profiler where functions begin and return, after inlining: with the function and where it returns to, or
; without arguments, as the name of what is called says. A call that must be a jump stays the last thing.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB'
; OUTPUT:
; recorded:                               # @recorded
; # %bb.0:
; 	pushq	%rbx
; 	movl	%edi, %ebx
; 	movq	8(%rsp), %rsi
; 	movq	recorded@GOTPCREL(%rip), %rdi
; 	callq	__cyg_profile_func_enter@PLT
; 	testl	%ebx, %ebx
; 	je	.LBB0_1
; # %bb.2:                                # %b
; 	imull	%ebx, %ebx
; 	movq	8(%rsp), %rsi
; 	movq	recorded@GOTPCREL(%rip), %rdi
; 	callq	__cyg_profile_func_exit@PLT
; 	movl	%ebx, %eax
; 	popq	%rbx
; 	retq
; 	movq	8(%rsp), %rsi
; 	movq	recorded@GOTPCREL(%rip), %rdi
; 	callq	__cyg_profile_func_exit@PLT
; 	movl	$1, %eax
; 	popq	%rbx
; 	retq
;                                         # -- End function
; counted:                                # @counted
; # %bb.0:
; 	pushq	%rax
; 	callq	mcount@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; counted_by_name:                        # @counted_by_name
; # %bb.0:
; 	pushq	%rax
; 	callq	_mcount@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; bare:                                   # @bare
; # %bb.0:
; 	pushq	%rax
; 	callq	__cyg_profile_func_enter_bare@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; jumps:                                  # @jumps
; # %bb.0:
; 	pushq	%rax
; 	movq	8(%rsp), %rsi
; 	movq	jumps@GOTPCREL(%rip), %rdi
; 	callq	__cyg_profile_func_exit@PLT
; 	popq	%rax
; 	jmp	bare@PLT                        # TAILCALL
;                                         # -- End function
; empty:                                  # @empty
; # %bb.0:
; 	retq
;                                         # -- End function

define i32 @recorded(i32 %x) "instrument-function-entry-inlined"="__cyg_profile_func_enter" "instrument-function-exit-inlined"="__cyg_profile_func_exit" {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  %y = mul i32 %x, %x
  ret i32 %y
}

define void @counted() "instrument-function-entry-inlined"="mcount" {
  ret void
}

define void @counted_by_name() "instrument-function-entry-inlined"="\01_mcount" {
  ret void
}

define void @bare() "instrument-function-entry-inlined"="__cyg_profile_func_enter_bare" {
  ret void
}

define void @jumps() "instrument-function-exit-inlined"="__cyg_profile_func_exit" {
  musttail call void @bare()
  ret void
}

; This is not instrumented.
define void @empty() "instrument-function-entry-inlined"="" "instrument-function-entry"="mcount" {
  ret void
}
