; Data: the directive for each size, strings with escapes, zeroes, addresses with offsets,
; padding in structs, alignment.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"data_directives.ll"
; 	.type	byte,@object                    # @byte
; 	.data
; 	.globl	byte
; byte:
; 	.byte	255                             # 0xff
; 	.size	byte, 1
;
; 	.type	half,@object                    # @half
; 	.globl	half
; 	.p2align	1, 0x0
; half:
; 	.short	258                             # 0x102
; 	.size	half, 2
;
; 	.type	word,@object                    # @word
; 	.globl	word
; 	.p2align	2, 0x0
; word:
; 	.long	65536                           # 0x10000
; 	.size	word, 4
;
; 	.type	quad,@object                    # @quad
; 	.globl	quad
; 	.p2align	3, 0x0
; quad:
; 	.quad	-2                              # 0xfffffffffffffffe
; 	.size	quad, 8
;
; 	.type	wide,@object                    # @wide
; 	.globl	wide
; 	.p2align	4, 0x0
; wide:
; 	.quad	1
; 	.quad	1
; 	.size	wide, 16
;
; 	.type	odd,@object                     # @odd
; 	.globl	odd
; 	.p2align	2, 0x0
; odd:
; 	.short	1                               # 0x20001
; 	.byte	2
; 	.zero	1
; 	.size	odd, 4
;
; 	.type	flag,@object                    # @flag
; 	.globl	flag
; flag:
; 	.byte	1                               # 0x1
; 	.size	flag, 1
;
; 	.type	single,@object                  # @single
; 	.globl	single
; 	.p2align	2, 0x0
; single:
; 	.long	0x3f800000                      # float 1
; 	.size	single, 4
;
; 	.type	double,@object                  # @double
; 	.globl	double
; 	.p2align	3, 0x0
; double:
; 	.quad	0xbfe0000000000000              # double -0.5
; 	.size	double, 8
;
; 	.type	text,@object                    # @text
; 	.section	.rodata,"a",@progbits
; 	.globl	text
; text:
; 	.asciz	"tab\t\"quote\""
; 	.size	text, 12
;
; 	.type	unterminated,@object            # @unterminated
; 	.globl	unterminated
; unterminated:
; 	.ascii	"abc"
; 	.size	unterminated, 3
;
; 	.type	binary,@object                  # @binary
; 	.globl	binary
; binary:
; 	.ascii	"\000\001\377\177"
; 	.size	binary, 4
;
; 	.type	zeroes,@object                  # @zeroes
; 	.bss
; 	.globl	zeroes
; 	.p2align	4, 0x0
; zeroes:
; 	.zero	400
; 	.size	zeroes, 400
;
; 	.type	undefined,@object               # @undefined
; 	.globl	undefined
; 	.p2align	2, 0x0
; undefined:
; 	.zero	4
; 	.size	undefined, 4
;
; 	.type	padded,@object                  # @padded
; 	.data
; 	.globl	padded
; 	.p2align	3, 0x0
; padded:
; 	.byte	1                               # 0x1
; 	.zero	3
; 	.long	2                               # 0x2
; 	.byte	3                               # 0x3
; 	.zero	3
; 	.size	padded, 12
;
; 	.type	packed,@object                  # @packed
; 	.globl	packed
; 	.p2align	3, 0x0
; packed:
; 	.byte	1                               # 0x1
; 	.long	2                               # 0x2
; 	.size	packed, 5
;
; 	.type	address,@object                 # @address
; 	.globl	address
; 	.p2align	3, 0x0
; address:
; 	.quad	word
; 	.size	address, 8
;
; 	.type	inside,@object                  # @inside
; 	.globl	inside
; 	.p2align	3, 0x0
; inside:
; 	.quad	zeroes+28
; 	.size	inside, 8
;
; 	.type	before,@object                  # @before
; 	.globl	before
; 	.p2align	3, 0x0
; before:
; 	.quad	word-4
; 	.size	before, 8
;
; 	.type	difference,@object              # @difference
; 	.globl	difference
; 	.p2align	2, 0x0
; difference:
; 	.long	word-quad
; 	.size	difference, 4
;
; 	.type	nothing,@object                 # @nothing
; 	.bss
; 	.globl	nothing
; 	.p2align	3, 0x0
; nothing:
; 	.quad	0
; 	.size	nothing, 8
;
; 	.type	repeated,@object                # @repeated
; 	.data
; 	.globl	repeated
; 	.p2align	1, 0x0
; repeated:
; 	.short	7                               # 0x7
; 	.short	7                               # 0x7
; 	.short	7                               # 0x7
; 	.size	repeated, 6
;
; 	.type	aligned,@object                 # @aligned
; 	.globl	aligned
; 	.p2align	6, 0x0
; aligned:
; 	.byte	1                               # 0x1
; 	.size	aligned, 1
;
; 	.type	empty,@object                   # @empty
; 	.bss
; 	.globl	empty
; 	.p2align	3, 0x0
; empty:
; 	.size	empty, 0
;
; 	.section	".note.GNU-stack","",@progbits

@byte = global i8 -1
@half = global i16 258, align 2
@word = global i32 65536
@quad = global i64 -2
@wide = global i128 18446744073709551617
@odd = global i24 131073
@flag = global i1 true
@single = global float 1.0
@double = global double -0.5
@text = constant [12 x i8] c"tab\09\22quote\22\00"
@unterminated = constant [3 x i8] c"abc"
@binary = constant [4 x i8] c"\00\01\FF\7F"
@zeroes = global [100 x i32] zeroinitializer
@undefined = global i32 undef
@padded = global { i8, i32, i8 } { i8 1, i32 2, i8 3 }
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@address = global ptr @word
@inside = global ptr getelementptr ([100 x i32], ptr @zeroes, i64 0, i64 7)
@before = global ptr getelementptr (i8, ptr @word, i64 -4)
@difference = global i32 trunc (i64 sub (i64 ptrtoint (ptr @word to i64), i64 ptrtoint (ptr @quad to i64)) to i32)
@nothing = global ptr null
@repeated = global [3 x i16] [i16 7, i16 7, i16 7]
@aligned = global i8 1, align 64
@empty = global {} zeroinitializer
