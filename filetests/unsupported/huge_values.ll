; Values that no code could hold are refused before anything is made of them; memory may have any size.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: value of type <2147483647 x double>, of more than 65536 numbers or pointers, in function `passed`
;   --> %s:26:3
;    |
; 26 |   ret <2147483647 x double> %a
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: value of type { [4294967296 x i8], i32 }, of more than 65536 numbers or pointers, in function `moved`
;   --> %s:30:3
;    |
; 30 |   %a = load {[4294967296 x i8], i32}, ptr %p
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: value of type <2147483647 x double>, of more than 65536 numbers or pointers, in function `constant`
;   --> %s:36:3
;    |
; 36 |   store <2147483647 x double> splat (double 1.0), ptr %p
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: value of type [100000 x i192], of more than 65536 numbers or pointers, in function `wide`
;   --> %s:41:3
;    |
; 41 |   store [100000 x i192] zeroinitializer, ptr %p
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
define <2147483647 x double> @passed(<2147483647 x double> %a) {
  ret <2147483647 x double> %a
}

define void @moved(ptr %p, ptr %q) {
  %a = load {[4294967296 x i8], i32}, ptr %p
  store {[4294967296 x i8], i32} %a, ptr %q
  ret void
}

define void @constant(ptr %p) {
  store <2147483647 x double> splat (double 1.0), ptr %p
  ret void
}

define void @wide(ptr %p) {
  store [100000 x i192] zeroinitializer, ptr %p
  ret void
}

define i8 @addressed(ptr %p) {
  %a = getelementptr {[4294967296 x i8], i8}, ptr %p, i64 0, i32 1
  %b = load i8, ptr %a
  ret i8 %b
}
