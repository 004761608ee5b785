; `avarice run` executes: arguments are passed on, the exit code is the program's.
; RUN: avarice run %s -- one two
; EXIT: 3
; OUTPUT:
; two

@format = private constant [9 x i8] c"last: %s\00"

declare i32 @puts(ptr)

define i32 @main(i32 %count, ptr %arguments) {
  %last = add nsw i32 %count, -1
  %index = sext i32 %last to i64
  %place = getelementptr ptr, ptr %arguments, i64 %index
  %text = load ptr, ptr %place
  %r = call i32 @puts(ptr %text)
  ret i32 %count
}
