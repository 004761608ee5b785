; Operands of inline assembly on the x87 stack: inputs that the text takes off, that it leaves, that are anywhere; outputs at
; the top; numbers of other types.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.two
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.two
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -o %t.s && cc %t.s -o %t && %t | diff - %t.two
; RUN: cat %t.two
; OUTPUT:
; 0.2 3.0 25.2 5.0 7.5

@text = constant [27 x i8] c"%.1f %.1f %.1Lf %.1f %.1f\0A\00"
@half = global float 0.0
@whole = global x86_fp80 0xK00000000000000000000

declare i32 @printf(ptr, ...)

; CHECK-LABEL: quotient:
; CHECK: #APP
; CHECK-NEXT: fdivp
; CHECK-NEXT: #NO_APP
; CHECK-NEXT: retq
define x86_fp80 @quotient(x86_fp80 %x, x86_fp80 %y) {
  %r = call x86_fp80 asm "fdivp", "={st},0,{st(1)},~{st(1)},~{dirflag},~{fpsr},~{flags}"(x86_fp80 %x, x86_fp80 %y)
  ret x86_fp80 %r
}

; CHECK-LABEL: root:
; CHECK: fldl
; CHECK: fsqrt
; CHECK: fstpl
define double @root(double %x) {
  %r = call double asm "fsqrt", "={st},0,~{dirflag},~{fpsr},~{flags}"(double %x)
  ret double %r
}

; CHECK-LABEL: anywhere:
; CHECK: fadd %st([[#]]), %st
define x86_fp80 @anywhere(x86_fp80 %x, x86_fp80 %y, x86_fp80 %z) {
  %a = fadd x86_fp80 %x, %y
  %r = call x86_fp80 asm "fadd $2, $0", "=&{st},0,f,~{dirflag},~{fpsr},~{flags}"(x86_fp80 %z, x86_fp80 %a)
  %s = fadd x86_fp80 %r, %a
  ret x86_fp80 %s
}

; The text takes its input off.
; CHECK-LABEL: taken:
; CHECK: fstpt (%rdi)
; CHECK-NEXT: #NO_APP
; CHECK-NEXT: retq
define void @taken(x86_fp80 %x, ptr %p) {
  call void asm sideeffect "fstpt $1", "{st},*m,~{st},~{memory}"(x86_fp80 %x, ptr elementtype(x86_fp80) %p)
  ret void
}

; The text leaves its input.
; CHECK-LABEL: left:
; CHECK: fsts (%rdi)
; CHECK-NEXT: #NO_APP
; CHECK-NEXT: fstp
define void @left(float %x, ptr %p) {
  call void asm sideeffect "fsts $1", "{st},*m,~{memory}"(float %x, ptr elementtype(float) %p)
  ret void
}

; CHECK-LABEL: init:
; CHECK: fninit
; CHECK-NEXT: #NO_APP
; CHECK-NEXT: retq
define void @init() {
  call void asm sideeffect "fninit", "~{st},~{st(1)},~{st(2)},~{st(3)},~{st(4)},~{st(5)},~{st(6)},~{dirflag},~{fpsr},~{flags}"()
  ret void
}

define i32 @main() {
  call void @init()
  %two = fpext double 2.0 to x86_fp80
  %eight = fpext double 8.0 to x86_fp80
  %q = call x86_fp80 @quotient(x86_fp80 %two, x86_fp80 %eight)
  %a = fptrunc x86_fp80 %q to double
  %b = call double @root(double 9.0)
  %five = fpext double 5.0 to x86_fp80
  %c = call x86_fp80 @anywhere(x86_fp80 %two, x86_fp80 %eight, x86_fp80 %five)
  %four = fadd x86_fp80 %c, %q
  call void @taken(x86_fp80 %five, ptr @whole)
  call void @left(float 7.5, ptr @half)
  %w = load x86_fp80, ptr @whole
  %d = fptrunc x86_fp80 %w to double
  %h = load float, ptr @half
  %e = fpext float %h to double
  %s = call i32 (ptr, ...) @printf(ptr @text, double %a, double %b, x86_fp80 %four, double %d, double %e)
  ret i32 0
}
