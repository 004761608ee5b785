; The guard of stack protectors in a kernel. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs -code-model=kernel %s -o - | FileCheck %s
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=SMALL

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: protected:
; CHECK:       movq %gs:40, %rax
; CHECK:       callq use@PLT
; CHECK-NEXT:  movq %gs:40, %rax
; SMALL-LABEL: protected:
; SMALL:       movq %fs:40, %rax
define void @protected() sspreq {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}
