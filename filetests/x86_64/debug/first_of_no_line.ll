; Where the first instruction is of no line, the row of the function's line stands before it, though no code lies between. As
; llc 19.1.7 has it.
; RUN: avarice compile %s -O2 -filetype=obj -o %t.o && objdump --dwarf=decodedline %t.o | FileCheck %s
; CHECK: first.c {{ *}}11 {{ *}}0 {{ *}}x
; CHECK-NEXT: first.c {{ *}}0 {{ *}}0 {{ *}}1
; CHECK-NEXT: first.c {{ *}}12 {{ *}}0x6 {{ *}}x
; CHECK-NEXT: first.c {{ *}}13 {{ *}}0xc {{ *}}x

target triple = "x86_64-unknown-linux-gnu"

define void @f(ptr %p, ptr %q) !dbg !4 {
  store i32 1, ptr %p, align 4, !dbg !6
  store i32 2, ptr %q, align 4, !dbg !7
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "first.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, type: !5, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(types: !{null})
!6 = !DILocation(line: 0, scope: !4)
!7 = !DILocation(line: 12, column: 3, scope: !4)
!8 = !DILocation(line: 13, column: 1, scope: !4)
