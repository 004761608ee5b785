; A number that its load extends by the sign has that sign above it: comparisons with constants are of the extended number. Holds
; for llc-19's output, too.
; RUN: avarice compile -mtriple=aarch64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s

; CHECK-LABEL: below:
; CHECK: ldrsh [[X:w[0-9]+]], [x0]
; CHECK: cmp [[X]], #200
; CHECK: cset w0, lo
define i1 @below(ptr %p, ptr %q) {
  %x = load i16, ptr %p
  %s = sext i16 %x to i32
  store i32 %s, ptr %q
  %c = icmp ult i16 %x, 200
  ret i1 %c
}

; CHECK-LABEL: equal:
; CHECK: ldrsb [[X:w[0-9]+]], [x0]
; CHECK: cmn [[X]], #2
; CHECK: cset w0, eq
define i1 @equal(ptr %p, ptr %q) {
  %x = load i8, ptr %p
  %s = sext i8 %x to i32
  store i32 %s, ptr %q
  %c = icmp eq i8 %x, -2
  ret i1 %c
}
