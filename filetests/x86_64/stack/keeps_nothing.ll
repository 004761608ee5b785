; Functions that keep no register for their callers. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s
; RUN: avarice compile -verify-machineinstrs -O0 %s -o /dev/null

target triple = "x86_64-unknown-linux-gnu"

declare void @keeps_nothing() "no_callee_saved_registers"
declare void @keeps()

; CHECK-LABEL: callee:
; CHECK-NOT:   pushq %r
; CHECK:       nop
; CHECK-NOT:   popq %r
; CHECK:       retq
define void @callee() nounwind "no_callee_saved_registers" {
  call void asm sideeffect "nop", "~{rbx},~{rbp},~{r12}"()
  ret void
}

; What it uses after a call is in a register that the call keeps.
; CHECK-LABEL: callee_that_calls:
; CHECK:       movl %edi, %[[KEPT:[a-z0-9]+]]
; CHECK-NEXT:  callq keeps@PLT
; CHECK:       movl %[[KEPT]], %eax
; CHECK-NOT:   popq %rb
; CHECK:       retq
define i32 @callee_that_calls(i32 %x) nounwind "no_callee_saved_registers" {
  call void @keeps()
  ret i32 %x
}

; CHECK-LABEL: caller:
; CHECK:       pushq %rbp
; CHECK-NEXT:  pushq %r15
; CHECK-NEXT:  pushq %r14
; CHECK-NEXT:  pushq %r13
; CHECK-NEXT:  pushq %r12
; CHECK-NEXT:  pushq %rbx
; CHECK:       movl %esi, [[Y:[0-9]*]](%rsp)
; CHECK-NEXT:  movl %edi, [[X:[0-9]*]](%rsp)
; CHECK-NEXT:  callq keeps_nothing@PLT
; CHECK:       [[Y]](%rsp)
; CHECK:       popq %rbx
; CHECK-NEXT:  popq %r12
define i32 @caller(i32 %x, i32 %y) nounwind {
  call void @keeps_nothing()
  %z = add i32 %x, %y
  ret i32 %z
}

; No jump, after which the caller's registers would be lost.
; CHECK-LABEL: tail:
; CHECK:       callq *
; CHECK:       popq %rbp
; CHECK-NEXT:  retq
define void @tail(ptr %f) nounwind {
  tail call void %f() "no_callee_saved_registers"
  ret void
}
