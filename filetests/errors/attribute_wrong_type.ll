; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: attribute nonnull does not fit parameter 1, which is i32
;   --> %s:12:13
;    |
; 12 | define void @f(i32 nonnull %x) {
;    |             ^^

; RUN: test ! -e %t.o

define void @f(i32 nonnull %x) {
  ret void
}
