; -disable-tail-calls comes before what functions say by themselves; musttail calls are jumps all the same.
; RUN: avarice compile %s -o - | FileCheck %s --check-prefixes=CHECK,OWN
; RUN: avarice compile %s -disable-tail-calls -o - | FileCheck %s --check-prefixes=CHECK,NEVER
; RUN: avarice compile %s -disable-tail-calls=false -o - | FileCheck %s --check-prefixes=CHECK,ALWAYS

declare void @g()

; CHECK-LABEL: plain:
; OWN:    jmp g
; NEVER:  callq g
; ALWAYS: jmp g
define void @plain() {
  tail call void @g()
  ret void
}

; CHECK-LABEL: reluctant:
; OWN:    callq g
; NEVER:  callq g
; ALWAYS: jmp g
define void @reluctant() "disable-tail-calls"="true" {
  tail call void @g()
  ret void
}

; CHECK-LABEL: forced:
; CHECK:  jmp g
define void @forced() {
  musttail call void @g()
  ret void
}
