; Objects that could be overrun live on the unsafe stack. As llc 19.1.7 does it.
; RUN: avarice compile -enable-post-misched=false -verify-machineinstrs %s -o - | FileCheck %s
; RUN: avarice compile -enable-post-misched=false -verify-machineinstrs -mtriple=aarch64-linux-android %s -o - | FileCheck %s --check-prefix=ANDROID

target triple = "aarch64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: stays:
; CHECK-NOT:   unsafe_stack
; CHECK:       ret
define i32 @stays(i32 %x) safestack {
  %a = alloca [4 x i32]
  store volatile i32 %x, ptr %a
  %m = and i32 %x, 3
  %i = zext i32 %m to i64
  %p = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  %v = load volatile i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: moves:
; CHECK:       adrp [[PAGE:x[0-9]+]], :gottprel:__safestack_unsafe_stack_ptr
; CHECK:       sub {{x[0-9]+}}, [[BASE:x[0-9]+]], #112
; CHECK:       sub x0, [[BASE]], #100
; CHECK-NEXT:  bl use
; CHECK:       str [[BASE]], [
; ANDROID-LABEL: moves:
; ANDROID:       mrs [[THREAD:x[0-9]+]], TPIDR_EL0
; ANDROID-NEXT:  ldr [[BASE:x[0-9]+]], {{.}}[[THREAD]], #72]
; ANDROID:       bl use
; ANDROID-NEXT:  str [[BASE]], {{.}}[[THREAD]], #72]
define void @moves() safestack {
  %a = alloca [100 x i8]
  call void @use(ptr %a)
  ret void
}
