; Atomic operations on 128 bits with the processor's instruction: nothing of libatomic is called, also where
; RBX is what addresses of locals are relative to.
; RUN: avarice compile %s -relocation-model=pic -mattr=+cx16 -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -mattr=+cx16 -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -mattr=+cx16 -verify-machineinstrs -regalloc=basic -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -mattr=+cx16 -verify-regalloc -regalloc=ion -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -mattr=+cx16 -verify-regalloc -regalloc=fastalloc -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; 0 5
; 1 5
; 1 fffffffffffffffb
; 3 2
; 3 2 1
; 7 9 0
; 7 9
; ffffffffffffffff fffffffffffffffe
; 7 0
; 8 3
; 8 3
; ffffffffffffffff 2
; 9 5
; 4 6
; 0 3

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

; RBX is the base pointer: the frame is realigned and has objects whose size is not known.
define void @with_base_pointer(i64 %size, i128 %expected, i128 %new) {
  %local = alloca i128, align 64
  %room = alloca i8, i64 %size, align 16
  store i128 %expected, ptr %local, align 16
  store volatile i8 1, ptr %room
  %r = cmpxchg ptr %local, i128 %expected, i128 %new seq_cst acquire, align 16
  %v = extractvalue { i128, i1 } %r, 0
  call void @show(i128 %v)
  %old = atomicrmw xchg ptr %room, i128 73786976294838206470 seq_cst, align 16
  %now = load atomic i128, ptr %room seq_cst, align 16
  call void @show(i128 %now)
  %after = load i128, ptr %local, align 16
  call void @show(i128 %after)
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
  %f = atomicrmw nand ptr @number, i128 1 seq_cst, align 16
  call void @show(i128 %f)
  %g = atomicrmw and ptr @number, i128 129127208515966861313 seq_cst, align 16
  call void @show(i128 %g)
  %h = atomicrmw umax ptr @number, i128 147573952589676412931 seq_cst, align 16
  call void @show(i128 %h)
  %i = atomicrmw max ptr @number, i128 -1 seq_cst, align 16
  call void @show(i128 %i)
  %j = atomicrmw min ptr @number, i128 -18446744073709551614 seq_cst, align 16
  call void @show(i128 %j)
  %k = atomicrmw xor ptr @number, i128 0 seq_cst, align 16
  call void @show(i128 %k)
  call void @with_base_pointer(i64 100, i128 166020696663385964549, i128 3)
  ret i32 0
}
