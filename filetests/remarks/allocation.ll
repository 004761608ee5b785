; Remarks of our own: which variable was spilled, what it weighs, what it lost to and what its loads and stores cost.
; RUN: avarice compile %s -o %t.s --allocation-remarks
; OUTPUT(stderr):
; remark: src/sums.c:5:31: %ir.count (%5, GR64) is spilled to stack slot 0 with 2 folded accesses, which cost 33 for each run of the function: it weighs 4.642061e-02; %ir.p (weight 4.747863e-02) has evicted it; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers
; remark: src/sums.c:6:18: %ir.p (%4, GR64) is spilled to stack slot 1 with 1 reload, 1 folded access, which cost 33 for each run of the function: it weighs 4.747863e-02; 'total' (weight 2.98689e-01) has evicted it; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers
; remark: src/sums.c:8:11: 'total' (%13, GR64) is spilled to stack slot 2 with 1 store, 1 folded access, which cost 64 for each run of the function: it weighs 1.335537e-01; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers
; remark: src/sums.c:6:18: %ir.value (%8, GR64) is spilled to stack slot 3 with 1 store, 1 folded access, which cost 64 for each run of the function: it weighs 1.428571e-01; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers

; With a file, that has them, beside those of llc's passes; patterns name them like any pass.
; RUN: avarice compile %s -o %t.s --allocation-remarks -pass-remarks-output=%t.yaml -pass-remarks-filter=avarice-regalloc
; RUN: sed -n -e '1,/^\.\.\.$/p' %t.yaml
; OUTPUT:
; --- !Missed
; Pass:            avarice-regalloc
; Name:            Spilled
; DebugLoc:        { File: 'src/sums.c', Line: 5, Column: 31 }
; Function:        sums
; Args:
;   - Value:           '%ir.count'
;   - String:          ' ('
;   - Register:        '%5'
;   - String:          ', '
;   - Class:           GR64
;   - String:          ') is spilled to stack slot '
;   - Slot:            '0'
;   - String:          ' with '
;   - Folded:          '2'
;   - String:          ' folded accesses'
;   - String:          ', which cost '
;   - Cost:            '33'
;   - String:          ' for each run of the function'
;   - String:          ': it weighs '
;   - Weight:          '4.642061e-02'
;   - String:          '; '
;   - EvictedBy:       '%ir.p'
;     DebugLoc:        { File: 'src/sums.c', Line: 6, Column: 18 }
;   - String:          ' (weight 4.747863e-02)'
;   - String:          ' has evicted it'
;   - String:          '; the lightest in its way: '
;   - HeldBy:          '''i'''
;     DebugLoc:        { File: 'src/sums.c', Line: 5, Column: 31 }
;   - String:          ' (weight 3.746356e-01)'
;   - String:          ' in '
;   - In:              '$r15'
;   - String:          '; instructions themselves use '
;   - UsedByInstructions: '14'
;   - String:          ' registers'
; ...

; RUN: avarice compile %s -o %t.s --allocation-remarks -pass-remarks-output=%t.yaml -pass-remarks-missed=regalloc -jobs=3
; OUTPUT(stderr):
; remark: src/sums.c:5:3: 2 spills 6.400000e+01 total spills cost 2 reloads 6.400000e+01 total reloads cost 2 folded reloads 6.400000e+01 total folded reloads cost generated in loop
; remark: src/sums.c:3:1: 4 spills 6.600000e+01 total spills cost 2 reloads 6.400000e+01 total reloads cost 2 folded reloads 6.400000e+01 total folded reloads cost generated in function
; remark: src/sums.c:5:31: %ir.count (%5, GR64) is spilled to stack slot 0 with 2 folded accesses, which cost 33 for each run of the function: it weighs 4.642061e-02; %ir.p (weight 4.747863e-02) has evicted it; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers
; remark: src/sums.c:6:18: %ir.p (%4, GR64) is spilled to stack slot 1 with 1 reload, 1 folded access, which cost 33 for each run of the function: it weighs 4.747863e-02; 'total' (weight 2.98689e-01) has evicted it; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers
; remark: src/sums.c:8:11: 'total' (%13, GR64) is spilled to stack slot 2 with 1 store, 1 folded access, which cost 64 for each run of the function: it weighs 1.335537e-01; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers
; remark: src/sums.c:6:18: %ir.value (%8, GR64) is spilled to stack slot 3 with 1 store, 1 folded access, which cost 64 for each run of the function: it weighs 1.428571e-01; the lightest in its way: 'i' (weight 3.746356e-01) in $r15; instructions themselves use 14 registers

; RUN: avarice compile %s -o %t.s -pass-remarks-missed=avarice
; OUTPUT(stderr):

; They change no code.
; RUN: avarice compile %s -o %t.plain.s
; RUN: diff %t.plain.s %t.s

target triple = "x86_64-unknown-linux-gnu"

define i64 @sums(ptr %p, i64 %count) !dbg !5 {
entry:
  br label %loop, !dbg !8

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %total = phi i64 [ 0, %entry ], [ %sum, %loop ]
    #dbg_value(i64 %i, !14, !DIExpression(), !8)
    #dbg_value(i64 %total, !15, !DIExpression(), !8)
  %at = getelementptr i64, ptr %p, i64 %i, !dbg !9
  %value = load i64, ptr %at, !dbg !9
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14}"(), !dbg !10
  %sum = add i64 %total, %value, !dbg !11
    #dbg_value(i64 %sum, !15, !DIExpression(), !8)
  %next = add i64 %i, 1, !dbg !12
    #dbg_value(i64 %next, !14, !DIExpression(), !8)
  %more = icmp ult i64 %next, %count, !dbg !12
  br i1 %more, label %loop, label %exit, !dbg !12

exit:
  ret i64 %sum, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "src/sums.c", directory: "/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "sums", scope: !1, file: !1, line: 3, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 5, column: 3, scope: !5)
!9 = !DILocation(line: 6, column: 18, scope: !5)
!10 = !DILocation(line: 7, column: 5, scope: !5)
!11 = !DILocation(line: 8, column: 11, scope: !5)
!12 = !DILocation(line: 5, column: 31, scope: !5)
!13 = !DILocation(line: 10, column: 3, scope: !5)
!14 = !DILocalVariable(name: "i", scope: !5, file: !1, line: 5, type: !3)
!15 = !DILocalVariable(name: "total", scope: !5, file: !1, line: 4, type: !3)
