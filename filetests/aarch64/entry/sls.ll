; Nothing is executed speculatively after returns and indirect branches, and calls of addresses go through a thunk for
; the register. There are only the thunks that are called. Code and symbols are those of llc 19.1.7.
; RUN: avarice compile %s -mattr=+harden-sls-retbr,+harden-sls-blr -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,BARRIER,COMDAT
; RUN: avarice compile %s -mattr=+harden-sls-retbr,+harden-sls-blr,+harden-sls-nocomdat -o - | FileCheck %s --check-prefixes=CHECK,BARRIER,ALONE
; RUN: avarice compile %s -mattr=+harden-sls-retbr,+harden-sls-blr,+sb -o - | FileCheck %s --check-prefixes=CHECK,SB,COMDAT
; RUN: avarice compile %s -mattr=+harden-sls-blr -filetype=obj -o %t.o && nm %t.o | FileCheck %s --check-prefix=NAMES
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=PLAIN
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: calls:
; CHECK:       bl __llvm_slsblr_thunk_x8
; CHECK:       ret
; BARRIER-NEXT: dsb sy
; BARRIER-NEXT: isb
; SB-NEXT:     sb
; PLAIN-LABEL: calls:
; PLAIN:       blr x8
; PLAIN-NOT:   dsb
; PLAIN-NOT:   thunk
define i32 @calls(ptr %f, i32 %x) {
  %r = call i32 %f(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}

; CHECK-LABEL: jumps:
; CHECK:       br x{{[0-9]+}}
; BARRIER-NEXT: dsb sy
; BARRIER-NEXT: isb
define i32 @jumps(ptr %f, i32 %x) {
  %r = tail call i32 %f(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: direct:
; CHECK:       b calls
; BARRIER-NEXT: dsb sy
; BARRIER-NEXT: isb
define i32 @direct(i32 %x) {
  %r = tail call i32 @calls(ptr null, i32 %x)
  ret i32 %r
}

; COMDAT:      .section .text.__llvm_slsblr_thunk_x8,"axG",@progbits,__llvm_slsblr_thunk_x8,comdat
; COMDAT:      .hidden __llvm_slsblr_thunk_x8
; ALONE-NOT:   comdat
; CHECK:       __llvm_slsblr_thunk_x8:
; CHECK:       mov x16, x8
; CHECK-NEXT:  br x16
; CHECK-NEXT:  dsb sy
; CHECK-NEXT:  isb
; NAMES-NOT:   __llvm_slsblr_thunk_x0
; NAMES:       W __llvm_slsblr_thunk_x8
; NAMES-NOT:   __llvm_slsblr_thunk_x9
