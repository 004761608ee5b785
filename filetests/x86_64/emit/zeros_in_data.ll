; -nozero-initialized-in-bss: variables that are zero at first take room in the file. llc writes the same.
; RUN: avarice compile %s -o - -nozero-initialized-in-bss | FileCheck %s
; CHECK: .data
; CHECK: zero:
; CHECK: .section .tdata,"awT",@progbits
; CHECK: own:
target triple = "x86_64-unknown-linux-gnu"

@zero = global i64 0
@own = thread_local global i32 0
