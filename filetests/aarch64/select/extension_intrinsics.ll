; Intrinsics of extensions are their instructions; the expected lines are llc 19's. Without the feature they are refused.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -mattr=+crc,+aes,+sha2,+sha3,+sm4 -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -mattr=+crc,+aes,+sha2,+sha3,+sm4 -O0 -verify-machineinstrs -o %t.s
; RUN: not avarice compile %s -mtriple=aarch64-linux-gnu -mattr=+crc -o - 2>&1 | FileCheck %s --check-prefix=REFUSED

; REFUSED: intrinsic llvm.aarch64.crypto.aese without the feature aes

; CHECK-LABEL: aese:
; CHECK: aese v0.16b, v1.16b
declare <16 x i8> @llvm.aarch64.crypto.aese(<16 x i8>, <16 x i8>)
define <16 x i8> @aese(<16 x i8> %a0, <16 x i8> %a1) {
  %r = call <16 x i8> @llvm.aarch64.crypto.aese(<16 x i8> %a0, <16 x i8> %a1)
  ret <16 x i8> %r
}

; CHECK-LABEL: aesd:
; CHECK: aesd v0.16b, v1.16b
declare <16 x i8> @llvm.aarch64.crypto.aesd(<16 x i8>, <16 x i8>)
define <16 x i8> @aesd(<16 x i8> %a0, <16 x i8> %a1) {
  %r = call <16 x i8> @llvm.aarch64.crypto.aesd(<16 x i8> %a0, <16 x i8> %a1)
  ret <16 x i8> %r
}

; CHECK-LABEL: aesmc:
; CHECK: aesmc v0.16b, v0.16b
declare <16 x i8> @llvm.aarch64.crypto.aesmc(<16 x i8>)
define <16 x i8> @aesmc(<16 x i8> %a0) {
  %r = call <16 x i8> @llvm.aarch64.crypto.aesmc(<16 x i8> %a0)
  ret <16 x i8> %r
}

; CHECK-LABEL: aesimc:
; CHECK: aesimc v0.16b, v0.16b
declare <16 x i8> @llvm.aarch64.crypto.aesimc(<16 x i8>)
define <16 x i8> @aesimc(<16 x i8> %a0) {
  %r = call <16 x i8> @llvm.aarch64.crypto.aesimc(<16 x i8> %a0)
  ret <16 x i8> %r
}

; CHECK-LABEL: sha1h:
; CHECK: sha1h s0, s0
declare i32 @llvm.aarch64.crypto.sha1h(i32)
define i32 @sha1h(i32 %a0) {
  %r = call i32 @llvm.aarch64.crypto.sha1h(i32 %a0)
  ret i32 %r
}

; CHECK-LABEL: sha1c:
; CHECK: sha1c q0, s2, v1.4s
declare <4 x i32> @llvm.aarch64.crypto.sha1c(<4 x i32>, i32, <4 x i32>)
define <4 x i32> @sha1c(<4 x i32> %a0, i32 %a1, <4 x i32> %a2) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sha1c(<4 x i32> %a0, i32 %a1, <4 x i32> %a2)
  ret <4 x i32> %r
}

; CHECK-LABEL: sha1su0:
; CHECK: sha1su0 v0.4s, v1.4s, v2.4s
declare <4 x i32> @llvm.aarch64.crypto.sha1su0(<4 x i32>, <4 x i32>, <4 x i32>)
define <4 x i32> @sha1su0(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sha1su0(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2)
  ret <4 x i32> %r
}

; CHECK-LABEL: sha1su1:
; CHECK: sha1su1 v0.4s, v1.4s
declare <4 x i32> @llvm.aarch64.crypto.sha1su1(<4 x i32>, <4 x i32>)
define <4 x i32> @sha1su1(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sha1su1(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}

; CHECK-LABEL: sha256h:
; CHECK: sha256h q0, q1, v2.4s
declare <4 x i32> @llvm.aarch64.crypto.sha256h(<4 x i32>, <4 x i32>, <4 x i32>)
define <4 x i32> @sha256h(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sha256h(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2)
  ret <4 x i32> %r
}

; CHECK-LABEL: sha256su0:
; CHECK: sha256su0 v0.4s, v1.4s
declare <4 x i32> @llvm.aarch64.crypto.sha256su0(<4 x i32>, <4 x i32>)
define <4 x i32> @sha256su0(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sha256su0(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}

; CHECK-LABEL: sha256su1:
; CHECK: sha256su1 v0.4s, v1.4s, v2.4s
declare <4 x i32> @llvm.aarch64.crypto.sha256su1(<4 x i32>, <4 x i32>, <4 x i32>)
define <4 x i32> @sha256su1(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sha256su1(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2)
  ret <4 x i32> %r
}

; CHECK-LABEL: sha512h:
; CHECK: sha512h q0, q1, v2.2d
declare <2 x i64> @llvm.aarch64.crypto.sha512h(<2 x i64>, <2 x i64>, <2 x i64>)
define <2 x i64> @sha512h(<2 x i64> %a0, <2 x i64> %a1, <2 x i64> %a2) {
  %r = call <2 x i64> @llvm.aarch64.crypto.sha512h(<2 x i64> %a0, <2 x i64> %a1, <2 x i64> %a2)
  ret <2 x i64> %r
}

; CHECK-LABEL: rax1:
; CHECK: rax1 v0.2d, v0.2d, v1.2d
declare <2 x i64> @llvm.aarch64.crypto.rax1(<2 x i64>, <2 x i64>)
define <2 x i64> @rax1(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.aarch64.crypto.rax1(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}

; CHECK-LABEL: eor3u_v16i8:
; CHECK: eor3 v0.16b, v0.16b, v1.16b, v2.16b
declare <16 x i8> @llvm.aarch64.crypto.eor3u.v16i8(<16 x i8>, <16 x i8>, <16 x i8>)
define <16 x i8> @eor3u_v16i8(<16 x i8> %a0, <16 x i8> %a1, <16 x i8> %a2) {
  %r = call <16 x i8> @llvm.aarch64.crypto.eor3u.v16i8(<16 x i8> %a0, <16 x i8> %a1, <16 x i8> %a2)
  ret <16 x i8> %r
}

; CHECK-LABEL: bcaxu_v16i8:
; CHECK: bcax v0.16b, v0.16b, v1.16b, v2.16b
declare <16 x i8> @llvm.aarch64.crypto.bcaxu.v16i8(<16 x i8>, <16 x i8>, <16 x i8>)
define <16 x i8> @bcaxu_v16i8(<16 x i8> %a0, <16 x i8> %a1, <16 x i8> %a2) {
  %r = call <16 x i8> @llvm.aarch64.crypto.bcaxu.v16i8(<16 x i8> %a0, <16 x i8> %a1, <16 x i8> %a2)
  ret <16 x i8> %r
}

; CHECK-LABEL: sm4e:
; CHECK: sm4e v0.4s, v1.4s
declare <4 x i32> @llvm.aarch64.crypto.sm4e(<4 x i32>, <4 x i32>)
define <4 x i32> @sm4e(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sm4e(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}

; CHECK-LABEL: sm3ss1:
; CHECK: sm3ss1 v0.4s, v0.4s, v1.4s, v2.4s
declare <4 x i32> @llvm.aarch64.crypto.sm3ss1(<4 x i32>, <4 x i32>, <4 x i32>)
define <4 x i32> @sm3ss1(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2) {
  %r = call <4 x i32> @llvm.aarch64.crypto.sm3ss1(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2)
  ret <4 x i32> %r
}

; CHECK-LABEL: crc32w:
; CHECK: crc32w w0, w0, w1
declare i32 @llvm.aarch64.crc32w(i32, i32)
define i32 @crc32w(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.aarch64.crc32w(i32 %a0, i32 %a1)
  ret i32 %r
}

; CHECK-LABEL: crc32cx:
; CHECK: crc32cx w0, w0, x1
declare i32 @llvm.aarch64.crc32cx(i32, i64)
define i32 @crc32cx(i32 %a0, i64 %a1) {
  %r = call i32 @llvm.aarch64.crc32cx(i32 %a0, i64 %a1)
  ret i32 %r
}

; CHECK-LABEL: crc32h:
; CHECK: crc32h w0, w0, w1
declare i32 @llvm.aarch64.crc32h(i32, i32)
define i32 @crc32h(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.aarch64.crc32h(i32 %a0, i32 %a1)
  ret i32 %r
}

; CHECK-LABEL: of_byte:
; CHECK-NEXT: .cfi_startproc
; CHECK-NEXT: %bb.0
; CHECK-NEXT: crc32cb w0, w0, w1
declare i32 @llvm.aarch64.crc32cb(i32, i32)
define i32 @of_byte(i32 %sum, i8 %data) {
  %wide = zext i8 %data to i32
  %r = call i32 @llvm.aarch64.crc32cb(i32 %sum, i32 %wide)
  ret i32 %r
}

; CHECK-LABEL: numbers:
; CHECK: sm3tt1a v2.4s, v3.4s, v4.s[2]
; CHECK: xar v0.2d, v0.2d, v1.2d, #3
declare <2 x i64> @llvm.aarch64.crypto.xar(<2 x i64>, <2 x i64>, i64 immarg)
declare <4 x i32> @llvm.aarch64.crypto.sm3tt1a(<4 x i32>, <4 x i32>, <4 x i32>, i64 immarg)
define <2 x i64> @numbers(<2 x i64> %a, <2 x i64> %b, <4 x i32> %x, <4 x i32> %y, <4 x i32> %z) {
  %r = call <2 x i64> @llvm.aarch64.crypto.xar(<2 x i64> %a, <2 x i64> %b, i64 3)
  %t = call <4 x i32> @llvm.aarch64.crypto.sm3tt1a(<4 x i32> %x, <4 x i32> %y, <4 x i32> %z, i64 2)
  %u = bitcast <4 x i32> %t to <2 x i64>
  %s = add <2 x i64> %r, %u
  ret <2 x i64> %s
}
