; Instructions that access memory get discriminators of their own, where the unit has debug information for profiling. Lines as
; llc -x86-discriminate-memops writes them.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -x86-discriminate-memops -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -x86-discriminate-memops -x86-bypass-prefetch-instructions=0 -o - | FileCheck %s --check-prefix=ALL
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -o - | FileCheck %s --check-prefix=NONE
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -x86-discriminate-memops -stop-after=livedebugvalues -o - | FileCheck %s --check-prefix=MIR

; CHECK-LABEL: update:
; CHECK:      .loc 1 3 5 prologue_end
; CHECK-NEXT: prefetcht0 (%rdi)
; CHECK-NEXT: movl (%rdi), %eax
; CHECK:      .loc 1 3 9 is_stmt 0 discriminator 2
; CHECK-NEXT: addl (%rsi), %eax
; CHECK:      .loc 1 4 3 is_stmt 1{{ *(#.*)?$}}
; CHECK-NEXT: movl %eax, (%rdi)
; CHECK:      .loc 1 4 3 is_stmt 0 discriminator 2
; CHECK-NEXT: movl %eax, (%rsi)
; CHECK:      .loc 1 3 9 is_stmt 1 discriminator 4
; CHECK-NEXT: movl (%rsi), %eax
; ALL-LABEL:  update:
; ALL:        prefetcht0 (%rdi)
; ALL:        .loc 1 3 5 is_stmt 0 discriminator 4
; ALL-NEXT:   movl (%rdi), %eax
; ALL:        .loc 1 3 9 discriminator 2
; ALL:        .loc 1 4 3 is_stmt 0 discriminator 2
; ALL:        .loc 1 3 9 is_stmt 1 discriminator 6
; MIR:        !DILexicalBlockFile(scope: !{{[0-9]+}}, discriminator: 4)
; NONE-LABEL: update:
; NONE:       movl %eax, (%rdi)
; NONE-NEXT:  movl %eax, (%rsi)

define void @update(ptr %p, ptr %q) !dbg !6 {
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1), !dbg !9
  %a = load volatile i32, ptr %p, !dbg !9
  %b = load i32, ptr %q, !dbg !10
  %s = add i32 %a, %b, !dbg !10
  store volatile i32 %s, ptr %p, !dbg !11
  store volatile i32 %s, ptr %q
  %t = load volatile i32, ptr %q, !dbg !12
  ret void, !dbg !11
}

; Without such debug information, nothing changes.
; CHECK-LABEL: other:
; CHECK-NOT: discriminator
; CHECK: .cfi_endproc
define i32 @other(ptr %p, ptr %q) !dbg !22 {
  %a = load volatile i32, ptr %p, !dbg !23
  %b = load i32, ptr %q, !dbg !23
  %s = add i32 %a, %b, !dbg !23
  ret i32 %s, !dbg !23
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

!llvm.dbg.cu = !{!0, !20}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, enums: !2, debugInfoForProfiling: true)
!1 = !DIFile(filename: "u.c", directory: "/")
!2 = !{}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "update", scope: !1, file: !1, line: 2, type: !7, scopeLine: 2, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!7 = !DISubroutineType(types: !2)
!9 = !DILocation(line: 3, column: 5, scope: !6)
!10 = !DILocation(line: 3, column: 9, scope: !13)
!11 = !DILocation(line: 4, column: 3, scope: !6)
!12 = !DILocation(line: 3, column: 9, scope: !6)
!13 = !DILexicalBlockFile(scope: !6, file: !1, discriminator: 2)
!20 = distinct !DICompileUnit(language: DW_LANG_C99, file: !21, isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, enums: !2)
!21 = !DIFile(filename: "o.c", directory: "/")
!22 = distinct !DISubprogram(name: "other", scope: !21, file: !21, line: 1, type: !7, scopeLine: 1, unit: !20, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!23 = !DILocation(line: 1, column: 1, scope: !22)
