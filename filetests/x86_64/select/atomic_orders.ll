; Atomic loads and stores are plain moves, except that a sequentially consistent store is an
; XCHG; fences are MFENCE or nothing; operations without an instruction loop.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; load_acquire:                           # @load_acquire
; # %bb.0:
; 	movl	(%rdi), %eax
; 	retq
;                                         # -- End function
; load_sequential:                        # @load_sequential
; # %bb.0:
; 	movq	(%rdi), %rax
; 	retq
;                                         # -- End function
; store_release:                          # @store_release
; # %bb.0:
; 	movl	%esi, (%rdi)
; 	retq
;                                         # -- End function
; store_sequential:                       # @store_sequential
; # %bb.0:
; 	xchgl	%esi, (%rdi)
; 	retq
;                                         # -- End function
; fences:                                 # @fences
; # %bb.0:
; 	mfence
; 	retq
;                                         # -- End function
; exchange:                               # @exchange
; # %bb.0:
; 	movl	%esi, %eax
; 	xchgb	%al, (%rdi)
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; subtract:                               # @subtract
; # %bb.0:
; 	movl	%esi, %eax
; 	negl	%eax
; 	lock		xaddw	%ax, (%rdi)
; 	retq
;                                         # -- End function
; or_unused:                              # @or_unused
; # %bb.0:
; 	movl	$4096, %eax                     # imm = 0x1000
; 	lock		orq	%rax, (%rdi)
; 	retq
;                                         # -- End function
; compare_and_exchange:                   # @compare_and_exchange
; # %bb.0:
; 	movl	%esi, %eax
; 	lock		cmpxchgl	%edx, (%rdi)
; 	sete	%dl
; 	retq
;                                         # -- End function
; unsigned_maximum:                       # @unsigned_maximum
; # %bb.0:
; 	movl	(%rdi), %eax
; .LBB9_1:                                # =>This Inner Loop Header: Depth=1
; 	cmpl	%esi, %eax
; 	movl	%esi, %ecx
; 	cmoval	%eax, %ecx
; 	lock		cmpxchgl	%ecx, (%rdi)
; 	jne	.LBB9_1
; # %bb.2:
; 	retq
;                                         # -- End function
; float_add:                              # @float_add
; # %bb.0:
; 	movq	(%rdi), %rax
; .LBB10_1:                               # =>This Inner Loop Header: Depth=1
; 	movq	%rax, %xmm1
; 	addsd	%xmm0, %xmm1
; 	movq	%xmm1, %rcx
; 	lock		cmpxchgq	%rcx, (%rdi)
; 	jne	.LBB10_1
; # %bb.2:
; 	movq	%rax, %xmm0
; 	retq
;                                         # -- End function

define i32 @load_acquire(ptr %p) {
  %r = load atomic i32, ptr %p acquire, align 4
  ret i32 %r
}

define i64 @load_sequential(ptr %p) {
  %r = load atomic i64, ptr %p seq_cst, align 8
  ret i64 %r
}

define void @store_release(ptr %p, i32 %v) {
  store atomic i32 %v, ptr %p release, align 4
  ret void
}

define void @store_sequential(ptr %p, i32 %v) {
  store atomic i32 %v, ptr %p seq_cst, align 4
  ret void
}

define void @fences() {
  fence acquire
  fence release
  fence seq_cst
  ret void
}

define i8 @exchange(ptr %p, i8 %v) {
  %r = atomicrmw xchg ptr %p, i8 %v acq_rel
  ret i8 %r
}

define i16 @subtract(ptr %p, i16 %v) {
  %r = atomicrmw sub ptr %p, i16 %v monotonic
  ret i16 %r
}

define void @or_unused(ptr %p) {
  %r = atomicrmw or ptr %p, i64 4096 seq_cst
  ret void
}

define { i32, i1 } @compare_and_exchange(ptr %p, i32 %old, i32 %new) {
  %r = cmpxchg weak ptr %p, i32 %old, i32 %new seq_cst monotonic
  ret { i32, i1 } %r
}

define i32 @unsigned_maximum(ptr %p, i32 %v) {
  %r = atomicrmw umax ptr %p, i32 %v seq_cst
  ret i32 %r
}

define double @float_add(ptr %p, double %v) {
  %r = atomicrmw fadd ptr %p, double %v seq_cst
  ret double %r
}
