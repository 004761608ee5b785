; Checks of the types of called functions: the number of a function's type before it, with a symbol, where it keeps the
; function aligned; a check before each indirect call, whose trap is listed; a number that would be a mark for indirect
; branches is changed. As llc 19.1.7 does it.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -o %t.o
; RUN: readelf -sSW %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: avarice compile %s -o - | as -o %t.as.o -
; RUN: objdump -d --no-show-raw-insn %t.o | tail -n +4 | grep -v "nop\|xchg  *%%ax,%%ax" > %t.ours
; RUN: objdump -d --no-show-raw-insn %t.as.o | tail -n +4 | grep -v "nop\|xchg  *%%ax,%%ax" | cmp - %t.ours
target triple = "x86_64-unknown-linux-gnu"

; OBJECT-DAG: .kcfi_traps PROGBITS {{.*}} AL
; OBJECT-DAG: 0000000000000000 16 FUNC GLOBAL DEFAULT {{[0-9]+}} __cfi_calls
; OBJECT-DAG: FUNC WEAK DEFAULT {{[0-9]+}} __cfi_jumps
; OBJECT-DAG: FUNC LOCAL DEFAULT {{[0-9]+}} __cfi_loads

; CHECK-LABEL: .globl calls
; CHECK:       .globl __cfi_calls
; CHECK-NEXT:  .type __cfi_calls,@function
; CHECK-NEXT:  __cfi_calls:
; CHECK-COUNT-11: nop
; CHECK-NEXT:  movl $12345678, %eax # imm = 0xBC614E
; CHECK-NEXT:  [[END:.*]]:
; CHECK-NEXT:  .size __cfi_calls, [[END]]-__cfi_calls
; CHECK-NEXT:  calls:
; CHECK:       movl $4282621618, %r10d
; CHECK-NEXT:  addl -4(%rdi), %r10d
; CHECK-NEXT:  je [[PASS:.Ltmp0]]
; CHECK-NEXT:  [[TRAP:.Ltmp1]]:
; CHECK-NEXT:  ud2
; CHECK-NEXT:  .section .kcfi_traps,"ao",@progbits,.text
; CHECK-NEXT:  [[HERE:.Ltmp2]]:
; CHECK-NEXT:  .long [[TRAP]]-[[HERE]]
; CHECK-NEXT:  .text
; CHECK-NEXT:  [[PASS]]:
; CHECK-NEXT:  callq *%rdi
define void @calls(ptr noundef %f) !kcfi_type !1 {
  call void %f() [ "kcfi"(i32 12345678) ]
  ret void
}

; A function without type is none that checked calls reach.
; CHECK-NOT:   nop
; CHECK:       untyped:
define void @untyped() {
  ret void
}

; CHECK:       .weak __cfi_jumps
; CHECK:       movl $4196274164, %eax
; CHECK:       jumps:
; CHECK:       movl $98693132, %r10d
; CHECK-NEXT:  addl -4(%rdi), %r10d
; CHECK:       ud2
; CHECK:       jmpq *%rdi
define weak void @jumps(ptr noundef %f) !kcfi_type !2 {
  tail call void %f() [ "kcfi"(i32 -98693133) ]
  ret void
}

; What is called is loaded once.
; CHECK:       __cfi_loads:
; CHECK:       loads:
; CHECK:       movq (%rdi), [[CALLED:%r[a-z0-9]+]]
; CHECK:       addl -4([[CALLED]]), %r10d
; CHECK:       callq *[[CALLED]]
define internal void @loads(ptr noundef %p) !kcfi_type !1 {
  %f = load ptr, ptr %p
  call void %f() [ "kcfi"(i32 12345678) ]
  ret void
}

; A direct call needs no check.
; CHECK:       direct:
; CHECK-NOT:   ud2
; CHECK:       callq untyped
define void @direct() {
  call void @untyped() [ "kcfi"(i32 12345678) ]
  call void @loads(ptr null)
  ret void
}

; Room for patches is between number and label.
; CHECK:       __cfi_patchable:
; CHECK-COUNT-8: nop
; CHECK-NEXT:  movl $12345678, %eax
; CHECK-COUNT-3: nop
; CHECK-NEXT:  patchable:
; CHECK:       addl -7(%rdi), %r10d
define void @patchable(ptr noundef %f) "patchable-function-prefix"="3" !kcfi_type !1 {
  call void %f() [ "kcfi"(i32 12345678) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
!1 = !{i32 12345678}
!2 = !{i32 -98693133}
