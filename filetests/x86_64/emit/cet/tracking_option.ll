; The option marks places as the module flag does, but says nothing in the object and leaves jumps through tables to
; be tracked, as llc 19.1.7 does.
; RUN: avarice compile %s -x86-indirect-branch-tracking -o - | FileCheck %s
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=NONE
; NONE-NOT: endbr64
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT:   .note.gnu.property
; CHECK-LABEL: f:
; CHECK:       endbr64
; CHECK-NEXT:  retq
define void @f() {
  ret void
}
