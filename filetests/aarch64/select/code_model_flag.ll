; The module says which code model it is for; an option says otherwise.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s --check-prefix=TINY
; RUN: avarice compile -mtriple=aarch64-linux-gnu --code-model=small %s -o - | FileCheck %s --check-prefix=SMALL

; TINY: adr x0, data
; SMALL: adrp x0, data
@data = dso_local global i32 4

define ptr @f() {
  ret ptr @data
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Code Model", i32 0}
