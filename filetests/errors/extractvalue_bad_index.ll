; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: { i32, i64 } has no element 2
;   --> %s:13:38
;    |
; 13 |   %x = extractvalue { i32, i64 } %s, 2
;    |                                      ^

; RUN: test ! -e %t.o

define i32 @f({ i32, i64 } %s) {
  %x = extractvalue { i32, i64 } %s, 2
  ret i32 %x
}
