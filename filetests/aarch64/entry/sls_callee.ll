; The thunk of a hardened call changes X16 and X17, so the address that is called is never there. All registers before them are
; taken: X8 has the place of the result, the others are reserved.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -O0 -o - | FileCheck %s
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s --check-prefix=SELECTED
target triple = "aarch64-unknown-linux-gnu"

; SELECTED-LABEL: name: calls
; SELECTED:       BLRNoIP %{{[0-9]+}}
; CHECK-LABEL: calls:
; CHECK-NOT:   thunk_x{{16|17|30}}
; CHECK:       bl __llvm_slsblr_thunk_x{{18|19|2[0-8]}}
define void @calls(ptr %f, i64 %x, ptr %s) "target-features"="+harden-sls-blr,+reserve-x9,+reserve-x10,+reserve-x11,+reserve-x12,+reserve-x13,+reserve-x14,+reserve-x15" {
  call void %f(ptr sret(i64) %s, i64 %x)
  ret void
}
