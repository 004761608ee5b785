; In position-independent code a jump table holds distances from itself.
; RUN: avarice compile %s -o - -relocation-model=pic | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; dense:                                  # @dense
; # %bb.0:
; 	leaq	.LJTI0_0(%rip), %rax
; 	movslq	(%rax,%rdi,4), %rcx
; 	addq	%rax, %rcx
; 	jmpq	*%rcx
; .LBB0_1:                                # %a
; 	movl	$5, %eax
; 	retq
; .LBB0_3:                                # %c
; 	movl	$-3, %eax
; 	retq
; .LBB0_4:                                # %d
; 	movl	$900, %eax                      # imm = 0x384
; 	retq
; .LBB0_2:                                # %b
; 	movl	$77, %eax
; 	retq
; .LJTI0_0:
;                                         # -- End function

define i32 @dense(i64 %x) {
  switch i64 %x, label %other [
    i64 0, label %a
    i64 1, label %b
    i64 2, label %c
    i64 3, label %d
  ]
a:
  ret i32 5
b:
  ret i32 77
c:
  ret i32 -3
d:
  ret i32 900
other:
  unreachable
}
