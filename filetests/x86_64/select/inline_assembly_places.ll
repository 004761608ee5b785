; Where operands of inline assembly are: of several possibilities an immediate, then memory, then a register. An output that an
; input is tied to is in a register and goes to memory from there; registers of other kinds take the bits of a value.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -O0 -verify-machineinstrs -o - | FileCheck %s

; CHECK-LABEL: tied:
; CHECK: incl [[R:%e[a-z]+]]
; CHECK-NEXT: #NO_APP
; CHECK-NEXT: movl [[R]], (%rdi)
define void @tied(ptr %p, i32 %x) {
  call void asm sideeffect "incl $0", "=*imr,0,~{flags}"(ptr elementtype(i32) %p, i32 %x)
  ret void
}

; CHECK-LABEL: mixed:
; CHECK: movl %edx, %eax; movq %rcx, [[Q:%r[a-z]+]]; movb $1, (%rsi)
; CHECK-NEXT: #NO_APP
; CHECK-NEXT: movq [[Q]], (%rdi)
define i32 @mixed(ptr %p, ptr %q, i32 %x, i64 %y) {
  %r = call i32 asm "movl $3, $0; movq $4, $1; movb $$1, $2", "=&r,=*&r,=*m,r,1"(ptr elementtype(i64) %p, ptr elementtype(i8) %q, i32 %x, i64 %y)
  ret i32 %r
}

; CHECK-LABEL: either:
; CHECK: movl %edi, [[SLOT:-[0-9]+]](%rsp)
; CHECK-NEXT: #APP
; CHECK-NEXT: # [[SLOT]](%rsp)
; CHECK: # $5
; CHECK: # {{.*}}(%rsp)
define void @either(i32 %x) {
  call void asm sideeffect "# $0", "imr"(i32 %x)
  call void asm sideeffect "# $0", "imr"(i32 5)
  call void asm sideeffect "# $0", "rm"(i32 5)
  ret void
}

; CHECK-LABEL: bits:
; CHECK: movd %xmm0, [[R:%e[a-z]+]]
; CHECK: movl [[R]], [[S:%e[a-z]+]]
; CHECK: movd [[S]], %xmm0
define float @bits(float %x, double %d) {
  %r = call float asm "movl $1, $0", "=r,r"(float %x)
  ret float %r
}

; CHECK-LABEL: sse:
; CHECK: movd %edi, %xmm0
; CHECK: movaps %xmm0
; CHECK: movq %rsi, %xmm3
; CHECK: # %xmm3
; CHECK: movaps %xmm0, %xmm1
; CHECK: movq %xmm1, %r
define i32 @sse(i32 %x, i64 %y) {
  %r = call i32 asm "movaps $1, $0", "=x,x"(i32 %x)
  call void asm sideeffect "# $0", "{xmm3}"(i64 %y)
  %s = call i64 asm "movaps $1, $0", "={xmm1},x"(i32 %x)
  %t = trunc i64 %s to i32
  %u = add i32 %r, %t
  ret i32 %u
}

; CHECK-LABEL: dbl:
; CHECK: movq %xmm0, [[R:%r[a-z]+]]
; CHECK: movq [[R]], [[R]]
; CHECK: movq %rdx, %rcx
; CHECK: movq %rcx, %xmm0
define double @dbl(double %d) {
  %r = call double asm "movq $1, $0", "=r,0"(double %d)
  %s = call double asm "movq $1, $0", "={rcx},{rdx}"(double %r)
  ret double %s
}

; CHECK-LABEL: vec:
; CHECK: movaps %xmm0, [[SLOT:-[0-9]+]](%rsp)
; CHECK: # [[SLOT]](%rsp)
define <4 x i32> @vec(<4 x i32> %v) {
  call void asm sideeffect "# $0", "m"(<4 x i32> %v)
  ret <4 x i32> %v
}

; The low half of the pointer goes to the integer.
; CHECK-LABEL: narrowed:
; CHECK: movl %e{{[a-z]+}}, (%rdi)
define void @narrowed(ptr %p, ptr %q) {
  call void asm sideeffect "", "=*imr,0"(ptr elementtype(i32) %p, ptr %q)
  ret void
}
