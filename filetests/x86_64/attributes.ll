; Attributes that change code, each on a function of its own.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s

declare void @g(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @h()

; CHECK: .section .text.unlikely.,"ax",@progbits
; CHECK: sections_cold:
define void @sections_cold() cold nounwind {
  ret void
}

; CHECK: .section .text.hot.,"ax",@progbits
; CHECK: sections_hot:
define void @sections_hot() hot {
  ret void
}

; CHECK-LABEL: unwinds:
; CHECK: .cfi_startproc
; CHECK: .cfi_def_cfa_offset 16
define void @unwinds() {
  call void @h()
  ret void
}

; CHECK-LABEL: silent:
; CHECK-NOT: .cfi_
; CHECK: .size silent
define void @silent() nounwind {
  call void @h()
  ret void
}

; CHECK-LABEL: table:
; CHECK: .cfi_startproc
; CHECK: .cfi_def_cfa_offset 16
define void @table() nounwind uwtable {
  call void @h()
  ret void
}

; CHECK-LABEL: small:
; CHECK: divq
define i64 @small(i64 %x) minsize optsize nounwind {
  %y = udiv i64 %x, 10
  ret i64 %y
}

; CHECK-LABEL: frame:
; CHECK: pushq %rbp
; CHECK-NEXT: movq %rsp, %rbp
define void @frame() nounwind "frame-pointer"="all" {
  call void @h()
  ret void
}

; CHECK-LABEL: frameless:
; CHECK-NOT: %rbp
; CHECK: retq
define void @frameless() nounwind "frame-pointer"="none" {
  call void @h()
  ret void
}

; CHECK-LABEL: twice:
; CHECK: callq setjmp
; CHECK: retq
define i32 @twice(ptr %buffer, i32 %x) nounwind {
  %slot = alloca [200 x i8]
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  ret i32 %r
}

; CHECK-LABEL: no_tail:
; CHECK: callq h
; CHECK: retq
define void @no_tail() nounwind "disable-tail-calls"="true" {
  tail call void @h()
  ret void
}

; CHECK-LABEL: tail:
; CHECK: jmp h
define void @tail() nounwind {
  tail call void @h()
  ret void
}

; CHECK-LABEL: in_memory:
; CHECK: movq 24(%rsp), %rax
define i64 @in_memory(ptr byval([3 x i64]) align 8 %p) nounwind {
  %q = getelementptr i64, ptr %p, i64 2
  %x = load i64, ptr %q
  ret i64 %x
}

; CHECK-LABEL: fast:
; CHECK: movl %edi, %eax
define fastcc i32 @fast(i32 %x) nounwind {
  ret i32 %x
}

; CHECK-LABEL: coldly:
; CHECK: movl %edi, %eax
define coldcc i32 @coldly(i32 %x) nounwind {
  ret i32 %x
}

; CHECK-LABEL: counts:
; CHECK: popcntq %rdi, %rax
define i64 @counts(i64 %x) nounwind "target-cpu"="x86-64" "target-features"="+popcnt" {
  %y = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %y
}

; CHECK-LABEL: red_zone:
; CHECK: subq
; CHECK-NEXT: movl %edi, (%rsp)
define void @red_zone(i32 %x) nounwind noredzone {
  %slot = alloca i32
  store volatile i32 %x, ptr %slot
  ret void
}

; CHECK-LABEL: tree:
; CHECK-NOT: jmpq
; CHECK: .size tree
define i32 @tree(i32 %x) nounwind "no-jump-tables"="true" {
  switch i32 %x, label %no [ i32 0, label %a i32 1, label %b i32 2, label %c i32 3, label %d i32 4, label %e i32 5, label %a ]
a:
  ret i32 10
b:
  ret i32 21
c:
  ret i32 2
d:
  ret i32 43
e:
  ret i32 0
no:
  ret i32 7
}
declare i64 @llvm.ctpop.i64(i64)

; CHECK-LABEL: probes:
; CHECK: subq $4096, %rsp
; CHECK-NEXT: movq $0, (%rsp)
define void @probes() nounwind "probe-stack"="inline-asm" {
  %slot = alloca [5000 x i8]
  call void @g(ptr %slot)
  ret void
}

; CHECK-LABEL: optnone_keeps_its_slot:
; CHECK: movl %edi, -4(%rsp)
; CHECK: movl -4(%rsp), %eax
define i32 @optnone_keeps_its_slot(i32 %x) nounwind noinline optnone {
  %slot = alloca i32
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot
  ret i32 %y
}

; Memory that is passed with `alignstack` stands at a multiple of it among the arguments.
; CHECK-LABEL: aligned:
; CHECK: movq 72(%rsp), %rax
define i64 @aligned([6 x i64] %a, i64 %k, ptr byval([2 x i64]) align 32 alignstack(64) %b) nounwind {
  %x = load i64, ptr %b
  ret i64 %x
}
