; The output, logs included, is the same for each number of threads.
; RUN: avarice compile %s -jobs 1 -debug-only=regalloc -filetype=obj -o %t.1 2> %t.1.log
; RUN: avarice compile %s -jobs 3 -debug-only=regalloc -filetype=obj -o %t.3 2> %t.3.log
; RUN: cmp %t.1 %t.3
; RUN: diff %t.1.log %t.3.log
; RUN: grep -c 'REWRITE VIRTUAL REGISTERS' %t.3.log | grep -q '^4$'

define i32 @a(i32 %x) {
  ret i32 %x
}

define i32 @b(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @c(i32 %x) {
  %r = call i32 @b(i32 %x)
  ret i32 %r
}

define i32 @d(i32 %x, i32 %y) {
  %r = sdiv i32 %x, %y
  ret i32 %r
}
