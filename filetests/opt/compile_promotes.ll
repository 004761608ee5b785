; Stack slots of a module that was not optimized become values before selection, unless that is not wanted.
; RUN: avarice compile -mtriple=x86_64 -O1 %s -o - | FileCheck %s
; RUN: avarice compile -mtriple=x86_64 -O2 -promote-slots=false %s -o - | FileCheck %s --check-prefix=SLOTS
; RUN: avarice compile -mtriple=x86_64 -O0 %s -o - | FileCheck %s --check-prefix=SLOTS

; CHECK-LABEL: f:
; CHECK-NOT: rsp
; CHECK: retq
; SLOTS-LABEL: f:
; SLOTS: %edi, -{{[0-9]+}}(%r
; SLOTS: retq
define i32 @f(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  %w = add i32 %v, 1
  ret i32 %w
}
