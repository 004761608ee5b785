; Conversions between integers and floating-point numbers; unsigned ones and those of 64 bits
; take detours.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; signed_32:                              # @signed_32
; # %bb.0:
; 	cvtsi2sd	%edi, %xmm0
; 	retq
;                                         # -- End function
; signed_64:                              # @signed_64
; # %bb.0:
; 	cvtsi2ss	%rdi, %xmm0
; 	retq
;                                         # -- End function
; unsigned_32:                            # @unsigned_32
; # %bb.0:
; 	movl	%edi, %eax
; 	cvtsi2sd	%rax, %xmm0
; 	retq
;                                         # -- End function
; signed_8:                               # @signed_8
; # %bb.0:
; 	movsbl	%dil, %eax
; 	cvtsi2ss	%eax, %xmm0
; 	retq
;                                         # -- End function
; to_signed_32:                           # @to_signed_32
; # %bb.0:
; 	cvttsd2si	%xmm0, %eax
; 	retq
;                                         # -- End function
; to_unsigned_32:                         # @to_unsigned_32
; # %bb.0:
; 	cvttss2si	%xmm0, %rax
;                                         # kill: def $eax killed $eax killed $rax
; 	retq
;                                         # -- End function
; .LCPI6_0:
; to_unsigned_64:                         # @to_unsigned_64
; # %bb.0:
; 	cvttsd2si	%xmm0, %rcx
; 	movq	%rcx, %rdx
; 	sarq	$63, %rdx
; 	subsd	.LCPI6_0(%rip), %xmm0
; 	cvttsd2si	%xmm0, %rax
; 	andq	%rdx, %rax
; 	orq	%rcx, %rax
; 	retq
;                                         # -- End function
; to_signed_8:                            # @to_signed_8
; # %bb.0:
; 	cvttss2si	%xmm0, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; narrow:                                 # @narrow
; # %bb.0:
; 	cvtsd2ss	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; widen_from_memory:                      # @widen_from_memory
; # %bb.0:
; 	movss	(%rdi), %xmm0                   # xmm0 = mem[0],zero,zero,zero
; 	cvtss2sd	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; bits_of:                                # @bits_of
; # %bb.0:
; 	movq	%xmm0, %rax
; 	retq
;                                         # -- End function
; from_bits:                              # @from_bits
; # %bb.0:
; 	movd	%edi, %xmm0
; 	retq
;                                         # -- End function

define double @signed_32(i32 %x) {
  %r = sitofp i32 %x to double
  ret double %r
}

define float @signed_64(i64 %x) {
  %r = sitofp i64 %x to float
  ret float %r
}

define double @unsigned_32(i32 %x) {
  %r = uitofp i32 %x to double
  ret double %r
}

define float @signed_8(i8 %x) {
  %r = sitofp i8 %x to float
  ret float %r
}

define i32 @to_signed_32(double %x) {
  %r = fptosi double %x to i32
  ret i32 %r
}

define i32 @to_unsigned_32(float %x) {
  %r = fptoui float %x to i32
  ret i32 %r
}

define i64 @to_unsigned_64(double %x) {
  %r = fptoui double %x to i64
  ret i64 %r
}

define i8 @to_signed_8(float %x) {
  %r = fptosi float %x to i8
  ret i8 %r
}

define float @narrow(double %x) {
  %r = fptrunc double %x to float
  ret float %r
}

define double @widen_from_memory(ptr %p) {
  %x = load float, ptr %p
  %r = fpext float %x to double
  ret double %r
}

define i64 @bits_of(double %x) {
  %r = bitcast double %x to i64
  ret i64 %r
}

define float @from_bits(i32 %x) {
  %r = bitcast i32 %x to float
  ret float %r
}
