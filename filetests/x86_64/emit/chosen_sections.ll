; Sections that attributes of variables choose by the kind of their data, that linkers drop together with others
; (!associated), and that they leave out (!exclude). Directives are those of llc 19.1.7.
; RUN: avarice compile %s -relocation-model=pic -o - | grep my_relro
; RUN: avarice compile %s -o - | grep -e '[.]section' -e '^[[:space:]]*[.]text' -e '^[a-z.L]*:' | grep -v Lfunc
; OUTPUT:
; 	.text
; fun:                                    # @fun
; 	.section	.text.tied,"axo",@progbits,fun
; tied:                                   # @tied
; 	.section	.data.a,"awo",@progbits,d
; a:
; 	.section	kept_out,"e",@progbits
; b:
; 	.section	my_rodata.1,"a",@progbits
; c:
; 	.section	my_data.1,"aw",@progbits
; d:
; 	.section	my_bss.1,"aw",@nobits
; e:
; 	.section	my_rodata.1,"a",@progbits
; f:
; 	.section	my_rodata.1,"aMS",@progbits,1,unique,1
; .Lg:
; 	.section	.tdata,"awT",@progbits
; h:
; 	.section	bar,"awo",@progbits,fun,unique,2
; i:
; 	.section	my_data.1,"aw",@progbits
; j:
; 	.section	bar2,"eo",@progbits,fun,unique,3
; k:
; 	.section	.data.l,"awo",@progbits,elsewhere
; l:
; 	.section	.rodata.str1.1,"aMS",@progbits,1
; .Lm:
; 	.section	words,"aMS",@progbits,1,unique,4
; .Ln:
; .Lo:
; 	.section	words,"aM",@progbits,4,unique,5
; .Lp:
; 	.section	words,"aw",@progbits
; q:
; 	.section	".note.GNU-stack","",@progbits

source_filename = "m.c"

@a = global i32 1, !associated !0
@b = global [4 x i32] zeroinitializer, section "kept_out", !exclude !1
@c = constant i32 5 #0
@d = global i32 7 #0
@e = global i32 0 #0
@f = constant ptr @e #0
@g = private unnamed_addr constant [4 x i8] c"abc\00" #0
@h = thread_local global i32 3 #0
@i = global i32 3, section "bar", !associated !2
; Attributes come before the section of a variable.
@j = global i32 3, section ".mine" #0
@k = constant i32 3, section "bar2", !associated !2, !exclude !1
@elsewhere = external global i32
@l = global i32 4, !associated !3
; Entries that may be merged are apart from others in sections of the program's choice, but where they would go anyway.
@m = private unnamed_addr constant [4 x i8] c"abc\00", section ".rodata.str1.1"
@n = private unnamed_addr constant [4 x i8] c"abc\00", section "words"
@o = private unnamed_addr constant [4 x i8] c"abd\00", section "words"
@p = private unnamed_addr constant i32 5, section "words"
@q = global i32 5, section "words"

define void @fun() {
  ret void
}

define void @tied() !associated !2 {
  ret void
}

attributes #0 = { "bss-section"="my_bss.1" "data-section"="my_data.1" "rodata-section"="my_rodata.1" "relro-section"="my_relro.1" }

!0 = !{ptr @d}
!1 = !{}
!2 = !{ptr @fun}
!3 = !{ptr @elsewhere}
