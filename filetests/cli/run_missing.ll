; What a program uses and no one has is said before it starts.
; RUN: avarice run %s
; EXIT: 1
; OUTPUT(stderr):
; error: the program does not start: not defined anywhere: 'nowhere'
; note: --link has the system's linker make an executable of it

declare void @nowhere()

define i32 @main() {
  call void @nowhere()
  ret i32 0
}
