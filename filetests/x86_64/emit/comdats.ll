; Groups of sections of which the linker keeps one.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"comdats.ll"
; 	.section	.text.group,"axG",@progbits,group,comdat
; 	.weak	group                           # -- Begin function group
; 	.p2align	4, 0x90
; 	.type	group,@function
; group:                                  # @group
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end0:
; 	.size	group, .Lfunc_end0-group
; 	.cfi_endproc
;                                         # -- End function
; 	.type	any,@object                     # @any
; 	.section	.data.any,"awG",@progbits,any,comdat
; 	.weak	any
; 	.p2align	2, 0x0
; any:
; 	.long	1                               # 0x1
; 	.size	any, 4
;
; 	.type	member,@object                  # @member
; 	.section	.data.member,"awG",@progbits,group,comdat
; 	.globl	member
; 	.p2align	2, 0x0
; member:
; 	.long	2                               # 0x2
; 	.size	member, 4
;
; 	.section	".note.GNU-stack","",@progbits

$any = comdat any
$group = comdat any

@any = linkonce_odr global i32 1, comdat
@member = global i32 2, comdat($group)

define linkonce_odr void @group() comdat {
  ret void
}
