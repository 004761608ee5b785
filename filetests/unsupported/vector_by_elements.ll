; Vectors that no registers hold are passed in others, but not as parts of structs and arrays.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: vector that is passed element by element in function `f`
;   --> %s:10:15
;    |
; 10 | define double @f({ <3 x double>, i32 } %a) {
;    |               ^^
define double @f({ <3 x double>, i32 } %a) {
  %v = extractvalue { <3 x double>, i32 } %a, 0
  %r = extractelement <3 x double> %v, i64 2
  ret double %r
}
