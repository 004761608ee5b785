; Functions that keep registers for their callers that others do not: preserve_mostcc, and no_caller_saved_registers. Callers
; have values in such registers while the callees use all that they may, calls among them. Expected output made by the
; program as llc 19.1.7 builds it.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -mattr=+avx -o %t.o
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -o %t.s
; RUN: FileCheck --input-file=%t.s %s
; RUN: cat %t.out
; OUTPUT:
; 5550
; 55
; 3
; 17

@format = private constant [5 x i8] c"%ld\0A\00"
@counter = global i64 0

declare i32 @printf(ptr, ...)

define internal void @other() noinline {
  call void asm sideeffect "movl $$7, %eax\0Amovl %eax, %ecx\0Amovl %eax, %edx\0Amovl %eax, %esi\0Amovl %eax, %edi\0Amovl %eax, %r8d\0Amovl %eax, %r9d\0Amovl %eax, %r10d\0Amovl %eax, %r11d", "~{rax},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{flags}"()
  ret void
}

; The quotient takes the place of what is saved but for the result, and the call all of it.
; CHECK-LABEL: most:
; CHECK: pushq %r10
; CHECK-NEXT: pushq %r9
; CHECK-NEXT: pushq %r8
; CHECK-NEXT: pushq %rdi
; CHECK-NEXT: pushq %rsi
; CHECK-NEXT: pushq %rdx
; CHECK-NEXT: pushq %rcx
; CHECK-NEXT: pushq %rbx
; CHECK: callq other
; CHECK-NOT: popq %rax
; CHECK: popq %rbx
; CHECK-NEXT: popq %rcx
; CHECK-NEXT: popq %rdx
; CHECK-NEXT: popq %rsi
; CHECK-NEXT: popq %rdi
; CHECK-NEXT: popq %r8
; CHECK-NEXT: popq %r9
; CHECK-NEXT: popq %r10
; CHECK-NEXT: retq
define preserve_mostcc i64 @most(i64 %a, i64 %b) noinline nounwind {
  %q = udiv i64 %a, %b
  call void @other()
  ret i64 %q
}

; CHECK-LABEL: all:
; CHECK: pushq %rax
; CHECK: pushq %r11
; CHECK-NOT: pushq %rdi
; CHECK: pushq %rsi
; CHECK: popq %rsi
; CHECK-NOT: popq %rdi
; CHECK: popq %r11
; CHECK: popq %rax
; CHECK-NEXT: retq
define void @all(i64 %a) noinline nounwind "no_caller_saved_registers" {
  %c = load i64, ptr @counter
  %d = add i64 %c, %a
  store i64 %d, ptr @counter
  call void asm sideeffect "movl $$9, %eax\0Amovl %eax, %ecx\0Amovl %eax, %edx\0Amovl %eax, %esi\0Amovl %eax, %edi\0Amovl %eax, %r8d\0Amovl %eax, %r9d\0Amovl %eax, %r10d\0Amovl %eax, %r11d\0Amovl %eax, %ebx\0Amovl %eax, %r12d", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{r12},~{flags}"()
  ret void
}

define internal i64 @values(ptr %p) noinline {
  %p1 = getelementptr i64, ptr %p, i64 1
  %p2 = getelementptr i64, ptr %p, i64 2
  %p3 = getelementptr i64, ptr %p, i64 3
  %p4 = getelementptr i64, ptr %p, i64 4
  %p5 = getelementptr i64, ptr %p, i64 5
  %p6 = getelementptr i64, ptr %p, i64 6
  %p7 = getelementptr i64, ptr %p, i64 7
  %p8 = getelementptr i64, ptr %p, i64 8
  %p9 = getelementptr i64, ptr %p, i64 9
  %v0 = load volatile i64, ptr %p
  %v1 = load volatile i64, ptr %p1
  %v2 = load volatile i64, ptr %p2
  %v3 = load volatile i64, ptr %p3
  %v4 = load volatile i64, ptr %p4
  %v5 = load volatile i64, ptr %p5
  %v6 = load volatile i64, ptr %p6
  %v7 = load volatile i64, ptr %p7
  %v8 = load volatile i64, ptr %p8
  %v9 = load volatile i64, ptr %p9
  %q = call preserve_mostcc i64 @most(i64 1000, i64 10)
  call void @all(i64 1)
  %function = load volatile ptr, ptr @pointer
  call void %function(i64 2) "no_caller_saved_registers"
  %s1 = add i64 %v0, %v1
  %s2 = add i64 %s1, %v2
  %s3 = add i64 %s2, %v3
  %s4 = add i64 %s3, %v4
  %s5 = add i64 %s4, %v5
  %s6 = add i64 %s5, %v6
  %s7 = add i64 %s6, %v7
  %s8 = add i64 %s7, %v8
  %s9 = add i64 %s8, %v9
  %product = mul i64 %s9, %q
  %r = add i64 %product, 50
  ret i64 %r
}

; All vector registers are saved where others are called.
; CHECK-LABEL: vectors:
; CHECK: movaps %xmm15, {{[0-9]*}}(%rsp)
; CHECK: callq other_vectors
; CHECK: movaps {{[0-9]*}}(%rsp), %xmm15
define void @vectors(double %a) noinline nounwind "no_caller_saved_registers" {
  call void @other_vectors()
  store double %a, ptr @number
  ret void
}

define internal void @other_vectors() noinline {
  call void asm sideeffect "xorps %xmm0, %xmm0\0Axorps %xmm1, %xmm1\0Axorps %xmm2, %xmm2\0Axorps %xmm7, %xmm7\0Axorps %xmm15, %xmm15", "~{xmm0},~{xmm1},~{xmm2},~{xmm7},~{xmm15}"()
  ret void
}

define internal double @in_vectors(double %a, double %b, double %c) noinline {
  %x = fmul double %a, %b
  %y = fmul double %b, %c
  %z = fadd double %a, %c
  call void @vectors(double 4.0)
  %d = load double, ptr @number
  %s1 = fadd double %x, %y
  %s2 = fadd double %s1, %z
  %s3 = fadd double %s2, %a
  %s4 = fadd double %s3, %d
  ret double %s4
}

@number = global double 0.0
@pointer = global ptr @all
@numbers = global [10 x i64] [i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10]

define i32 @main() {
  %r = call i64 @values(ptr @numbers)
  %p1 = call i32 (ptr, ...) @printf(ptr @format, i64 %r)
  %s = udiv i64 %r, 100
  %p2 = call i32 (ptr, ...) @printf(ptr @format, i64 %s)
  %c = load i64, ptr @counter
  %p3 = call i32 (ptr, ...) @printf(ptr @format, i64 %c)
  %d = call double @in_vectors(double 1.0, double 2.0, double 3.0)
  %n = fptosi double %d to i64
  %p4 = call i32 (ptr, ...) @printf(ptr @format, i64 %n)
  ret i32 0
}
