; An unknown option is an error that names the nearest known one; the exit code tells a wrong command line
; from wrong input. Nothing is written.
; RUN: not avarice compile %s -relocation-modl=pic -o %t.o 2>&1 | FileCheck %s
; RUN: test ! -e %t.o

; CHECK:     error: unexpected argument '--relocation-modl' found
; CHECK:     a similar argument exists: '--relocation-model'
; CHECK-NOT: panicked

; RUN: avarice compile %s -frobnicate -o %t.o
; EXIT: 2
; RUN: avarice frobnicate
; EXIT: 2
; RUN: not avarice compile %s -O7 -o %t.o 2>&1 | FileCheck %s -check-prefix=LEVEL
; LEVEL:     error: invalid optimization level '7'
; RUN: avarice compile %s -regalloc=nothing -o %t.o
; EXIT: 2

define void @f() {
  ret void
}
