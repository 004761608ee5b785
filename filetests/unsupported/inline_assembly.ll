; Inline assembly with an instruction that no row has.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported at emission: inline assembly: instruction 'frobnicate %eax' in 'f'
;   --> %s:14:3
;    |
; 14 |   call void asm sideeffect "frobnicate %eax", ""()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define void @f() {
  call void asm sideeffect "frobnicate %eax", ""()
  ret void
}
