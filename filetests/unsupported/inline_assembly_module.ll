; Assembly beside the functions with a directive that is not known.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported at emission: module assembly: directive .macro frobnicate
;   --> %s:14:1
;    |
; 14 | module asm "nop\0A.macro frobnicate"
;    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

module asm ".globl there\0A.weak here"
module asm "nop\0A.macro frobnicate"

define void @f() {
  ret void
}
