; Constructors and destructors: pointers in .init_array and .fini_array, with priorities in
; sections of their own.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"constructors.ll"
; 	.p2align	4, 0x90                         # -- Begin function first
; 	.type	first,@function
; first:                                  # @first
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end0:
; 	.size	first, .Lfunc_end0-first
; 	.cfi_endproc
;                                         # -- End function
; 	.p2align	4, 0x90                         # -- Begin function early
; 	.type	early,@function
; early:                                  # @early
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end1:
; 	.size	early, .Lfunc_end1-early
; 	.cfi_endproc
;                                         # -- End function
; 	.p2align	4, 0x90                         # -- Begin function second
; 	.type	second,@function
; second:                                 # @second
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end2:
; 	.size	second, .Lfunc_end2-second
; 	.cfi_endproc
;                                         # -- End function
; 	.p2align	4, 0x90                         # -- Begin function last
; 	.type	last,@function
; last:                                   # @last
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end3:
; 	.size	last, .Lfunc_end3-last
; 	.cfi_endproc
;                                         # -- End function
; 	.section	.init_array.101,"aw",@init_array
; 	.p2align	3, 0x0
; 	.quad	early
; 	.section	.init_array,"aw",@init_array
; 	.p2align	3, 0x0
; 	.quad	first
; 	.quad	second
; 	.section	.fini_array,"aw",@fini_array
; 	.p2align	3, 0x0
; 	.quad	last
; 	.section	".note.GNU-stack","",@progbits

@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @first, ptr null },
  { i32, ptr, ptr } { i32 101, ptr @early, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @second, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]

define internal void @first() {
  ret void
}

define internal void @early() {
  ret void
}

define internal void @second() {
  ret void
}

define internal void @last() {
  ret void
}
