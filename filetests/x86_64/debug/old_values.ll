; Calls of the intrinsics that records stand for say the same.
; RUN: avarice compile -O2 -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s
; CHECK-LABEL: name: intrinsics
; CHECK: %3:{{.*}} debug-instr-number 1
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref(1, 0)
; CHECK: DBG_VALUE 9, $noreg, ![[#]], !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value)
target triple = "x86_64-unknown-linux-gnu"

; Records of old producers.
define void @intrinsics(i32 %x) !dbg !40 {
  %y = mul i32 %x, 3, !dbg !43
  call void @llvm.dbg.value(metadata i32 %y, metadata !41, metadata !DIExpression()), !dbg !43
  call void @llvm.dbg.value(metadata i32 9, metadata !42, metadata !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value)), !dbg !43
  call void @take3(i32 %y), !dbg !43
  ret void, !dbg !43
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @take3(i32)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!40 = distinct !DISubprogram(name: "intrinsics", file: !1, line: 8, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!41 = !DILocalVariable(name: "y", scope: !40, file: !1, line: 8, type: !9)
!42 = !DILocalVariable(name: "z", scope: !40, file: !1, line: 8, type: !9)
!43 = !DILocation(line: 9, scope: !40)
