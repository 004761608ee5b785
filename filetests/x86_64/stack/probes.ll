; Frames that touch each page of the stack before they use it. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: few_pages:
; CHECK:       subq $4096, %rsp
; CHECK-NEXT:  .cfi_adjust_cfa_offset 4096
; CHECK-NEXT:  movq $0, (%rsp)
; CHECK-NEXT:  subq $904, %rsp
; CHECK-NEXT:  .cfi_def_cfa_offset 5008
define void @few_pages() "probe-stack"="inline-asm" {
  %a = alloca [5000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: many_pages:
; CHECK:       movq %rsp, %r11
; CHECK-NEXT:  subq $69632, %r11
; CHECK-NEXT:  .cfi_def_cfa_register %r11
; CHECK-NEXT:  .cfi_adjust_cfa_offset 69632
; CHECK:       [[LOOP:.L[A-Z0-9_]+]]:
; CHECK-NEXT:  subq $4096, %rsp
; CHECK-NEXT:  movq $0, (%rsp)
; CHECK-NEXT:  cmpq %r11, %rsp
; CHECK-NEXT:  jne [[LOOP]]
; CHECK:       subq $2376, %rsp
; CHECK-NEXT:  .cfi_def_cfa_register %rsp
; CHECK-NEXT:  .cfi_def_cfa_offset 72016
define void @many_pages() "probe-stack"="inline-asm" {
  %a = alloca [72000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: variable:
; CHECK:       cmpq %rsp, %[[TOP:r..]]
; CHECK-NEXT:  jge
; CHECK:       xorq $0, (%rsp)
; CHECK-NEXT:  subq $4096, %rsp
; CHECK-NEXT:  cmpq %rsp, %[[TOP]]
; CHECK-NEXT:  jl
; CHECK:       movq %[[TOP]], %rsp
define void @variable(i64 %n) "probe-stack"="inline-asm" {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: small_steps:
; CHECK:       subq $1000, %rsp
; CHECK-NEXT:  .cfi_adjust_cfa_offset 1000
; CHECK-NEXT:  movq $0, (%rsp)
; CHECK-NEXT:  subq $1000, %rsp
; CHECK-NEXT:  .cfi_adjust_cfa_offset 1000
; CHECK-NEXT:  movq $0, (%rsp)
; CHECK-NEXT:  subq $504, %rsp
; CHECK-NEXT:  .cfi_def_cfa_offset 2512
define void @small_steps() "probe-stack"="inline-asm" "stack-probe-size"="1000" {
  %a = alloca [2500 x i8]
  call void @use(ptr %a)
  ret void
}

; llc calls a function by the name of inline-asm here, which links nowhere.
; CHECK-LABEL: off:
; CHECK:       subq $9000, %rsp
define void @off() "probe-stack"="inline-asm" "no-stack-arg-probe" {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}
