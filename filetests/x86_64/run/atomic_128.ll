; Atomic operations on 128 bits call libatomic.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -latomic -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -latomic -o %t && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; 0 5
; 1 5
; 1 fffffffffffffffb
; 3 2
; 3 2 1
; 7 9 0

@number = global i128 5, align 16
@two = constant [9 x i8] c"%lx %lx\0A\00"
@three = constant [12 x i8] c"%lx %lx %d\0A\00"

declare i32 @printf(ptr, ...)

define void @show(i128 %v) {
  %h = lshr i128 %v, 64
  %a = trunc i128 %h to i64
  %b = trunc i128 %v to i64
  %p = call i32 (ptr, ...) @printf(ptr @two, i64 %a, i64 %b)
  ret void
}

define void @try(i128 %expected, i128 %new) {
  %r = cmpxchg ptr @number, i128 %expected, i128 %new seq_cst acquire, align 16
  %v = extractvalue { i128, i1 } %r, 0
  %h = lshr i128 %v, 64
  %a = trunc i128 %h to i64
  %b = trunc i128 %v to i64
  %done = extractvalue { i128, i1 } %r, 1
  %d = zext i1 %done to i32
  %p = call i32 (ptr, ...) @printf(ptr @three, i64 %a, i64 %b, i32 %d)
  ret void
}

define i32 @main() {
  %a = atomicrmw add ptr @number, i128 18446744073709551616 seq_cst, align 16
  call void @show(i128 %a)
  %b = atomicrmw sub ptr @number, i128 10 acq_rel, align 16
  call void @show(i128 %b)
  %c = load atomic i128, ptr @number acquire, align 16
  %d = add i128 %c, 18446744073709551616
  call void @show(i128 %d)
  store atomic i128 55340232221128654850, ptr @number release, align 16
  %e = atomicrmw xchg ptr @number, i128 55340232221128654850 monotonic, align 16
  call void @show(i128 %e)
  call void @try(i128 55340232221128654850, i128 129127208515966861321)
  call void @try(i128 55340232221128654850, i128 1)
  ret i32 0
}
