; The solution does not depend on how sets are represented, nor on the order of visits: with the same numbers (those
; of the layout, or of the postorder, which a work list starts with), reports without the steps are equal.
; RUN: avarice analyze liveness --no-trace --sets bits %s > %t.bits
; RUN: avarice analyze liveness --no-trace --sets sorted %s > %t.sorted
; RUN: avarice analyze liveness --no-trace --sets per-variable %s > %t.single
; RUN: diff %t.bits %t.sorted && diff %t.bits %t.single
; RUN: avarice analyze liveness --no-trace --order worklist --sets bits %s > %t.bits2
; RUN: avarice analyze liveness --no-trace --order worklist --sets sorted %s > %t.sorted2
; RUN: avarice analyze liveness --no-trace --order worklist --sets per-variable %s > %t.single2
; RUN: diff %t.bits %t.bits2 && diff %t.bits %t.sorted2 && diff %t.bits %t.single2
; RUN: avarice analyze liveness --no-trace --order layout %s | FileCheck %s -check-prefix=LAYOUT
; RUN: avarice analyze liveness --no-trace --order rpo %s | FileCheck %s -check-prefix=RPO
; RUN: avarice analyze liveness --no-trace --order layout --granularity statement %s | FileCheck %s -check-prefix=STATEMENT

; LAYOUT:      2 %i0 = add
; LAYOUT:      Live Variables:
; LAYOUT-NEXT: 0 i32 %a
; LAYOUT-NEXT: 1 i32 %n
; LAYOUT-NEXT: 6 %i1 = phi i32 [ %i0, %entry ], [ %i3, %body ]
; LAYOUT-NOT:  {{.}}

; RPO:         Basic Block: %entry
; RPO:         Basic Block: %loop
; RPO:         Basic Block: %end
; RPO:         Basic Block: %body
; RPO:         Live Variables:
; RPO-NEXT:    0 i32 %a
; RPO-NEXT:    1 i32 %n
; RPO-NEXT:    3 %i1 = phi i32 [ %i0, %entry ], [ %i3, %body ]
; RPO-NOT:     {{.}}

; STATEMENT:      ==== result ====
; STATEMENT:      Statement: %more = icmp slt i32 %i1, %n
; STATEMENT-NEXT: IN for statement:
; STATEMENT-NEXT: 0 1 6
; STATEMENT-NEXT: OUT for statement:
; STATEMENT-NEXT: 0 1 6 7
define i32 @f(i32 %a, i32 %n) {
entry:
  %i0 = add i32 %a, 1
  br label %loop

body:
  %i2 = add i32 %i1, %a
  %unused = mul i32 %i2, %i2
  %i3 = xor i32 %i2, 1
  br label %loop

loop:
  %i1 = phi i32 [ %i0, %entry ], [ %i3, %body ]
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %body, label %end

end:
  ret i32 %i1
}
