; What a module asks for by attributes, flags and metadata, and what no target carries out, is refused where it stands.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: module flag "DWARF64" of 1
;   --> %s:49:15
;    |
; 49 | !2 = !{i32 1, !"DWARF64", i32 1}
;    |               ^^^^^^^^^^
; error: unsupported: attribute "split-stack" in function `split`
;   --> %s:29:13
;    |
; 29 | define void @split() "split-stack" {
;    |             ^^^^^^
; error: unsupported: parameter attribute swiftself in function `calls`
;   --> %s:34:3
;    |
; 34 |   call void @g(ptr swiftself %p)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: garbage collection "shadow-stack" in function `collected`
;   --> %s:39:13
;    |
; 39 | define void @collected() gc "shadow-stack" {
;    |             ^^^^^^^^^^

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
