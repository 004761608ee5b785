; Data: the directive for each size, strings with escapes, zeroes, addresses with offsets,
; padding in structs, alignment.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.type	byte,@object
; 	.data
; 	.globl	byte
; byte:
; 	.byte	255
; 	.size	byte, 1
; 	.type	half,@object
; 	.globl	half
; 	.p2align	1
; half:
; 	.byte	2,1
; 	.size	half, 2
; 	.type	word,@object
; 	.globl	word
; 	.p2align	2
; word:
; 	.byte	0,0,1
; 	.zero	1
; 	.size	word, 4
; 	.type	quad,@object
; 	.globl	quad
; 	.p2align	3
; quad:
; 	.byte	254,255,255,255,255,255,255,255
; 	.size	quad, 8
; 	.type	wide,@object
; 	.globl	wide
; 	.p2align	4
; wide:
; 	.byte	1,0,0,0,0,0,0,0,1
; 	.zero	7
; 	.size	wide, 16
; 	.type	odd,@object
; 	.globl	odd
; 	.p2align	2
; odd:
; 	.byte	1,0,2
; 	.zero	1
; 	.size	odd, 4
; 	.type	flag,@object
; 	.globl	flag
; flag:
; 	.byte	1
; 	.size	flag, 1
; 	.type	single,@object
; 	.globl	single
; 	.p2align	2
; single:
; 	.byte	0,0,128,63
; 	.size	single, 4
; 	.type	double,@object
; 	.globl	double
; 	.p2align	3
; double:
; 	.byte	0,0,0,0,0,0,224,191
; 	.size	double, 8
; 	.type	text,@object
; 	.section	.rodata,"a",@progbits
; 	.globl	text
; text:
; 	.ascii	"tab\t\"quote\""
; 	.zero	1
; 	.size	text, 12
; 	.type	unterminated,@object
; 	.globl	unterminated
; unterminated:
; 	.ascii	"abc"
; 	.size	unterminated, 3
; 	.type	binary,@object
; 	.globl	binary
; binary:
; 	.byte	0,1,255,127
; 	.size	binary, 4
; 	.type	zeroes,@object
; 	.bss
; 	.globl	zeroes
; 	.p2align	4
; zeroes:
; 	.zero	400
; 	.size	zeroes, 400
; 	.type	undefined,@object
; 	.globl	undefined
; 	.p2align	2
; undefined:
; 	.zero	4
; 	.size	undefined, 4
; 	.type	padded,@object
; 	.data
; 	.globl	padded
; 	.p2align	3
; padded:
; 	.byte	1,0,0,0,2,0,0,0,3
; 	.zero	3
; 	.size	padded, 12
; 	.type	packed,@object
; 	.globl	packed
; 	.p2align	3
; packed:
; 	.byte	1,2
; 	.zero	3
; 	.size	packed, 5
; 	.type	address,@object
; 	.globl	address
; 	.p2align	3
; address:
; 	.quad	word
; 	.size	address, 8
; 	.type	inside,@object
; 	.globl	inside
; 	.p2align	3
; inside:
; 	.quad	zeroes+28
; 	.size	inside, 8
; 	.type	before,@object
; 	.globl	before
; 	.p2align	3
; before:
; 	.quad	word-4
; 	.size	before, 8
; 	.type	difference,@object
; 	.globl	difference
; 	.p2align	2
; difference:
; 	.long	word-quad
; 	.size	difference, 4
; 	.type	nothing,@object
; 	.bss
; 	.globl	nothing
; 	.p2align	3
; nothing:
; 	.zero	8
; 	.size	nothing, 8
; 	.type	repeated,@object
; 	.data
; 	.globl	repeated
; 	.p2align	1
; repeated:
; 	.byte	7,0,7,0,7
; 	.zero	1
; 	.size	repeated, 6
; 	.type	aligned,@object
; 	.globl	aligned
; 	.p2align	6
; aligned:
; 	.byte	1
; 	.size	aligned, 1
; 	.type	empty,@object
; 	.bss
; 	.globl	empty
; 	.p2align	3
; empty:
; 	.size	empty, 0
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
