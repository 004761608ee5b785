; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: redefinition of '%next'
;   --> %s:17:1
;    |
; 17 | next:
;    | ^^^^^

; RUN: test ! -e %t.o

define void @f() {
entry:
  br label %next
next:
  br label %next
next:
  ret void
}
