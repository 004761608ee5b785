; An object that is loaded from at more than 2 GiB from the stack pointer.
; RUN: not avarice compile %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: unsupported: an object that is addressed from more than 2 GiB away{{.*}}'far'

target triple = "x86_64-unknown-linux-gnu"

define i8 @far() {
  %a = alloca [4294967295 x i8]
  %b = alloca [4294967295 x i8]
  store volatile i8 42, ptr %a
  store volatile i8 43, ptr %b
  %v = load volatile i8, ptr %a
  ret i8 %v
}
