; Entries of a jump table are distances from the instruction that reads it in position-dependent code too.
; RUN: avarice compile %s -relocation-model=static -aarch64-enable-compress-jump-tables=false -o - | FileCheck %s
; CHECK:      .Ltmp0:
; CHECK-NEXT: adr {{x[0-9]+}}, .Ltmp0
; CHECK-NEXT: ldrsw [[DISTANCE:x[0-9]+]], [{{x[0-9]+}}, {{x[0-9]+}}, lsl #2]
; CHECK:      .LJTI0_0:
; CHECK-NEXT: .word .LBB0_{{[0-9]+}}-.Ltmp0

target triple = "aarch64-unknown-linux-gnu"

define i32 @table(i32 %v) {
  switch i32 %v, label %d [
    i32 10, label %c0
    i32 11, label %c1
    i32 12, label %c2
    i32 13, label %c3
    i32 14, label %c4
    i32 15, label %c5
    i32 16, label %c6
    i32 17, label %c7
    i32 18, label %c8
    i32 19, label %c9
    i32 20, label %c10
    i32 21, label %c11
    i32 22, label %c12
  ]
c0:
  ret i32 0
c1:
  ret i32 37
c2:
  ret i32 148
c3:
  ret i32 122
c4:
  ret i32 170
c5:
  ret i32 81
c6:
  ret i32 66
c7:
  ret i32 125
c8:
  ret i32 47
c9:
  ret i32 43
c10:
  ret i32 113
c11:
  ret i32 46
c12:
  ret i32 53
d:
  ret i32 -1
}
