; An address that is a part of an aggregate is taken for that part, the first or another.
; RUN: avarice run %s
; OUTPUT:
; 2 4

@text = constant [7 x i8] c"%d %d\0A\00"
@numbers = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

declare i32 @printf(ptr, ...)

define { ptr, ptr } @both() noinline {
  ret { ptr, ptr } { ptr @numbers, ptr getelementptr (i8, ptr @numbers, i64 8) }
}

define i32 @main() {
  %i = add i64 0, 1
  %pair = call { ptr, ptr } @both()
  %first = extractvalue { ptr, ptr } %pair, 0
  %second = extractvalue { ptr, ptr } %pair, 1
  %p = getelementptr i32, ptr %first, i64 %i
  %q = getelementptr i32, ptr %second, i64 %i
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %r = call i32 (ptr, ...) @printf(ptr @text, i32 %a, i32 %b)
  ret i32 0
}
