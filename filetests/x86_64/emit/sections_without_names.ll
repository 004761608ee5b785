; -unique-section-names=false: sections of functions and variables are told apart by numbers, those of exception tables
; by their groups. llc writes the same directives.
; RUN: avarice compile %s -o - -mtriple=x86_64-linux-gnu -function-sections -data-sections -unique-section-names=false | FileCheck %s
; RUN: avarice compile %s -o %t.o -mtriple=x86_64-linux-gnu -function-sections -data-sections -unique-section-names=false
; CHECK: .section .text,"ax",@progbits,unique,1
; CHECK: one:
; CHECK: .section .text.hot.,"ax",@progbits,unique,2
; CHECK: two:
; CHECK: .section .gcc_except_table,"a",@progbits{{$}}
; CHECK: .section .text,"axG",@progbits,shared,comdat,unique,3
; CHECK: .section .gcc_except_table,"aG",@progbits,shared,comdat{{$}}
; CHECK: .section .data,"aw",@progbits,unique,4
; CHECK: number:
target triple = "x86_64-unknown-linux-gnu"

$shared = comdat any

@number = global i32 7

declare i32 @__gxx_personality_v0(...)
declare void @f()

define void @one() {
  ret void
}

define void @two() hot personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %done unwind label %pad
done:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  ret void
}

define linkonce_odr void @shared() comdat personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %done unwind label %pad
done:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  ret void
}
