; Data in front of a function, or of its first instruction.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported at emission: prefix data in 'f'

; RUN: test ! -e %t.o
; RUN: not avarice compile %s -o %t.s
; RUN: test ! -e %t.s

define void @f() prefix i32 123 {
  ret void
}
