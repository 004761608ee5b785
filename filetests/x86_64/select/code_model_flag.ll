; The module says which code model it is for; an option says otherwise.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s --check-prefix=LARGE
; RUN: avarice compile -mtriple=x86_64-linux-gnu --code-model=small %s -o - | FileCheck %s --check-prefix=SMALL

; LARGE: movabsq $puts, %rax
; LARGE-NEXT: callq *%rax
; SMALL: callq puts@PLT
declare i32 @puts(ptr)

define i32 @f(ptr %text) {
  %r = call i32 @puts(ptr %text)
  %s = add i32 %r, 1
  ret i32 %s
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Code Model", i32 4}
