; In position-independent code, references to what a shared library defines and nothing may replace use a local label. In an
; executable, which the module flag "PIE Level" says, the symbol itself is as good. The labels are those of llc 19.1.7.
; RUN: avarice compile %s -relocation-model=pic -o - | FileCheck %s --check-prefix=EXECUTABLE
; RUN: sed "s/PIE Level/unknown/" %s | avarice compile - -relocation-model=pic -o - | FileCheck %s --check-prefix=LIBRARY
; RUN: sed "s/PIE Level/unknown/" %s | avarice compile - -relocation-model=static -o - | FileCheck %s --check-prefix=EXECUTABLE
target triple = "x86_64-unknown-linux-gnu"

; EXECUTABLE-LABEL: f:
; EXECUTABLE-NOT:   $local
; EXECUTABLE:       movl g(%rip), %eax
; EXECUTABLE-NOT:   $local
; LIBRARY-LABEL: f:
; LIBRARY:       .Lf$local:
; LIBRARY:       movl .Lg$local(%rip), %eax
; LIBRARY:       .Lg$local:
define dso_local i32 @f() {
  %v = load i32, ptr @g
  ret i32 %v
}

@g = dso_local global i32 3

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
