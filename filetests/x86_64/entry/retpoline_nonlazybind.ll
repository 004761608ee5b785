; A pointer out of the global offset table is loaded into the thunk's register, never called in memory.
; RUN: avarice compile %s -O2 -relocation-model=pic -o - | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare i32 @g(i32) nonlazybind

; CHECK-LABEL: f:
; CHECK: movq g@GOTPCREL(%rip), %r11
; CHECK-NEXT: callq __llvm_retpoline_r11
define i32 @f(i32 %x) #0 {
  %r = call i32 @g(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}

; CHECK-LABEL: t:
; CHECK: movq g@GOTPCREL(%rip), %r11
; CHECK-NEXT: jmp __llvm_retpoline_r11
define i32 @t(i32 %x) #0 {
  %r = tail call i32 @g(i32 %x)
  ret i32 %r
}

attributes #0 = { "target-features"="+retpoline-indirect-calls,+retpoline-indirect-branches" }
