; What a module asks for by attributes, flags and metadata, and what no target carries out, is refused where it stands.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: module flag "DWARF64" of 1
;   --> %s:74:15
;    |
; 74 | !2 = !{i32 1, !"DWARF64", i32 1}
;    |               ^^^^^^^^^^
; error: unsupported: metadata !llvm.linker.options
;   --> %s:70:1
;    |
; 70 | !llvm.linker.options = !{!1}
;    | ^^^^^^^^^^^^^^^^^^^^
; error: unsupported: attribute "split-stack" in function `split`
;   --> %s:54:13
;    |
; 54 | define void @split() "split-stack" {
;    |             ^^^^^^
; error: unsupported: parameter attribute nest in function `calls`
;   --> %s:58:13
;    |
; 58 | define void @calls(ptr nest %p) {
;    |             ^^^^^^
; error: unsupported: parameter attribute swiftself in function `calls`
;   --> %s:59:3
;    |
; 59 |   call void @g(ptr swiftself %p)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: attribute "trap-func-name"="abort" in function `calls`
;   --> %s:60:3
;    |
; 60 |   call void @h()
;    |   ^^^^^^^^^^^^^^
; error: unsupported: garbage collection "shadow-stack" in function `collected`
;   --> %s:64:13
;    |
; 64 | define void @collected() gc "shadow-stack" {
;    |             ^^^^^^^^^^
; error: unsupported: partition of variable `v`
;   --> %s:68:1
;    |
; 68 | @v = global i32 0, partition "p", !associated !0
;    | ^^
; error: unsupported: metadata !associated of variable `v`
;   --> %s:68:1
;    |
; 68 | @v = global i32 0, partition "p", !associated !0
;    | ^^

declare void @g(ptr swiftself)
declare void @h() "trap-func-name"="abort"

define void @split() "split-stack" {
  ret void
}

define void @calls(ptr nest %p) {
  call void @g(ptr swiftself %p)
  call void @h()
  ret void
}

define void @collected() gc "shadow-stack" {
  ret void
}

@v = global i32 0, partition "p", !associated !0

!llvm.linker.options = !{!1}
!llvm.module.flags = !{!2}
!0 = !{ptr @v}
!1 = !{!"-lm"}
!2 = !{i32 1, !"DWARF64", i32 1}
