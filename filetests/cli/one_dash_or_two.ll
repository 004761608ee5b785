; Long options take one dash or two, and `=` or a space before the value.
; RUN: avarice compile -filetype=asm -mtriple=x86_64-unknown-linux-gnu %s -o - > %t.1
; RUN: avarice compile --filetype=asm --mtriple=x86_64-unknown-linux-gnu %s -o - > %t.2
; RUN: avarice compile %s -filetype asm -mtriple x86_64-linux-gnu -o=- -O2 > %t.3
; RUN: diff %t.1 %t.2
; RUN: diff %t.1 %t.3
; RUN: llc -mtriple=x86_64 -relocation-model=pic -verify-machineinstrs -enable-misched=false < %s | FileCheck %s

; CHECK: retq
define void @f() {
  ret void
}
