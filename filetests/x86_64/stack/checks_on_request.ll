; The end of the unsafe stack is where a function of the runtime says, and no guard is checked before calls that do not
; return, where options say so. The calls are those of llc 19.1.7.
; RUN: avarice compile %s -safestack-use-pointer-address -disable-check-noreturn-call -o - | FileCheck %s --check-prefixes=CHECK,ASKED
; RUN: avarice compile %s -o - | FileCheck %s --check-prefixes=CHECK,PLAIN
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL:   safe:
; ASKED:         callq __safestack_pointer_address
; ASKED:         movq (%rax), %[[END:r[0-9a-z]+]]
; ASKED:         callq use
; ASKED:         movq %[[END]], (%{{.*}})
; PLAIN:         __safestack_unsafe_stack_ptr
; PLAIN-NOT:     __safestack_pointer_address
define void @safe() safestack {
  %a = alloca [16 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL:   ends:
; CHECK:         callq use
; PLAIN:         cmpq
; PLAIN:         callq fail
; ASKED-NOT:     cmpq
; ASKED:         callq fail
define void @ends() sspreq {
  %a = alloca [16 x i8]
  call void @use(ptr %a)
  call void @fail()
  unreachable
}

declare void @use(ptr)
declare void @fail() noreturn
