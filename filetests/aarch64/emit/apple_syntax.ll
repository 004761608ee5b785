; Apple's syntax of vector instructions: as llc 19.1.7 writes it.
; RUN: avarice compile -aarch64-neon-syntax=apple -asm-verbose=false %s -o - | FileCheck %s
; RUN: avarice compile -aarch64-neon-syntax=generic -asm-verbose=false %s -o - | FileCheck %s --check-prefix=STANDARD

target triple = "aarch64-unknown-linux-gnu"
; CHECK-LABEL: add:
; CHECK: add.4s v0, v0, v1
; CHECK-NEXT: ret
; STANDARD: add v0.4s, v0.4s, v1.4s
define <4 x i32> @add(<4 x i32> %a, <4 x i32> %b) {
  %r = add <4 x i32> %a, %b
  ret <4 x i32> %r
}

; CHECK-LABEL: widen:
; CHECK: ushll.8h v0, v0, #0
; CHECK-NEXT: ret
define <8 x i16> @widen(<8 x i8> %a) {
  %r = zext <8 x i8> %a to <8 x i16>
  ret <8 x i16> %r
}

; CHECK-LABEL: lane:
; CHECK: mov.s w0, v0[2]
; CHECK-NEXT: ret
define i32 @lane(<4 x i32> %a) {
  %r = extractelement <4 x i32> %a, i32 2
  ret i32 %r
}

; CHECK-LABEL: put:
; CHECK: mov.s v0[1], w0
; CHECK-NEXT: ret
define <4 x i32> @put(<4 x i32> %a, i32 %x) {
  %r = insertelement <4 x i32> %a, i32 %x, i32 1
  ret <4 x i32> %r
}

; CHECK-LABEL: load_lane:
; CHECK: ld1.s { v0 }[1], [x0]
; CHECK-NEXT: ret
define <4 x i32> @load_lane(<4 x i32> %a, ptr %p) {
  %x = load i32, ptr %p
  %r = insertelement <4 x i32> %a, i32 %x, i32 1
  ret <4 x i32> %r
}

; CHECK-LABEL: all:
; CHECK: ld1r.4s { v0 }, [x0]
; CHECK-NEXT: ret
define <4 x i32> @all(ptr %p) {
  %x = load i32, ptr %p
  %i = insertelement <4 x i32> poison, i32 %x, i32 0
  %r = shufflevector <4 x i32> %i, <4 x i32> poison, <4 x i32> zeroinitializer
  ret <4 x i32> %r
}

declare <8 x i8> @llvm.aarch64.neon.tbl1.v8i8(<16 x i8>, <8 x i8>)
; CHECK-LABEL: table:
; CHECK: tbl.8b v0, { v0 }, v1
; CHECK-NEXT: ret
define <8 x i8> @table(<16 x i8> %a, <8 x i8> %b) {
  %r = call <8 x i8> @llvm.aarch64.neon.tbl1.v8i8(<16 x i8> %a, <8 x i8> %b)
  ret <8 x i8> %r
}

declare { <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr)
; CHECK-LABEL: pair:
; CHECK: ld2.4s { v31, v0 }, [x0]
; CHECK-NEXT: ret
define <4 x i32> @pair(ptr %p) { %x = call {
  <4 x i32>, <4 x i32> } @llvm.aarch64.neon.ld2.v4i32.p0(ptr %p)
  %a = extractvalue { <4 x i32>, <4 x i32> } %x, 1
  ret <4 x i32> %a
}

; CHECK-LABEL: copy:
; CHECK: mov.16b v0, v1
; CHECK-NEXT: ret
define <16 x i8> @copy(<16 x i8> %x, <16 x i8> %a) {
  ret <16 x i8> %a
}

; CHECK-LABEL: f:
; CHECK: fmul.2d v0, v0, v1
; CHECK-NEXT: ret
define <2 x double> @f(<2 x double> %a, <2 x double> %b) {
  %r = fmul <2 x double> %a, %b
  ret <2 x double> %r
}

; CHECK-LABEL: sc:
; CHECK: fadd s0, s0, s1
; CHECK-NEXT: ret
define float @sc(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
