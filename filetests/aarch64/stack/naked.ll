; Functions without prologue and epilogues. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,aarch64
; RUN: avarice compile -verify-machineinstrs -O0 %s -o - | FileCheck %s --check-prefixes=CHECK,aarch64

target triple = "aarch64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: assembly:
; x86_64:      #APP
; x86_64-NEXT: movl %edi, %eax
; x86_64-NEXT: retq
; x86_64-NEXT: #NO_APP
; aarch64:      //APP
; aarch64-NEXT: mov w0, w0
; aarch64-NEXT: ret
; aarch64-NEXT: //NO_APP
; CHECK-NEXT:  .Lfunc_end0:
define i32 @assembly(i32 %a, ptr %b) naked nounwind {
  call void asm sideeffect "mov w0, w0\0Aret", ""()
  unreachable
}

; CHECK-LABEL: saves_nothing:
; CHECK-NOT:   {{push|stp|str|sub}}
; CHECK:       nop
; CHECK-NOT:   {{pop|ldp|ldr|add}}
; CHECK:       ret
define void @saves_nothing() naked nounwind "frame-pointer"="all" {
  call void asm sideeffect "nop", "~{x19},~{x29}"()
  ret void
}

; CHECK-LABEL: variadic:
; CHECK-NOT:   {{mov|str|test}}
; CHECK:       ret
define void @variadic(ptr sret(i32) %x, i32 %y, ...) naked nounwind {
  ret void
}

; CHECK-LABEL: calls:
; CHECK-NOT:   {{push|stp|str|sub}}
; x86_64:      callq use@PLT
; x86_64-NEXT: retq
; aarch64:      bl use
; aarch64-NEXT: ret
define void @calls() naked nounwind {
  call void @use(ptr null)
  ret void
}
