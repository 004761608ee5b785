; Every kind of record becomes a debug instruction, which names instructions: arguments, results, phis, numbers, addresses of
; slots, parts, lists, unknown values, labels, an inlined variable; and what has no register in terms of what has. Apart from
; the order of two of them, the kinds and the expressions agree with llc 19.1.7's.
; RUN: avarice compile -O2 -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s
; CHECK-LABEL: name: values
; CHECK: DBG_PHI $rdx, 2
; CHECK: DBG_PHI $rdi, 1
; CHECK: DBG_VALUE $rdi, $noreg, ![[#]], !DIExpression()
; CHECK: DBG_VALUE $rsi, $noreg, ![[#]], !DIExpression()
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_plus_uconst, 5, DW_OP_stack_value), dbg-instr-ref(1, 0)
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_plus_uconst, 16, DW_OP_deref, DW_OP_stack_value), dbg-instr-ref(2, 0)
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus_uconst, 5, DW_OP_plus, DW_OP_stack_value), dbg-instr-ref(1, 0), dbg-instr-ref(1, 0)
; CHECK: DBG_VALUE 7, $noreg, ![[#]], !DIExpression(DW_OP_LLVM_fragment, 0, 32)
; CHECK: DBG_VALUE $noreg, $noreg, ![[#]], !DIExpression(DW_OP_LLVM_fragment, 32, 32)
; CHECK: DBG_VALUE %stack.0.slot, $noreg, ![[#]], !DIExpression()
; CHECK: DBG_VALUE double 2.500000e+00, $noreg, ![[#]], !DIExpression()
; CHECK: DBG_VALUE 0, $noreg, ![[#]], !DIExpression()
; CHECK: %0:{{.*}} debug-instr-number 4
; CHECK: DBG_LABEL ![[#]]
; CHECK: %1:{{.*}} debug-instr-number 3
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref(3, 0)
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref(4, 0)
; CHECK: %2:{{.*}} debug-instr-number 5
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref(5, 0)
; CHECK-LABEL: name: folded
; CHECK: DBG_PHI $rsi, 2
; CHECK: DBG_PHI $rdi, 1
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 4, DW_OP_mul, DW_OP_plus, DW_OP_stack_value), dbg-instr-ref(1, 0), dbg-instr-ref(2, 0)
; CHECK: %2:{{.*}} debug-instr-number 3
; CHECK: DBG_INSTR_REF ![[#]], !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref(3, 0)
; The object lists the inlined variable where it was inlined, with its place.
; RUN: avarice compile -O2 %s -o %t.o && readelf --debug-dump=info %t.o | FileCheck %s --check-prefix=DWARF
; DWARF: DW_TAG_inlined_subroutine
; DWARF-NOT: DW_TAG
; DWARF: DW_TAG_variable
; DWARF: DW_AT_location
; DWARF-NEXT: DW_AT_abstract_origin
target triple = "x86_64-unknown-linux-gnu"

define i64 @values(i64 %x, i64 %unused, ptr %p) !dbg !5 {
entry:
  %slot = alloca i64, align 8
  #dbg_value(i64 %x, !10, !DIExpression(), !12)
  #dbg_value(i64 %unused, !11, !DIExpression(), !12)
  %a = add i64 %x, 5, !dbg !12
  #dbg_value(i64 %a, !13, !DIExpression(), !12)
  %q = getelementptr i8, ptr %p, i64 16
  #dbg_value(ptr %q, !14, !DIExpression(DW_OP_deref), !12)
  #dbg_value(!DIArgList(i64 %x, i64 %a), !15, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !12)
  #dbg_value(i64 7, !16, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !12)
  #dbg_value(i64 poison, !16, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !12)
  #dbg_value(ptr %slot, !18, !DIExpression(), !12)
  #dbg_value(double 2.5, !19, !DIExpression(), !12)
  #dbg_value(ptr null, !14, !DIExpression(), !12)
  store i64 %x, ptr %slot, align 8, !dbg !12
  %v = load i64, ptr %q, align 8, !dbg !12
  #dbg_label(!17, !12)
  call void @take(ptr %slot), !dbg !12
  %r = add i64 %v, %a, !dbg !12
  #dbg_value(i64 %r, !13, !DIExpression(), !12)
  %c = icmp eq i64 %r, 0
  br i1 %c, label %out, label %more
more:
  #dbg_value(i64 %v, !16, !DIExpression(), !12)
  br label %out
out:
  %phi = phi i64 [ 1, %entry ], [ %v, %more ]
  #dbg_value(i64 %phi, !22, !DIExpression(), !20)
  call void @take2(i64 %phi), !dbg !20
  ret i64 %r, !dbg !12
}

; Users compute what has no register: nothing is said but in terms of what they read.
define i32 @folded(ptr %p, i64 %i) !dbg !30 {
  %a = getelementptr i32, ptr %p, i64 %i
  #dbg_value(ptr %a, !31, !DIExpression(), !33)
  %v = load i32, ptr %a, align 4, !dbg !33
  #dbg_value(i32 %v, !32, !DIExpression(), !33)
  %s = add i32 %v, 3, !dbg !33
  ret i32 %s, !dbg !33
}

declare void @take(ptr)
declare void @take2(i64)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "values", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 1, type: !9)
!11 = !DILocalVariable(name: "unused", arg: 2, scope: !5, file: !1, line: 1, type: !9)
!12 = !DILocation(line: 2, scope: !5)
!22 = !DILocalVariable(name: "a", scope: !21, file: !1, line: 1, type: !9)
!13 = !DILocalVariable(name: "a", scope: !5, file: !1, line: 1, type: !9)
!14 = !DILocalVariable(name: "b", scope: !5, file: !1, line: 1, type: !9)
!15 = !DILocalVariable(name: "computed", scope: !5, file: !1, line: 1, type: !9)
!16 = !DILocalVariable(name: "parts", scope: !5, file: !1, line: 1, type: !9)
!17 = !DILabel(scope: !5, name: "label", file: !1, line: 1)
!18 = !DILocalVariable(name: "address", scope: !5, file: !1, line: 1, type: !9)
!19 = !DILocalVariable(name: "number", scope: !5, file: !1, line: 1, type: !8)
!20 = !DILocation(line: 1, scope: !21, inlinedAt: !12)
!21 = distinct !DISubprogram(name: "inlined", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!30 = distinct !DISubprogram(name: "folded", file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!31 = !DILocalVariable(name: "a", scope: !30, file: !1, line: 5, type: !9)
!32 = !DILocalVariable(name: "v", scope: !30, file: !1, line: 5, type: !9)
!33 = !DILocation(line: 6, scope: !30)
