; The value of a variable is computed in words, since no register is as wide, and its instruction is gone: it is unknown.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -O2 -stop-after=finalize-isel %s -o - | FileCheck %s
; CHECK-LABEL: name: withDebug
; CHECK: DBG_VALUE $noreg, $noreg, !DILocalVariable(name: "v"
define i64 @withDebug(i129 %x, i129 %y) !dbg !18 {
entry:
  %3 = tail call { i129, i1 } @llvm.uadd.with.overflow.i129(i129 %x, i129 %y)
  %4 = extractvalue { i129, i1 } %3, 0
  tail call void @llvm.dbg.value(metadata i129 %4, metadata !23, metadata !DIExpression()), !dbg !34
  %r = trunc i129 %4 to i64
  ret i64 %r
}
declare { i129, i1 } @llvm.uadd.with.overflow.i129(i129, i129)
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1, !2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !{i32 7, !"Dwarf Version", i32 4}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = !DISubroutineType(types: !5)
!5 = !{}
!18 = distinct !DISubprogram(name: "withDebug", scope: !3, file: !3, line: 1, type: !4, unit: !0)
!23 = !DILocalVariable(name: "v", scope: !18, file: !3, line: 2, type: !24)
!24 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!34 = !DILocation(line: 2, column: 1, scope: !18)
