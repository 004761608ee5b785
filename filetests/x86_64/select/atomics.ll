; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stop-after=finalize-isel -verify-machineinstrs -o - | FileCheck %s

; CHECK-LABEL: name: {{ *}}add_old
; CHECK: LXADD32 %{{.*}} :: (load store seq_cst (s32) on %ir.p)
define i32 @add_old(ptr %p, i32 %x) {
  %r = atomicrmw add ptr %p, i32 %x seq_cst
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}add_only
; CHECK: LOCK_ADD32mr
define void @add_only(ptr %p, i32 %x) {
  %r = atomicrmw add ptr %p, i32 %x seq_cst
  ret void
}

; Two loops in one block: the first PHI's predecessor is the block that the second one left behind.
; CHECK-LABEL: name: {{ *}}loops
; CHECK: MOV32rm
; CHECK: bb.1
; CHECK: [[OLD:%[0-9]+]]:gr32 = PHI %{{[0-9]+}}{{.*}}, %bb.0, %{{[0-9]+}}{{.*}}, %bb.1
; CHECK: AND32rr [[OLD]]
; CHECK: NOT32r
; CHECK: LCMPXCHG32
; CHECK: JCC_1 %bb.1, 5, implicit $eflags
; CHECK: bb.2
; CHECK: bb.3
; CHECK: PHI %{{[0-9]+}}{{.*}}, %bb.2, %{{[0-9]+}}{{.*}}, %bb.3
; CHECK: CMOV32rr
; CHECK: JCC_1 %bb.3, 5, implicit $eflags
define i32 @loops(ptr %p, i32 %x) {
  %a = atomicrmw nand ptr %p, i32 %x seq_cst
  %b = atomicrmw max ptr %p, i32 %x seq_cst
  %r = add i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}exchange
; CHECK: $rax = COPY
; CHECK: LCMPXCHG64 %{{.*}} :: (load store acq_rel monotonic (s64) on %ir.p)
; CHECK: SETCCr 4, implicit $eflags
define i1 @exchange(ptr %p, i64 %old, i64 %new) {
  %o = cmpxchg ptr %p, i64 %old, i64 %new acq_rel monotonic
  %r = extractvalue { i64, i1 } %o, 1
  ret i1 %r
}
