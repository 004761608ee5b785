; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: redefinition of type '%t'
;   --> %s:13:1
;    |
; 13 | %t = type { i64 }
;    | ^^

; RUN: test ! -e %t.o

%t = type { i32 }
%t = type { i64 }
