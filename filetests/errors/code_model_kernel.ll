; A code model that AArch64 does not have, asked for by the module; the option is stronger.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: Only small, tiny and large code models are allowed on AArch64
; note: the module flag 'Code Model' asks for the kernel code model

; RUN: test ! -e %t.o
; RUN: avarice compile -mtriple=aarch64-linux-gnu -code-model=small %s -o %t.o
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o %t.o

define void @f() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Code Model", i32 2}
