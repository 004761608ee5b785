; Debug information in assembly is written as numbers, so a tail call to a near function keeps its length there.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -O2 -o - | grep TAILCALL
; OUTPUT:
; 	{disp32} jmp	near                    # TAILCALL

define internal i32 @near(i32 %x) noinline !dbg !4 {
  %y = call i32 @external(i32 %x), !dbg !6
  %z = add i32 %y, 1, !dbg !6
  ret i32 %z, !dbg !6
}

define i32 @back(i32 %x) {
  %y = add i32 %x, 3
  %r = tail call i32 @near(i32 %y)
  ret i32 %r
}

declare i32 @external(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "near.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "near", scope: !1, file: !1, line: 10, type: !5, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(types: !{null})
!6 = !DILocation(line: 12, column: 3, scope: !4)
