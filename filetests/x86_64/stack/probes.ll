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
; CHECK:       [[LOOP:.L.*]]:
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
; CHECK-NEXT:  jmp
; CHECK:       movq %[[TOP]], %rsp
define void @variable(i64 %n) "probe-stack"="inline-asm" {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}
