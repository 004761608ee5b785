; Frames that touch the stack as they make room on it. As llc 19.1.7 does it.
; RUN: avarice compile -enable-post-misched=false -verify-machineinstrs %s -o - | FileCheck %s

target triple = "aarch64-unknown-linux-gnu"

declare void @use(ptr)
declare void @take([8 x i64], [200 x i64])

; What a callee stores at once need not be touched.
; CHECK-LABEL: little:
; CHECK-NOT:   xzr
; CHECK:       bl use
define void @little() "probe-stack"="inline-asm" uwtable {
  %a = alloca [900 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: some:
; CHECK:       sub sp, sp, #1200
; CHECK:       str xzr, [sp]
; CHECK:       bl use
define void @some() "probe-stack"="inline-asm" uwtable {
  %a = alloca [1200 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: few_pages:
; CHECK:       sub sp, sp, #1, lsl #12
; CHECK-NEXT:  .cfi_def_cfa_offset 4112
; CHECK-NEXT:  str xzr, [sp]
; CHECK-NEXT:  sub sp, sp, #1, lsl #12
; CHECK-NEXT:  .cfi_def_cfa_offset 8208
; CHECK-NEXT:  str xzr, [sp]
; CHECK-NEXT:  sub sp, sp, #816
; CHECK-NEXT:  .cfi_def_cfa_offset 9024
; CHECK-NOT:   xzr
; CHECK:       bl use
define void @few_pages() "probe-stack"="inline-asm" uwtable {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: many_pages:
; CHECK:       sub x9, sp, #13, lsl #12
; CHECK-NEXT:  .cfi_def_cfa w9, 53264
; CHECK-NEXT:  [[LOOP:.L[A-Z0-9_]+]]:
; CHECK-NEXT:  sub sp, sp, #1, lsl #12
; CHECK-NEXT:  str xzr, [sp]
; CHECK-NEXT:  cmp sp, x9
; CHECK-NEXT:  b.ne [[LOOP]]
; CHECK:       .cfi_def_cfa_register wsp
; CHECK-NEXT:  sub sp, sp, #1760
; CHECK-NEXT:  .cfi_def_cfa_offset 55024
; CHECK-NEXT:  str xzr, [sp]
define void @many_pages() "probe-stack"="inline-asm" uwtable {
  %a = alloca [55000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: large_steps:
; CHECK:       sub x9, sp, #128, lsl #12
; CHECK:       sub sp, sp, #16, lsl #12
; CHECK-NEXT:  str xzr, [sp]
; CHECK-NEXT:  cmp sp, x9
define void @large_steps() "probe-stack"="inline-asm" "stack-probe-size"="65536" {
  %a = alloca [550000 x i8]
  call void @use(ptr %a)
  ret void
}

; Steps are multiples of 16 bytes.
; CHECK-LABEL: odd_steps:
; CHECK:       sub x9, sp, #134, lsl #12
; CHECK:       sub x9, x9, #256
; CHECK:       sub sp, sp, #1, lsl #12
; CHECK-NEXT:  sub sp, sp, #896
; CHECK-NEXT:  str xzr, [sp]
define void @odd_steps() "probe-stack"="inline-asm" "stack-probe-size"="5007" uwtable {
  %a = alloca [550000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: aligned:
; CHECK:       sub x9, sp, #2, lsl #12
; CHECK-NEXT:  sub x9, x9, #864
; CHECK-NEXT:  and x9, x9, #0xffffffffffffffc0
; CHECK-NEXT:  [[TEST:.L[A-Z0-9_]+]]:
; CHECK-NEXT:  sub sp, sp, #1, lsl #12
; CHECK-NEXT:  cmp sp, x9
; CHECK-NEXT:  b.le [[DONE:.L.*]]
; CHECK:       str xzr, [sp]
; CHECK-NEXT:  b [[TEST]]
; CHECK-NEXT:  [[DONE]]:
; CHECK-NEXT:  mov sp, x9
; CHECK-NEXT:  ldr xzr, [sp]
define void @aligned() "probe-stack"="inline-asm" {
  %a = alloca [9000 x i8], align 64
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: variable:
; CHECK:       sub x0, x8, x9
; CHECK-NEXT:  [[TEST:.L[A-Z0-9_]+]]:
; CHECK-NEXT:  sub sp, sp, #1, lsl #12
; CHECK-NEXT:  cmp sp, x0
; CHECK-NEXT:  b.le [[DONE:.L.*]]
; CHECK:       str xzr, [sp]
; CHECK-NEXT:  b [[TEST]]
; CHECK-NEXT:  [[DONE]]:
; CHECK-NEXT:  mov sp, x0
; CHECK-NEXT:  ldr xzr, [sp]
define void @variable(i64 %n) "probe-stack"="inline-asm" {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}

; Arguments of a call are below an allocation that was touched at its end.
; CHECK-LABEL: arguments:
; CHECK:       bl use
; CHECK-NEXT:  sub sp, sp, #1600
; CHECK-NEXT:  str xzr, [sp]
; CHECK:       bl take
; CHECK-NEXT:  add sp, sp, #1600
define void @arguments(i64 %n, [200 x i64] %v) "probe-stack"="inline-asm" {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  call void @take([8 x i64] zeroinitializer, [200 x i64] %v)
  ret void
}

; CHECK-LABEL: does_not:
; CHECK-NOT:   xzr
; CHECK:       ret
define void @does_not() "probe-stack"="" {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}
