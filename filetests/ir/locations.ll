; Places in the source are printed with their fields in LLVM's order and without those that say nothing, as by opt 19.1.7.
; RUN: avarice opt -S %s | FileCheck %s

; CHECK: !0 = distinct !DICompileUnit(
; CHECK: [[SCOPE:![0-9]+]] = distinct !DISubprogram(name: "f"
; CHECK: = !DILocation(line: 3, column: 65535, scope: [[SCOPE]], inlinedAt: [[CALL:![0-9]+]], isImplicitCode: true)
; CHECK: [[CALL]] = distinct !DILocation(line: 0, scope: [[SCOPE]])
; CHECK: = !DILocation(line: 4, scope: [[SCOPE]])
define i32 @f(i32 %a) !dbg !4 {
  %b = add i32 %a, 1, !dbg !6
  ret i32 %b, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DISubroutineType(types: !3)
!3 = !{}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !2, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DILocation(isImplicitCode: true, inlinedAt: !7, scope: !4, column: 65535, line: 3)
!7 = distinct !DILocation(column: 0, scope: !4)
!8 = !DILocation(scope: !4, line: 4, inlinedAt: null, isImplicitCode: false)
!9 = !{i32 2, !"Debug Info Version", i32 3}
