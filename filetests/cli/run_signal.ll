; A signal that ends the program is named, with the function of the program that called the library.
; RUN: avarice run %s
; EXIT: 134
; OUTPUT(stderr):
; error: the program was ended by SIGABRT in function 'give_up'

declare void @abort()

define internal void @give_up() noinline {
  call void @abort()
  unreachable
}

define i32 @main() {
  call void @give_up()
  ret i32 0
}
