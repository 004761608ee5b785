; Debug information of a version that LLVM 19 does not have is dropped, with a warning in llc's words. The functions
; are compiled as without it.
; RUN: avarice opt -S %s -o - | FileCheck %s
; RUN: avarice opt -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=WARNING
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s --check-prefix=CODE
; WARNING: warning: ignoring debug info with an invalid version (2) in {{.*}}old_debug_info.ll

; CHECK: define i32 @f(i32 %a) {
; CHECK-NEXT: %b = add i32 %a, 1{{$}}
; CHECK-NEXT: ret i32 %b{{$}}
; CHECK-NOT: !llvm.dbg.cu
; CODE: f:
; CODE-NOT: .loc
; CODE-NOT: .debug_info
define i32 @f(i32 %a) !dbg !4 {
    #dbg_value(i32 %a, !5, !DIExpression(), !6)
  %b = add i32 %a, 1, !dbg !6
  ret i32 %b, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DISubroutineType(types: !3)
!3 = !{}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !2, unit: !0)
!5 = !DILocalVariable(name: "a", arg: 1, scope: !4, file: !1, line: 1)
!6 = !DILocation(line: 1, scope: !4)
!7 = !{i32 1, !"Debug Info Version", i32 2}
