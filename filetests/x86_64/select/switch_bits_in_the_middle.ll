; Tests of bits are followed by the block of another case of the same leaf, which is created after them: the last test jumps.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s

; CHECK: BT32rr
; CHECK: bb.3.entry:
; CHECK: BT32rr
; CHECK-NEXT: JCC_1 %bb.6
; CHECK-NEXT: JMP_1 %bb.5
; CHECK: bb.4.entry:
; CHECK: CMP32ri %0, -2122695517
define i32 @test(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 -2122695517, label %other
    i32 0, label %one
    i32 1, label %two
    i32 2, label %one
    i32 3, label %two
    i32 4, label %two
    i32 5, label %other
    i32 524288, label %other
  ]
other:
  ret i32 0
one:
  ret i32 1
two:
  ret i32 2
}
