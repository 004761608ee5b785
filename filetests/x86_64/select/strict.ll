; Constrained operations are selected as the plain ones, at their place: they are not merged across a call that may
; change the rounding mode, and stay where only their exceptions matter.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; arithmetic:                             # @arithmetic
; # %bb.0:
; 	pushq	%rax
; 	addsd	%xmm1, %xmm0
; 	sqrtsd	%xmm0, %xmm0
; 	callq	fmod@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; conversions:                            # @conversions
; # %bb.0:
; 	cvtsd2ss	%xmm0, %xmm0
; 	cvtsi2ss	%rdi, %xmm1
; 	mulss	%xmm0, %xmm1
; 	cvttss2si	%xmm1, %eax
; 	retq
;                                         # -- End function
; comparison:                             # @comparison
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	seta	%cl
; 	ucomisd	%xmm0, %xmm1
; 	setp	%al
; 	orb	%cl, %al
; 	retq
;                                         # -- End function
; rounding:                               # @rounding
; # %bb.0:
; 	subq	$24, %rsp
; 	fldt	32(%rsp)
; 	fstpt	(%rsp)
; 	callq	floorl@PLT
; 	fstpt	(%rsp)
; 	callq	lrintl@PLT
; 	addq	$24, %rsp
; 	retq
;                                         # -- End function
; vector:                                 # @vector
; # %bb.0:
; 	divpd	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; two_modes:                              # @two_modes
; # %bb.0:
; 	subq	$24, %rsp
; 	movsd	%xmm1, (%rsp)                   # 8-byte Spill
; 	movsd	%xmm0, 8(%rsp)                  # 8-byte Spill
; 	movapd	%xmm0, %xmm2
; 	addsd	%xmm1, %xmm2
; 	movsd	%xmm2, 16(%rsp)                 # 8-byte Spill
; 	movl	$2048, %edi                     # imm = 0x800
; 	callq	fesetround@PLT
; 	movsd	8(%rsp), %xmm0                  # 8-byte Reload
;                                         # xmm0 = mem[0],zero
; 	addsd	(%rsp), %xmm0                   # 8-byte Folded Reload
; 	addsd	16(%rsp), %xmm0                 # 8-byte Folded Reload
; 	addq	$24, %rsp
; 	retq
;                                         # -- End function
; exceptions:                             # @exceptions
; # %bb.0:
; 	mulss	%xmm1, %xmm0
; 	retq
;                                         # -- End function

define double @arithmetic(double %x, double %y) strictfp {
  %a = call double @llvm.experimental.constrained.fadd.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %b = call double @llvm.experimental.constrained.sqrt.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %c = call double @llvm.experimental.constrained.frem.f64(double %b, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret double %c
}

define i32 @conversions(double %x, i64 %i) strictfp {
  %a = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %b = call float @llvm.experimental.constrained.sitofp.f32.i64(i64 %i, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %c = call float @llvm.experimental.constrained.fmul.f32(float %a, float %b, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %d = call i32 @llvm.experimental.constrained.fptosi.i32.f32(float %c, metadata !"fpexcept.strict") strictfp
  ret i32 %d
}

define i1 @comparison(double %x, double %y) strictfp {
  %a = call i1 @llvm.experimental.constrained.fcmp.f64(double %x, double %y, metadata !"ogt", metadata !"fpexcept.strict") strictfp
  %b = call i1 @llvm.experimental.constrained.fcmps.f64(double %y, double %x, metadata !"uno", metadata !"fpexcept.strict") strictfp
  %c = or i1 %a, %b
  ret i1 %c
}

define i64 @rounding(x86_fp80 %x) strictfp {
  %a = call x86_fp80 @llvm.experimental.constrained.floor.f80(x86_fp80 %x, metadata !"fpexcept.strict") strictfp
  %b = call i64 @llvm.experimental.constrained.lrint.i64.f80(x86_fp80 %a, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret i64 %b
}

define <2 x double> @vector(<2 x double> %x, <2 x double> %y) strictfp {
  %a = call <2 x double> @llvm.experimental.constrained.fdiv.v2f64(<2 x double> %x, <2 x double> %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret <2 x double> %a
}

define double @two_modes(double %x, double %y) strictfp {
  %a = call double @llvm.experimental.constrained.fadd.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %s = call i32 @fesetround(i32 2048) strictfp
  %b = call double @llvm.experimental.constrained.fadd.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %c = call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret double %c
}

define void @exceptions(float %x, float %y) strictfp {
  %a = call float @llvm.experimental.constrained.fmul.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret void
}

declare i32 @fesetround(i32)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.frem.f64(double, double, metadata, metadata)
declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata)
declare float @llvm.experimental.constrained.sitofp.f32.i64(i64, metadata, metadata)
declare float @llvm.experimental.constrained.fmul.f32(float, float, metadata, metadata)
declare i32 @llvm.experimental.constrained.fptosi.i32.f32(float, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata)
declare x86_fp80 @llvm.experimental.constrained.floor.f80(x86_fp80, metadata)
declare i64 @llvm.experimental.constrained.lrint.i64.f80(x86_fp80, metadata, metadata)
declare <2 x double> @llvm.experimental.constrained.fdiv.v2f64(<2 x double>, <2 x double>, metadata, metadata)
