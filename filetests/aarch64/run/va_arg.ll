; The instruction `va_arg`: integers and floating-point numbers in registers and on the stack, and 16 bytes at a
; time, which begin at registers of even numbers and never are half in registers. A copy of a list moves on by itself.
; The expected output is what the program passes: llc 19.1.7 has no `va_arg` for this target.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -code-model=tiny -verify-machineinstrs -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=static -code-model=large -o %t.s && aarch64-linux-gnu-gcc -static %t.s -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; 1 11 1 2.500000 17
; 2 22 2 3.500000 17
; 3 33 3 4.500000 17
; 4 44 4 5.500000 17
; 5 55 5 6.500000 17
; 6 66 6 7.500000 17
; 1 -1 2
; 3 -3 4
; 5 -5 6
; long double 1.250000
; long double 2.250000
; long double 3.250000
; long double 4.250000
; long double 5.250000
; long double 6.250000
; long double 7.250000
; long double 8.250000
; long double 9.250000

target triple = "aarch64-unknown-linux-gnu"

@text = constant [20 x i8] c"%d %ld %d %.6f %ld\0A\00"
@wide.text = constant [13 x i8] c"%ld %ld %ld\0A\00"
@long.text = constant [20 x i8] c"long double %.6Lf\0A\00\00"

declare i32 @printf(ptr, ...)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare void @llvm.va_copy(ptr, ptr)

define void @show(i32 %n, ...) {
  %list = alloca [4 x i64], align 16
  %copy = alloca [4 x i64], align 16
  call void @llvm.va_start(ptr %list)
  br label %next
next:
  %i = phi i32 [0, %0], [%i1, %next]
  call void @llvm.va_copy(ptr %copy, ptr %list)
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, i64
  %again = va_arg ptr %copy, i32
  %x = va_arg ptr %list, double
  %w = va_arg ptr %list, i128
  %h = lshr i128 %w, 64
  %l = trunc i128 %w to i64
  %u = trunc i128 %h to i64
  %d = sub i64 %u, %l
  %p = call i32 (ptr, ...) @printf(ptr @text, i32 %a, i64 %b, i32 %again, double %x, i64 %d)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %next, label %end
end:
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @show.wide(i32 %n, ...) {
  %list = alloca [4 x i64], align 16
  call void @llvm.va_start(ptr %list)
  br label %next
next:
  %i = phi i32 [0, %0], [%i1, %next]
  %a = va_arg ptr %list, i64
  %w = va_arg ptr %list, i128
  %b = va_arg ptr %list, i64
  %h = lshr i128 %w, 64
  %u = trunc i128 %h to i64
  %p = call i32 (ptr, ...) @printf(ptr @wide.text, i64 %a, i64 %u, i64 %b)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %next, label %end
end:
  call void @llvm.va_end(ptr %list)
  ret void
}

define void @show.long(i32 %n, ...) {
  %list = alloca [4 x i64], align 16
  call void @llvm.va_start(ptr %list)
  br label %next
next:
  %i = phi i32 [0, %0], [%i1, %next]
  %x = va_arg ptr %list, fp128
  %p = call i32 (ptr, ...) @printf(ptr @long.text, fp128 %x)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %next, label %end
end:
  call void @llvm.va_end(ptr %list)
  ret void
}

define i32 @main() {
  call void (i32, ...) @show(i32 6,
    i32 1, i64 11, double 2.5, i128 u0x00000000000000120000000000000001,
    i32 2, i64 22, double 3.5, i128 u0x00000000000000130000000000000002,
    i32 3, i64 33, double 4.5, i128 u0x00000000000000140000000000000003,
    i32 4, i64 44, double 5.5, i128 u0x00000000000000150000000000000004,
    i32 5, i64 55, double 6.5, i128 u0x00000000000000160000000000000005,
    i32 6, i64 66, double 7.5, i128 u0x00000000000000170000000000000006)
  call void (i32, ...) @show.wide(i32 3, i64 1, i128 -1, i64 2, i64 3, i128 -36893488147419103233, i64 4, i64 5,
    i128 -73786976294838206465, i64 6)
  call void (i32, ...) @show.long(i32 9, fp128 0xL00000000000000003FFF400000000000,
    fp128 0xL00000000000000004000200000000000, fp128 0xL00000000000000004000A00000000000,
    fp128 0xL00000000000000004001100000000000, fp128 0xL00000000000000004001500000000000,
    fp128 0xL00000000000000004001900000000000, fp128 0xL00000000000000004001D00000000000,
    fp128 0xL00000000000000004002080000000000, fp128 0xL00000000000000004002280000000000)
  ret i32 0
}
