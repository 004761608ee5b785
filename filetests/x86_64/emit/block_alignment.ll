; Alignment of loops and of other blocks, with and without a limit of padding. As llc 19.1.7 does it.
; RUN: avarice compile %s -o - | FileCheck %s --check-prefixes=CHECK,PLAIN
; RUN: avarice compile %s -align-loops=32 -max-bytes-for-alignment=10 -o - | FileCheck %s --check-prefixes=CHECK,LOOPS
; RUN: avarice compile %s -align-all-blocks=3 -o - | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: avarice compile %s -align-all-nofallthru-blocks=6 -o - | FileCheck %s --check-prefixes=CHECK,JUMPED
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: sum:
; ALL:         .p2align 3, 0x90
; PLAIN:       je .LBB0_[[EMPTY:[0-9]+]]
; PLAIN:       .p2align 4, 0x90
; LOOPS:       .p2align 5, 0x90, 10
; JUMPED-NOT:  .p2align 6
; ALL:         .p2align 3, 0x90
; CHECK:       addl
; CHECK:       jne .LBB0_
; JUMPED:      .p2align 6, 0x90
; CHECK:       callq other
; CHECK:       retq
declare void @other()

define i32 @sum(ptr %p, i64 %n) {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %empty, label %loop
empty:
  call void @other()
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
