; Constraints become operands: registers, fixed registers, memory, numbers, tied operands, flags.
; RUN: avarice compile %s -verify-machineinstrs -o -
; OUTPUT:
; 	.text
; 	.file	"inline_assembly.ll"
; 	.globl	registers                       # -- Begin function registers
; 	.p2align	4, 0x90
; 	.type	registers,@function
; registers:                              # @registers
; 	.cfi_startproc
; # %bb.0:
; 	#APP
; 	leal (%edi,%esi), %eax
; 	#NO_APP
; 	retq
; .Lfunc_end0:
; 	.size	registers, .Lfunc_end0-registers
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	fixed                           # -- Begin function fixed
; 	.p2align	4, 0x90
; 	.type	fixed,@function
; fixed:                                  # @fixed
; 	.cfi_startproc
; # %bb.0:
; 	#APP
; 	rdtsc
; 	#NO_APP
; 	movl	%eax, %ecx
; 	movl	%edx, %eax
; 	shlq	$32, %rax
; 	orq	%rcx, %rax
; 	retq
; .Lfunc_end1:
; 	.size	fixed, .Lfunc_end1-fixed
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	tied                            # -- Begin function tied
; 	.p2align	4, 0x90
; 	.type	tied,@function
; tied:                                   # @tied
; 	.cfi_startproc
; # %bb.0:
; 	movl	%esi, %eax
; 	#APP
; 	lock; xaddl %eax, (%rdi)
; 	#NO_APP
; 	retq
; .Lfunc_end2:
; 	.size	tied, .Lfunc_end2-tied
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	flags                           # -- Begin function flags
; 	.p2align	4, 0x90
; 	.type	flags,@function
; flags:                                  # @flags
; 	.cfi_startproc
; # %bb.0:
; 	#APP
; 	addl %edi, %esi
; 	#NO_APP
; 	setb	%al
; 	retq
; .Lfunc_end3:
; 	.size	flags, .Lfunc_end3-flags
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	loop                            # -- Begin function loop
; 	.p2align	4, 0x90
; 	.type	loop,@function
; loop:                                   # @loop
; 	.cfi_startproc
; # %bb.0:
; 	xorl	%eax, %eax
; 	#APP
; 	1:
; 	addl %edi, %eax
; 	decl %edi
; 	jnz 1b
; 	#NO_APP
; 	retq
; .Lfunc_end4:
; 	.size	loop, .Lfunc_end4-loop
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	parts                           # -- Begin function parts
; 	.p2align	4, 0x90
; 	.type	parts,@function
; parts:                                  # @parts
; 	.cfi_startproc
; # %bb.0:
; 	#APP
; 	movzbl %dil, %eax; addl $5, %eax
; 	#NO_APP
; 	retq
; .Lfunc_end5:
; 	.size	parts, .Lfunc_end5-parts
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	barrier                         # -- Begin function barrier
; 	.p2align	4, 0x90
; 	.type	barrier,@function
; barrier:                                # @barrier
; 	.cfi_startproc
; # %bb.0:
; 	#APP
; 	#NO_APP
; 	retq
; .Lfunc_end6:
; 	.size	barrier, .Lfunc_end6-barrier
; 	.cfi_endproc
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

define i32 @registers(i32 %a, i32 %b) {
  %r = call i32 asm "leal ($1,$2), $0", "=r,r,r"(i32 %a, i32 %b)
  ret i32 %r
}

define i64 @fixed() {
  %r = call { i32, i32 } asm sideeffect "rdtsc", "={ax},={dx},~{dirflag},~{fpsr},~{flags}"()
  %low = extractvalue { i32, i32 } %r, 0
  %high = extractvalue { i32, i32 } %r, 1
  %a = zext i32 %low to i64
  %b = zext i32 %high to i64
  %c = shl i64 %b, 32
  %d = or i64 %a, %c
  ret i64 %d
}

define i32 @tied(ptr %p, i32 %n) {
  %r = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory},~{flags}"(ptr elementtype(i32) %p, i32 %n, ptr elementtype(i32) %p)
  ret i32 %r
}

define i1 @flags(i32 %a, i32 %b) {
  %r = call { i8, i32 } asm "addl $2, $1", "={@ccc},=r,r,1,~{flags}"(i32 %a, i32 %b)
  %carry = extractvalue { i8, i32 } %r, 0
  %bit = trunc i8 %carry to i1
  ret i1 %bit
}

define i32 @loop(i32 %n) {
  %r = call { i32, i32 } asm "1:\0Aaddl $1, $0\0Adecl $1\0Ajnz 1b", "=&r,=&r,0,1,~{flags}"(i32 0, i32 %n)
  %sum = extractvalue { i32, i32 } %r, 0
  ret i32 %sum
}

define i32 @parts(i32 %x) {
  %r = call i32 asm "movzbl ${1:b}, $0; addl $2, ${0:k}", "=r,r,i"(i32 %x, i32 5)
  ret i32 %r
}

define void @barrier() {
  call void asm sideeffect "", "~{memory}"()
  ret void
}
