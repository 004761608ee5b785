@global = global i32 0

define void @records(i32 %a) !dbg !4 {
    #dbg_value(i32 %a, !3, !DIExpression(), !2)
    #dbg_declare(ptr @global, !3, !DIExpression(DW_OP_deref), !2)
  %b = add i32 %a, 1, !dbg !2
    #dbg_value(!DIArgList(i32 %b, i32 %later), !3, !DIExpression(DW_OP_LLVM_arg, 0), !2)
    #dbg_assign(i32 %b, !3, !DIExpression(), !5, ptr poison, !DIExpression(), !2)
    #dbg_label(!6, !2)
  %later = add i32 %b, 1
  ret void
}

!0 = distinct !{!0}
!1 = !{i32 1}
!2 = !DILocation(line: 1, scope: !4)
!3 = !DILocalVariable(name: "a", scope: !4)
!4 = distinct !DISubprogram(name: "records", unit: !7)
!5 = distinct !DIAssignID()
!6 = !DILabel(scope: !4, name: "l", file: !8, line: 1)
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !8)
!8 = !DIFile(filename: "f", directory: "")
!9 = !{i32 2, !"Debug Info Version", i32 3}
!llvm.module.flags = !{!9}
