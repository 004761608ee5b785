; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: type %t contains itself
;   --> %s:12:1
;    |
; 12 | %t = type { i32, %t }
;    | ^^

; RUN: test ! -e %t.o

%t = type { i32, %t }

define void @f() {
  %x = alloca %t
  ret void
}
