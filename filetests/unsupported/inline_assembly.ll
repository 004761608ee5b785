; Inline assembly with an instruction that no row has.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported at emission: inline assembly: instruction 'frobnicate %eax' in 'f'

; RUN: test ! -e %t.o

define void @f() {
  call void asm sideeffect "frobnicate %eax", ""()
  ret void
}
