; Warnings about frames that are larger than a function says. As llc 19.1.7 does it.
; RUN: avarice compile %s -o /dev/null 2>&1 | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-NOT: 'small'
define void @small() "warn-stack-size"="80" {
  %a = alloca [12 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK: warning: <unknown>:0:0: stack frame size ({{90..}}) exceeds limit (80) in function 'large'
define void @large() "warn-stack-size"="80" {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK: warning: a.c:4:0: stack frame size ({{90..}}) exceeds limit (8999) in function 'located'
define void @located() "warn-stack-size"="8999" !dbg !4 {
  %a = alloca [9000 x i8]
  call void @use(ptr %a), !dbg !7
  ret void, !dbg !7
}

; CHECK: warning: <unknown>:0:0: stack frame size ({{50000000..}}) exceeds limit (4294967295) in function 'huge'
define void @huge() {
  %a = alloca [5000000000 x i8]
  call void @use(ptr %a)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "located", scope: !1, file: !1, line: 3, type: !5, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 5, scope: !4)

; Both stacks count.
; CHECK: warning: <unknown>:0:0: stack frame size ({{[0-9]+}}) exceeds limit (80) in function 'two_stacks'
define void @two_stacks() safestack "warn-stack-size"="80" {
  %a = alloca [80 x i8]
  call void @use(ptr %a)
  ret void
}
