; A call that may change the frame pointer, in a function that needs it.
; RUN: not avarice compile %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: unsupported: a call of a function that keeps no frame pointer, from one with a frame pointer{{.*}}'caller'

target triple = "x86_64-unknown-linux-gnu"

declare void @keeps_nothing() "no_callee_saved_registers"

define void @caller() "frame-pointer"="all" {
  call void @keeps_nothing()
  ret void
}
