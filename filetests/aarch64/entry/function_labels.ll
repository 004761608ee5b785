; Labels of functions: one at the begin where room for patches is spoken of, one after the mark for indirect branches, counted by
; themselves, and the local name that references go by, with type and size. As llc 19.1.7 has them.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -relocation-model=pic -o - | FileCheck %s
; CHECK:      f:
; CHECK-NEXT: .Lf$local:
; CHECK-NEXT: .type .Lf$local,@function
; CHECK-NEXT: .Lfunc_begin0:
; CHECK:      .size f, .Lfunc_end0-f
; CHECK-NEXT: .size .Lf$local, .Lfunc_end0-f
; CHECK:      g:
; CHECK:      hint #34
; CHECK-NEXT: .Lpatch0:
; CHECK-NEXT: nop
; CHECK:      .xword .Lpatch0
; CHECK:      h:
; CHECK:      .Lpatch1:
; CHECK:      .xword .Lpatch1
define dso_local i32 @f(i32 %x) "patchable-function-entry"="0" {
  ret i32 %x
}
define void @g() "patchable-function-entry"="1" "branch-target-enforcement" {
  ret void
}
define void @h() "patchable-function-entry"="1" "branch-target-enforcement" {
  ret void
}
