; The line table of a function with debug information.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s

; CHECK: .file
; CHECK-LABEL: one:
; CHECK: .loc 0 2 3
; CHECK: ret
; CHECK: .section .debug_info

define i32 @one() !dbg !4 {
  ret i32 1, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "one.c", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "one", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 3, scope: !4)
