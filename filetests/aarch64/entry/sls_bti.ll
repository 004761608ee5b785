; Where branch targets are marked, the mark after a call that returns twice stays there when the call goes through a thunk. Code
; is that of llc 19.1.7, but for the order of copies.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -mattr=+harden-sls-blr -verify-machineinstrs -o - | FileCheck %s

declare i32 @direct(ptr) returns_twice

; CHECK-LABEL: calls:
; CHECK:      bl __llvm_slsblr_thunk_x8
; CHECK-NEXT: hint #36
; CHECK:      bl direct
; CHECK-NEXT: hint #36
; CHECK-LABEL: __llvm_slsblr_thunk_x8:
define i32 @calls(ptr %p, ptr %q) "branch-target-enforcement" {
  %r = call i32 %p(ptr %q) returns_twice
  %s = call i32 @direct(ptr %q) returns_twice
  %t = add i32 %r, %s
  ret i32 %t
}
