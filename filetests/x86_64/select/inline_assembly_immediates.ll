; Letters of constraints take numbers in their ranges only; other numbers go to a register if another letter
; allows one. The same text comes out of llc 19.1.7.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s

; CHECK-LABEL: ports:
; CHECK: outb %al, $200
; CHECK: mov{{[lw]}} $300, %{{e?}}dx
; CHECK: outb %al, %dx
define void @ports(i8 %v) {
  call void asm sideeffect "outb ${0:b}, ${1:w}", "{ax},N{dx}"(i8 %v, i16 200)
  call void asm sideeffect "outb ${0:b}, ${1:w}", "{ax},N{dx}"(i8 %v, i16 300)
  ret void
}

; CHECK-LABEL: shifts:
; CHECK: shll $31, %e
; CHECK: movl $32, %ecx
; CHECK: shll %cl, %e
define i32 @shifts(i32 %v) {
  %a = call i32 asm "shll ${2:b}, $0", "=r,0,I{cx}"(i32 %v, i32 31)
  %b = call i32 asm "shll ${2:b}, $0", "=r,0,I{cx}"(i32 %a, i32 32)
  ret i32 %b
}

; A number that does not fit 32 bits with its sign.
; CHECK-LABEL: wide:
; CHECK: addq $-5, %r
; CHECK: movl $4294967291, %e[[R:[a-z0-9]+]]
; CHECK: addq %r[[R]], %r
define i64 @wide(i64 %v) {
  %a = call i64 asm "addq $2, $0", "=r,0,er"(i64 %v, i64 -5)
  %b = call i64 asm "addq $2, $0", "=r,0,er"(i64 %a, i64 4294967291)
  ret i64 %b
}
