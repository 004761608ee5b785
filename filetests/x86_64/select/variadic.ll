; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stop-after=finalize-isel -verify-machineinstrs -o - | FileCheck %s
; The callee saves what arguments may be in: vector registers only if AL is not zero.

declare void @llvm.va_start.p0(ptr)
declare void @take(ptr)

; CHECK-LABEL: name: {{ *}}variadic
; CHECK: liveins: $al, $rsi, $rdx, $rcx, $r8, $r9, $xmm0
; CHECK: TEST8rr
; CHECK-NEXT: JCC_1 %bb.2, 4, implicit $eflags
; CHECK: bb.1
; CHECK: MOVAPSmr %stack.{{[0-9]+}}, 1, $noreg, 48, $noreg,
; CHECK: MOVAPSmr %stack.{{[0-9]+}}, 1, $noreg, 160, $noreg,
; CHECK: bb.2
; CHECK: MOV64mr %stack.{{[0-9]+}}, 1, $noreg, 8, $noreg,
; CHECK: MOV32mi %stack.{{[0-9]+}}{{.*}}, 1, $noreg, 0, $noreg, 8 ::
; CHECK: MOV32mi %stack.{{[0-9]+}}{{.*}}, 1, $noreg, 4, $noreg, 48 ::
; CHECK: LEA64r %fixed-stack.0, 1, $noreg, 0, $noreg
define void @variadic(i32 %n, ...) {
  %list = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %list)
  call void @take(ptr %list)
  ret void
}
