; Loops are aligned as the processor that code is tuned for prefers. As llc 19.1.7 does it.
; RUN: avarice compile %s -o - | FileCheck %s --check-prefixes=CHECK,PLAIN
; RUN: avarice compile %s -mcpu=cortex-a57 -o - | FileCheck %s --check-prefixes=CHECK,A57
; RUN: avarice compile %s -mcpu=neoverse-n1 -o - | FileCheck %s --check-prefixes=CHECK,N1
; RUN: avarice compile %s -mcpu=ampere1 -o - | FileCheck %s --check-prefixes=CHECK,AMPERE
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: sum:
; PLAIN-NOT:   .p2align
; A57:         .p2align 4, , 8
; N1:          .p2align 5, , 16
; AMPERE:      .p2align 6{{$}}
; CHECK:       ldr
; CHECK:       b.ne .LBB0_
define i32 @sum(ptr %p, i64 %n) {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %empty, label %loop
empty:
  ret i32 0
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %a
  %t = add i32 %s, %v
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %t
}
