; Operands of inline assembly that do not fit their constraints are refused: no code is wrong for them.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: register st of inline assembly for this operand in function `number_on_the_x87_stack`
;   --> %s:42:3
;    |
; 42 |   %r = call i32 asm "", "={st}"()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: inputs of inline assembly that are not at the top of the x87 stack, in function 'not_at_the_top'
; error: unsupported: register ah of inline assembly for this operand in function `high_byte`
;   --> %s:52:3
;    |
; 52 |   %r = call i8 asm "", "={ah}"()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: input tied to an output of another size in function `tied_to_another_size`
;   --> %s:57:3
;    |
; 57 |   %r = call i32 asm "", "=r,0"(i64 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: input tied to an output that is no register in function `tied_to_flags`
;   --> %s:62:3
;    |
; 62 |   %r = call i8 asm "", "={@ccz},0"(i8 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: i12 as an input of inline assembly in function `odd_width`
;   --> %s:67:3
;    |
; 67 |   call void asm sideeffect "", "r"(i12 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: resume of something that does not begin with a pointer in function `resumes_nothing`
;   --> %s:72:3
;    |
; 72 |   resume {} %x
;    |   ^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare i32 @__gxx_personality_v0(...)

define i32 @number_on_the_x87_stack() {
  %r = call i32 asm "", "={st}"()
  ret i32 %r
}

define x86_fp80 @not_at_the_top(x86_fp80 %x) {
  %r = call x86_fp80 asm "", "={st(1)},0"(x86_fp80 %x)
  ret x86_fp80 %r
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
