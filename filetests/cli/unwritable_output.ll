; An output that cannot be written is an error that names it.
; RUN: avarice compile %s -o %T/no/such/folder/f.o
; EXIT: 1
; OUTPUT(stderr):
; error: cannot write '%T/no/such/folder/f.o': entity not found

; An output that was there stays as it was if compilation fails.
; RUN: echo before > %t.o
; RUN: not avarice compile %s -stop-after=nothing -o %t.o
; RUN: grep -q before %t.o

define void @f() {
  ret void
}
