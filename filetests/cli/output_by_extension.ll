; Without -filetype the extension of the output decides: .o is an object, all else text. -filetype wins.
; RUN: avarice compile %s -o %t.o
; RUN: head -c 4 %t.o | grep -q ELF
; RUN: avarice compile %s -o %t.s
; RUN: FileCheck %s < %t.s
; RUN: avarice compile %s -o %t.text -filetype=obj
; RUN: head -c 4 %t.text | grep -q ELF
; RUN: avarice compile %s -filetype=asm -o %t2.o
; RUN: FileCheck %s < %t2.o
; RUN: avarice compile %s -filetype=null -o %t.nothing
; RUN: test ! -e %t.nothing

; CHECK-LABEL: f:
; CHECK:       retq
define void @f() {
  ret void
}
