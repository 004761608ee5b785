; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected an attribute or '}', but the text ends here
;   --> %s:13:1
;    |
; 13 |
;    | ^

; RUN: test ! -e %t.o

attributes #0 = { nounwind "frame-pointer"="all"
