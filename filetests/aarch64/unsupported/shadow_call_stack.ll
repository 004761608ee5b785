; A shadow call stack needs X18, which a function that stores its return address must have reserved.
; RUN: not avarice compile %s -o %t.s 2>&1 | FileCheck %s
; CHECK: error: must reserve x18 to use the shadow call stack, in function 'stores'
target triple = "aarch64-unknown-linux-gnu"

define void @stores() shadowcallstack {
  call void @f()
  call void @f()
  ret void
}

declare void @f()
