; Globals in position-independent code: what this module defines locally is RIP-relative, what
; may be preempted goes through the GOT.
; RUN: avarice compile %s -o - -relocation-model=pic | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; load_local:                             # @load_local
; # %bb.0:
; 	movl	local(%rip), %eax
; 	retq
;                                         # -- End function
; load_defined:                           # @load_defined
; # %bb.0:
; 	movq	defined@GOTPCREL(%rip), %rax
; 	movq	(%rax), %rax
; 	retq
;                                         # -- End function
; load_declared:                          # @load_declared
; # %bb.0:
; 	movq	declared@GOTPCREL(%rip), %rax
; 	movl	(%rax), %eax
; 	retq
;                                         # -- End function
; load_hidden:                            # @load_hidden
; # %bb.0:
; 	movl	hidden_one(%rip), %eax
; 	retq
;                                         # -- End function
; test_weak:                              # @test_weak
; # %bb.0:
; 	cmpq	$0, weak_one@GOTPCREL(%rip)
; 	setne	%al
; 	retq
;                                         # -- End function
; address_of_local:                       # @address_of_local
; # %bb.0:
; 	leaq	local(%rip), %rax
; 	retq
;                                         # -- End function
; address_of_function:                    # @address_of_function
; # %bb.0:
; 	movq	load_local@GOTPCREL(%rip), %rax
; 	retq
;                                         # -- End function
; element:                                # @element
; # %bb.0:
; 	leaq	array(%rip), %rax
; 	movl	(%rax,%rdi,4), %eax
; 	retq
;                                         # -- End function
; fixed_element:                          # @fixed_element
; # %bb.0:
; 	movl	array+12(%rip), %eax
; 	retq
;                                         # -- End function
; store_address:                          # @store_address
; # %bb.0:
; 	leaq	local(%rip), %rax
; 	movq	%rax, (%rdi)
; 	retq
;                                         # -- End function
; increment:                              # @increment
; # %bb.0:
; 	incl	local(%rip)
; 	retq
;                                         # -- End function
; load_thread_local_exec:                 # @load_thread_local_exec
; # %bb.0:
; 	movl	%fs:thread_local_exec@TPOFF, %eax
; 	retq
;                                         # -- End function
; call_declared:                          # @call_declared
; # %bb.0:
; 	pushq	%rax
; 	callq	other@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; address_of_declared:                    # @address_of_declared
; # %bb.0:
; 	movq	other@GOTPCREL(%rip), %rax
; 	retq
;                                         # -- End function
; local:
;
; defined:
;
; thread:
;
; thread_local_exec:
;

@local = internal global i32 5
@defined = global i64 6
@declared = external global i32
@hidden_one = external hidden global i32
@weak_one = extern_weak global i32
@array = internal global [10 x i32] zeroinitializer
@thread = thread_local global i32 1
@thread_local_exec = internal thread_local(localexec) global i32 2
@thread_declared = external thread_local global i32

define i32 @load_local() {
  %v = load i32, ptr @local
  ret i32 %v
}

define i64 @load_defined() {
  %v = load i64, ptr @defined
  ret i64 %v
}

define i32 @load_declared() {
  %v = load i32, ptr @declared
  ret i32 %v
}

define i32 @load_hidden() {
  %v = load i32, ptr @hidden_one
  ret i32 %v
}

define i1 @test_weak() {
  %r = icmp ne ptr @weak_one, null
  ret i1 %r
}

define ptr @address_of_local() {
  ret ptr @local
}

define ptr @address_of_function() {
  ret ptr @load_local
}

define i32 @element(i64 %i) {
  %a = getelementptr [10 x i32], ptr @array, i64 0, i64 %i
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @fixed_element() {
  %v = load i32, ptr getelementptr ([10 x i32], ptr @array, i64 0, i64 3)
  ret i32 %v
}

define void @store_address(ptr %p) {
  store ptr @local, ptr %p
  ret void
}

define void @increment() {
  %v = load i32, ptr @local
  %r = add i32 %v, 1
  store i32 %r, ptr @local
  ret void
}

define i32 @load_thread_local_exec() {
  %v = load i32, ptr @thread_local_exec
  ret i32 %v
}

define void @call_declared() {
  call void @other()
  ret void
}

define ptr @address_of_declared() {
  ret ptr @other
}

declare void @other()

