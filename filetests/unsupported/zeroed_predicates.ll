; Predicate registers that a function should set to zero before it returns are refused, not left as they are.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -mattr=+sve -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: "zero-call-used-regs" with the predicate registers of SVE, in function 'all'

define i32 @all(i32 %x) "zero-call-used-regs"="all" {
  ret i32 %x
}
