; Calls of intrinsics in the place of records, and a variable in two pieces of memory.
; RUN: avarice compile -O0 %s -o %t.o && readelf --debug-dump=info %t.o | FileCheck %s
; CHECK: DW_TAG_subprogram
; CHECK: DW_AT_frame_base {{.*}}(DW_OP_reg7 (rsp))
; CHECK: DW_TAG_variable
; CHECK: DW_AT_location {{.*}}DW_OP_fbreg: [[#]]; DW_OP_piece: 4; DW_OP_fbreg: [[#]]; DW_OP_piece: 4)
; CHECK: DW_AT_name {{.*}}: pair
; CHECK: DW_TAG_variable
; CHECK: DW_AT_location {{.*}}DW_OP_fbreg: [[#]]; DW_OP_deref; DW_OP_plus_uconst: 8)
; CHECK: DW_AT_name {{.*}}: behind

target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @use(ptr, ptr, ptr)

define void @f() !dbg !5 {
  %one = alloca i32
  %two = alloca i32
  %pointer = alloca ptr
  call void @llvm.dbg.declare(metadata ptr %two, metadata !6, metadata !DIExpression(DW_OP_LLVM_fragment, 32, 32)), !dbg !8
  call void @llvm.dbg.declare(metadata ptr %one, metadata !6, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 32)), !dbg !8
  call void @llvm.dbg.declare(metadata ptr %pointer, metadata !10, metadata !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 8)), !dbg !8
  call void @use(ptr %one, ptr %two, ptr %pointer), !dbg !8
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, type: !4, scopeLine: 10, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DILocalVariable(name: "pair", scope: !5, file: !1, line: 11, type: !7)
!7 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!8 = !DILocation(line: 11, column: 3, scope: !5)
!10 = !DILocalVariable(name: "behind", scope: !5, file: !1, line: 12, type: !7)
