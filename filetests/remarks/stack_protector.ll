; Why functions get a stack protector.
; The expected output is that of llc 19.1.7.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o /dev/null -pass-remarks=stack-protector
; OUTPUT(stderr):
; remark: <unknown>:0:0: Stack protection applied to function asked due to a function attribute or command-line switch
; remark: <unknown>:0:0: Stack protection applied to function asked due to a stack allocated buffer or struct containing a buffer
; remark: <unknown>:0:0: Stack protection applied to function asked due to the address of a local variable being taken
; remark: <unknown>:0:0: Stack protection applied to function grows due to a call to alloca or use of a variable length array
; remark: <unknown>:0:0: Stack protection applied to function few due to a call to alloca or use of a variable length array
; remark: buffer.c:8:8: Stack protection applied to function buffer due to a stack allocated buffer or struct containing a buffer

; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o /dev/null -pass-remarks-output=- -pass-remarks-filter=stack-protector | tail -n 9
; OUTPUT:
; Name:            StackProtectorBuffer
; DebugLoc:        { File: buffer.c, Line: 8, Column: 8 }
; Function:        buffer
; Args:
;   - String:          'Stack protection applied to function '
;   - Function:        buffer
;     DebugLoc:        { File: buffer.c, Line: 7, Column: 0 }
;   - String:          ' due to a stack allocated buffer or struct containing a buffer'
; ...

define void @plain() ssp {
  %a = alloca i32
  store i32 0, ptr %a
  ret void
}

define void @asked() sspreq {
  %text = alloca [4 x i8]
  %taken = alloca i32
  store i8 0, ptr %text
  call void @use(ptr %taken)
  ret void
}

define void @grows(i64 %n) ssp {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}

define void @few() sspstrong {
  %a = alloca i8, i32 3
  call void @use(ptr %a)
  ret void
}

define i32 @buffer() ssp !dbg !4 {
  %a = alloca [16 x i8], !dbg !7
  call void @use(ptr %a), !dbg !8
  ret i32 0, !dbg !8
}

define void @safe() sspreq safestack {
  ret void
}

declare void @use(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "buffer.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "buffer", file: !1, line: 6, type: !5, scopeLine: 7, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 8, column: 8, scope: !4)
!8 = !DILocation(line: 9, column: 3, scope: !4)
