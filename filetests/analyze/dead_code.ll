; Values that nothing needs. What only dead values use is dead as well, in chains and in the cycle of %n and %more;
; calls that may do something and loads that are volatile are not, nor what reaches the result.
; RUN: avarice analyze dead-code %s
; OUTPUT:
; Function: f
; dead: i32 %unused    (not live, not used)
; dead: %chain1 = add i32 %a, 1    (used only by dead values)
; dead: %chain2 = mul i32 %chain1, 3    (used only by dead values)
; dead: %chain3 = sub i32 %chain2, %a    (not live, not used)
; dead: %pure = call i32 @square(i32 %a)    (not live, not used)
; dead: %read = load i32, ptr %p, align 4    (not live, not used)
; dead: %n = phi i32 [ 0, %entry ], [ %more, %loop ]    (used only by dead values)
; dead: %more = add i32 %n, 2    (used only by dead values)
; dead values: 8 of 15

declare i32 @outside(i32)
declare i32 @square(i32) memory(none) willreturn nounwind

define i32 @f(i32 %a, i32 %unused, ptr %p) {
entry:
  %chain1 = add i32 %a, 1
  %chain2 = mul i32 %chain1, 3
  %chain3 = sub i32 %chain2, %a
  %called = call i32 @outside(i32 %a)
  %pure = call i32 @square(i32 %a)
  %read = load i32, ptr %p
  %watched = load volatile i32, ptr %p
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %n, 2
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 10
  br i1 %done, label %end, label %loop

end:
  ret i32 %i
}
