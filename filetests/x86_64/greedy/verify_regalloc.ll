; What the allocators make is held against what they began with: spills, reloads, forms on memory, constants that are
; computed again, parts of registers.
; RUN: avarice compile -mtriple=x86_64 -verify-regalloc -filetype=null %s
; RUN: avarice compile -mtriple=x86_64 -verify-regalloc -regalloc=fast -O0 -filetype=null %s

define i64 @f(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 7, %entry ], [ %more, %loop ]
  %low = trunc i64 %sum to i32
  %r = call i32 @g(i32 %low, i32 5)
  %wide = zext i32 %r to i64
  %x1 = add i64 %sum, %a
  %x2 = xor i64 %x1, %b
  %x3 = mul i64 %x2, %c
  %x4 = sub i64 %x3, %d
  %x5 = or i64 %x4, %e
  %x6 = add i64 %x5, %f
  %x7 = xor i64 %x6, %g
  %x8 = add i64 %x7, %h
  %more = add i64 %x8, %wide
  store i64 %more, ptr %p
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %a
  br i1 %again, label %loop, label %exit

exit:
  %last = add i64 %more, %next
  ret i64 %last
}

declare i32 @g(i32, i32)
