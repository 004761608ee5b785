; Branches that are likely taken are marked with a prefix, for processors that read it. The output is that of llc 19.1.7.
; RUN: avarice compile %s -mattr=+branch-hint -enable-branch-hint -o - | FileCheck %s --check-prefix=MARKED
; RUN: avarice compile %s -mattr=+branch-hint -enable-branch-hint -branch-hint-probability-threshold=60 -o - | FileCheck %s --check-prefix=PLAIN
; RUN: avarice compile %s -mattr=+branch-hint -o - | FileCheck %s --check-prefix=PLAIN
; RUN: avarice compile %s -enable-branch-hint -o - | FileCheck %s --check-prefix=PLAIN
; RUN: avarice compile %s -mattr=+branch-hint -enable-branch-hint -filetype=obj -o %t.o && objdump -d %t.o | FileCheck %s --check-prefix=OBJECT
target triple = "x86_64-unknown-linux-gnu"

; MARKED:       testl %edi, %edi
; MARKED-NEXT:  ds
; MARKED-NEXT:  je .LBB0_2
; PLAIN:        testl %edi, %edi
; PLAIN-NEXT:   je .LBB0_2
; OBJECT:       3e 74 02 je,pt
define void @likely(i32 %x, ptr %p) {
  %zero = icmp eq i32 %x, 0
  br i1 %zero, label %end, label %then, !prof !0

then:
  store i32 %x, ptr %p
  br label %end

end:
  ret void
}

!0 = !{!"branch_weights", i32 51, i32 49}
