; The tests of branch probabilities: one function a rule.

declare void @rare() cold
declare void @exit(i32) noreturn
declare void @work()
declare i32 @strcmp(ptr, ptr)
declare i32 @personality(...)

; Pointers are rarely equal, numbers rarely zero or negative; of a single bit nothing is known.
define i32 @conditions(ptr %p, ptr %q, i32 %n, i128 %w, double %x, double %y) {
entry:
  %pointers = icmp eq ptr %p, %q
  br i1 %pointers, label %end, label %zero
zero:
  %is_zero = icmp eq i32 %n, 0
  br i1 %is_zero, label %end, label %minus_one
minus_one:
  %is_not_negative = icmp sgt i32 %n, -1
  br i1 %is_not_negative, label %less_than_one, label %end
less_than_one:
  %is_less = icmp slt i32 %n, 1
  br i1 %is_less, label %end, label %other
other:
  %is_other = icmp eq i32 %n, 5
  br i1 %is_other, label %end, label %wide
wide:
  %is_wide_zero = icmp ne i128 %w, 0
  br i1 %is_wide_zero, label %bit, label %end
bit:
  %and = and i32 %n, 16
  %has_bit = icmp eq i32 %and, 0
  br i1 %has_bit, label %end, label %compared
compared:
  %difference = call i32 @strcmp(ptr %p, ptr %q)
  %is_one = icmp eq i32 %difference, 1
  br i1 %is_one, label %end, label %ordered
ordered:
  %is_ordered = fcmp ord double %x, %y
  br i1 %is_ordered, label %equal, label %end
equal:
  %is_equal = fcmp oeq double %x, %y
  br i1 %is_equal, label %end, label %unordered_equal
unordered_equal:
  %is_unordered_equal = fcmp ueq double %x, %y
  br i1 %is_unordered_equal, label %end, label %less
less:
  %is_less_float = fcmp olt double %x, %y
  br i1 %is_less_float, label %end, label %end
end:
  ret i32 0
}

; What ends in unreachable is not executed, what does not return and what is cold hardly; so is what leads there.
define i32 @cold_blocks(i32 %n) {
entry:
  switch i32 %n, label %usual [
    i32 1, label %dead
    i32 2, label %stops
    i32 3, label %slow
    i32 4, label %before_slow
    i32 5, label %usual
  ]
dead:
  unreachable
stops:
  call void @exit(i32 1)
  unreachable
before_slow:
  call void @work()
  %c = icmp eq i32 %n, 9
  br i1 %c, label %slow, label %dead
slow:
  call void @rare()
  br label %usual
usual:
  ret i32 %n
}

; Loops run 31 times; one with an exit that is never taken, one in another, one that is never left.
define void @loops(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next_i, %outer_latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %next_j, %inner_latch ]
  %stop = icmp eq i32 %j, 100
  br i1 %stop, label %fails, label %inner_latch
inner_latch:
  %next_j = add i32 %j, 1
  %more = icmp ult i32 %next_j, %n
  br i1 %more, label %inner, label %outer_latch
fails:
  call void @exit(i32 1)
  unreachable
outer_latch:
  %next_i = add i32 %i, 1
  %again = icmp ult i32 %next_i, %n
  br i1 %again, label %outer, label %after
after:
  %forever = icmp ult i32 %n, 5
  br i1 %forever, label %endless, label %end
endless:
  call void @work()
  br label %endless
end:
  ret void
}

; The counter starts again where it has reached its limit, so that the limit is not reached soon again.
define void @starts_again(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ 0, %restart ], [ %next, %latch ]
  %k = phi i32 [ 0, %entry ], [ %k, %restart ], [ %next_k, %latch ]
  %next = add i32 %i, 1
  %full = icmp sge i32 %next, 64
  br i1 %full, label %restart, label %latch
restart:
  call void @work()
  br label %head
latch:
  %next_k = add i32 %k, 1
  %more = icmp slt i32 %next_k, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; Two ways into a cycle: it is no loop, but it is left as rarely as one.
define void @irreducible(i32 %n) {
entry:
  %odd = trunc i32 %n to i1
  br i1 %odd, label %left, label %right
left:
  call void @work()
  br i1 %odd, label %right, label %slow
right:
  call void @work()
  %c = icmp ugt i32 %n, 3
  br i1 %c, label %left, label %end
slow:
  call void @rare()
  br label %end
end:
  ret void
}

; Profiles are believed, but not about what cannot be.
define i32 @profiled(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %often, label %seldom, !prof !0
often:
  %d = icmp eq i32 %n, 1
  br i1 %d, label %dead, label %end, !prof !1
seldom:
  switch i32 %n, label %end [
    i32 1, label %one
    i32 2, label %dead
  ], !prof !2
one:
  br i1 %c, label %end, label %big, !prof !3
big:
  br i1 %c, label %end, label %dead, !prof !4
dead:
  unreachable
end:
  ret i32 0
}

; Exceptions are not expected.
define void @throws() personality ptr @personality {
entry:
  invoke void @work() to label %normal unwind label %pad
normal:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}

!0 = !{!"branch_weights", i32 3, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1}
!2 = !{!"branch_weights", !"expected", i32 2, i32 3, i32 5}
!3 = !{!"branch_weights", i32 4000000000, i32 4000000000}
!4 = !{!"branch_weights", i32 0, i32 7}
