; Several modules make one program; `-l` loads a library.
; RUN: split-file %s %T
; RUN: avarice run -lm %T/main.ll %T/other.ll -- x
; EXIT: 5

;--- main.ll
declare i32 @other(i32)

define i32 @main(i32 %count) {
  %r = call i32 @other(i32 %count)
  ret i32 %r
}
;--- other.ll
declare double @sqrt(double)

define i32 @other(i32 %n) {
  %root = call double @sqrt(double 9.0)
  %three = fptoui double %root to i32
  %sum = add i32 %three, %n
  ret i32 %sum
}
