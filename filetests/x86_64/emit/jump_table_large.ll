; A jump table of the large code model: 64-bit addresses, in position-independent code 64-bit distances.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large %s -o - | FileCheck %s --check-prefixes=CHECK,STATIC
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large -relocation-model=pic %s -o - | FileCheck %s --check-prefixes=CHECK,PIC

; PIC: [[BASE:\.L0\$pb]]:
; PIC-NEXT: leaq [[BASE]](%rip),
; PIC-NEXT: movabsq $_GLOBAL_OFFSET_TABLE_-[[BASE]],
; STATIC: movabsq $.LJTI0_0, [[TABLE:%[a-z0-9]+]]
; STATIC-NEXT: jmpq *([[TABLE]],%{{[a-z0-9]+}},8)
; PIC: movabsq $.LJTI0_0@GOTOFF, [[OFFSET:%[a-z0-9]+]]
; PIC: addq (%{{[a-z0-9]+}},%{{[a-z0-9]+}},8), [[TARGET:%[a-z0-9]+]]
; PIC-NEXT: jmpq *[[TARGET]]
; CHECK: .LJTI0_0:
; STATIC-NEXT: .quad .LBB0_{{[0-9]+$}}
; PIC-NEXT: .quad .LBB0_{{[0-9]+}}-.LJTI0_0
define i32 @choose(i32 %x) {
  switch i32 %x, label %default [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
  ]
a:
  ret i32 7
b:
  ret i32 9
c:
  ret i32 99
d:
  ret i32 999
e:
  ret i32 9999
default:
  ret i32 0
}
