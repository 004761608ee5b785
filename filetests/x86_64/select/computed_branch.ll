; Addresses of blocks in a table, and a branch to one of them. Such blocks stay, whatever else
; happens to the control flow.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; f:                                      # @f
; # %bb.0:
; 	jmpq	*table(,%rdi,8)
; .Ltmp0:                                 # Block address taken
; .LBB0_1:                                # %a
; 	movl	$1, %eax
; 	retq
; .Ltmp1:                                 # Block address taken
; .LBB0_2:                                # %b
; 	movl	$2, %eax
; 	retq
;                                         # -- End function
; table:
;

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
