; Overflow intrinsics use the flags of the operation itself; saturating ones too.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; add_or_trap:                            # @add_or_trap
; # %bb.0:
; 	addl	%esi, %edi
; 	jo	.LBB0_2
; # %bb.1:                                # %good
; 	movl	%edi, %eax
; 	retq
; .LBB0_2:                                # %bad
; 	ud2
;                                         # -- End function
; carry:                                  # @carry
; # %bb.0:
; 	addq	%rsi, %rdi
; 	setb	%al
; 	movq	%rdi, (%rdx)
; 	retq
;                                         # -- End function
; clamped_difference:                     # @clamped_difference
; # %bb.0:
; 	xorl	%eax, %eax
; 	subq	%rsi, %rdi
; 	cmovaeq	%rdi, %rax
; 	retq
;                                         # -- End function
; product:                                # @product
; # %bb.0:
; 	movl	%edi, %eax
; 	imull	%esi, %eax
; 	seto	%dl
; 	retq
;                                         # -- End function
; unsigned_product:                       # @unsigned_product
; # %bb.0:
; 	movl	%edi, %eax
; 	mull	%esi
; 	seto	%dl
; 	retq
;                                         # -- End function
; byte:                                   # @byte
; # %bb.0:
; 	cmpb	%sil, %dil
; 	seto	%al
; 	retq
;                                         # -- End function
; signed_saturating:                      # @signed_saturating
; # %bb.0:
; 	movl	%edi, %eax
; 	sarl	$31, %eax
; 	xorl	$2147483647, %eax               # imm = 0x7FFFFFFF
; 	addl	%edi, %esi
; 	cmovnol	%esi, %eax
; 	retq
;                                         # -- End function
; unsigned_saturating:                    # @unsigned_saturating
; # %bb.0:
; 	movl	$-1, %eax
; 	addl	%esi, %edi
; 	cmovael	%edi, %eax
; 	retq
;                                         # -- End function
; unsigned_saturating_difference:         # @unsigned_saturating_difference
; # %bb.0:
; 	xorl	%eax, %eax
; 	subw	%si, %di
; 	cmovael	%edi, %eax
; 	retq
;                                         # -- End function

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i16 @llvm.usub.sat.i16(i16, i16)
declare void @llvm.trap()

define i32 @add_or_trap(i32 %a, i32 %b) {
  %pair = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %over = extractvalue { i32, i1 } %pair, 1
  br i1 %over, label %bad, label %good
good:
  %r = extractvalue { i32, i1 } %pair, 0
  ret i32 %r
bad:
  call void @llvm.trap()
  unreachable
}

define i1 @carry(i64 %a, i64 %b, ptr %p) {
  %pair = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %a, i64 %b)
  %sum = extractvalue { i64, i1 } %pair, 0
  store i64 %sum, ptr %p
  %over = extractvalue { i64, i1 } %pair, 1
  ret i1 %over
}

define i64 @clamped_difference(i64 %a, i64 %b) {
  %pair = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %d = extractvalue { i64, i1 } %pair, 0
  %over = extractvalue { i64, i1 } %pair, 1
  %r = select i1 %over, i64 0, i64 %d
  ret i64 %r
}

define { i32, i1 } @product(i32 %a, i32 %b) {
  %pair = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  ret { i32, i1 } %pair
}

define { i32, i1 } @unsigned_product(i32 %a, i32 %b) {
  %pair = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  ret { i32, i1 } %pair
}

define i1 @byte(i8 %a, i8 %b) {
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)
  %over = extractvalue { i8, i1 } %pair, 1
  ret i1 %over
}

define i32 @signed_saturating(i32 %a, i32 %b) {
  %r = call i32 @llvm.sadd.sat.i32(i32 %a, i32 %b)
  ret i32 %r
}

define i32 @unsigned_saturating(i32 %a, i32 %b) {
  %r = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  ret i32 %r
}

define i16 @unsigned_saturating_difference(i16 %a, i16 %b) {
  %r = call i16 @llvm.usub.sat.i16(i16 %a, i16 %b)
  ret i16 %r
}
