; The address of an element whose size no address scales by is counted; with `-disable-lsr` it is computed in each round.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=COUNTED
; RUN: avarice compile -mtriple=x86_64-linux-gnu -verify-machineinstrs -disable-lsr %s -o - | FileCheck %s --check-prefix=COMPUTED
%S = type { i64, i64, [10 x i64] }

; COUNTED-LABEL: sum:
; COUNTED: .LBB0_1:
; COUNTED-NOT: imul
; COUNTED: addq $96, %
; COUNTED: jne .LBB0_1
; COMPUTED-LABEL: sum:
; COMPUTED: shlq $5, %
define i64 @sum(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %a = getelementptr inbounds %S, ptr %p, i64 %i, i32 1
  %x = load i64, ptr %a
  %sum = add i64 %s, %x
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i64 %sum
}
