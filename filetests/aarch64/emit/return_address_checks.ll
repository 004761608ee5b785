; Authenticated return addresses are checked before tail calls, where -aarch64-authenticated-lr-check-method asks for it. The
; instructions are those of llc 19.1.7.
; RUN: avarice compile %s -aarch64-authenticated-lr-check-method=load -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,LOAD
; RUN: avarice compile %s -aarch64-authenticated-lr-check-method=high-bits-notbi -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,BITS,TRAP
; RUN: avarice compile %s -aarch64-authenticated-lr-check-method=xpac-hint -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,STRIP,TRAP
; RUN: avarice compile %s -o - | FileCheck %s --check-prefixes=CHECK
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL:   direct:
; CHECK:         hint #29
; LOAD-NEXT:     ldr w16, [x30]
; BITS-NEXT:     eor x16, x30, x30, lsl #1
; BITS-NEXT:     tbnz x16, #62, .[[FAIL:LBB[_0-9]+]]
; STRIP-NEXT:    mov x16, x30
; STRIP-NEXT:    hint #7
; STRIP-NEXT:    cmp x16, x30
; STRIP-NEXT:    b.ne .[[FAIL:LBB[_0-9]+]]
; CHECK:         b callee
; TRAP:          .[[FAIL]]:
; TRAP-NEXT:     brk #0xc470
define i32 @direct() "sign-return-address"="non-leaf" {
  call void @other()
  %r = tail call i32 @callee()
  ret i32 %r
}

; CHECK-LABEL:   by_pointer:
; CHECK:         hint #31
; LOAD-NEXT:     ldr w16, [x30]
; BITS-NEXT:     eor x16, x30, x30, lsl #1
; STRIP-NEXT:    mov x16, x30
; CHECK:         br x{{[0-9]+}}
; TRAP:          brk #0xc471
define i32 @by_pointer(ptr %f) "sign-return-address"="non-leaf" "sign-return-address-key"="b_key" {
  call void @other()
  %r = tail call i32 %f()
  ret i32 %r
}

; CHECK-LABEL:   returns:
; CHECK-NOT:     brk
; CHECK:         ret
define void @returns() "sign-return-address"="non-leaf" {
  call void @other()
  call void @other()
  ret void
}

declare void @other()
declare i32 @callee()
