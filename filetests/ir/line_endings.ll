; Lines may end with CR and LF, and a file need not have lines at all.
; RUN: sed 's/$/\r/' %s | avarice compile - -o - | FileCheck %s
; RUN: grep -v '^;' %s | tr '\n' ' ' | avarice compile - -o - | FileCheck %s

; CHECK:      f:
; CHECK:      movl %edi, %eax
; CHECK-NEXT: retq
define i32 @f(
  i32 %x
) {
entry:
  ret i32
    %x
}
