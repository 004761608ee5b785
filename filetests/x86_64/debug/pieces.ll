; Of a variable in memory whose pieces are assigned one by one, each piece has its own place, so a piece whose store is
; gone leaves the others where they are; where all assignments are stored, also through addresses inside it, the frame
; says where it is.
; RUN: avarice compile -O2 -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
%pair = type { i64, i64, i64 }

; CHECK-LABEL: name: pieces
; CHECK: DBG_VALUE %stack.0.s, 0, ![[S:[0-9]+]], !DIExpression(DW_OP_LLVM_fragment, 0, 64)
; CHECK-NEXT: DBG_VALUE %stack.0.s, 0, ![[S]], !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 64, 64)
; CHECK-NEXT: DBG_VALUE %stack.0.s, 0, ![[S]], !DIExpression(DW_OP_plus_uconst, 16, DW_OP_LLVM_fragment, 128, 64)
; CHECK-NOT: DBG_VALUE
; CHECK: DBG_VALUE 7, $noreg, ![[S]], !DIExpression(DW_OP_LLVM_fragment, 64, 64)
; CHECK-NOT: DBG_VALUE
; CHECK: DBG_VALUE %stack.0.s, 0, ![[S]], !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 64, 64)
; CHECK-NOT: DBG_VALUE
define i64 @pieces(i64 %x) !dbg !10 {
  %s = alloca %pair, align 8, !DIAssignID !20
    #dbg_assign(i1 undef, !11, !DIExpression(), !20, ptr %s, !DIExpression(), !13)
  call void @fill(ptr %s), !dbg !13
    #dbg_assign(i64 7, !11, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !21, ptr %s, !DIExpression(), !13)
  %r = call i64 @next(), !dbg !13
  %p = getelementptr inbounds i8, ptr %s, i64 8, !dbg !13
  store i64 %r, ptr %p, align 8, !dbg !13, !DIAssignID !22
    #dbg_assign(i64 %r, !11, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !22, ptr %p, !DIExpression(), !13)
  call void @fill(ptr %s), !dbg !13
  ret i64 %r, !dbg !13
}

; CHECK-LABEL: name: stored
; CHECK: debug-info-variable: '![[#]]'
; CHECK-NOT: DBG_VALUE
define void @stored(i64 %x) !dbg !14 {
  %s = alloca %pair, align 8, !DIAssignID !23
    #dbg_assign(i1 undef, !15, !DIExpression(), !23, ptr %s, !DIExpression(), !16)
  %p = getelementptr inbounds i8, ptr %s, i64 8, !dbg !16
  store i64 %x, ptr %p, align 8, !dbg !16, !DIAssignID !24
    #dbg_assign(i64 %x, !15, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !24, ptr %p, !DIExpression(), !16)
  call void @fill(ptr %s), !dbg !16
  ret void, !dbg !16
}

; The place in memory is not that of the part.
; CHECK-LABEL: name: elsewhere
; CHECK: DBG_VALUE %stack.0.s, 0, ![[U:[0-9]+]], !DIExpression(), debug-location
; CHECK: DBG_VALUE %stack.0.s, 0, ![[U]], !DIExpression(DW_OP_plus_uconst, 16, DW_OP_LLVM_fragment, 64, 64)
define void @elsewhere(i64 %x) !dbg !17 {
  %s = alloca %pair, align 8, !DIAssignID !25
    #dbg_assign(i1 undef, !18, !DIExpression(), !25, ptr %s, !DIExpression(), !19)
  %p = getelementptr inbounds i8, ptr %s, i64 16, !dbg !19
  store i64 %x, ptr %p, align 8, !dbg !19, !DIAssignID !26
    #dbg_assign(i64 %x, !18, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !26, ptr %p, !DIExpression(), !19)
  call void @fill(ptr %s), !dbg !19
  ret void, !dbg !19
}
declare void @fill(ptr)
declare i64 @next()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !12}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 192, elements: !8)
!8 = !{!9}
!9 = !DISubrange(count: 3)
!10 = distinct !DISubprogram(name: "pieces", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocalVariable(name: "s", scope: !10, file: !1, line: 1, type: !7)
!12 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!13 = !DILocation(line: 2, scope: !10)
!14 = distinct !DISubprogram(name: "stored", file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!15 = !DILocalVariable(name: "t", scope: !14, file: !1, line: 3, type: !7)
!16 = !DILocation(line: 4, scope: !14)
!17 = distinct !DISubprogram(name: "elsewhere", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!18 = !DILocalVariable(name: "u", scope: !17, file: !1, line: 5, type: !7)
!19 = !DILocation(line: 6, scope: !17)
!20 = distinct !DIAssignID()
!21 = distinct !DIAssignID()
!22 = distinct !DIAssignID()
!23 = distinct !DIAssignID()
!24 = distinct !DIAssignID()
!25 = distinct !DIAssignID()
!26 = distinct !DIAssignID()
