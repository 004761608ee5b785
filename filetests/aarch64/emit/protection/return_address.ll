; Signed return addresses: where they are stored or everywhere, with either key, with returns that check them on
; processors that have such; the unwinder is told which key it is, and where the address is signed. All as llc
; 19.1.7 does it.
; RUN: avarice compile %s -enable-tail-merge=false -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -o %t.o
; RUN: readelf --debug-dump=frames %t.o | FileCheck %s --check-prefix=FRAMES
target triple = "aarch64-unknown-linux-gnu"

; FRAMES:     Augmentation: "zR"
; FRAMES:     Augmentation: "zRB"

; CHECK-LABEL: leaf_not:
; CHECK-NOT:   hint
; CHECK:       ret
define i32 @leaf_not(i32 %x) nounwind "sign-return-address"="non-leaf" {
  ret i32 %x
}

; CHECK-LABEL: none:
; CHECK-NOT:   hint
; CHECK:       ret
define void @none() nounwind "sign-return-address"="none" {
  call void @f()
  call void @f()
  ret void
}

; CHECK-LABEL: leaf:
; CHECK:       hint #25
; CHECK-NEXT:  hint #29
; CHECK-NEXT:  ret
define i32 @leaf(i32 %x) nounwind "sign-return-address"="all" {
  ret i32 %x
}

; Rows after the call, together with the others of the prologue.
; CHECK-LABEL: stores:
; CHECK:       hint #25
; CHECK-NEXT:  str x30, [sp, #-16]!
; CHECK-NEXT:  .cfi_negate_ra_state
; CHECK-NEXT:  .cfi_def_cfa_offset 16
; CHECK-NEXT:  .cfi_offset w30, -16
; CHECK:       ldr x30, [sp], #16
; CHECK-NEXT:  hint #29
; CHECK-NEXT:  ret
define void @stores() "sign-return-address"="non-leaf" {
  call void @f()
  call void @f()
  ret void
}

; Rows after each instruction.
; CHECK-LABEL: exact:
; CHECK:       .cfi_b_key_frame
; CHECK-NEXT:  hint #27
; CHECK-NEXT:  .cfi_negate_ra_state
; CHECK-NEXT:  str x30, [sp, #-16]!
; CHECK-NEXT:  .cfi_def_cfa_offset 16
; CHECK-NEXT:  .cfi_offset w30, -16
; CHECK-NEXT:  .cfi_remember_state
; CHECK:       ldr x30, [sp], #16
; CHECK-NEXT:  .cfi_def_cfa_offset 0
; CHECK-NEXT:  hint #31
; CHECK-NEXT:  .cfi_negate_ra_state
; CHECK-NEXT:  .cfi_restore w30
; CHECK-NEXT:  ret
; CHECK:       .cfi_restore_state
; CHECK:       hint #31
define i32 @exact(i32 %x) uwtable "sign-return-address"="non-leaf" "sign-return-address-key"="b_key" {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  call void @f()
  ret i32 0
b:
  call void @f()
  call void @f()
  ret i32 1
}

; CHECK-LABEL: combined:
; CHECK:       paciasp
; CHECK:       retaa
; CHECK-LABEL: combined_b:
; CHECK:       pacibsp
; CHECK:       retab
define i32 @combined(i32 %x) nounwind "sign-return-address"="all" "target-features"="+v8.3a" {
  ret i32 %x
}
define i32 @combined_b(i32 %x) nounwind "sign-return-address"="all" "sign-return-address-key"="b_key" "target-features"="+pauth" {
  ret i32 %x
}

; Nothing combines a check with a jump to another function.
; CHECK-LABEL: tail:
; CHECK:       paciasp
; CHECK:       autiasp
; CHECK-NEXT:  b f
define void @tail() nounwind "sign-return-address"="non-leaf" "target-features"="+v8.3a" {
  call void @f()
  tail call void @f()
  ret void
}

declare void @f()
