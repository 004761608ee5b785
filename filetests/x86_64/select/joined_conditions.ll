; Branches and selects on joined conditions: one branch or move a condition where the second takes long or is negated with the
; whole, both in bytes where it is quick, as by llc 19.1.7.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s
; RUN: avarice compile -mtriple=aarch64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=A64
declare void @x()

; CHECK-LABEL: quick:
; CHECK: cmpl %esi, %edi
; CHECK-NEXT: seta %al
; CHECK-NEXT: cmpl %ecx, %edx
; CHECK-NEXT: seta %cl
; CHECK-NEXT: testb %cl, %al
; CHECK-NEXT: je
; A64-LABEL: quick:
; A64: cmp w0, w1
; A64-NEXT: b.ls
; A64: cmp w2, w3
; A64-NEXT: b.ls
define void @quick(i32 %a, i32 %b, i32 %c, i32 %d) {
  %p = icmp ugt i32 %a, %b
  %q = icmp ugt i32 %c, %d
  %o = and i1 %p, %q
  br i1 %o, label %t, label %e
e:
  ret void
t:
  call void @x()
  ret void
}

; CHECK-LABEL: slow:
; CHECK: incl %edi
; CHECK-NEXT: cmpl $47, %edi
; CHECK-NEXT: ja [[OUT:.LBB[0-9_]+]]
; CHECK: cmpl (%rdx), %esi
; CHECK-NEXT: ja [[OUT]]
; A64-LABEL: slow:
; A64: b.hi [[OUT:.LBB[0-9_]+]]
; A64: ldr w8, [x2]
; A64-NEXT: cmp w1, w8
; A64-NEXT: b.hi [[OUT]]
define void @slow(i32 %a, i32 %b, ptr %q) {
  %p = add i32 %a, 1
  %c = icmp ugt i32 %p, 47
  %v = load i32, ptr %q
  %d = icmp ugt i32 %b, %v
  %o = select i1 %c, i1 true, i1 %d
  br i1 %o, label %t, label %e
t:
  call void @x()
  ret void
e:
  ret void
}

; Three conditions, one of them negated, in a tree that leans to the left.
; CHECK-LABEL: three:
; CHECK: cmpl $1, (%rdi)
; CHECK-NEXT: je [[OUT:.LBB[0-9_]+]]
; CHECK: cmpl $2, (%rsi)
; CHECK-NEXT: jne [[OUT]]
; CHECK: cmpl $3, (%rdx)
; CHECK-NEXT: je [[OUT]]
define void @three(ptr %a, ptr %b, ptr %c) {
  %p = load i32, ptr %a
  %q = load i32, ptr %b
  %r = load i32, ptr %c
  %p1 = icmp eq i32 %p, 1
  %q1 = icmp eq i32 %q, 2
  %q2 = xor i1 %q1, true
  %r1 = icmp eq i32 %r, 3
  %o = or i1 %p1, %q2
  %all = or i1 %o, %r1
  br i1 %all, label %t, label %e
t:
  call void @x()
  ret void
e:
  ret void
}

; One comparison can do for both: no branch between them.
; CHECK-LABEL: both_zero:
; CHECK: # %bb.0:
; CHECK-NOT: %bb
; CHECK: j{{e|ne}} .LBB
define i32 @both_zero(i32 %a, i32 %b) {
  %p = icmp eq i32 %a, 0
  %q = icmp eq i32 %b, 0
  %o = and i1 %p, %q
  br i1 %o, label %t, label %e
t:
  ret i32 1
e:
  call void @x()
  ret i32 2
}

; CHECK-LABEL: either:
; CHECK: cmpl %ecx, %edx
; CHECK-NEXT: cmoval %edi, %eax
; CHECK-NEXT: cmpl %esi, %edi
; CHECK-NEXT: cmoval %edi, %eax
define i32 @either(i32 %a, i32 %b, i32 %c, i32 %d) {
  %p = icmp ugt i32 %a, %b
  %q = icmp ugt i32 %c, %d
  %o = or i1 %p, %q
  %r = select i1 %o, i32 %a, i32 %d
  ret i32 %r
}
