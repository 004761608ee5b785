; An address that several accesses use is folded into each of them, and a comparison, or a
; constant, of another block is made again where it is used.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; several_accesses:                       # @several_accesses
; # %bb.0:
; 	movq	(%rdi,%rsi,8), %rax
; 	addq	8(%rdi,%rsi,8), %rax
; 	movq	%rax, (%rdi,%rsi,8)
; 	retq
;                                         # -- End function
; comparison_in_another_block:            # @comparison_in_another_block
; # %bb.0:                                # %entry
; 	cmpl	$0, (%rdx)
; 	jne	.LBB1_3
; # %bb.1:                                # %next
; 	cmpl	%esi, %edi
; 	jge	.LBB1_2
; .LBB1_3:                                # %done
; 	movl	$4, %eax
; 	retq
; .LBB1_2:                                # %other
; 	movl	$9, %eax
; 	retq
;                                         # -- End function

define i64 @several_accesses(ptr %p, i64 %i) {
  %a = getelementptr i64, ptr %p, i64 %i
  %u = load i64, ptr %a
  %b = getelementptr i8, ptr %a, i64 8
  %v = load i64, ptr %b
  %s = add i64 %u, %v
  store i64 %s, ptr %a
  ret i64 %s
}

define i32 @comparison_in_another_block(i32 %x, i32 %y, ptr %p) {
entry:
  %c = icmp slt i32 %x, %y
  %d = load i32, ptr %p
  %e = icmp eq i32 %d, 0
  br i1 %e, label %next, label %done
next:
  br i1 %c, label %done, label %other
other:
  ret i32 9
done:
  ret i32 4
}
