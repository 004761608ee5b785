; The call of a profiler comes before the prologue, and is the function's first instruction. Only the value "true"
; asks for it.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile -O0 %s -o - | FileCheck %s
; RUN: avarice compile %s -filetype=obj -o %t.o && objdump -dr %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: avarice compile %s -stop-after=fentry-insert -o - | FileCheck %s --check-prefix=MIR
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: framed:
; CHECK:       .cfi_startproc
; CHECK-NOT:   push
; CHECK:       callq __fentry__
; CHECK-NEXT:  pushq
; CHECK:       callq other
; OBJECT-LABEL: <framed>:
; OBJECT-NEXT: call
; OBJECT-NEXT: R_X86_64_PLT32 __fentry__-0x4
; OBJECT-NEXT: push
; MIR-LABEL: name: framed
; MIR:      body:
; MIR-NEXT:   bb.0
; MIR-NOT:    PUSH
; MIR:        FENTRY_CALL
; MIR-NEXT:   frame-setup PUSH64r
define i32 @framed() "fentry-call"="true" {
  %value = call i32 @other()
  %next = add i32 %value, 1
  ret i32 %next
}

; CHECK-LABEL: declined:
; CHECK-NOT:   __fentry__
; CHECK:       retq
define void @declined() "fentry-call"="false" {
  ret void
}

declare i32 @other()
