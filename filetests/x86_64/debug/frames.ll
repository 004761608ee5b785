; A function that no exception passes has rows for debuggers all the same: in a section of their own if no function
; of the module needs them at run time. DWARF 4, as the module asks for.
; RUN: avarice compile %s -o %t.o && readelf --debug-dump=info %t.o | FileCheck %s
; RUN: readelf --debug-dump=frames %t.o | FileCheck %s --check-prefix=ROWS
; RUN: avarice compile %s -o %t.s && FileCheck %s --check-prefix=TEXT < %t.s
; RUN: as %t.s -o %t.text.o && readelf --debug-dump=frames %t.text.o | FileCheck %s --check-prefix=ROWS
; CHECK: Version: {{ *}}4
; TEXT: .file{{.}}1 "a.c"
; TEXT: .cfi_sections .debug_frame
; TEXT: .loc{{.}}1 4 0
; TEXT: .cfi_startproc
; TEXT: .loc{{.}}1 5 3 prologue_end
; TEXT: .loc{{.}}1 6 3 epilogue_begin
; ROWS: Contents of the .debug_frame section
; ROWS: FDE
; ROWS: DW_CFA_def_cfa_offset: 16
; ROWS: DW_CFA_def_cfa_offset: 8

target triple = "x86_64-unknown-linux-gnu"

define i32 @f(i32 %x) nounwind !dbg !5 {
  %r = call i32 @g(i32 %x), !dbg !8
  %s = add i32 %r, %r, !dbg !8
  ret i32 %s, !dbg !9
}

declare i32 @g(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !4, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !0)
!8 = !DILocation(line: 5, column: 3, scope: !5)
!9 = !DILocation(line: 6, column: 3, scope: !5)
