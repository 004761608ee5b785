; What metadata of a module says to linkers and to people: options and libraries, who compiled it and how, which functions
; call which how often, what is loaded apart. Directives and sections are those of llc 19.1.7.
; RUN: avarice compile %s -o %t.o && readelf -SWr %t.o | FileCheck %s
; RUN: avarice compile %s -o - | sed -n '/[.]section/,$p'
; OUTPUT:
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
