; Calls that push their arguments move the stack pointer, so what is in the frame is counted from the CFA. Line tables come after
; the unwind table. Both are those of llc 19.1.7.
; RUN: avarice compile %s -O2 -filetype=obj -o %t.o && readelf --debug-dump=info %t.o | FileCheck %s --check-prefix=BASE
; RUN: objdump -h %t.o | grep -oE '[.](note|eh_frame|debug)[.a-zA-Z_-]*' | FileCheck %s --check-prefix=ORDER

; BASE: DW_AT_frame_base{{.*}}(DW_OP_call_frame_cfa; DW_OP_consts: -16; DW_OP_plus)

; ORDER:      .debug_info
; ORDER:      .note.GNU-stack
; ORDER-NEXT: .eh_frame
; ORDER-NEXT: .debug_line

target triple = "x86_64-unknown-linux-gnu"
declare void @g(i32, i32, i32, i32, i32, i32, i32, i32)
define void @f() minsize optsize nounwind uwtable !dbg !4 {
  call void @g(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8), !dbg !5
  call void @g(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8), !dbg !5
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 3, scope: !4)
