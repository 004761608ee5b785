; A program on two stacks: the unsafe one is a variable of the program.
; RUN: avarice compile -verify-machineinstrs %s -relocation-model=pic -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t
; RUN: avarice compile -verify-machineinstrs %s -relocation-model=pic -O0 -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t

target triple = "aarch64-unknown-linux-gnu"

@memory = internal global [65536 x i8] zeroinitializer, align 16
@__safestack_unsafe_stack_ptr = thread_local(initialexec) global ptr getelementptr (i8, ptr @memory, i64 65536)

; Whether an address is on the unsafe stack.
define i1 @is_unsafe(ptr %p) noinline {
  %n = ptrtoint ptr %p to i64
  %base = ptrtoint ptr @memory to i64
  %d = sub i64 %n, %base
  %r = icmp ult i64 %d, 65536
  ret i1 %r
}

define i64 @sum(ptr %p, i64 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %v = load volatile i64, ptr %q
  %t = add i64 %s, %v
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %t
}

; 45 + 10 + what is below, and 100000 for each object that is not where it should be.
define i64 @objects(i64 %depth) safestack sspstrong noinline {
entry:
  %array = alloca [10 x i64], align 64
  %one = call i64 @sum(ptr %array, i64 10)
  %five = add i64 %depth, 5
  %more = alloca i64, i64 %five
  %two = call i64 @sum(ptr %more, i64 5)
  %a = call i1 @is_unsafe(ptr %array)
  %b = call i1 @is_unsafe(ptr %more)
  %both = and i1 %a, %b
  %lost = select i1 %both, i64 0, i64 100000
  %number = ptrtoint ptr %array to i64
  %low = and i64 %number, 63
  %wrong = mul i64 %low, 100000
  %s1 = add i64 %one, %two
  %s2 = add i64 %s1, %lost
  %s3 = add i64 %s2, %wrong
  %last = icmp eq i64 %depth, 0
  br i1 %last, label %end, label %deeper
deeper:
  %next = sub i64 %depth, 1
  %rest = call i64 @objects(i64 %next)
  %all = add i64 %s3, %rest
  ret i64 %all
end:
  ret i64 %s3
}

define i32 @main(i32 %argc, ptr %argv) {
  %before = load ptr, ptr @__safestack_unsafe_stack_ptr
  %sum = call i64 @objects(i64 9)
  %after = load ptr, ptr @__safestack_unsafe_stack_ptr
  %same = icmp eq ptr %before, %after
  %right = icmp eq i64 %sum, 550
  %good = and i1 %same, %right
  %r = select i1 %good, i32 0, i32 1
  ret i32 %r
}
