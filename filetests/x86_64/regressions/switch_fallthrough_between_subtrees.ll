; The last block of the lower half of a switch's search tree left out its jump to the default,
; because the default followed it in the layout; then the blocks of the upper half came between.
; RUN: avarice compile %s -stop-after=finalize-isel -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s --check-prefix=ASM
; The upper half follows the lower one and only its last block falls through.
; CHECK:      CMP32ri %{{[0-9]+}}, -6
; CHECK-NEXT: JCC_1
; CHECK-NEXT: JMP_1
; CHECK:      CMP32ri %{{[0-9]+}}, 5
; CHECK:      CMP32ri %{{[0-9]+}}, 90
; ASM-LABEL: search:
; ASM:       cmpl $5
; ASM-NEXT:  je
; ASM:       retq
declare void @hit(i32)

define void @search(i8 signext %value) {
entry:
  switch i8 %value, label %done [
    i8 -6, label %low
    i8 0, label %high
    i8 5, label %low
    i8 90, label %high
    i8 120, label %low
  ]

done:
  ret void

low:
  call void @hit(i32 1)
  br label %done

high:
  call void @hit(i32 2)
  br label %done
}
