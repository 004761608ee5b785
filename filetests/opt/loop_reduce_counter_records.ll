; A counter that goes because another one stands for its test has no place from there on: the other one has other values.
; RUN: avarice compile %s -O2 -mtriple=x86_64-unknown-linux-gnu -stop-after=finalize-isel -o - | FileCheck %s
; CHECK: PHI
; CHECK-NEXT: DBG_INSTR_REF {{.*}}name: "i"{{.*}}dbg-instr-ref
; CHECK-NEXT: DBG_VALUE $noreg, $noreg, {{.*}}name: "left"
; CHECK: ADD64ri32 %1, 2
; CHECK-NEXT: DBG_VALUE $noreg, $noreg, {{.*}}name: "left"
target triple = "x86_64-unknown-linux-gnu"
define void @elsewhere(ptr %p, i64 %n) !dbg !4 {
entry:
  br label %loop
loop:
  %i = phi i64 [ %next, %loop ], [ 8, %entry ]
  %left = phi i64 [ %left.next, %loop ], [ 5, %entry ]
    #dbg_value(i64 %i, !8, !DIExpression(), !6)
    #dbg_value(i64 %left, !10, !DIExpression(), !6)
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %a, !dbg !6
  %next = add nuw nsw i64 %i, 2, !dbg !6
  %left.next = add nuw i64 %left, 2, !dbg !6
    #dbg_value(i64 %left.next, !10, !DIExpression(), !6)
  %done = icmp eq i64 %left.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DILocation(line: 2, scope: !4)
!8 = !DILocalVariable(name: "i", scope: !4, file: !1, line: 1, type: !9)
!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "left", scope: !4, file: !1, line: 1, type: !9)
