; The rounding mode, read and written: in the control words of the x87 unit and of vector registers.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; get:                                    # @get
; # %bb.0:
; 	movl	$45, %eax
; 	fnstcw	-4(%rsp)
; 	movzwl	-4(%rsp), %ecx
; 	andl	$3072, %ecx                     # imm = 0xC00
; 	shrl	$9, %ecx
;                                         # kill: def $cl killed $cl killed $ecx
; 	shrl	%cl, %eax
; 	andl	$3, %eax
; 	retq
;                                         # -- End function
; set:                                    # @set
; # %bb.0:
;                                         # kill: def $edi killed $edi def $rdi
; 	movl	$99, %eax
; 	leal	(%rdi,%rdi), %ecx
;                                         # kill: def $cl killed $cl killed $ecx
; 	shrl	%cl, %eax
; 	andl	$3, %eax
; 	shll	$10, %eax
; 	fnstcw	-4(%rsp)
; 	movzwl	-4(%rsp), %ecx
; 	andl	$62463, %ecx                    # imm = 0xF3FF
; 	orl	%eax, %ecx
; 	movw	%cx, -4(%rsp)
; 	fldcw	-4(%rsp)
; 	stmxcsr	-4(%rsp)
; 	movl	-4(%rsp), %ecx
; 	andl	$-24577, %ecx                   # imm = 0x9FFF
; 	shll	$3, %eax
; 	orl	%ecx, %eax
; 	movl	%eax, -4(%rsp)
; 	ldmxcsr	-4(%rsp)
; 	retq
;                                         # -- End function

define i32 @get() {
  %r = call i32 @llvm.get.rounding()
  ret i32 %r
}

define void @set(i32 %mode) {
  call void @llvm.set.rounding(i32 %mode)
  ret void
}

declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
