; What the optimizer of clang 19 has inlined: entries of the copies with the places of the calls, which addr2line
; and debuggers read.
; RUN: avarice compile %s -o %t.o && readelf --debug-dump=info %t.o | FileCheck %s
; CHECK:      DW_TAG_subprogram
; CHECK:      DW_AT_name {{.*}}: outer
; CHECK:      DW_AT_inline {{.*}}: 1 (inlined)
; CHECK:      DW_TAG_subprogram
; CHECK:      DW_AT_name {{.*}}: middle
; CHECK:      DW_AT_inline {{.*}}: 1 (inlined)
; CHECK:      DW_TAG_subprogram
; CHECK:      DW_AT_low_pc
; CHECK:      DW_AT_name {{.*}}: main
; CHECK:      DW_TAG_formal_parameter
; CHECK:      DW_AT_name {{.*}}: argc
; CHECK:      DW_TAG_inlined_subroutine
; CHECK:      DW_AT_abstract_origin
; CHECK:      DW_AT_call_line {{.*}}: 29
; CHECK:      DW_AT_call_column {{.*}}: 20
; CHECK:      DW_TAG_inlined_subroutine
; CHECK:      DW_AT_call_line {{.*}}: 22
; CHECK:      DW_TAG_call_site
; CHECK:      DW_TAG_subprogram
; CHECK:      DW_AT_name {{.*}}: check

source_filename = "inlined.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main(i32 noundef %0, ptr nocapture noundef readnone %1) local_unnamed_addr #0 !dbg !17 {
    #dbg_value(i32 %0, !24, !DIExpression(), !26)
    #dbg_value(ptr %1, !25, !DIExpression(), !26)
  %3 = add nsw i32 %0, 5, !dbg !27
    #dbg_value(i32 %3, !28, !DIExpression(), !36)
    #dbg_value(i32 0, !33, !DIExpression(), !36)
    #dbg_value(i32 0, !34, !DIExpression(), !38)
  %4 = icmp sgt i32 %0, -5, !dbg !39
  br i1 %4, label %5, label %17, !dbg !41

5:                                                ; preds = %2, %5
  %6 = phi i32 [ %15, %5 ], [ 0, %2 ]
  %7 = phi i32 [ %14, %5 ], [ 0, %2 ]
    #dbg_value(i32 %6, !34, !DIExpression(), !38)
    #dbg_value(i32 %7, !33, !DIExpression(), !36)
    #dbg_value(i32 %6, !42, !DIExpression(), !49)
    #dbg_value(i32 %3, !47, !DIExpression(), !49)
  %8 = mul nuw nsw i32 %6, %3, !dbg !51
  %9 = tail call fastcc i32 @check(i32 noundef %8), !dbg !52
    #dbg_value(i32 %9, !48, !DIExpression(), !49)
  %10 = add nuw nsw i32 %6, %3, !dbg !53
  %11 = add nsw i32 %10, %9, !dbg !54
  %12 = tail call fastcc i32 @check(i32 noundef %11), !dbg !55
  %13 = add i32 %9, %7, !dbg !56
  %14 = add i32 %13, %12, !dbg !57
    #dbg_value(i32 %14, !33, !DIExpression(), !36)
  %15 = add nuw nsw i32 %6, 1, !dbg !58
    #dbg_value(i32 %15, !34, !DIExpression(), !38)
  %16 = icmp eq i32 %15, %3, !dbg !39
  br i1 %16, label %17, label %5, !dbg !41, !llvm.loop !59

17:                                               ; preds = %5, %2
  %18 = phi i32 [ 0, %2 ], [ %14, %5 ], !dbg !36
  %19 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %18), !dbg !62
  ret i32 0, !dbg !63
}

; Function Attrs: nofree nounwind
declare !dbg !64 noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1

; Function Attrs: noinline nounwind uwtable
define internal fastcc range(i32 -2147483647, 42) i32 @check(i32 noundef %0) unnamed_addr #2 !dbg !71 {
    #dbg_value(i32 %0, !73, !DIExpression(), !74)
  %2 = icmp sgt i32 %0, 40, !dbg !75
  br i1 %2, label %3, label %4, !dbg !77

3:                                                ; preds = %1
  tail call void @abort() #4, !dbg !78
  unreachable, !dbg !78

4:                                                ; preds = %1
  %5 = add nsw i32 %0, 1, !dbg !79
  ret i32 %5, !dbg !80
}

; Function Attrs: noreturn nounwind
declare !dbg !81 void @abort() local_unnamed_addr #3

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noinline nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 29, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "inlined.c", directory: "/src", checksumkind: CSK_MD5, checksum: "c8405982582acb8ca9d38a7ffdd0c932")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !8, splitDebugInlining: false, nameTableKind: None)
!8 = !{!0}
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 8, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 2}
!15 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!16 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 26, type: !18, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !23)
!18 = !DISubroutineType(types: !19)
!19 = !{!20, !20, !21}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!23 = !{!24, !25}
!24 = !DILocalVariable(name: "argc", arg: 1, scope: !17, file: !2, line: 26, type: !20)
!25 = !DILocalVariable(name: "argv", arg: 2, scope: !17, file: !2, line: 26, type: !21)
!26 = !DILocation(line: 0, scope: !17)
!27 = !DILocation(line: 29, column: 31, scope: !17)
!28 = !DILocalVariable(name: "n", arg: 1, scope: !29, file: !2, line: 18, type: !20)
!29 = distinct !DISubprogram(name: "outer", scope: !2, file: !2, line: 18, type: !30, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !32)
!30 = !DISubroutineType(types: !31)
!31 = !{!20, !20}
!32 = !{!28, !33, !34}
!33 = !DILocalVariable(name: "all", scope: !29, file: !2, line: 20, type: !20)
!34 = !DILocalVariable(name: "i", scope: !35, file: !2, line: 21, type: !20)
!35 = distinct !DILexicalBlock(scope: !29, file: !2, line: 21, column: 5)
!36 = !DILocation(line: 0, scope: !29, inlinedAt: !37)
!37 = distinct !DILocation(line: 29, column: 20, scope: !17)
!38 = !DILocation(line: 0, scope: !35, inlinedAt: !37)
!39 = !DILocation(line: 21, column: 23, scope: !40, inlinedAt: !37)
!40 = distinct !DILexicalBlock(scope: !35, file: !2, line: 21, column: 5)
!41 = !DILocation(line: 21, column: 5, scope: !35, inlinedAt: !37)
!42 = !DILocalVariable(name: "a", arg: 1, scope: !43, file: !2, line: 12, type: !20)
!43 = distinct !DISubprogram(name: "middle", scope: !2, file: !2, line: 12, type: !44, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !46)
!44 = !DISubroutineType(types: !45)
!45 = !{!20, !20, !20}
!46 = !{!42, !47, !48}
!47 = !DILocalVariable(name: "b", arg: 2, scope: !43, file: !2, line: 12, type: !20)
!48 = !DILocalVariable(name: "first", scope: !43, file: !2, line: 14, type: !20)
!49 = !DILocation(line: 0, scope: !43, inlinedAt: !50)
!50 = distinct !DILocation(line: 22, column: 16, scope: !40, inlinedAt: !37)
!51 = !DILocation(line: 14, column: 25, scope: !43, inlinedAt: !50)
!52 = !DILocation(line: 14, column: 17, scope: !43, inlinedAt: !50)
!53 = !DILocation(line: 15, column: 28, scope: !43, inlinedAt: !50)
!54 = !DILocation(line: 15, column: 32, scope: !43, inlinedAt: !50)
!55 = !DILocation(line: 15, column: 20, scope: !43, inlinedAt: !50)
!56 = !DILocation(line: 15, column: 18, scope: !43, inlinedAt: !50)
!57 = !DILocation(line: 22, column: 13, scope: !40, inlinedAt: !37)
!58 = !DILocation(line: 21, column: 29, scope: !40, inlinedAt: !37)
!59 = distinct !{!59, !41, !60, !61}
!60 = !DILocation(line: 22, column: 27, scope: !35, inlinedAt: !37)
!61 = !{!"llvm.loop.mustprogress"}
!62 = !DILocation(line: 29, column: 5, scope: !17)
!63 = !DILocation(line: 30, column: 5, scope: !17)
!64 = !DISubprogram(name: "printf", scope: !65, file: !65, line: 356, type: !66, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!65 = !DIFile(filename: "/usr/include/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "b5a90985555f47bfb88eff5a8f0f5b72")
!66 = !DISubroutineType(types: !67)
!67 = !{!20, !68, null}
!68 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !69)
!69 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !70, size: 64)
!70 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!71 = distinct !DISubprogram(name: "check", scope: !2, file: !2, line: 5, type: !30, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !72)
!72 = !{!73}
!73 = !DILocalVariable(name: "value", arg: 1, scope: !71, file: !2, line: 5, type: !20)
!74 = !DILocation(line: 0, scope: !71)
!75 = !DILocation(line: 7, column: 15, scope: !76)
!76 = distinct !DILexicalBlock(scope: !71, file: !2, line: 7, column: 9)
!77 = !DILocation(line: 7, column: 9, scope: !71)
!78 = !DILocation(line: 8, column: 9, scope: !76)
!79 = !DILocation(line: 9, column: 18, scope: !71)
!80 = !DILocation(line: 9, column: 5, scope: !71)
!81 = !DISubprogram(name: "abort", scope: !82, file: !82, line: 611, type: !83, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!82 = !DIFile(filename: "/usr/include/stdlib.h", directory: "", checksumkind: CSK_MD5, checksum: "4b47dc81a92f1fe77a152c0aac236718")
!83 = !DISubroutineType(types: !84)
!84 = !{null}
