; What a block computes twice is computed once; between blocks nothing is shared here, so that values do not live longer.
; Instructions are those of llc 19.1.7.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; same:                                   # @same
; # %bb.0:
; 	imulq	%rsi, %rdi
; 	movabsq	$595056260442243601, %rcx       # imm = 0x842108421084211
; 	movq	%rdi, %rax
; 	mulq	%rcx
; 	subq	%rdx, %rdi
; 	shrq	%rdi
; 	leaq	(%rdi,%rdx), %rcx
; 	shrq	$4, %rcx
; 	movq	%rcx, %rax
; 	xorq	$5, %rax
; 	imulq	%rcx, %rax
; 	retq
;                                         # -- End function
; flags:                                  # @flags
; # %bb.0:
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	1(%rdi), %eax
; 	movl	%eax, (%rdx)
; 	cmpl	%edi, %eax
; 	setg	%al
; 	retq
;                                         # -- End function
; floats:                                 # @floats
; # %bb.0:
; 	addsd	%xmm0, %xmm1
; 	divsd	%xmm0, %xmm1
; 	mulsd	%xmm1, %xmm1
; 	movapd	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; intrinsics:                             # @intrinsics
; # %bb.0:
; 	bswapl	%edi
; 	movl	%edi, %eax
; 	shrl	$3, %eax
; 	imull	%edi, %eax
; 	retq
;                                         # -- End function
; loads:                                  # @loads
; # %bb.0:
; 	movl	(%rdi), %eax
; 	movl	$1, (%rsi)
; 	imull	(%rdi), %eax
; 	retq
;                                         # -- End function
; order:                                  # @order
; # %bb.0:
; 	movl	%edi, %eax
; 	subl	%esi, %eax
; 	subl	%edi, %esi
; 	imull	%esi, %eax
; 	retq
;                                         # -- End function
; frozen:                                 # @frozen
; # %bb.0:
; 	movl	%edi, %eax
; 	imull	%edi, %eax
; 	retq
;                                         # -- End function
; blocks:                                 # @blocks
; # %bb.0:                                # %entry
; 	movq	%rdi, %rax
; 	xorq	$12345, %rax                    # imm = 0x3039
; 	testb	$1, %sil
; 	je	.LBB7_2
; # %bb.1:                                # %then
; 	imulq	%rax, %rax
; .LBB7_2:                                # %done
; 	retq
;                                         # -- End function
; left_alone:                             # @left_alone
; # %bb.0:
; 	movl	%edi, %eax
; 	imull	%eax, %eax
; 	imull	%edi, %edi
; 	addl	%edi, %eax
; 	retq
;                                         # -- End function

define i64 @same(i64 %x, i64 %y) {
  %a = mul i64 %x, %y
  %b = udiv i64 %a, 31
  %c = mul i64 %y, %x
  %d = udiv i64 %c, 31
  %e = xor i64 %b, 5
  %f = mul i64 %e, %d
  ret i64 %f
}

; Only the first promises that nothing is lost: the sum of both does not.
define i1 @flags(i32 %x, i32 %y, ptr %p) {
  %a = add nsw i32 %x, 1
  %b = add i32 %x, 1
  store i32 %b, ptr %p
  %c = icmp sgt i32 %a, %x
  ret i1 %c
}

define double @floats(double %x, double %y) {
  %a = fadd double %x, %y
  %b = fdiv double %a, %x
  %c = fadd double %y, %x
  %d = fdiv double %c, %x
  %e = fmul double %b, %d
  ret double %e
}

define i32 @intrinsics(i32 %x) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %b = call i32 @llvm.bswap.i32(i32 %x)
  %c = lshr i32 %a, 3
  %d = mul i32 %b, %c
  ret i32 %d
}

; Memory is between them.
define i32 @loads(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 1, ptr %q
  %b = load i32, ptr %p
  %c = mul i32 %a, %b
  ret i32 %c
}

; The order of what is subtracted counts.
define i32 @order(i32 %x, i32 %y) {
  %a = sub i32 %x, %y
  %b = sub i32 %y, %x
  %c = mul i32 %a, %b
  ret i32 %c
}

; A frozen value is another one each time.
define i32 @frozen(i32 %x) {
  %a = freeze i32 %x
  %b = freeze i32 %x
  %c = mul i32 %a, %b
  ret i32 %c
}

define i64 @blocks(i64 %x, i1 %c) {
entry:
  %a = xor i64 %x, 12345
  br i1 %c, label %then, label %done
then:
  %b = xor i64 %x, 12345
  %d = mul i64 %b, %a
  ret i64 %d
done:
  ret i64 %a
}

define i32 @left_alone(i32 %x) noinline optnone {
  %a = mul i32 %x, %x
  %b = mul i32 %x, %x
  %c = add i32 %a, %b
  ret i32 %c
}

declare i32 @llvm.bswap.i32(i32)
