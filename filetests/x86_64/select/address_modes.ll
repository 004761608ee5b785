; Addresses are folded into memory operands: base, base + index * scale + displacement,
; displacement alone. A scale that is no power of two up to 8 needs arithmetic.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; base_and_displacement:                  # @base_and_displacement
; # %bb.0:
; 	movl	40(%rdi), %eax
; 	retq
;                                         # -- End function
; negative_displacement:                  # @negative_displacement
; # %bb.0:
; 	movl	-4(%rdi), %eax
; 	retq
;                                         # -- End function
; index:                                  # @index
; # %bb.0:
; 	movl	(%rdi,%rsi,4), %eax
; 	retq
;                                         # -- End function
; index_and_displacement:                 # @index_and_displacement
; # %bb.0:
; 	movq	24(%rdi,%rsi,8), %rax
; 	retq
;                                         # -- End function
; struct_field:                           # @struct_field
; # %bb.0:
; 	movzwl	6(%rdi,%rsi,2), %eax
; 	retq
;                                         # -- End function
; odd_size:                               # @odd_size
; # %bb.0:
; 	leaq	(%rsi,%rsi,2), %rax
; 	movzbl	5(%rdi,%rax,4), %eax
; 	retq
;                                         # -- End function
; narrow_index:                           # @narrow_index
; # %bb.0:
; 	movslq	%esi, %rax
; 	movl	(%rdi,%rax,4), %eax
; 	retq
;                                         # -- End function
; index_that_overflows_displacement:      # @index_that_overflows_displacement
; # %bb.0:
; 	movabsq	$4294967296, %rax               # imm = 0x100000000
; 	addq	%rdi, %rax
; 	movl	(%rax), %eax
; 	retq
;                                         # -- End function
; from_integer:                           # @from_integer
; # %bb.0:
; 	movl	8(%rdi), %eax
; 	retq
;                                         # -- End function

define i32 @base_and_displacement(ptr %p) {
  %a = getelementptr inbounds i32, ptr %p, i64 10
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @negative_displacement(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 -4
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @index(ptr %p, i64 %i) {
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %a
  ret i32 %v
}

define i64 @index_and_displacement(ptr %p, i64 %i) {
  %j = add nsw i64 %i, 3
  %a = getelementptr inbounds i64, ptr %p, i64 %j
  %v = load i64, ptr %a
  ret i64 %v
}

%pair = type { i32, i16, [4 x i16] }

define i16 @struct_field(ptr %p, i64 %i) {
  %a = getelementptr inbounds %pair, ptr %p, i64 0, i32 2, i64 %i
  %v = load i16, ptr %a
  ret i16 %v
}

define i8 @odd_size(ptr %p, i64 %i) {
  %a = getelementptr inbounds [12 x i8], ptr %p, i64 %i, i64 5
  %v = load i8, ptr %a
  ret i8 %v
}

define i32 @narrow_index(ptr %p, i32 %i) {
  %wide = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %wide
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @index_that_overflows_displacement(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 4294967296
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @from_integer(i64 %n) {
  %sum = add i64 %n, 8
  %p = inttoptr i64 %sum to ptr
  %v = load i32, ptr %p
  ret i32 %v
}
