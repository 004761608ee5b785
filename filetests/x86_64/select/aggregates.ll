; First-class structs and arrays are sets of registers: they pass through phis, selects, loads
; and stores, and extracting costs nothing.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; through_phi:                            # @through_phi
; # %bb.0:                                # %entry
; 	testb	$1, %dil
; 	je	.LBB0_1
; # %bb.2:                                # %a
; 	movl	$2, %eax
; 	jmp	.LBB0_3
; .LBB0_1:
; 	movl	$7, %esi
; 	movl	$8, %eax
; .LBB0_3:                                # %b
; 	movl	%eax, %eax
; 	addq	%rsi, %rax
; 	retq
;                                         # -- End function
; through_select:                         # @through_select
; # %bb.0:
; 	movl	%esi, %eax
; 	testb	$1, %dil
; 	cmovel	%ecx, %eax
; 	cmovel	%r8d, %edx
; 	retq
;                                         # -- End function
; copy_by_value:                          # @copy_by_value
; # %bb.0:
; 	movzbl	(%rdi), %eax
; 	movq	8(%rdi), %rcx
; 	movss	16(%rdi), %xmm0                 # xmm0 = mem[0],zero,zero,zero
; 	movb	%al, (%rsi)
; 	movq	%rcx, 8(%rsi)
; 	movss	%xmm0, 16(%rsi)
; 	retq
;                                         # -- End function
; nested:                                 # @nested
; # %bb.0:
; 	movl	%ecx, %eax
; 	retq
;                                         # -- End function
; array_of_floats:                        # @array_of_floats
; # %bb.0:
; 	movaps	%xmm0, %xmm1
; 	xorps	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; empty:                                  # @empty
; # %bb.0:
; 	retq
;                                         # -- End function

define i64 @through_phi(i1 %c, i64 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %s = insertvalue { i64, i32 } { i64 1, i32 2 }, i64 %x, 0
  br label %b
b:
  %p = phi { i64, i32 } [ { i64 7, i32 8 }, %entry ], [ %s, %a ]
  %u = extractvalue { i64, i32 } %p, 0
  %v = extractvalue { i64, i32 } %p, 1
  %w = zext i32 %v to i64
  %r = add i64 %u, %w
  ret i64 %r
}

define { i32, i32 } @through_select(i1 %c, { i32, i32 } %a, { i32, i32 } %b) {
  %r = select i1 %c, { i32, i32 } %a, { i32, i32 } %b
  ret { i32, i32 } %r
}

define void @copy_by_value(ptr %p, ptr %q) {
  %v = load { i8, i64, float }, ptr %p
  store { i8, i64, float } %v, ptr %q
  ret void
}

define i16 @nested({ i8, [2 x { i16, i32 }] } %a) {
  %r = extractvalue { i8, [2 x { i16, i32 }] } %a, 1, 1, 0
  ret i16 %r
}

define [2 x double] @array_of_floats(double %a) {
  %x = insertvalue [2 x double] zeroinitializer, double %a, 1
  ret [2 x double] %x
}

define void @empty({} %e, ptr %p) {
  store {} %e, ptr %p
  ret void
}
