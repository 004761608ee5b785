; What metadata of a module says to linkers and to people: options and libraries, who compiled it and how, which functions
; call which how often, what is loaded apart. Directives and sections are those of llc 19.1.7.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o %t.o && readelf -SWr %t.o | FileCheck %s
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | sed -n '/[.]section/,$p'
; OUTPUT:
; 	.section	my_data.1,"aw",@progbits
; 	.globl	chosen
; 	.p2align	2, 0x0
; chosen:
; 	.word	7                               // 0x7
; 	.size	chosen, 4
;
; 	.type	tied,@object                    // @tied
; 	.section	.data.tied,"awo",@progbits,chosen
; 	.globl	tied
; 	.p2align	2, 0x0
; tied:
; 	.word	1                               // 0x1
; 	.size	tied, 4
;
; 	.type	left_out,@object                // @left_out
; 	.section	out,"e",@progbits
; 	.globl	left_out
; 	.p2align	2, 0x0
; left_out:
; 	.word	3                               // 0x3
; 	.size	left_out, 4
;
; 	.type	v,@object                       // @v
; 	.data
; 	.globl	v
; 	.p2align	2, 0x0
; v:
; 	.word	4                               // 0x4
; 	.size	v, 4
;
; 	.hidden	w                               // @w
; 	.type	w,@object
; 	.globl	w
; 	.p2align	2, 0x0
; w:
; 	.word	4                               // 0x4
; 	.size	w, 4
;
; 	.section	".linker-options","e",@llvm_linker_options
; 	.ascii	"lib"
; 	.byte	0
; 	.byte	109
; 	.byte	0
; 	.byte	98
; 	.byte	0
; 	.byte	0
; 	.section	.deplibs,"MS",@llvm_dependent_libraries,1
; 	.ascii	"foo"
; 	.byte	0
; 	.ascii	"bar baz"
; 	.byte	0
; 	.cg_profile fun, fun2, 32
; 	.cg_profile fun, ext, 11
; 	.globl	al
; 	.set	al, v
; 	.ident	"a compiler"
; 	.ident	"another"
; 	.section	.GCC.command.line,"MS",@progbits,1
; 	.zero	1
; 	.ascii	"a compiler -O2"
; 	.zero	1
; 	.section	".note.GNU-stack","",@progbits
; 	.section	.llvm_sympart,"",@llvm_sympart,unique,1
; 	.ascii	"part2"
; 	.zero	1
; 	.quad	v
; 	.section	.llvm_sympart,"",@llvm_sympart,unique,2
; 	.ascii	"part3"
; 	.zero	1
; 	.quad	al
; 	.section	.llvm_sympart,"",@llvm_sympart,unique,3
; 	.ascii	"part1"
; 	.zero	1
; 	.quad	fun2

; CHECK: .linker-options  LOOS+0xfff4c01 {{.*}} E {{.*}} 1
; CHECK-NEXT: .deplibs    LOOS+0xfff4c04 {{.*}} 01  MS {{.*}} 1
; CHECK-NEXT: .comment    PROGBITS {{.*}} 000014 01  MS
; CHECK-NEXT: .GCC.command.line PROGBITS {{.*}} 000010 01  MS
; CHECK: .llvm_sympart    LOOS+0xfff4c05
; CHECK-NEXT: .rela.llvm_sympart
; CHECK-NEXT: .llvm_sympart
; CHECK: .llvm.call-graph-profile LOOS+0xfff4c09 {{.*}} 000010 08 E [[SYMTAB:[0-9]+]]
; CHECK-NEXT: .rel.llvm.call-graph-profile REL {{.*}} 000040 10 I [[SYMTAB]]
; CHECK: '.rel.llvm.call-graph-profile'
; CHECK: 0000000000000000 {{.*}}_NONE {{.*}} fun{{$}}
; CHECK-NEXT: 0000000000000000 {{.*}}_NONE {{.*}} fun2{{$}}
; CHECK-NEXT: 0000000000000008 {{.*}}_NONE {{.*}} fun{{$}}
; CHECK-NEXT: 0000000000000008 {{.*}}_NONE {{.*}} ext{{$}}

; Variables choose their sections likewise.
@chosen = global i32 7 #0
@tied = global i32 1, !associated !12
@left_out = constant i32 3, section "out", !exclude !13

@v = global i32 4, partition "part2"
@w = hidden global i32 4, partition "part2"
@al = alias i32, ptr @v, partition "part3"

declare void @ext()

define internal void @fun() {
  ret void
}

define void @fun2() partition "part1" {
  call void @fun()
  ret void
}

!llvm.linker.options = !{!0, !1}
!llvm.dependent-libraries = !{!2, !3}
!llvm.ident = !{!4, !5}
!llvm.commandline = !{!6}
!llvm.module.flags = !{!7}

!0 = !{!"lib", !"m"}
!1 = !{!"b", !""}
!2 = !{!"foo"}
!3 = !{!"bar baz"}
!4 = !{!"a compiler"}
!5 = !{!"another"}
!6 = !{!"a compiler -O2"}
!7 = !{i32 5, !"CG Profile", !8}
!8 = distinct !{!9, !10, !11}
!9 = !{ptr @fun, ptr @fun2, i64 32}
!10 = !{ptr @fun, ptr @ext, i64 11}
; Of a function that is gone.
!11 = !{null, ptr @fun, i64 9}
!12 = !{ptr @chosen}
!13 = !{}

attributes #0 = { "bss-section"="my_bss.1" "data-section"="my_data.1" "rodata-section"="my_rodata.1" "relro-section"="my_relro.1" }
