; The version of DWARF is that of -dwarf-version, whatever the module says; there is no debug information with
; -disable-debug-info-print. Both are about what is written, not about MIR. Checked with llc 19.1.7.
; RUN: avarice compile %s -dwarf-version=5 -o - | FileCheck %s --check-prefix=FIVE
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=FOUR
; RUN: avarice compile %s -disable-debug-info-print -o - | FileCheck %s --check-prefix=NONE
; RUN: avarice compile %s -disable-debug-info-print -dwarf-version=5 -stop-after=finalize-isel -o - | FileCheck %s --check-prefix=MIR
; RUN: not avarice compile %s -dwarf-version=3 -o - 2>&1 | FileCheck %s --check-prefix=OLD
target triple = "x86_64-unknown-linux-gnu"

; FIVE:          .file 0 "/" "a.c"
; FOUR:          .file 1 "a.c"
; NONE-NOT:      .loc
; NONE:          f:
; NONE-NOT:      .debug
; MIR:           !{i32 7, !"Dwarf Version", i32 4}
; MIR:           !{i32 2, !"Debug Info Version", i32 3}
; OLD:           error: invalid value '3' for '--dwarf-version <N>': 3 is not in 4..=5
define i32 @f(i32 %x) !dbg !5 {
  #dbg_value(i32 %x, !6, !DIExpression(), !7)
  ret i32 %x, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !8)
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 1, type: !9)
!7 = !DILocation(line: 2, scope: !5)
!8 = !{!9, !9}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
