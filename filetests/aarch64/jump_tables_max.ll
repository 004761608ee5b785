; -max-jump-table-size limits how many entries a jump table has, but not where size matters. Without small tables, the cases
; are split into more.
; RUN: llc -mtriple=aarch64-unknown-linux-gnu -aarch64-min-jump-table-entries=4 -stop-after=finalize-isel %s -o - | FileCheck %s --check-prefix=ONE
; RUN: llc -mtriple=aarch64-unknown-linux-gnu -aarch64-min-jump-table-entries=4 -max-jump-table-size=4 -stop-after=finalize-isel %s -o - | FileCheck %s --check-prefix=TWO
; ONE-LABEL: name: speed
; ONE: jumpTable:
; ONE: id: 0
; ONE-NOT: id: 1
; ONE-LABEL: name: size
; TWO-LABEL: name: speed
; TWO: jumpTable:
; TWO: id: 0
; TWO: id: 1
; TWO-NOT: id: 2
; TWO-LABEL: name: size
; TWO: jumpTable:
; TWO: id: 0
; TWO-NOT: id: 1

define void @speed(i32 %x) {
entry:
  switch i32 %x, label %out [
    i32 1, label %a
    i32 2, label %b
    i32 3, label %c
    i32 4, label %d
    i32 5, label %b
    i32 6, label %a
    i32 7, label %d
    i32 8, label %c
  ]
a:
  tail call void @g(i32 1)
  br label %out
b:
  tail call void @g(i32 2)
  br label %out
c:
  tail call void @g(i32 3)
  br label %out
d:
  tail call void @g(i32 4)
  br label %out
out:
  ret void
}

define void @size(i32 %x) optsize {
entry:
  switch i32 %x, label %out [
    i32 1, label %a
    i32 2, label %b
    i32 3, label %c
    i32 4, label %d
    i32 5, label %b
    i32 6, label %a
    i32 7, label %d
    i32 8, label %c
  ]
a:
  tail call void @g(i32 1)
  br label %out
b:
  tail call void @g(i32 2)
  br label %out
c:
  tail call void @g(i32 3)
  br label %out
d:
  tail call void @g(i32 4)
  br label %out
out:
  ret void
}

declare void @g(i32)
