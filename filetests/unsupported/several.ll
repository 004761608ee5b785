; Each function is reported; those that could be compiled are not written either.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type ppc_fp128 in function `first`
;   --> %s:22:18
;    |
; 22 | define ppc_fp128 @first(ppc_fp128 %x) {
;    |                  ^^^^^^
; error: unsupported: calling convention ghccc in function `second`
;   --> %s:28:3
;    |
; 28 |   call ghccc void @second()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @good(i32 %x) {
  ret i32 %x
}

define ppc_fp128 @first(ppc_fp128 %x) {
  %r = fneg ppc_fp128 %x
  ret ppc_fp128 %r
}

define void @second() {
  call ghccc void @second()
  ret void
}
