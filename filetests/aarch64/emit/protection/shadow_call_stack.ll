; Return addresses on a second stack, which X18 points to the end of; as llc 19.1.7 does it. Functions that do not
; store the return address leave it where it is.
; RUN: avarice compile %s -mattr=+reserve-x18 -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mattr=+reserve-x18 -o %t.o
; RUN: readelf --debug-dump=frames %t.o | FileCheck %s --check-prefix=FRAMES
target triple = "aarch64-unknown-linux-gnu"

; FRAMES:      DW_CFA_val_expression: r18 (x18) (DW_OP_breg18 (x18): -8)

; CHECK-LABEL: stores:
; CHECK:       str x30, [x18], #8
; CHECK-NEXT:  .cfi_escape 0x16, 0x12, 0x02, 0x82, 0x78
; CHECK-NEXT:  str x30, [sp, #-16]!
; CHECK:       ldr x30, [sp], #16
; CHECK-NEXT:  ldr x30, [x18, #-8]!
; CHECK-NEXT:  ret
define void @stores() shadowcallstack {
  call void @f()
  call void @f()
  ret void
}

; CHECK-LABEL: tail:
; CHECK:       str x30, [x18], #8
; CHECK:       ldr x30, [x18, #-8]!
; CHECK-NEXT:  b f
define void @tail() shadowcallstack {
  call void @f()
  tail call void @f()
  ret void
}

; What is signed is checked before it is replaced.
; CHECK-LABEL: signs:
; CHECK:       str x30, [x18], #8
; CHECK-NEXT:  .cfi_escape
; CHECK-NEXT:  paciasp
; CHECK-NEXT:  .cfi_negate_ra_state
; CHECK:       autiasp
; CHECK-NEXT:  .cfi_negate_ra_state
; CHECK-NEXT:  ldr x30, [x18, #-8]!
; CHECK-NEXT:  .cfi_restore w18
; CHECK-NEXT:  .cfi_restore w30
; CHECK-NEXT:  ret
define void @signs() shadowcallstack uwtable "sign-return-address"="non-leaf" "target-features"="+v8.3a" {
  call void @f()
  call void @f()
  ret void
}

; CHECK-LABEL: leaf:
; CHECK-NOT:   x18
; CHECK:       ret
define i32 @leaf(i32 %x) shadowcallstack {
  ret i32 %x
}

declare void @f()
