; Operands of inline assembly that do not fit their constraints are refused: no code is wrong for them.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: register xmm0 of inline assembly for this operand in function `number_in_vector_register`
;   --> %s:46:3
;    |
; 46 |   %r = call i32 asm "", "=r,{xmm0}"(i32 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: register eax of inline assembly for this operand in function `float_in_integer_register`
;   --> %s:51:3
;    |
; 51 |   %r = call float asm "", "={eax}"()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: register ah of inline assembly for this operand in function `high_byte`
;   --> %s:56:3
;    |
; 56 |   %r = call i8 asm "", "={ah}"()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: input tied to an output of another size in function `tied_to_another_size`
;   --> %s:61:3
;    |
; 61 |   %r = call i32 asm "", "=r,0"(i64 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: input tied to an output that is no register in function `tied_to_flags`
;   --> %s:66:3
;    |
; 66 |   %r = call i8 asm "", "={@ccz},0"(i8 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: i12 as an input of inline assembly in function `odd_width`
;   --> %s:71:3
;    |
; 71 |   call void asm sideeffect "", "r"(i12 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: resume of something that does not begin with a pointer in function `resumes_nothing`
;   --> %s:76:3
;    |
; 76 |   resume {} %x
;    |   ^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare i32 @__gxx_personality_v0(...)

define i32 @number_in_vector_register(i32 %x) {
  %r = call i32 asm "", "=r,{xmm0}"(i32 %x)
  ret i32 %r
}

define float @float_in_integer_register() {
  %r = call float asm "", "={eax}"()
  ret float %r
}

define i8 @high_byte() {
  %r = call i8 asm "", "={ah}"()
  ret i8 %r
}

define i32 @tied_to_another_size(i64 %x) {
  %r = call i32 asm "", "=r,0"(i64 %x)
  ret i32 %r
}

define i8 @tied_to_flags(i8 %x) {
  %r = call i8 asm "", "={@ccz},0"(i8 %x)
  ret i8 %r
}

define void @odd_width(i12 %x) {
  call void asm sideeffect "", "r"(i12 %x)
  ret void
}

define void @resumes_nothing({} %x) personality ptr @__gxx_personality_v0 {
  resume {} %x
}
