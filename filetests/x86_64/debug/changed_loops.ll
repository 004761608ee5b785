; Variables keep their values where a pass on LLVM IR changes a loop or a call: an address that is counted, a square root that
; is computed without a call, bytes that are compared without a call.
; RUN: avarice compile -O2 -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s
; CHECK-LABEL: name: counted
; CHECK: DBG_VALUE $rdi, $noreg, {{.*}}"p"
; CHECK: bb.1.loop:
; CHECK: PHI {{.*}} debug-instr-number [[#I:]]
; CHECK: DBG_INSTR_REF {{.*}}"i"{{.*}} !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref([[#I]], 0)
; CHECK: DBG_VALUE $noreg, $noreg, {{.*}}"x"
; CHECK: ADD64rm
; CHECK-LABEL: name: root
; CHECK: DBG_VALUE 1, $noreg, {{.*}}"state"
; CHECK: SQRTSDr
; CHECK: bb.2
; CHECK: PHI {{.*}} debug-instr-number [[#R:]]
; CHECK: DBG_INSTR_REF {{.*}}"r"{{.*}} !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref([[#R]], 0)
; CHECK-LABEL: name: compared
; CHECK: SETCCr {{.*}} debug-instr-number [[#C:]]
; CHECK: DBG_INSTR_REF {{.*}}"equal"{{.*}} !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref([[#C]], 0)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i64 @counted(ptr %p, i64 %n) !dbg !5 {
entry:
  #dbg_value(ptr %p, !10, !DIExpression(), !12)
  br label %loop, !dbg !12

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %sum, %loop ]
  #dbg_value(i64 %i, !13, !DIExpression(), !12)
  %at = getelementptr [3 x i64], ptr %p, i64 %i, !dbg !12
  %x = load i64, ptr %at, align 8, !dbg !12
  #dbg_value(i64 %x, !14, !DIExpression(), !12)
  %sum = add i64 %s, %x, !dbg !12
  %next = add nuw nsw i64 %i, 1, !dbg !12
  %done = icmp eq i64 %next, %n, !dbg !12
  br i1 %done, label %exit, label %loop, !dbg !12

exit:
  ret i64 %sum, !dbg !12
}

define double @root(double %x) !dbg !20 {
  #dbg_value(i64 1, !21, !DIExpression(), !23)
  %r = call double @sqrt(double %x), !dbg !23
  #dbg_value(double %r, !22, !DIExpression(), !23)
  %t = fadd double %r, %x, !dbg !23
  ret double %t, !dbg !23
}

define i1 @compared(ptr %p, ptr %q) !dbg !30 {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 4), !dbg !33
  %e = icmp eq i32 %r, 0, !dbg !33
  #dbg_value(i1 %e, !31, !DIExpression(), !33)
  call void @note(), !dbg !33
  ret i1 %e, !dbg !33
}

declare double @sqrt(double)
declare i32 @memcmp(ptr, ptr, i64)
declare void @note()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "counted", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "p", arg: 1, scope: !5, file: !1, line: 1, type: !9)
!12 = !DILocation(line: 2, scope: !5)
!13 = !DILocalVariable(name: "i", scope: !5, file: !1, line: 1, type: !9)
!14 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 1, type: !9)
!20 = distinct !DISubprogram(name: "root", file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocalVariable(name: "state", scope: !20, file: !1, line: 5, type: !9)
!22 = !DILocalVariable(name: "r", scope: !20, file: !1, line: 5, type: !8)
!23 = !DILocation(line: 6, scope: !20)
!30 = distinct !DISubprogram(name: "compared", file: !1, line: 9, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!31 = !DILocalVariable(name: "equal", scope: !30, file: !1, line: 9, type: !9)
!33 = !DILocation(line: 10, scope: !30)
