; An array is overrun: the program ends before it returns.
; RUN: avarice compile %s -relocation-model=pic -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t && not --crash qemu-aarch64 %t 1 2>&1 | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -O0 -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t && not --crash qemu-aarch64 %t 1 2>&1 | FileCheck %s
; CHECK: *** stack smashing detected ***

target triple = "aarch64-unknown-linux-gnu"

define void @fill(ptr %p, i64 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %q = getelementptr i8, ptr %p, i64 %i
  store volatile i8 65, ptr %q
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define i32 @victim(i64 %n) sspstrong noinline {
  %buffer = alloca [16 x i8]
  call void @fill(ptr %buffer, i64 %n)
  %v = load i8, ptr %buffer
  %r = zext i8 %v to i32
  ret i32 %r
}

define i32 @main(i32 %argc, ptr %argv) {
  %wide = sext i32 %argc to i64
  %n = mul i64 %wide, 16
  %v = call i32 @victim(i64 %n)
  %r = sub i32 %v, 65
  ret i32 %r
}
