; Where things go: read-only data, mergeable strings and constants, zeroes, thread-local data,
; named sections, relocated constants.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"sections.ll"
; 	.section	my_text,"ax",@progbits
; 	.globl	named_function                  # -- Begin function named_function
; 	.p2align	4, 0x90
; 	.type	named_function,@function
; named_function:                         # @named_function
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end0:
; 	.size	named_function, .Lfunc_end0-named_function
; 	.cfi_endproc
;                                         # -- End function
; 	.section	.text.unlikely.,"ax",@progbits
; 	.globl	cold_function                   # -- Begin function cold_function
; 	.p2align	4, 0x90
; 	.type	cold_function,@function
; cold_function:                          # @cold_function
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end1:
; 	.size	cold_function, .Lfunc_end1-cold_function
; 	.cfi_endproc
;                                         # -- End function
; 	.type	variable,@object                # @variable
; 	.data
; 	.globl	variable
; 	.p2align	2, 0x0
; variable:
; 	.long	1                               # 0x1
; 	.size	variable, 4
;
; 	.type	zero,@object                    # @zero
; 	.bss
; 	.globl	zero
; 	.p2align	2, 0x0
; zero:
; 	.long	0                               # 0x0
; 	.size	zero, 4
;
; 	.type	constant,@object                # @constant
; 	.section	.rodata,"a",@progbits
; 	.globl	constant
; 	.p2align	2, 0x0
; constant:
; 	.long	2                               # 0x2
; 	.size	constant, 4
;
; 	.type	.Lstring,@object                # @string
; 	.section	.rodata.str1.1,"aMS",@progbits,1
; .Lstring:
; 	.asciz	"hello"
; 	.size	.Lstring, 6
;
; 	.type	.Lmerge_4,@object               # @merge_4
; 	.section	.rodata.cst4,"aM",@progbits,4
; 	.p2align	2, 0x0
; .Lmerge_4:
; 	.long	3                               # 0x3
; 	.size	.Lmerge_4, 4
;
; 	.type	.Lmerge_8,@object               # @merge_8
; 	.section	.rodata.cst8,"aM",@progbits,8
; 	.p2align	3, 0x0
; .Lmerge_8:
; 	.quad	4                               # 0x4
; 	.size	.Lmerge_8, 8
;
; 	.type	.Lmerge_16,@object              # @merge_16
; 	.section	.rodata.cst16,"aM",@progbits,16
; 	.p2align	3, 0x0
; .Lmerge_16:
; 	.quad	5                               # 0x5
; 	.quad	6                               # 0x6
; 	.size	.Lmerge_16, 16
;
; 	.type	table,@object                   # @table
; 	.section	.rodata,"a",@progbits
; 	.globl	table
; 	.p2align	3, 0x0
; table:
; 	.quad	variable
; 	.quad	zero
; 	.size	table, 16
;
; 	.type	thread_data,@object             # @thread_data
; 	.section	.tdata,"awT",@progbits
; 	.globl	thread_data
; 	.p2align	2, 0x0
; thread_data:
; 	.long	7                               # 0x7
; 	.size	thread_data, 4
;
; 	.type	thread_zero,@object             # @thread_zero
; 	.section	.tbss,"awT",@nobits
; 	.globl	thread_zero
; 	.p2align	2, 0x0
; thread_zero:
; 	.long	0                               # 0x0
; 	.size	thread_zero, 4
;
; 	.type	named,@object                   # @named
; 	.section	my_data,"aw",@progbits
; 	.globl	named
; 	.p2align	2, 0x0
; named:
; 	.long	8                               # 0x8
; 	.size	named, 4
;
; 	.type	named_zero,@object              # @named_zero
; 	.section	.bss.mine,"aw",@nobits
; 	.globl	named_zero
; 	.p2align	2, 0x0
; named_zero:
; 	.long	0                               # 0x0
; 	.size	named_zero, 4
;
; 	.type	named_constant,@object          # @named_constant
; 	.section	my_constants,"a",@progbits
; 	.globl	named_constant
; 	.p2align	2, 0x0
; named_constant:
; 	.long	9                               # 0x9
; 	.size	named_constant, 4
;
; 	.section	".note.GNU-stack","",@progbits

@variable = global i32 1
@zero = global i32 0
@constant = constant i32 2
@string = private unnamed_addr constant [6 x i8] c"hello\00"
@merge_4 = private unnamed_addr constant i32 3
@merge_8 = private unnamed_addr constant i64 4
@merge_16 = private unnamed_addr constant [2 x i64] [i64 5, i64 6]
@table = constant [2 x ptr] [ptr @variable, ptr @zero]
@thread_data = thread_local global i32 7
@thread_zero = thread_local global i32 0
@named = global i32 8, section "my_data"
@named_zero = global i32 0, section ".bss.mine"
@named_constant = constant i32 9, section "my_constants"

define void @named_function() section "my_text" {
  ret void
}

define void @cold_function() section ".text.unlikely." {
  ret void
}
