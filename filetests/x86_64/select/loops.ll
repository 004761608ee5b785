; A loop: phis in registers, the exit test at the bottom, addresses stepping or indexed.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; sum:                                    # @sum
; # %bb.0:                                # %entry
; 	xorl	%ecx, %ecx
; 	xorl	%eax, %eax
; 	testq	%rsi, %rsi
; 	je	.LBB0_2
; .LBB0_1:                                # %loop
;                                         # =>This Inner Loop Header: Depth=1
; 	addq	(%rdi,%rcx,8), %rax
; 	incq	%rcx
; 	cmpq	%rsi, %rcx
; 	jne	.LBB0_1
; .LBB0_2:                                # %done
; 	retq
;                                         # -- End function
; length:                                 # @length
; # %bb.0:                                # %entry
; 	xorl	%ecx, %ecx
; .LBB1_1:                                # %loop
;                                         # =>This Inner Loop Header: Depth=1
; 	movq	%rcx, %rax
; 	incq	%rcx
; 	cmpb	$0, (%rdi,%rax)
; 	jne	.LBB1_1
; # %bb.2:                                # %done
; 	retq
;                                         # -- End function
; swap:                                   # @swap
; # %bb.0:                                # %entry
; 	movl	%esi, %eax
; .LBB2_1:                                # %loop
;                                         # =>This Inner Loop Header: Depth=1
; 	movl	%eax, %ecx
; 	movl	%edi, %eax
; 	decl	%edx
; 	movl	%ecx, %edi
; 	jne	.LBB2_1
; # %bb.2:                                # %done
; 	retq
;                                         # -- End function

define i64 @sum(ptr %p, i64 %n) {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %a
  %t = add i64 %s, %v
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  %r = phi i64 [ 0, %entry ], [ %t, %loop ]
  ret i64 %r
}

define i64 @length(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %v = load i8, ptr %a
  %next = add i64 %i, 1
  %end = icmp eq i8 %v, 0
  br i1 %end, label %done, label %loop
done:
  ret i64 %i
}

; The two values change places in each round: that needs a third register.
define i32 @swap(i32 %a, i32 %b, i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %a, %entry ], [ %y, %loop ]
  %y = phi i32 [ %b, %entry ], [ %x, %loop ]
  %i = phi i32 [ %n, %entry ], [ %j, %loop ]
  %j = add i32 %i, -1
  %c = icmp eq i32 %j, 0
  br i1 %c, label %done, label %loop
done:
  ret i32 %x
}
