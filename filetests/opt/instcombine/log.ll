; What the pass says; values of unreachable blocks, which may be made of themselves, are not looked at.
; RUN: avarice opt -disable-output -passes=instcombine -debug-only=instcombine %s 2>&1 | FileCheck %s

; CHECK: %a = mul i32 %x, 8  =>  %a = shl i32 %x, 3
; CHECK-NEXT: %b = sub i32 %a, 3  =>  %b = add i32 %a, -3
; CHECK-NOT: {{.}}
define i32 @f(i32 %x) {
entry:
  %a = mul i32 %x, 8
  %b = sub i32 %a, 3
  ret i32 %b

nowhere:
  %c = add i32 %c, 1
  br label %nowhere
}
