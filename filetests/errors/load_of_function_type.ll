; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: a value cannot have type void ()
;   --> %s:13:13
;    |
; 13 |   %x = load void (), ptr %p
;    |             ^^^^^^^

; RUN: test ! -e %t.o

define void @f(ptr %p) {
  %x = load void (), ptr %p
  ret void
}
