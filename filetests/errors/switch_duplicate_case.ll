; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this 'switch' already has this case
;   --> %s:16:5
;    |
; 16 |     i32 1, label %done
;    |     ^^^^^

; RUN: test ! -e %t.o

define void @f(i32 %x) {
entry:
  switch i32 %x, label %done [
    i32 1, label %done
    i32 1, label %done
  ]
done:
  ret void
}
