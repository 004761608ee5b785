; `llvm.clear_cache` calls the runtime where instructions are read from a cache of their own, and is nothing on x86-64.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o - | FileCheck %s --check-prefix=X86
; CHECK-LABEL: clear:
; CHECK: bl __clear_cache
; X86-LABEL: clear:
; X86-NOT: call
; X86: retq
define void @clear(ptr %begin, ptr %end) {
  call void @llvm.clear_cache(ptr %begin, ptr %end)
  ret void
}

declare void @llvm.clear_cache(ptr, ptr)
