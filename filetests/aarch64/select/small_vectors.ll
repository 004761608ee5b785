; Vectors of 2, 4 or 8 integers that fill no register are passed and returned in the smallest lanes that do, vectors of
; bits too, of which only the lowest bit of a lane counts. As llc 19.1.7 does it.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -asm-verbose=false -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -O0 -filetype=null

; CHECK-LABEL: bytes:
; CHECK: xtn v0.8b, v0.8h
; CHECK: sshll v0.8h, v0.8b, #0
; CHECK-NEXT: ret
; CHECK-LABEL: halves:
; CHECK: xtn v0.4h, v0.4s
; CHECK: sshll v0.4s, v0.4h, #0
; CHECK-NEXT: ret
; CHECK-LABEL: bits:
; CHECK: shl v0.2s, v0.2s, #31
; CHECK: sshr v0.2s, v0.2s, #31
; CHECK: xtn v0.2s, v0.2d
; CHECK-NEXT: ret
; CHECK-LABEL: caller:
; CHECK: bl bytes
; CHECK: xtn v0.8b, v0.8h
; CHECK: ret

define <4 x i8> @bytes(<4 x i8> %a, <4 x i8> %b) {
  %r = add <4 x i8> %a, %b
  ret <4 x i8> %r
}
define <2 x i16> @halves(<2 x i16> %a, <2 x i16> %b) {
  %r = add <2 x i16> %a, %b
  ret <2 x i16> %r
}
define <2 x i1> @bits(<2 x i1> %a, <2 x i1> %b) {
  %r = and <2 x i1> %a, %b
  ret <2 x i1> %r
}
define { i32, <4 x i8> } @caller(<4 x i8> %a, { i64, <2 x i8> } %b) {
  %r = call <4 x i8> @bytes(<4 x i8> %a, <4 x i8> <i8 1, i8 2, i8 3, i8 4>)
  %s = insertvalue { i32, <4 x i8> } undef, <4 x i8> %r, 1
  ret { i32, <4 x i8> } %s
}
