; Structs in memory: sret pointers come first and return in RAX, byval structs are copied to the
; stack; small structs return in registers.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; make:                                   # @make
; # %bb.0:
; 	movq	%rdi, %rax
; 	movq	$7, 8(%rdi)
; 	retq
;                                         # -- End function
; call_fill:                              # @call_fill
; # %bb.0:
; 	subq	$40, %rsp
; 	leaq	8(%rsp), %rdi
; 	callq	fill@PLT
; 	movq	24(%rsp), %rax
; 	addq	$40, %rsp
; 	retq
;                                         # -- End function
; pass_by_value:                          # @pass_by_value
; # %bb.0:
; 	subq	$40, %rsp
; 	movups	(%rdi), %xmm0
; 	movups	%xmm0, (%rsp)
; 	movups	16(%rdi), %xmm0
; 	movups	%xmm0, 16(%rsp)
; 	movl	$3, %edi
; 	callq	read@PLT
; 	addq	$40, %rsp
; 	retq
;                                         # -- End function
; take_by_value:                          # @take_by_value
; # %bb.0:
; 	movq	%rdi, %rax
; 	addq	16(%rsp), %rax
; 	retq
;                                         # -- End function
; two_integers:                           # @two_integers
; # %bb.0:
; 	movq	%rsi, %rax
; 	movq	%rdi, %rdx
; 	retq
;                                         # -- End function
; integer_and_float:                      # @integer_and_float
; # %bb.0:
; 	movl	%edi, %eax
; 	retq
;                                         # -- End function
; second_of_pair:                         # @second_of_pair
; # %bb.0:
; 	pushq	%rax
; 	callq	pair@PLT
; 	movq	%rdx, %rax
; 	popq	%rcx
; 	retq
;                                         # -- End function
; array_argument:                         # @array_argument
; # %bb.0:
; 	movq	%rdi, %rax
; 	subq	%rsi, %rax
; 	subq	%rdx, %rax
; 	retq
;                                         # -- End function

%big = type { i64, i64, i64, i32 }

declare void @fill(ptr sret(%big))
declare i64 @read(ptr byval(%big) align 8, i32)

define void @make(ptr sret(%big) %out) {
  %f = getelementptr %big, ptr %out, i32 0, i32 1
  store i64 7, ptr %f
  ret void
}

define i64 @call_fill() {
  %slot = alloca %big
  call void @fill(ptr sret(%big) %slot)
  %f = getelementptr %big, ptr %slot, i32 0, i32 2
  %r = load i64, ptr %f
  ret i64 %r
}

define i64 @pass_by_value(ptr %p) {
  %r = call i64 @read(ptr byval(%big) align 8 %p, i32 3)
  ret i64 %r
}

define i64 @take_by_value(ptr byval(%big) align 8 %p, i64 %x) {
  %f = getelementptr %big, ptr %p, i32 0, i32 1
  %v = load i64, ptr %f
  %r = add i64 %v, %x
  ret i64 %r
}

define { i64, i64 } @two_integers(i64 %a, i64 %b) {
  %x = insertvalue { i64, i64 } poison, i64 %b, 0
  %y = insertvalue { i64, i64 } %x, i64 %a, 1
  ret { i64, i64 } %y
}

define { double, i32 } @integer_and_float(double %a, i32 %b) {
  %x = insertvalue { double, i32 } poison, double %a, 0
  %y = insertvalue { double, i32 } %x, i32 %b, 1
  ret { double, i32 } %y
}

declare { i64, i64 } @pair()

define i64 @second_of_pair() {
  %p = call { i64, i64 } @pair()
  %r = extractvalue { i64, i64 } %p, 1
  ret i64 %r
}

define i64 @array_argument([2 x i64] %a, i64 %i) {
  %x = extractvalue [2 x i64] %a, 0
  %y = extractvalue [2 x i64] %a, 1
  %s = sub i64 %x, %y
  %r = sub i64 %s, %i
  ret i64 %r
}
