; A dense switch is a jump table, reached by index after one comparison of the range. Holes lead
; to the default.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; dense:
; .LBB0_0:
; 	addl	$-10, %edi
; 	cmpl	$5, %edi
; 	ja	.LBB0_7
; .LBB0_1:
; 	jmpq	*.LJTI0_0(,%rdi,8)
; .LBB0_7:
; 	xorl	%eax, %eax
; 	retq
; .LBB0_5:
; 	movl	$900, %eax
; 	retq
; .LBB0_3:
; 	movl	$77, %eax
; 	retq
; .LBB0_4:
; 	movl	$-3, %eax
; 	retq
; .LBB0_2:
; 	movl	$5, %eax
; 	retq
; .LBB0_6:
; 	movl	$42, %eax
; 	retq
; .LJTI0_0:

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
