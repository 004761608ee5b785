; A dense switch is a jump table, reached by index after one comparison of the range. Holes lead
; to the default.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; dense:                                  # @dense
; # %bb.0:
;                                         # kill: def $edi killed $edi def $rdi
; 	addl	$-10, %edi
; 	cmpl	$5, %edi
; 	ja	.LBB0_7
; # %bb.1:
; 	jmpq	*.LJTI0_0(,%rdi,8)
; .LBB0_2:                                # %a
; 	movl	$5, %eax
; 	retq
; .LBB0_7:                                # %other
; 	xorl	%eax, %eax
; 	retq
; .LBB0_4:                                # %c
; 	movl	$-3, %eax
; 	retq
; .LBB0_3:                                # %b
; 	movl	$77, %eax
; 	retq
; .LBB0_5:                                # %d
; 	movl	$900, %eax                      # imm = 0x384
; 	retq
; .LBB0_6:                                # %e
; 	movl	$42, %eax
; 	retq
; .LJTI0_0:
;                                         # -- End function

define i32 @dense(i32 %x) {
  switch i32 %x, label %other [
    i32 10, label %a
    i32 11, label %b
    i32 12, label %c
    i32 13, label %d
    i32 15, label %e
  ]
a:
  ret i32 5
b:
  ret i32 77
c:
  ret i32 -3
d:
  ret i32 900
e:
  ret i32 42
other:
  ret i32 0
}
