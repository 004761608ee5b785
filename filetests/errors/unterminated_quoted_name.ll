; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this string has no closing quote
;   --> %s:12:13
;    |
; 12 | define void @"unfinished() {
;    |             ^^

; RUN: test ! -e %t.o

define void @"unfinished() {
  ret void
}
