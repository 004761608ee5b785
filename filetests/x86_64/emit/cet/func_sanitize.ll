; A sanitizer of indirect calls reads a signature and a number of the type before a function, after the room for patches.
; Their places are those of llc 19.1.7.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o - | FileCheck %s --check-prefixes=CHECK,X86
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -filetype=obj -o %t.o && objdump -r -s %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o %t.s && as %t.s -o %t.as.o && objdump -r -s %t.as.o | FileCheck %s --check-prefix=OBJECT

; CHECK:      .type alone,@function
; CHECK-NEXT: {{.long|.word}} 3238382334 {{#|//}} 0xc105cafe
; CHECK-NEXT: {{.long|.word}} 42
; CHECK-NEXT: alone:
define void @alone() nounwind !func_sanitize !0 {
  ret void
}

; CHECK:      .type with_room,@function
; CHECK-NEXT: [[ROOM:.Ltmp[0-9]+]]:
; CHECK-NEXT: nop
; CHECK-NEXT: {{.long|.word}} 3238382334 {{#|//}} 0xc105cafe
; CHECK-NEXT: {{.long|.word}} 43
; CHECK-NEXT: with_room:
; X86:        .section __patchable_function_entries
; X86:        .quad [[ROOM]]
define void @with_room() nounwind "patchable-function-prefix"="1" "patchable-function-entry"="1" !func_sanitize !1 {
  ret void
}

; OBJECT:      RELOCATION RECORDS FOR [__patchable_function_entries]:
; OBJECT:      R_X86_64_64 .text+0x0000000000000010
; OBJECT:      Contents of section .text:
; OBJECT-NEXT: 0000 feca05c1 2a000000 c30f1f80 00000000
; OBJECT-NEXT: 0010 90feca05 c12b0000 0090c3

!0 = !{i32 3238382334, i32 42}
!1 = !{i32 3238382334, i32 43}
