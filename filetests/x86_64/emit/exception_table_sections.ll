; With -function-sections each exception table has a section of its own. It is linked to the function's where the linker
; takes such sections beside others. llc writes the same.
; RUN: avarice compile %s -o - -function-sections | FileCheck %s
; RUN: avarice compile %s -o - -function-sections -binutils-version=2.36 | FileCheck %s --check-prefix=LINKED
; RUN: avarice compile %s -o - -function-sections -no-integrated-as -binutils-version=2.36 | FileCheck %s
; CHECK: .section .gcc_except_table.careful,"a",@progbits
; LINKED: .section .gcc_except_table.careful,"ao",@progbits,careful
target triple = "x86_64-unknown-linux-gnu"

declare i32 @__gxx_personality_v0(...)
declare void @f()

define void @careful() personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %done unwind label %pad
done:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  ret void
}
