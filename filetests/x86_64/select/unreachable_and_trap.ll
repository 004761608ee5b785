; After UNREACHABLE no code is generated; traps are UD2 and INT3. Freeze is a copy, which keeps
; one value of what is undefined.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; trap:                                   # @trap
; # %bb.0:
; 	ud2
;                                         # -- End function
; debug_trap:                             # @debug_trap
; # %bb.0:
; 	int3
; 	movl	$1, %eax
; 	retq
;                                         # -- End function
; sanitizer_trap:                         # @sanitizer_trap
; # %bb.0:
; 	ud1l	3(%eax), %eax
;                                         # -- End function
; impossible_branch:                      # @impossible_branch
; # %bb.0:
; 	testl	%edi, %edi
; 	je	.LBB3_1
; # %bb.2:                                # %always
; 	movl	%edi, %eax
; 	retq
; .LBB3_1:                                # %never
;                                         # -- End function
; freeze_argument:                        # @freeze_argument
; # %bb.0:
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	(%rdi,%rdi), %eax
; 	retq
;                                         # -- End function
; freeze_undefined:                       # @freeze_undefined
; # %bb.0:
; 	pushq	%rax
; 	callq	use@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; poison_result:                          # @poison_result
; # %bb.0:
; 	retq
;                                         # -- End function

declare void @llvm.trap() cold noreturn
declare void @llvm.debugtrap()
declare void @llvm.ubsantrap(i8)
declare void @use(i32, i32)

define void @trap() {
  call void @llvm.trap()
  unreachable
}

define i32 @debug_trap() {
  call void @llvm.debugtrap()
  ret i32 1
}

define void @sanitizer_trap() {
  call void @llvm.ubsantrap(i8 3)
  unreachable
}

define i32 @impossible_branch(i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %never, label %always
never:
  unreachable
always:
  ret i32 %x
}

define i32 @freeze_argument(i32 %x) {
  %f = freeze i32 %x
  %r = add i32 %f, %f
  ret i32 %r
}

define void @freeze_undefined() {
  %f = freeze i32 undef
  call void @use(i32 %f, i32 %f)
  ret void
}

define i32 @poison_result() {
  ret i32 poison
}
