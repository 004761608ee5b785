; An argument in memory that displacements do not reach is refused, and takes no memory of the compiler.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -filetype=obj -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: byval argument of this size in function `f`
;   --> %s:13:3
;    |
; 13 |   call void @g(ptr byval({ float, [4294967200 x i8] }) %p)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
declare void @g(ptr byval({ float, [4294967200 x i8] }))

define void @f(ptr %p) {
  call void @g(ptr byval({ float, [4294967200 x i8] }) %p)
  ret void
}
