; Small vectors in aggregates are chosen as numbers of 64 bits are; the bits of numbers as conditions; `double` is rounded
; to `half` once. The instructions for the choice and for rounding are llc 19.1.7's.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s

target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: chosen:
; CHECK: fcsel d{{[0-9]+}}, d0, d1,
define <8 x i8> @chosen(i1 %condition, <8 x i8> %x, <8 x i8> %y) {
  %one = insertvalue { fp128, <8 x i8> } zeroinitializer, <8 x i8> %x, 1
  %other = insertvalue { fp128, <8 x i8> } zeroinitializer, <8 x i8> %y, 1
  %both = select i1 %condition, { fp128, <8 x i8> } %one, { fp128, <8 x i8> } %other
  %part = extractvalue { fp128, <8 x i8> } %both, 1
  ret <8 x i8> %part
}

; CHECK-LABEL: bits:
; CHECK: fmov w{{[0-9]+}}, s0
define <16 x i1> @bits(float %x) {
  %all = bitcast float %x to <32 x i1>
  %low = shufflevector <32 x i1> %all, <32 x i1> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  ret <16 x i1> %low
}

; CHECK-LABEL: rounded:
; CHECK: fcvt h0, d0
define half @rounded(double %x) {
  %r = fptrunc double %x to half
  ret half %r
}

; CHECK-LABEL: rounded_lanes:
; CHECK-COUNT-2: fcvt h{{[0-9]+}}, d{{[0-9]+}}
define <2 x half> @rounded_lanes(<2 x double> %x) {
  %r = fptrunc <2 x double> %x to <2 x half>
  ret <2 x half> %r
}
