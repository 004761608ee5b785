; Bases that change along with loads and stores, of pairs and of lists of registers too.
; As llc 19.1.7 selects them, but for `pre`, whose sum is part of the access and is computed again for the result.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -o - | FileCheck %s

; CHECK-LABEL: post_pair:
; CHECK: ldp x8, x9, [x0], #16
; CHECK: add x8, x8, x9
; CHECK: str x8, [x1]
; CHECK: ret
; CHECK-LABEL: pre:
; CHECK: ldur x8, [x0, #8]
; CHECK: add x0, x0, #8
; CHECK: str x8, [x1]
; CHECK: ret
; CHECK-LABEL: copy:
; CHECK: ldp q0, q1, [x1], #32
; CHECK: stp q0, q1, [x0], #32
; CHECK: cmp x0, x2
; CHECK: b.ne
; CHECK: ret
; CHECK-LABEL: bytes:
; CHECK: ldrb w8, [x1], #1
; CHECK: strb w8, [x0], #1
; CHECK: cbnz w8,
; CHECK: ret
; CHECK-LABEL: ld1x2:
; CHECK: ld1 { v0.16b, v1.16b }, [x0], #32
; CHECK: add v0.16b, v0.16b, v1.16b
; CHECK: str q0, [x1]
; CHECK: ret
; CHECK-LABEL: ld1r:
; CHECK: ld1r { v0.4s }, [x0], #4
; CHECK: str q0, [x1]
; CHECK: ret
; CHECK-LABEL: halves:
; CHECK: ldr h0, [x0], #2
; CHECK: str h0, [x1]
; CHECK: ret

define ptr @post_pair(ptr %p, ptr %q) {
  %a = load i64, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 8
  %b = load i64, ptr %p1
  %p2 = getelementptr i8, ptr %p, i64 16
  %s = add i64 %a, %b
  store i64 %s, ptr %q
  ret ptr %p2
}
define ptr @pre(ptr %p, ptr %q) {
  %p1 = getelementptr i8, ptr %p, i64 8
  %b = load i64, ptr %p1
  store i64 %b, ptr %q
  ret ptr %p1
}
define void @copy(ptr %d, ptr %s, ptr %e) {
entry:
  br label %loop
loop:
  %x = phi ptr [%d, %entry], [%x1, %loop]
  %y = phi ptr [%s, %entry], [%y1, %loop]
  %v = load <16 x i8>, ptr %y
  %y8 = getelementptr i8, ptr %y, i64 16
  %w = load <16 x i8>, ptr %y8
  store <16 x i8> %v, ptr %x
  %x8 = getelementptr i8, ptr %x, i64 16
  store <16 x i8> %w, ptr %x8
  %y1 = getelementptr i8, ptr %y, i64 32
  %x1 = getelementptr i8, ptr %x, i64 32
  %c = icmp eq ptr %x1, %e
  br i1 %c, label %done, label %loop
  done:
  ret void
}
define void @bytes(ptr %d, ptr %s) {
entry:
  br label %loop
loop:
  %x = phi ptr [%d, %entry], [%x1, %loop]
  %y = phi ptr [%s, %entry], [%y1, %loop]
  %v = load i8, ptr %y
  %y1 = getelementptr i8, ptr %y, i64 1
  store i8 %v, ptr %x
  %x1 = getelementptr i8, ptr %x, i64 1
  %c = icmp eq i8 %v, 0
  br i1 %c, label %done, label %loop
  done:
  ret void
}
define ptr @ld1x2(ptr %p, ptr %q) {
  %r = call {<16 x i8>, <16 x i8>} @llvm.aarch64.neon.ld1x2.v16i8.p0(ptr %p)
  %a = extractvalue {<16 x i8>, <16 x i8>} %r, 0
  %b = extractvalue {<16 x i8>, <16 x i8>} %r, 1
  %s = add <16 x i8> %a, %b
  store <16 x i8> %s, ptr %q
  %n = getelementptr i8, ptr %p, i64 32
  ret ptr %n
}
define ptr @ld1r(ptr %p, ptr %q) {
  %e = load float, ptr %p
  %i = insertelement <4 x float> undef, float %e, i32 0
  %v = shufflevector <4 x float> %i, <4 x float> undef, <4 x i32> zeroinitializer
  store <4 x float> %v, ptr %q
  %n = getelementptr i8, ptr %p, i64 4
  ret ptr %n
}
define ptr @halves(ptr %p, ptr %q) {
  %v = load half, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 2
  store half %v, ptr %q
  ret ptr %p1
}
declare {<16 x i8>, <16 x i8>} @llvm.aarch64.neon.ld1x2.v16i8.p0(ptr)
