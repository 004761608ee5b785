; Intrinsics of x86 that are one instruction: what is around it puts arguments where it wants them.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; round:                                  # @round
; # %bb.0:
; 	aesenc	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; key:                                    # @key
; # %bb.0:
; 	aeskeygenassist	$7, %xmm0, %xmm0
; 	retq
;                                         # -- End function
; sums:                                   # @sums
; # %bb.0:
; 	phaddw	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; reciprocal:                             # @reciprocal
; # %bb.0:
; 	rcpss	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; less:                                   # @less
; # %bb.0:
; 	xorl	%eax, %eax
; 	comiss	%xmm0, %xmm1
; 	seta	%al
; 	retq
;                                         # -- End function
; equal:                                  # @equal
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	sete	%al
; 	setnp	%cl
; 	andb	%al, %cl
; 	movzbl	%cl, %eax
; 	retq
;                                         # -- End function
; covers:                                 # @covers
; # %bb.0:
; 	xorl	%eax, %eax
; 	ptest	%xmm1, %xmm0
; 	setb	%al
; 	retq
;                                         # -- End function
; signs:                                  # @signs
; # %bb.0:
; 	movmskps	%xmm0, %ecx
; 	movmskps	%xmm1, %eax
; 	shll	$4, %eax
; 	orl	%ecx, %eax
; 	retq
;                                         # -- End function
; control:                                # @control
; # %bb.0:
; 	ldmxcsr	(%rdi)
; 	retq
;                                         # -- End function
; unaligned:                              # @unaligned
; # %bb.0:
; 	lddqu	(%rdi), %xmm0
; 	retq
;                                         # -- End function
; choice:                                 # @choice
; # %bb.0:
; 	movdqa	%xmm0, %xmm3
; 	movaps	%xmm2, %xmm0
; 	pblendvb	%xmm0, %xmm1, %xmm3
; 	movdqa	%xmm3, %xmm0
; 	retq
;                                         # -- End function
; hash:                                   # @hash
; # %bb.0:
; 	movaps	%xmm0, %xmm3
; 	movaps	%xmm2, %xmm0
; 	sha256rnds2	%xmm0, %xmm1, %xmm3
; 	movaps	%xmm3, %xmm0
; 	retq
;                                         # -- End function
; place:                                  # @place
; # %bb.0:
; 	movl	%esi, %edx
; 	movl	%edi, %eax
; 	pcmpestri	$12, %xmm1, %xmm0
; 	movl	%ecx, %eax
; 	retq
;                                         # -- End function
; places:                                 # @places
; # %bb.0:
; 	pcmpistrm	$1, %xmm1, %xmm0
; 	retq
;                                         # -- End function
; has_end:                                # @has_end
; # %bb.0:
; 	xorl	%eax, %eax
; 	pcmpistri	$0, %xmm1, %xmm0
; 	sete	%al
; 	retq
;                                         # -- End function
; checksum:                               # @checksum
; # %bb.0:
; 	movl	%edi, %eax
; 	crc32w	%si, %eax
; 	retq
;                                         # -- End function
; add_with_carry:                         # @add_with_carry
; # %bb.0:
; 	addb	$-1, %dil
; 	adcq	%rsi, %rdx
; 	setb	%al
; 	retq
;                                         # -- End function
; random:                                 # @random
; # %bb.0:
; 	xorl	%edx, %edx
; 	rdrand	%eax
; 	setb	%dl
; 	retq
;                                         # -- End function
; enabled:                                # @enabled
; # %bb.0:
; 	movl	%edi, %ecx
; 	xgetbv
; 	movl	%eax, %ecx
; 	movl	%edx, %eax
; 	shlq	$32, %rax
; 	orq	%rcx, %rax
; 	retq
;                                         # -- End function
; counter:                                # @counter
; # %bb.0:
; 	rdtscp
; 	shlq	$32, %rdx
; 	orq	%rdx, %rax
; 	movl	%ecx, %edx
; 	retq
;                                         # -- End function
; some_bytes:                             # @some_bytes
; # %bb.0:
; 	maskmovdqu	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; deposit:                                # @deposit
; # %bb.0:
; 	pdepq	%rsi, %rdi, %rax
; 	retq
;                                         # -- End function
; both_halves:                            # @both_halves
; # %bb.0:
; 	pshufb	%xmm2, %xmm0
; 	pshufb	%xmm3, %xmm1
; 	retq
;                                         # -- End function
; same_count:                             # @same_count
; # %bb.0:
; 	psrld	%xmm2, %xmm0
; 	psrld	%xmm2, %xmm1
; 	retq
;                                         # -- End function
; nothing:                                # @nothing
; # %bb.0:
; 	retq
;                                         # -- End function

; With AVX they have VEX forms, and a mask in any register.
; RUN: avarice compile %s -mattr=+avx -verify-machineinstrs -o - | FileCheck %s
; CHECK-LABEL: round:
; CHECK: vaesenc %xmm1, %xmm0, %xmm0
; CHECK-LABEL: choice:
; CHECK: vpblendvb %xmm2, %xmm1, %xmm0, %xmm0
; CHECK-LABEL: hash:
; CHECK: sha256rnds2 %xmm0,

declare <2 x i64> @llvm.x86.aesni.aesenc(<2 x i64>, <2 x i64>)
define <2 x i64> @round(<2 x i64> %a, <2 x i64> %b) {
  %r = call <2 x i64> @llvm.x86.aesni.aesenc(<2 x i64> %a, <2 x i64> %b)
  ret <2 x i64> %r
}

declare <2 x i64> @llvm.x86.aesni.aeskeygenassist(<2 x i64>, i8)
define <2 x i64> @key(<2 x i64> %a) {
  %r = call <2 x i64> @llvm.x86.aesni.aeskeygenassist(<2 x i64> %a, i8 7)
  ret <2 x i64> %r
}

declare <8 x i16> @llvm.x86.ssse3.phadd.w.128(<8 x i16>, <8 x i16>)
define <8 x i16> @sums(<8 x i16> %a, <8 x i16> %b) {
  %r = call <8 x i16> @llvm.x86.ssse3.phadd.w.128(<8 x i16> %a, <8 x i16> %b)
  ret <8 x i16> %r
}

declare <4 x float> @llvm.x86.sse.rcp.ss(<4 x float>)
define <4 x float> @reciprocal(<4 x float> %a) {
  %r = call <4 x float> @llvm.x86.sse.rcp.ss(<4 x float> %a)
  ret <4 x float> %r
}

declare i32 @llvm.x86.sse.comilt.ss(<4 x float>, <4 x float>)
define i32 @less(<4 x float> %a, <4 x float> %b) {
  %r = call i32 @llvm.x86.sse.comilt.ss(<4 x float> %a, <4 x float> %b)
  ret i32 %r
}

declare i32 @llvm.x86.sse2.ucomieq.sd(<2 x double>, <2 x double>)
define i32 @equal(<2 x double> %a, <2 x double> %b) {
  %r = call i32 @llvm.x86.sse2.ucomieq.sd(<2 x double> %a, <2 x double> %b)
  ret i32 %r
}

declare i32 @llvm.x86.sse41.ptestc(<2 x i64>, <2 x i64>)
define i32 @covers(<2 x i64> %a, <2 x i64> %b) {
  %r = call i32 @llvm.x86.sse41.ptestc(<2 x i64> %a, <2 x i64> %b)
  ret i32 %r
}

declare i32 @llvm.x86.avx.movmsk.ps.256(<8 x float>)
define i32 @signs(<8 x float> %a) {
  %r = call i32 @llvm.x86.avx.movmsk.ps.256(<8 x float> %a)
  ret i32 %r
}

declare void @llvm.x86.sse.ldmxcsr(ptr)
define void @control(ptr %a) {
  call void @llvm.x86.sse.ldmxcsr(ptr %a)
  ret void
}

declare <16 x i8> @llvm.x86.sse3.ldu.dq(ptr)
define <16 x i8> @unaligned(ptr %a) {
  %r = call <16 x i8> @llvm.x86.sse3.ldu.dq(ptr %a)
  ret <16 x i8> %r
}

declare <16 x i8> @llvm.x86.sse41.pblendvb(<16 x i8>, <16 x i8>, <16 x i8>)
define <16 x i8> @choice(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c) {
  %r = call <16 x i8> @llvm.x86.sse41.pblendvb(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c)
  ret <16 x i8> %r
}

declare <4 x i32> @llvm.x86.sha256rnds2(<4 x i32>, <4 x i32>, <4 x i32>)
define <4 x i32> @hash(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c) {
  %r = call <4 x i32> @llvm.x86.sha256rnds2(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c)
  ret <4 x i32> %r
}

declare i32 @llvm.x86.sse42.pcmpestri128(<16 x i8>, i32, <16 x i8>, i32, i8)
define i32 @place(<16 x i8> %a, i32 %b, <16 x i8> %c, i32 %d) {
  %r = call i32 @llvm.x86.sse42.pcmpestri128(<16 x i8> %a, i32 %b, <16 x i8> %c, i32 %d, i8 12)
  ret i32 %r
}

declare <16 x i8> @llvm.x86.sse42.pcmpistrm128(<16 x i8>, <16 x i8>, i8)
define <16 x i8> @places(<16 x i8> %a, <16 x i8> %b) {
  %r = call <16 x i8> @llvm.x86.sse42.pcmpistrm128(<16 x i8> %a, <16 x i8> %b, i8 1)
  ret <16 x i8> %r
}

declare i32 @llvm.x86.sse42.pcmpistriz128(<16 x i8>, <16 x i8>, i8)
define i32 @has_end(<16 x i8> %a, <16 x i8> %b) {
  %r = call i32 @llvm.x86.sse42.pcmpistriz128(<16 x i8> %a, <16 x i8> %b, i8 0)
  ret i32 %r
}

declare i32 @llvm.x86.sse42.crc32.32.16(i32, i16)
define i32 @checksum(i32 %a, i16 %b) {
  %r = call i32 @llvm.x86.sse42.crc32.32.16(i32 %a, i16 %b)
  ret i32 %r
}

declare { i8, i64 } @llvm.x86.addcarry.64(i8, i64, i64)
define { i8, i64 } @add_with_carry(i8 %a, i64 %b, i64 %c) {
  %r = call { i8, i64 } @llvm.x86.addcarry.64(i8 %a, i64 %b, i64 %c)
  ret { i8, i64 } %r
}

declare { i32, i32 } @llvm.x86.rdrand.32()
define { i32, i32 } @random() {
  %r = call { i32, i32 } @llvm.x86.rdrand.32()
  ret { i32, i32 } %r
}

declare i64 @llvm.x86.xgetbv(i32)
define i64 @enabled(i32 %a) {
  %r = call i64 @llvm.x86.xgetbv(i32 %a)
  ret i64 %r
}

declare { i64, i32 } @llvm.x86.rdtscp()
define { i64, i32 } @counter() {
  %r = call { i64, i32 } @llvm.x86.rdtscp()
  ret { i64, i32 } %r
}

declare void @llvm.x86.sse2.maskmov.dqu(<16 x i8>, <16 x i8>, ptr)
define void @some_bytes(<16 x i8> %a, <16 x i8> %b, ptr %c) {
  call void @llvm.x86.sse2.maskmov.dqu(<16 x i8> %a, <16 x i8> %b, ptr %c)
  ret void
}

declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define i64 @deposit(i64 %a, i64 %b) {
  %r = call i64 @llvm.x86.bmi.pdep.64(i64 %a, i64 %b)
  ret i64 %r
}

declare <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8>, <32 x i8>)
define <32 x i8> @both_halves(<32 x i8> %a, <32 x i8> %b) {
  %r = call <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8> %a, <32 x i8> %b)
  ret <32 x i8> %r
}

declare <8 x i32> @llvm.x86.avx2.psrl.d(<8 x i32>, <4 x i32>)
define <8 x i32> @same_count(<8 x i32> %a, <4 x i32> %b) {
  %r = call <8 x i32> @llvm.x86.avx2.psrl.d(<8 x i32> %a, <4 x i32> %b)
  ret <8 x i32> %r
}

declare void @llvm.x86.avx.vzeroupper()
define void @nothing() {
  call void @llvm.x86.avx.vzeroupper()
  ret void
}
