; Where the guard of stack protectors is on AArch64 and where it is checked. As llc 19.1.7 does it.
; RUN: avarice compile -enable-post-misched=false -mtriple=aarch64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s
; RUN: avarice compile -enable-post-misched=false -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=O0
; RUN: avarice compile -enable-post-misched=false -mtriple=aarch64-linux-android21 %s -o - | FileCheck %s --check-prefix=ANDROID
; RUN: avarice compile -enable-post-misched=false -mtriple=aarch64-linux-gnu -stop-after=finalize-isel %s -o - | FileCheck %s --check-prefix=MIR

declare void @use(ptr)
declare void @throw() noreturn

; CHECK-LABEL: arrays_first:
; CHECK:       adrp x8, __stack_chk_guard
; CHECK-NEXT:  ldr x8, [x8, :lo12:__stack_chk_guard]
; CHECK-NEXT:  str x8, [sp, #40]
; CHECK-NEXT:  add x0, sp, #24
; CHECK:       add x0, sp, #4
; CHECK:       add x0, sp, #8
; CHECK:       adrp x[[GUARD:[0-9]+]], __stack_chk_guard
; CHECK-DAG:   ldr x[[GUARD]], [x[[GUARD]], :lo12:__stack_chk_guard]
; CHECK-DAG:   ldr x[[KEPT:[0-9]+]], [sp, #40]
; CHECK:       cmp x[[GUARD]], x[[KEPT]]
; CHECK-NEXT:  b.ne [[FAIL:.*]]
; CHECK:       ret
; CHECK:       [[FAIL]]:
; CHECK:       bl __stack_chk_fail
; O0-LABEL:    arrays_first:
; O0:          __stack_chk_guard
; O0:          bl __stack_chk_fail
; ANDROID-LABEL: arrays_first:
; ANDROID:     mrs x[[BASE:[0-9]+]], TPIDR_EL0
; ANDROID-NEXT: ldr x{{[0-9]+}}, [x[[BASE]], #40]
; MIR:         stackProtector: '%stack.0.StackGuardSlot'
; MIR:         LOAD_STACK_GUARD :: (dereferenceable invariant load (s64) from @__stack_chk_guard)
; MIR-NEXT:    STRXui {{.*}}, %stack.0.StackGuardSlot, 0 :: (volatile store (s64) into %stack.0.StackGuardSlot)
define i32 @arrays_first() sspstrong {
  %large = alloca [16 x i8]
  %taken = alloca i32
  %other = alloca [4 x i32]
  call void @use(ptr %large)
  call void @use(ptr %taken)
  call void @use(ptr %other)
  %v = load i32, ptr %taken
  ret i32 %v
}

; Selection checks before returns only; where a pass on IR does it, before what throws as well.
; CHECK-LABEL: throws:
; CHECK:       adrp x8, __stack_chk_guard
; CHECK-NOT:   adrp
; CHECK:       bl throw
; ANDROID-LABEL: throws:
; ANDROID-COUNT-2: #40
; ANDROID:     bl throw
define void @throws() sspreq {
  call void @throw()
  unreachable
}

; CHECK-LABEL: tail:
; CHECK:       cmp x
; CHECK:       b use
; CHECK:       bl __stack_chk_fail
define void @tail() sspreq {
  tail call void @use(ptr null)
  ret void
}

; A call whose arguments are all in registers becomes a jump even if it takes more of them; one with more does not.
; CHECK-LABEL: tail_variadic:
; CHECK:       cmp x
; CHECK:       b print
; CHECK-LABEL: no_tail_variadic:
; CHECK:       bl print
; CHECK:       cmp x
declare i32 @print(ptr, ...)
define void @tail_variadic(ptr %x) sspreq {
  %r = tail call i32 (ptr, ...) @print(ptr %x, i64 1, i64 2)
  ret void
}

define void @no_tail_variadic(ptr %x) sspreq {
  %r = tail call i32 (ptr, ...) @print(ptr %x, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8)
  ret void
}
