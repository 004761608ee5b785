; The factor that stands for a division is smaller where the dividend surely is. As llc 19.1.7 chooses it.
; RUN: avarice compile %s -O2 -mtriple=x86_64-unknown-linux-gnu -o - | FileCheck %s
; RUN: avarice compile %s -O2 -mtriple=aarch64-unknown-linux-gnu -o - | FileCheck %s --check-prefix=ARM

; CHECK-LABEL: of_product:
; CHECK: imulq $20355296, %{{[a-z0-9]+}}, %[[PRODUCT:[a-z0-9]+]]
; CHECK-NEXT: shrq $32, %[[PRODUCT]]
; ARM-LABEL: of_product:
; ARM: mov [[FACTOR:w[0-9]+]], #39136
; ARM-NEXT: movk [[FACTOR]], #310, lsl #16
; ARM: lsr {{x[0-9]+}}, {{x[0-9]+}}, #32
define i32 @of_product(i16 %x) {
  %wide = zext i16 %x to i32
  %product = mul nuw nsw i32 %wide, 77
  %rest = urem i32 %product, 211
  ret i32 %rest
}

; 33 bits where nothing is known.
; CHECK-LABEL: of_any:
; CHECK: imulq
; CHECK: shrq $39
define i32 @of_any(i32 %x) {
  %rest = urem i32 %x, 211
  ret i32 %rest
}
