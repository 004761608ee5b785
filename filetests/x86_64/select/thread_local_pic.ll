; The address of a thread-local variable in a library: the instructions and prefixes are those that linkers know
; how to rewrite, as llc 19.1.7 makes them.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o - | FileCheck %s

@own = internal thread_local global [4 x i32] zeroinitializer
@other = external thread_local global i32
@initial = external thread_local(initialexec) global i32
@exec = internal thread_local(localexec) global i32 0

; CHECK-LABEL: general:
; CHECK: data16
; CHECK-NEXT: leaq other@TLSGD(%rip), %rdi
; CHECK-NEXT: data16
; CHECK-NEXT: data16
; CHECK-NEXT: rex64
; CHECK-NEXT: callq __tls_get_addr@PLT
; CHECK-NEXT: addq $24, %rax
define ptr @general() {
  ret ptr getelementptr (i8, ptr @other, i64 24)
}

; CHECK-LABEL: local:
; CHECK: leaq own@TLSLD(%rip), %rdi
; CHECK-NEXT: callq __tls_get_addr@PLT
; CHECK-NEXT: leaq own@DTPOFF+4(%rax), %rax
define ptr @local() {
  ret ptr getelementptr (i8, ptr @own, i64 4)
}

; CHECK-LABEL: initial_exec:
; CHECK: addq initial@GOTTPOFF(%rip), %r{{[a-z]+}}
define ptr @initial_exec() {
  ret ptr @initial
}

; CHECK-LABEL: local_exec:
; CHECK: leaq exec@TPOFF(%rax), %rax
define ptr @local_exec() {
  ret ptr @exec
}
