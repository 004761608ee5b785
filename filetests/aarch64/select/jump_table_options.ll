; Options that say when a switch becomes a jump table; which of them do is as with llc 19.1.7.
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=TREE
; RUN: avarice compile -aarch64-min-jump-table-entries=4 %s -o - | FileCheck %s --check-prefix=TABLE
; RUN: avarice compile -aarch64-min-jump-table-entries=4 -jump-table-density=40 %s -o - | FileCheck %s --check-prefix=TWO
; RUN: avarice compile -aarch64-min-jump-table-entries=0 %s -o - | FileCheck %s --check-prefix=EMPTY

; TREE-LABEL: f:
; TREE-NOT: .LJTI
; TABLE: .LJTI0_0
; TABLE-NOT: .LJTI0_1
; TWO: .LJTI0_1
; EMPTY: empty:
target triple = "aarch64-unknown-linux-gnu"

define i32 @f(i32 %x) {
  switch i32 %x, label %d [
    i32 0, label %b0
    i32 3, label %b1
    i32 6, label %b2
    i32 9, label %b3
    i32 12, label %b0
    i32 15, label %b1
    i32 18, label %b2
    i32 21, label %b3
  ]
b0:
  ret i32 5
b1:
  ret i32 6
b2:
  ret i32 7
b3:
  ret i32 8
d:
  ret i32 0
}

; A switch without cases is none, however few entries a table needs.
define i32 @empty(i32 %x) {
  switch i32 %x, label %d [
  ]
d:
  ret i32 0
}
