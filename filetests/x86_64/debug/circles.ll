; Metadata that goes in circles or is of the wrong kind ends every chain, and no more.
; RUN: avarice compile %s -o %t.o && readelf --debug-dump=info %t.o | FileCheck %s
; RUN: avarice compile %s -o %t.s && as %t.s -o %t.text.o
; CHECK: DW_TAG_compile_unit
; CHECK: DW_TAG_subprogram

target triple = "x86_64-unknown-linux-gnu"

define i32 @f(i32 %x) !dbg !5 {
  %slot = alloca i32
    #dbg_declare(ptr %slot, !15, !DIExpression(DW_OP_LLVM_fragment, 3, 5), !8)
    #dbg_declare(ptr %slot, !16, !DIExpression(DW_OP_stack_value, DW_OP_over), !8)
    #dbg_declare(ptr %slot, !17, !18, !8)
  store i32 %x, ptr %slot, !dbg !8
  %a = add i32 %x, 1, !dbg !9
  %b = mul i32 %a, %x, !dbg !10
  %c = sub i32 %b, %a, !dbg !11
  ret i32 %c, !dbg !12
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_no_such_language, file: !1, producer: "by \00hand", emissionKind: FullDebug, globals: !0)
!1 = !DIFile(filename: "", directory: "", checksumkind: CSK_MD5, checksum: "not a number that is as long as it")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 77}
!4 = !DISubroutineType(types: !4)
!5 = distinct !DISubprogram(name: "f", scope: !13, file: !1, line: -3, type: !4, scopeLine: 99999999999999999999, declaration: !5, unit: !0, retainedNodes: !6)
!6 = !{!6, null, !15, !16}
!7 = distinct !DILexicalBlock(scope: !14, file: !1, line: 5)
!8 = !DILocation(line: 1, column: 3, scope: !7)
!9 = distinct !DILocation(line: 2, scope: !5, inlinedAt: !9)
!10 = !DILocation(line: 4294967295, column: 65535, scope: !5, inlinedAt: !5)
!11 = !DILocation(line: 4, scope: !0)
!12 = !DILocation(line: 5, scope: !5)
!13 = !DINamespace(name: "n", scope: !13)
!14 = distinct !DILexicalBlockFile(scope: !7, file: !5, discriminator: 1)
!15 = !DILocalVariable(name: "self", arg: 1, scope: !5, file: !1, type: !19)
!16 = !DILocalVariable(name: "", scope: !5, type: !5)
!17 = !DILocalVariable(name: "p", scope: !5, type: !20)
!18 = !DIExpression(DW_OP_plus_uconst)
!19 = !DICompositeType(tag: DW_TAG_structure_type, name: "t", scope: !19, elements: !{!19, !20, !5})
!20 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !20, baseType: !20, offset: -1)
