; Frames that have a function of their own touch the stack. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s
; RUN: avarice compile -verify-machineinstrs -code-model=large %s -o - | FileCheck --check-prefix=LARGE %s

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: a_page:
; CHECK:       movl $9000, %eax
; CHECK-NEXT:  callq touch_stack{{$}}
; CHECK-NEXT:  subq %rax, %rsp
; CHECK-NEXT:  .cfi_def_cfa_offset 9008
; LARGE-LABEL: a_page:
; LARGE:       movl $9000, %eax
; LARGE-NEXT:  movabsq $touch_stack, %r11
; LARGE-NEXT:  callq *%r11
; LARGE-NEXT:  subq %rax, %rsp
define void @a_page() "probe-stack"="touch_stack" {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: less_than_a_page:
; CHECK-NOT:   touch_stack
; CHECK:       subq $3000, %rsp
define void @less_than_a_page() "probe-stack"="touch_stack" {
  %a = alloca [3000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: small_steps:
; CHECK:       movl $3000, %eax
; CHECK-NEXT:  callq touch_stack{{$}}
define void @small_steps() "probe-stack"="touch_stack" "stack-probe-size"="1000" {
  %a = alloca [3000 x i8]
  call void @use(ptr %a)
  ret void
}

; Whoever asks for a function of its own gets it.
; CHECK-LABEL: not_off:
; CHECK:       movl $9000, %eax
; CHECK-NEXT:  callq touch_stack{{$}}
define void @not_off() "probe-stack"="touch_stack" "no-stack-arg-probe" {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: variable:
; CHECK:       andq $-16, %rax
; CHECK-NEXT:  callq touch_stack{{$}}
; CHECK-NEXT:  movq %rsp, %[[TOP:r..]]
; CHECK-NEXT:  subq %rax, %[[TOP]]
; CHECK-NEXT:  movq %[[TOP]], %rsp
; LARGE-LABEL: variable:
; LARGE:       movabsq $touch_stack, %r11
; LARGE-NEXT:  callq *%r11
define void @variable(i64 %n) "probe-stack"="touch_stack" {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}
