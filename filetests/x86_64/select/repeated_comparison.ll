; A comparison is made once for two selections; where something between them changes the flags, it is made again.
; RUN: avarice compile %s -O2 -o - | grep -v '[.]'
; OUTPUT:
; once:                                   # @once
; 	movl	%edi, %eax
; 	cmpl	%esi, %edi
; 	movl	%esi, %ecx
; 	cmovll	%edi, %ecx
; 	movl	%ecx, (%rdx)
; 	cmovll	%esi, %eax
; 	retq
;                                         # -- End function
; twice:                                  # @twice
; 	movl	%edi, %eax
; 	cmpl	%esi, %edi
; 	movl	%esi, %ecx
; 	cmovll	%edi, %ecx
; 	imull	$7, %ecx, %ecx
; 	movl	%ecx, (%rdx)
; 	cmpl	%esi, %edi
; 	cmovll	%esi, %eax
; 	retq
;                                         # -- End function

target triple = "x86_64-unknown-linux-gnu"

define i32 @once(i32 %a, i32 %b, ptr %p) {
  %c = icmp slt i32 %a, %b
  %min = select i1 %c, i32 %a, i32 %b
  store i32 %min, ptr %p
  %max = select i1 %c, i32 %b, i32 %a
  ret i32 %max
}

define i32 @twice(i32 %a, i32 %b, ptr %p) {
  %c = icmp slt i32 %a, %b
  %min = select i1 %c, i32 %a, i32 %b
  %twice = mul i32 %min, 7
  store i32 %twice, ptr %p
  %max = select i1 %c, i32 %b, i32 %a
  ret i32 %max
}
