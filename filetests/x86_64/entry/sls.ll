; Nothing is executed speculatively after a return or an indirect jump.
; RUN: avarice compile %s -mattr=+harden-sls-ret -o - | FileCheck %s --check-prefixes=CHECK,RET
; RUN: avarice compile %s -mattr=+harden-sls-ijmp -o - | FileCheck %s --check-prefixes=CHECK,JUMP
; RUN: avarice compile %s -mattr=+harden-sls-ijmp -filetype=obj -o %t.o && objdump -d %t.o | FileCheck %s --check-prefix=OBJECT
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: returns:
; CHECK:       retq
; RET-NEXT:    int3
; JUMP-NOT:    int3
define i32 @returns(i32 %x) {
  ret i32 %x
}

; CHECK-LABEL: jumps:
; CHECK:       jmpq *%rax
; JUMP-NEXT:   int3
; RET-NOT:     int3
; OBJECT-LABEL: <jumps>:
; OBJECT:       jmp *%rax
; OBJECT-NEXT:  int3
define i32 @jumps(ptr %f, i32 %x) {
  %r = tail call i32 %f(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: branches:
; CHECK:       jmpq *
; JUMP-NEXT:   int3
define i32 @branches(ptr %p) {
  indirectbr ptr %p, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}

; CHECK-LABEL: direct:
; CHECK:       jmp returns
; CHECK-NOT:   int3
define i32 @direct(i32 %x) {
  %r = tail call i32 @returns(i32 %x)
  ret i32 %r
}
