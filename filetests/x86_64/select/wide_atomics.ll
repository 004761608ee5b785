; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -mattr=+cx16 -stop-after=finalize-isel -verify-machineinstrs -o - | FileCheck %s

; A load writes what is there anyway.
; CHECK-LABEL: name: {{ *}}load_it
; CHECK: $rcx = COPY
; CHECK: $rbx = COPY
; CHECK: LCMPXCHG16B %
define i128 @load_it(ptr %p) {
  %r = load atomic i128, ptr %p acquire, align 16
  ret i128 %r
}

; CHECK-LABEL: name: {{ *}}exchange
; CHECK: MOV64rm %{{.*}} :: (load monotonic (s64) from %ir.p, align 16)
; CHECK: PHI
; CHECK: PHI
; CHECK: LCMPXCHG16B
; CHECK: JCC_1 %bb.1, 5
define i128 @exchange(ptr %p, i128 %x) {
  %r = atomicrmw xchg ptr %p, i128 %x seq_cst, align 16
  ret i128 %r
}

; The attribute says it too.
; CHECK-LABEL: name: {{ *}}attribute
; CHECK: LCMPXCHG16B
; CHECK: SETCCr 4
define i1 @attribute(ptr %p, i128 %x) #0 {
  %r = cmpxchg ptr %p, i128 0, i128 %x seq_cst seq_cst, align 16
  %d = extractvalue { i128, i1 } %r, 1
  ret i1 %d
}

; CHECK-LABEL: name: {{ *}}base_pointer
; CHECK: [[SAVED:%[0-9]+]]:gr64 = COPY $rbx
; CHECK: LCMPXCHG16B_SAVE_RBX {{.*}}, [[SAVED]]
define void @base_pointer(i64 %size, ptr %p, i128 %x) {
  %local = alloca i128, align 64
  %room = alloca i8, i64 %size
  store volatile i8 1, ptr %room
  store volatile i8 1, ptr %local
  %r = cmpxchg ptr %p, i128 0, i128 %x seq_cst seq_cst, align 16
  ret void
}

attributes #0 = { "target-features"="+cx16" }
