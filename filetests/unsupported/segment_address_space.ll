; Address spaces that mean segments.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type ptr addrspace(257) in function `f`
;   --> %s:13:12
;    |
; 13 | define i64 @f(ptr addrspace(257) %p) {
;    |            ^^

; RUN: test ! -e %t.o

define i64 @f(ptr addrspace(257) %p) {
  %r = load i64, ptr addrspace(257) %p
  ret i64 %r
}
