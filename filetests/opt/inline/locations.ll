; Inlined code comes from its place in the callee, inlined at the place of the call; each call has a place of its own.
; RUN: avarice opt -S -passes=inline %s | FileCheck %s

; CHECK: define i32 @outer
; CHECK-NEXT: mul i32 %x, %x, !dbg [[FIRST:![0-9]+]]
; CHECK-NEXT: mul i32 {{.*}}, !dbg [[SECOND:![0-9]+]]
; CHECK-NEXT: add {{.*}}, !dbg [[OWN:![0-9]+]]
; CHECK-DAG: [[FIRST]] = !DILocation(line: 2, column: 3, scope: [[INNER:![0-9]+]], inlinedAt: [[AT:![0-9]+]])
; CHECK-DAG: [[AT]] = distinct !DILocation(line: 7, scope: [[OUTER:![0-9]+]])
; CHECK-DAG: [[SECOND]] = !DILocation(line: 2, column: 3, scope: [[INNER]], inlinedAt: [[AT2:![0-9]+]])
; CHECK-DAG: [[AT2]] = distinct !DILocation(line: 7, scope: [[OUTER]])
; CHECK-DAG: [[OWN]] = !DILocation(line: 8, scope: [[OUTER]])
define i32 @outer(i32 %x) !dbg !4 {
  %a = call i32 @inner(i32 %x), !dbg !7
  %b = call i32 @inner(i32 %a), !dbg !7
  %c = add i32 %a, %b, !dbg !8
  ret i32 %c, !dbg !8
}

define i32 @inner(i32 %x) !dbg !3 {
  %y = mul i32 %x, %x, !dbg !6
  ret i32 %y, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "inner", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "outer", file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !9)
!6 = !DILocation(line: 2, column: 3, scope: !3)
!7 = !DILocation(line: 7, scope: !4)
!8 = !DILocation(line: 8, scope: !4)
!9 = !{null}
