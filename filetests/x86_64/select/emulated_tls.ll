; -emulated-tls: the runtime finds thread-local variables. A block asks once for each; a variable that is zero at first has
; no initial content. On x86-64 the assembly is llc's.
; RUN: avarice compile %s -o - -emulated-tls | FileCheck %s
; RUN: avarice compile %s -o - -emulated-tls -mtriple=aarch64-linux-gnu | FileCheck %s --check-prefix=A64
; RUN: avarice compile %s -o - -emulated-tls -relocation-model=pic | FileCheck %s --check-prefix=PIC
; CHECK-LABEL: sum:
; CHECK: movq __emutls_v.counter@GOTPCREL(%rip), %rdi
; CHECK-NEXT: callq __emutls_get_address@PLT
; CHECK-NOT: __emutls_v.counter
; CHECK: movl $__emutls_v.zero, %edi
; CHECK-LABEL: choose:
; CHECK: callq __emutls_get_address@PLT
; CHECK: addq $8, %rax
; CHECK-LABEL: __emutls_v.counter:
; CHECK-NEXT: .quad 4
; CHECK-NEXT: .quad 4
; CHECK-NEXT: .quad 0
; CHECK-NEXT: .quad __emutls_t.counter
; CHECK-LABEL: __emutls_t.counter:
; CHECK-NEXT: .long 7
; CHECK-LABEL: __emutls_v.zero:
; CHECK: .quad 0
; CHECK-NEXT: .quad 0
; CHECK-NOT: __emutls_t.zero
; CHECK-NOT: __emutls_v.other:
; A64-LABEL: sum:
; A64: adrp x0, :got:__emutls_v.counter
; A64: bl __emutls_get_address
; PIC-LABEL: choose:
; PIC: movq __emutls_v.other@GOTPCREL(%rip), %rdi
; PIC: callq __emutls_get_address@PLT
target triple = "x86_64-unknown-linux-gnu"

@counter = thread_local global i32 7
@zero = internal thread_local global [2 x i64] zeroinitializer
@other = external thread_local global { i64, i64 }

declare ptr @llvm.threadlocal.address.p0(ptr)

define i64 @sum() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @counter)
  %a = load i32, ptr %p
  %b = add i32 %a, 1
  store i32 %b, ptr @counter
  %q = call ptr @llvm.threadlocal.address.p0(ptr @zero)
  %c = load i64, ptr %q
  ret i64 %c
}

define ptr @choose(i1 %which) {
  br i1 %which, label %left, label %right
left:
  br label %right
right:
  %p = phi ptr [ getelementptr inbounds ({ i64, i64 }, ptr @other, i32 0, i32 1), %left ], [ null, %0 ]
  ret ptr %p
}
