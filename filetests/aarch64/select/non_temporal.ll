; Accesses that are not to leave anything in caches are accesses of pairs: of two vectors, or of the halves of an integer or
; a vector. Other types have no such accesses. Instructions are those of llc 19.1.7.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s --check-prefix=SELECTED
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: i64:
; CHECK:       lsr x[[HIGH:[0-9]+]], x1, #32
; CHECK-NEXT:  stnp w1, w[[HIGH]], [x0]
; SELECTED-LABEL: name: i64
; SELECTED:    STNPWi {{.*}} :: (non-temporal store (s64) into %ir.p)
define void @i64(ptr %p, i64 %x) {
  store i64 %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: offsets:
; CHECK:       stnp w1, {{w[0-9]+}}, [x0, #252]
; CHECK:       stnp w1, {{w[0-9]+}}, [{{x[0-9]+}}]
; CHECK:       stnp w1, {{w[0-9]+}}, [x0, #-256]
define void @offsets(ptr %p, i64 %x) {
  %a = getelementptr i8, ptr %p, i64 252
  store volatile i64 %x, ptr %a, !nontemporal !0
  %b = getelementptr i8, ptr %p, i64 256
  store volatile i64 %x, ptr %b, !nontemporal !0
  %c = getelementptr i8, ptr %p, i64 -256
  store volatile i64 %x, ptr %c, !nontemporal !0
  ret void
}

; CHECK-LABEL: pointer:
; CHECK:       stnp w1, {{w[0-9]+}}, [x0]
define void @pointer(ptr %p, ptr %x) {
  store ptr %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: i128:
; CHECK-DAG:   stnp w2, {{w[0-9]+}}, [x0]
; CHECK-DAG:   stnp w3, {{w[0-9]+}}, [x0, #8]
define void @i128(ptr %p, i128 %x) {
  store i128 %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: i32:
; CHECK:       str w1, [x0]
define void @i32(ptr %p, i32 %x) {
  store i32 %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: double:
; CHECK:       str d0, [x0]
define void @double(ptr %p, double %x) {
  store double %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: v4i32:
; CHECK:       mov d[[HIGH:[0-9]+]], v0.d[1]
; CHECK-NEXT:  stnp d0, d[[HIGH]], [x0, #16]
define void @v4i32(ptr %p, <4 x i32> %x) {
  %q = getelementptr i8, ptr %p, i64 16
  store <4 x i32> %x, ptr %q, !nontemporal !0
  ret void
}

; CHECK-LABEL: v4f32:
; CHECK:       stnp d0, {{d[0-9]+}}, [x0]
define void @v4f32(ptr %p, <4 x float> %x) {
  store <4 x float> %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: v8i8:
; CHECK:       mov s[[HIGH:[0-9]+]], v0.s[1]
; CHECK-NEXT:  stnp s0, s[[HIGH]], [x0]
define void @v8i8(ptr %p, <8 x i8> %x) {
  store <8 x i8> %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: quad:
; CHECK:       str q0, [x0]
define void @quad(ptr %p, fp128 %x) {
  store fp128 %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: fields:
; CHECK-DAG:   stnp w1, {{w[0-9]+}}, [x0]
; CHECK-DAG:   stnp d0, {{d[0-9]+}}, [x0, #16]
define void @fields(ptr %p, { i64, <4 x i32> } %x) {
  store { i64, <4 x i32> } %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: v8f32:
; CHECK:       stnp q0, q1, [x0, #32]
define void @v8f32(ptr %p, <8 x float> %x) {
  %q = getelementptr i8, ptr %p, i64 32
  store <8 x float> %x, ptr %q, !nontemporal !0
  ret void
}

; CHECK-LABEL: v16i32:
; CHECK-DAG:   stnp q0, q1, [x0]
; CHECK-DAG:   stnp q2, q3, [x0, #32]
define void @v16i32(ptr %p, <16 x i32> %x) {
  store <16 x i32> %x, ptr %p, !nontemporal !0
  ret void
}

; CHECK-LABEL: loaded:
; CHECK:       ldnp q0, q1, [x0, #64]
; SELECTED-LABEL: name: loaded
; SELECTED:    LDNPQi {{.*}} :: (non-temporal load (s256) from %ir.q)
define <8 x i32> @loaded(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 64
  %x = load <8 x i32>, ptr %q, !nontemporal !0
  ret <8 x i32> %x
}

; CHECK-LABEL: loaded_half:
; CHECK:       ldr q0, [x0]
define <4 x i32> @loaded_half(ptr %p) {
  %x = load <4 x i32>, ptr %p, !nontemporal !0
  ret <4 x i32> %x
}

; CHECK-LABEL: on_stack:
; CHECK:       stnp q0, q1, [{{x[0-9]+|sp}}]
define void @on_stack(<8 x i32> %x) {
  %slot = alloca <8 x i32>
  store <8 x i32> %x, ptr %slot, !nontemporal !0
  call void @use(ptr %slot)
  ret void
}

declare void @use(ptr)

!0 = !{i32 1}
