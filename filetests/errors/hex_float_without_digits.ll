; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this number must be written in hexadecimal digits of its type
;   --> %s:13:16
;    |
; 13 |   ret x86_fp80 0xKzz
;    |                ^^^^^

; RUN: test ! -e %t.o

define x86_fp80 @f() {
  ret x86_fp80 0xKzz
}
