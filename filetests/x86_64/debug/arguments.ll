; Parameters are in their registers at the entry; the third one has another value later, which names the instruction that
; computes it. Expected lines agree with llc 19.1.7's.
; RUN: avarice compile -O2 %s -stop-after=finalize-isel -o - | FileCheck %s
; CHECK-LABEL: body:
; CHECK:       DBG_VALUE $edi, $noreg, ![[#]], !DIExpression(), debug-location
; CHECK-NEXT:  DBG_VALUE $rsi, $noreg, ![[#]], !DIExpression(), debug-location
; CHECK-NEXT:  DBG_VALUE $edx, $noreg, ![[#CHANGED:]], !DIExpression(), debug-location
; CHECK:       ADD32rr {{.*}}, debug-instr-number [[#NUMBER:]]
; CHECK-NEXT:  DBG_INSTR_REF ![[#CHANGED]], !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref([[#NUMBER]], 0), debug-location
source_filename = "c.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @sum(i32 noundef %0, i64 noundef %1, i32 noundef %2) local_unnamed_addr #0 !dbg !12 {
    #dbg_value(i32 %0, !17, !DIExpression(), !20)
    #dbg_value(i64 %1, !18, !DIExpression(), !20)
    #dbg_value(i32 %2, !19, !DIExpression(), !20)
  %4 = add nsw i32 %2, %0, !dbg !21
    #dbg_value(i32 %4, !19, !DIExpression(), !20)
  %5 = trunc i64 %1 to i32, !dbg !22
  %6 = mul nsw i32 %4, %5, !dbg !23
  ret i32 %6, !dbg !24
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "c.c", directory: "/src", checksumkind: CSK_MD5, checksum: "0ffe7ea323fbc51eecaab2b216f030a4")
!2 = !{!3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 2}
!10 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!11 = !{!"clang"}
!12 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 1, type: !13, scopeLine: 1, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !16)
!13 = !DISubroutineType(types: !14)
!14 = !{!3, !3, !15, !3}
!15 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!16 = !{!17, !18, !19}
!17 = !DILocalVariable(name: "first", arg: 1, scope: !12, file: !1, line: 1, type: !3)
!18 = !DILocalVariable(name: "second", arg: 2, scope: !12, file: !1, line: 1, type: !15)
!19 = !DILocalVariable(name: "changed", arg: 3, scope: !12, file: !1, line: 1, type: !3)
!20 = !DILocation(line: 0, scope: !12)
!21 = !DILocation(line: 2, column: 11, scope: !12)
!22 = !DILocation(line: 3, column: 20, scope: !12)
!23 = !DILocation(line: 3, column: 18, scope: !12)
!24 = !DILocation(line: 3, column: 3, scope: !12)
