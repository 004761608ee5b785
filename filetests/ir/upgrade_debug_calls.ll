; Calls of older debug intrinsics: an offset of 0 is left out, and another one drops the call; the address of a variable
; is a pointer whose value counts, read through. The records are those of opt 19.1.7, which numbers the position that is
; written in its place.
; RUN: avarice opt -S %s | FileCheck %s

declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
declare void @llvm.dbg.addr(metadata, metadata, metadata)

; CHECK-LABEL: define void @f(
; CHECK-NEXT: %a = alloca
; CHECK-NEXT: #dbg_value(i32 %x, ![[X:[0-9]+]], !DIExpression(), ![[L:[0-9]+]])
; CHECK-NEXT: #dbg_value(ptr %a, ![[X]], !DIExpression(DW_OP_deref), ![[L]])
; CHECK-NEXT: #dbg_value(ptr %a, ![[X]], !DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref, DW_OP_LLVM_fragment, 0, 8), ![[L]])
; CHECK-NEXT: #dbg_value(i32 1, ![[X]], !DIExpression(), !DILocation(line: 3, column: 2, scope: !{{[0-9]+}}))
; CHECK-NEXT: ret void
define void @f(i32 %x) !dbg !5 {
  %a = alloca i32, align 4
  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata i32 %x, i64 8, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.addr(metadata ptr %a, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.addr(metadata ptr %a, metadata !8, metadata !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 8)), !dbg !9
  call void @llvm.dbg.value(metadata i32 1, i64 0, metadata !8, metadata !DIExpression()), !dbg !DILocation(line: 3, column: 2, scope: !5), !nosanitize !2
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 2, !"Dwarf Version", i32 4}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !2)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 1, type: !7)
!9 = !DILocation(line: 1, column: 2, scope: !5)
