; The same operations with the instructions of BMI, BMI2, LZCNT and POPCNT; shifts need no CL
; with BMI2.
; RUN: avarice compile %s -o - -mattr=+bmi,+bmi2,+lzcnt,+popcnt | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; population:                             # @population
; # %bb.0:
; 	popcntq	%rdi, %rax
; 	retq
;                                         # -- End function
; leading_zeros:                          # @leading_zeros
; # %bb.0:
; 	lzcntl	%edi, %eax
; 	retq
;                                         # -- End function
; trailing_zeros:                         # @trailing_zeros
; # %bb.0:
; 	tzcntq	%rdi, %rax
; 	retq
;                                         # -- End function
; and_not:                                # @and_not
; # %bb.0:
; 	andnq	%rsi, %rdi, %rax
; 	retq
;                                         # -- End function
; clear_lowest:                           # @clear_lowest
; # %bb.0:
; 	blsrq	%rdi, %rax
; 	retq
;                                         # -- End function
; shift_left:                             # @shift_left
; # %bb.0:
; 	shlxq	%rsi, %rdi, %rax
; 	retq
;                                         # -- End function
; shift_right:                            # @shift_right
; # %bb.0:
; 	sarxl	%esi, %edi, %eax
; 	retq
;                                         # -- End function
; rotate:                                 # @rotate
; # %bb.0:
; 	rorxq	$53, %rdi, %rax
; 	retq
;                                         # -- End function

declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)

define i64 @population(i64 %x) {
  %r = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %r
}

define i32 @leading_zeros(i32 %x) {
  %r = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  ret i32 %r
}

define i64 @trailing_zeros(i64 %x) {
  %r = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  ret i64 %r
}

define i64 @and_not(i64 %x, i64 %y) {
  %n = xor i64 %x, -1
  %r = and i64 %n, %y
  ret i64 %r
}

define i64 @clear_lowest(i64 %x) {
  %m = add i64 %x, -1
  %r = and i64 %x, %m
  ret i64 %r
}

define i64 @shift_left(i64 %x, i64 %n) {
  %r = shl i64 %x, %n
  ret i64 %r
}

define i32 @shift_right(i32 %x, i32 %n) {
  %r = ashr i32 %x, %n
  ret i32 %r
}

define i64 @rotate(i64 %x) {
  %r = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 11)
  ret i64 %r
}
