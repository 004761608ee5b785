; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected a definition, found 'int'
;   --> %s:12:1
;    |
; 12 | int main(void) { return 0; }
;    | ^^^

; RUN: test ! -e %t.o

int main(void) { return 0; }
