; Returns jump to a function of the program where an attribute asks for it, but not those of that function itself. With
; the module flag there is a prefix before, as before calls of thunks.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -filetype=obj -o %t.o && objdump -dr %t.o | FileCheck %s --check-prefix=OBJECT
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: returns:
; CHECK:       cs
; CHECK-NEXT:  jmp __x86_return_thunk
; CHECK-NOT:   retq
; OBJECT-LABEL: <returns>:
; OBJECT:       R_X86_64_PLT32 __x86_return_thunk-0x4
define i32 @returns(i32 %x) fn_ret_thunk_extern {
  ret i32 %x
}

; CHECK-LABEL: calls:
; CHECK:       cs
; CHECK-NEXT:  callq __x86_indirect_thunk_r11
; CHECK:       retq
define i32 @calls(ptr %f) "target-features"="+retpoline-external-thunk" {
  %r = call i32 %f()
  %s = add i32 %r, 1
  ret i32 %s
}

; CHECK-LABEL: __x86_return_thunk:
; CHECK-NOT:   jmp
; CHECK:       retq
define void @__x86_return_thunk() fn_ret_thunk_extern {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"indirect_branch_cs_prefix", i32 1}
