; indirect-tls-seg-refs: the segment register of thread-local variables is read where it begins, never part of an address.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; f:                                      # @f
; # %bb.0:
; 	movq	%fs:0, %rax
; 	addq	x@GOTTPOFF(%rip), %rax
; 	movl	(%rax), %eax
; 	retq
;                                         # -- End function
; direct:                                 # @direct
; # %bb.0:
; 	movq	%fs:0, %rax
; 	leaq	y@TPOFF(%rax), %rax
; 	movl	(%rax), %eax
; 	retq
;                                         # -- End function
; folded:                                 # @folded
; # %bb.0:
; 	movl	%fs:y@TPOFF, %eax
; 	retq
;                                         # -- End function
; g:                                      # @g
; # %bb.0:
; 	movq	%fs:0, %rax
; 	leaq	y@TPOFF(%rax), %rax
; 	movl	(%rax,%rdi,4), %eax
; 	movq	%fs:0, %rcx
; 	addq	z@GOTTPOFF(%rip), %rcx
; 	movl	$1, (%rcx)
; 	retq
;                                         # -- End function
; h:                                      # @h
; # %bb.0:
; 	movq	%fs:0, %rax
; 	leaq	y@TPOFF(%rax), %rax
; 	retq
;                                         # -- End function
; x:
;
; y:
;
; z:
;

@x = thread_local global i32 0
@y = thread_local(localexec) global [10 x i32] zeroinitializer
@z = thread_local(initialexec) global i32 0
define i32 @f() "indirect-tls-seg-refs" {
  %v = load i32, ptr @x
  ret i32 %v
}
define i32 @direct() "indirect-tls-seg-refs" {
  %v = load i32, ptr @y
  ret i32 %v
}

; Without it the segment is part of the address.
define i32 @folded() {
  %v = load i32, ptr @y
  ret i32 %v
}

define i32 @g(i64 %i) "indirect-tls-seg-refs" {
  %p = getelementptr i32, ptr @y, i64 %i
  %v = load i32, ptr %p
  store i32 1, ptr @z
  ret i32 %v
}
define ptr @h() "indirect-tls-seg-refs" {
  ret ptr @y
}
