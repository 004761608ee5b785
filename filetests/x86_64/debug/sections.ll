; Functions in sections of their own, one of them in a group: the unit lists the ranges, and no sequence of the line
; table goes from one section to the next. Two units.
; RUN: avarice compile %s -function-sections -o %t.o
; RUN: readelf --debug-dump=info %t.o | FileCheck %s
; RUN: readelf --debug-dump=rawline %t.o | FileCheck %s --check-prefix=LINES
; RUN: readelf -rW %t.o | FileCheck %s --check-prefix=RELOCATIONS
; RUN: avarice compile %s -function-sections -o %t.s && as %t.s -o %t.text.o
; RUN: readelf --debug-dump=decodedline %t.text.o | FileCheck %s --check-prefix=TEXT
; CHECK: DW_TAG_compile_unit
; CHECK: DW_AT_name {{.*}}a.c
; CHECK: DW_AT_ranges
; CHECK: DW_TAG_compile_unit
; CHECK: DW_AT_name {{.*}}b.c
; CHECK: DW_AT_high_pc
; LINES-COUNT-3: Extended opcode 1: End of Sequence
; LINES-NOT: Extended opcode 1
; RELOCATIONS: .rela.debug_line
; RELOCATIONS-DAG: .text.f + 0
; RELOCATIONS-DAG: .text.g + 0
; RELOCATIONS-DAG: .text.h + 0
; TEXT: a.c 11
; TEXT: a.c 21
; TEXT: b.c 31

target triple = "x86_64-unknown-linux-gnu"

$g = comdat any

define i32 @f(i32 %x) !dbg !5 {
  %r = add i32 %x, 1, !dbg !8
  ret i32 %r, !dbg !8
}

define linkonce_odr i32 @g(i32 %x) comdat !dbg !6 {
  %r = add i32 %x, 2, !dbg !9
  ret i32 %r, !dbg !9
}

define i32 @h(i32 %x) !dbg !7 {
  %r = add i32 %x, 3, !dbg !10
  ret i32 %r, !dbg !10
}

!llvm.dbg.cu = !{!0, !11}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, type: !4, scopeLine: 10, spFlags: DISPFlagDefinition, unit: !0)
!6 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 20, type: !4, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !0)
!7 = distinct !DISubprogram(name: "h", scope: !12, file: !12, line: 30, type: !4, scopeLine: 30, spFlags: DISPFlagDefinition, unit: !11)
!8 = !DILocation(line: 11, column: 3, scope: !5)
!9 = !DILocation(line: 21, column: 3, scope: !6)
!10 = !DILocation(line: 31, column: 3, scope: !7)
!11 = distinct !DICompileUnit(language: DW_LANG_C11, file: !12, producer: "hand", emissionKind: LineTablesOnly)
!12 = !DIFile(filename: "b.c", directory: "/src")
