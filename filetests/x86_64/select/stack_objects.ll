; Static allocas are offsets from RSP; an alloca of variable size moves RSP and needs a frame
; pointer; large alignments realign the frame.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; two_objects:                            # @two_objects
; # %bb.0:
; 	subq	$24, %rsp
; 	movl	$3, 8(%rsp)
; 	leaq	8(%rsp), %rdi
; 	callq	use@PLT
; 	leaq	14(%rsp), %rdi
; 	callq	use@PLT
; 	addq	$24, %rsp
; 	retq
;                                         # -- End function
; variable_size:                          # @variable_size
; # %bb.0:
; 	pushq	%rbp
; 	movq	%rsp, %rbp
; 	addq	$15, %rdi
; 	andq	$-16, %rdi
; 	movq	%rsp, %rax
; 	subq	%rdi, %rax
; 	movq	%rax, %rsp
; 	movq	%rax, %rdi
; 	callq	use@PLT
; 	movq	%rbp, %rsp
; 	popq	%rbp
; 	retq
;                                         # -- End function
; variable_count:                         # @variable_count
; # %bb.0:
; 	pushq	%rbp
; 	movq	%rsp, %rbp
; 	pushq	%rbx
; 	pushq	%rax
; 	movq	%rsp, %rbx
; 	movl	%edi, %eax
; 	shlq	$3, %rax
; 	addq	$15, %rax
; 	andq	$-16, %rax
; 	movq	%rsp, %rdi
; 	subq	%rax, %rdi
; 	movq	%rdi, %rsp
; 	callq	use@PLT
; 	movq	%rbx, %rsp
; 	leaq	-8(%rbp), %rsp
; 	popq	%rbx
; 	popq	%rbp
; 	retq
;                                         # -- End function
; aligned:                                # @aligned
; # %bb.0:
; 	pushq	%rbp
; 	movq	%rsp, %rbp
; 	andq	$-64, %rsp
; 	subq	$64, %rsp
; 	movq	%rsp, %rdi
; 	callq	use@PLT
; 	movq	%rbp, %rsp
; 	popq	%rbp
; 	retq
;                                         # -- End function
; leaf_in_red_zone:                       # @leaf_in_red_zone
; # %bb.0:
; 	movl	%edi, -4(%rsp)
; 	movl	-4(%rsp), %eax
; 	retq
;                                         # -- End function
; no_red_zone:                            # @no_red_zone
; # %bb.0:
; 	subq	$4, %rsp
; 	movl	%edi, (%rsp)
; 	movl	(%rsp), %eax
; 	addq	$4, %rsp
; 	retq
;                                         # -- End function
; frame_pointer:                          # @frame_pointer
; # %bb.0:
; 	pushq	%rbp
; 	movq	%rsp, %rbp
; 	subq	$16, %rsp
; 	movl	%edi, -4(%rbp)
; 	leaq	-4(%rbp), %rdi
; 	callq	use@PLT
; 	addq	$16, %rsp
; 	popq	%rbp
; 	retq
;                                         # -- End function

declare void @use(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)

define void @two_objects() {
  %a = alloca i32
  %b = alloca [10 x i8]
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 3, ptr %a
  call void @use(ptr %a)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}

define void @variable_size(i64 %n) {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}

define void @variable_count(i32 %n) {
  %s = call ptr @llvm.stacksave()
  %a = alloca i64, i32 %n
  call void @use(ptr %a)
  call void @llvm.stackrestore(ptr %s)
  ret void
}

define void @aligned() {
  %a = alloca i32, align 64
  call void @use(ptr %a)
  ret void
}

define i32 @leaf_in_red_zone(i32 %x) {
  %a = alloca i32
  store volatile i32 %x, ptr %a
  %r = load volatile i32, ptr %a
  ret i32 %r
}

define i32 @no_red_zone(i32 %x) noredzone {
  %a = alloca i32
  store volatile i32 %x, ptr %a
  %r = load volatile i32, ptr %a
  ret i32 %r
}

define void @frame_pointer(i32 %x) "frame-pointer"="all" {
  %a = alloca i32
  store i32 %x, ptr %a
  call void @use(ptr %a)
  ret void
}
