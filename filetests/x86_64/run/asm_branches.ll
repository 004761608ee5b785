; Inline assembly that jumps, with outputs that are read on each edge and where edges meet.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -o %t.s && cc %t.s -o %t && %t | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -stop-before=phi-node-elimination -o %t.mir && avarice compile %t.mir -relocation-model=pic -o %t.o && cc %t.o -o %t && %t | FileCheck %s
; CHECK: -1 0 1
; CHECK: 1010 2010
; CHECK: 0 1000 4009
; CHECK: 7 -3
@three = private constant [10 x i8] c"%d %d %d\0A\00"
@two = private constant [7 x i8] c"%d %d\0A\00"

declare i32 @printf(ptr, ...)

; Two labels, no output.
define i32 @sign(i32 %x) noinline {
  callbr void asm sideeffect "testl $0, $0\0A\09js ${1:l}\0A\09je ${2:l}", "r,!i,!i,~{flags}"(i32 %x)
          to label %above [label %below, label %zero]
above:
  ret i32 1
below:
  ret i32 -1
zero:
  ret i32 0
}

; The output is used on both edges, and after them.
define i32 @half(i32 %x) noinline {
  %half = callbr i32 asm "movl $1, $0; shrl $0; jc ${2:l}", "=&r,r,!i,~{flags}"(i32 %x)
          to label %even [label %odd]
even:
  %more = add i32 %half, 1000
  br label %join
odd:
  %most = add i32 %half, 2000
  br label %join
join:
  %sum = phi i32 [ %more, %even ], [ %most, %odd ]
  %result = add i32 %sum, %half
  ret i32 %result
}

; The assembly jumps back to its own block, whose phi takes the output, which is in a fixed register.
define i32 @ones(i32 %x) noinline {
entry:
  br label %loop
loop:
  %rest = phi i32 [ %x, %entry ], [ %next, %loop ]
  %count = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %count, 1
  %next = callbr i32 asm "shrl $0\0A\09jc ${2:l}", "={ax},0,!i,~{flags}"(i32 %rest)
          to label %done [label %loop]
done:
  %high = mul i32 %count, 1000
  %result = add i32 %high, %next
  ret i32 %result
}

; Two outputs, one of them a flag; both edges lead to one block.
define i32 @difference(i32 %x, i32 %y) noinline {
  %both = callbr { i32, i32 } asm "subl $3, $0; jl ${4:l}", "=r,={@ccl},0,r,!i"(i32 %x, i32 %y)
          to label %after [label %after]
after:
  %number = extractvalue { i32, i32 } %both, 0
  %flag = extractvalue { i32, i32 } %both, 1
  %negative = icmp ne i32 %flag, 0
  %small = add i32 %number, 2
  %result = select i1 %negative, i32 %small, i32 %number
  ret i32 %result
}

define i32 @main() {
  %a = call i32 @sign(i32 -7)
  %b = call i32 @sign(i32 0)
  %c = call i32 @sign(i32 7)
  %1 = call i32 (ptr, ...) @printf(ptr @three, i32 %a, i32 %b, i32 %c)
  %d = call i32 @half(i32 10)
  %e = call i32 @half(i32 11)
  %2 = call i32 (ptr, ...) @printf(ptr @two, i32 %d, i32 %e)
  %f = call i32 @ones(i32 0)
  %g = call i32 @ones(i32 1)
  %h = call i32 @ones(i32 303)
  %3 = call i32 (ptr, ...) @printf(ptr @three, i32 %f, i32 %g, i32 %h)
  %i = call i32 @difference(i32 9, i32 2)
  %j = call i32 @difference(i32 2, i32 7)
  %4 = call i32 (ptr, ...) @printf(ptr @two, i32 %i, i32 %j)
  ret i32 0
}
