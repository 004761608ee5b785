; Edges are as likely as what is known of their blocks and conditions says: hardly to where nothing goes on, 31
; times around a loop for each time out of it, profiles before all else. At -O0 nothing is found out.
; Expected probabilities made by llc 19.1.7.
; RUN: avarice compile %s -mtriple=x86_64 -stop-after=finalize-isel -o - | grep successors
; OUTPUT:
;     successors: %bb.4(0x30000000), %bb.1(0x50000000)
;     successors: %bb.2(0x078780e3), %bb.3(0x78787f1d)
;     successors: %bb.3(0x80000000)
;     successors: %bb.1(0x7c000000), %bb.4(0x04000000)
;     successors: %bb.5(0x00000800), %bb.6(0x7ffff800)
;     successors:
;     successors: %bb.1(0x10000000), %bb.2(0x70000000)

; RUN: avarice compile %s -O0 -mtriple=x86_64 -stop-after=finalize-isel -o - | grep -m1 successors
; OUTPUT:
;     successors: %bb.4(0x40000000), %bb.1(0x40000000)

declare void @cold() cold
declare void @exit(i32) noreturn

define i32 @loop(ptr %p, i32 %n) {
entry:
  %c = icmp eq ptr %p, null
  br i1 %c, label %out, label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %s = icmp eq i32 %i, 7
  br i1 %s, label %rare, label %latch
rare:
  call void @cold()
  br label %latch
latch:
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %head, label %out
out:
  %e = icmp eq i32 %n, 0
  br i1 %e, label %dead, label %ok
dead:
  call void @exit(i32 1)
  unreachable
ok:
  ret i32 0
}

define i32 @profiled(i32 %n) {
  %c = icmp ult i32 %n, 100
  br i1 %c, label %a, label %b, !prof !0
a:
  ret i32 1
b:
  ret i32 2
}

!0 = !{!"branch_weights", i32 1, i32 7}
