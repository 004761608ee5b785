; What orders and representations cost. In postorder, facts that flow backward need a round for each loop around which
; they go; against it, a round for each block. Per variable, a work list visits only where the variable lives.
; RUN: avarice analyze liveness --no-trace --stats %s | FileCheck %s

; CHECK:      ================== costs, nodes are blocks
; CHECK-NEXT: order sets iterations transfers set operations steps bytes time
; CHECK-NEXT: postorder bits 2 6 18 18 192 {{[0-9]+}} us
; CHECK-NEXT: postorder sorted 2 6 18 22 144 {{[0-9]+}} us
; CHECK-NEXT: postorder per-variable 6 18 54 54 144 {{[0-9]+}} us
; CHECK-NEXT: rpo bits 3 9 27 27 192 {{[0-9]+}} us
; CHECK-NEXT: rpo sorted 3 9 27 22 144 {{[0-9]+}} us
; CHECK-NEXT: rpo per-variable 8 24 72 72 144 {{[0-9]+}} us
; CHECK-NEXT: layout bits 3 9 27 27 192 {{[0-9]+}} us
; CHECK-NEXT: layout sorted 3 9 27 22 144 {{[0-9]+}} us
; CHECK-NEXT: layout per-variable 8 24 72 72 144 {{[0-9]+}} us
; CHECK-NEXT: worklist bits 2 4 13 13 192 {{[0-9]+}} us
; CHECK-NEXT: worklist sorted 2 4 13 16 144 {{[0-9]+}} us
; CHECK-NEXT: worklist per-variable 6 8 27 27 144 {{[0-9]+}} us
define i32 @chain(i1 %c, i32 %a) {
entry:
  %x = add i32 %a, 1
  br label %next

next:
  br i1 %c, label %end, label %next

end:
  ret i32 %x
}
