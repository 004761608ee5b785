; A comparison is made once for two selections, which come together; where the second one needs what changes the flags in
; between, it is made again.
; RUN: avarice compile %s -O2 -o - | grep -v '[.]'
; OUTPUT:
; once:                                   # @once
; 	cmpl	%esi, %edi
; 	movl	%edi, %eax
; 	cmovll	%esi, %eax
; 	cmovll	%edi, %esi
; 	movl	%esi, (%rdx)
; 	retq
;                                         # -- End function
; twice:                                  # @twice
; 	cmpl	%esi, %edi
; 	movl	%edi, %eax
; 	cmovll	%esi, %eax
; 	cmovll	%edi, %esi
; 	imull	$7, %esi, %ecx
; 	movl	%ecx, (%rdx)
; 	retq
;                                         # -- End function
; again:                                  # @again
; 	cmpl	%esi, %edi
; 	movl	%esi, %eax
; 	cmovll	%edi, %eax
; 	imull	$7, %eax, %eax
; 	movl	%eax, (%rdx)
; 	cmpl	%esi, %edi
; 	cmovll	%esi, %eax
; 	retq
;                                         # -- End function
; wide:                                   # @wide
; 	movq	%rdi, %rax
; 	xorl	%edi, %edi
; 	cmpq	%rdx, %rax
; 	movq	%rsi, %r10
; 	sbbq	%rcx, %r10
; 	cmovbq	%rdi, %r8
; 	cmovbq	%rdi, %r9
; 	cmovbq	%rdi, %rdx
; 	cmovbq	%rdi, %rcx
; 	subq	%rdx, %rax
; 	sbbq	%rcx, %rsi
; 	xorq	%r8, %rax
; 	xorq	%r9, %rsi
; 	movq	%rsi, %rdx
; 	retq
;                                         # -- End function

target triple = "x86_64-unknown-linux-gnu"

define i32 @once(i32 %a, i32 %b, ptr %p) {
  %c = icmp slt i32 %a, %b
  %min = select i1 %c, i32 %a, i32 %b
  store i32 %min, ptr %p
  %max = select i1 %c, i32 %b, i32 %a
  ret i32 %max
}

define i32 @twice(i32 %a, i32 %b, ptr %p) {
  %c = icmp slt i32 %a, %b
  %min = select i1 %c, i32 %a, i32 %b
  %twice = mul i32 %min, 7
  store i32 %twice, ptr %p
  %max = select i1 %c, i32 %b, i32 %a
  ret i32 %max
}

define i32 @again(i32 %a, i32 %b, ptr %p) {
  %c = icmp slt i32 %a, %b
  %min = select i1 %c, i32 %a, i32 %b
  %twice = mul i32 %min, 7
  store i32 %twice, ptr %p
  %chosen = select i1 %c, i32 %b, i32 %twice
  ret i32 %chosen
}

define i128 @wide(i128 %a, i128 %b, i128 %x) {
  %c = icmp ult i128 %a, %b
  %s = select i1 %c, i128 0, i128 %b
  %d = sub i128 %a, %s
  %t = select i1 %c, i128 0, i128 %x
  %r = xor i128 %d, %t
  ret i128 %r
}
