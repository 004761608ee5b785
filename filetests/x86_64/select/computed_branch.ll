; Addresses of blocks in a table, and a branch to one of them. Such blocks stay, whatever else
; happens to the control flow.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; f:
; .LBB0_0:
; 	jmpq	*table(,%rdi,8)
; .LBA0_0:
; .LBB0_1:
; 	movl	$1, %eax
; 	retq
; .LBA0_1:
; .LBB0_2:
; 	movl	$2, %eax
; 	retq
; table:

@table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]

define i32 @f(i64 %i) {
  %place = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
  %target = load ptr, ptr %place
  indirectbr ptr %target, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}
