; Objects keep their alignment and their contents where the stack pointer is aligned and moves.
; RUN: avarice compile -verify-machineinstrs %s -relocation-model=pic -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t
; RUN: avarice compile -verify-machineinstrs %s -relocation-model=pic -O0 -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t

target triple = "aarch64-unknown-linux-gnu"

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @fill(ptr %p, i64 %n) noinline {
  call void @llvm.memset.p0.i64(ptr %p, i8 65, i64 %n, i1 true)
  ret void
}

; The low bits of the address of an object, and what is not as it was in it.
define i64 @objects(i64 %n, i64 %before) noinline {
  %aligned = alloca [4 x i64], align 128
  %plain = alloca i64
  store volatile i64 %before, ptr %aligned
  store volatile i64 %before, ptr %plain
  %some = alloca i8, i64 %n
  call void @fill(ptr %some, i64 %n)
  %more = alloca i8, i64 %n, align 256
  call void @fill(ptr %more, i64 %n)
  %kept = load volatile i64, ptr %aligned
  %too = load volatile i64, ptr %plain
  %number = ptrtoint ptr %aligned to i64
  %low = and i64 %number, 127
  %number2 = ptrtoint ptr %more to i64
  %low2 = and i64 %number2, 255
  %lost = xor i64 %kept, %before
  %lost2 = xor i64 %too, %before
  %sum = or i64 %low, %low2
  %sum2 = or i64 %lost, %lost2
  %all = or i64 %sum, %sum2
  ret i64 %all
}

define i32 @main(i32 %argc, ptr %argv) {
  %a = call i64 @objects(i64 24, i64 7)
  %slot = alloca i64
  store volatile i64 1, ptr %slot
  %b = call i64 @objects(i64 5000, i64 -1)
  %c = or i64 %a, %b
  %r = trunc i64 %c to i32
  ret i32 %r
}
