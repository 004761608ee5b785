; Only the first of the jump tables of a function is aligned: entries of one size leave the next one aligned. As llc 19.1.7.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o - | grep -E 'p2align.*0x0|JTI.*:'
; OUTPUT:
; 	.p2align	3, 0x0
; .LJTI0_0:
; .LJTI0_1:

define void @f(i32 %x) {
  switch i32 %x, label %d [ i32 0, label %a i32 1, label %b i32 2, label %a i32 3, label %c i32 4, label %b ]
a:
 call void @g(i32 1)
 br label %d
b:
 call void @g(i32 2)
 br label %d
c:
 call void @g(i32 3)
 br label %d
d:
  switch i32 %x, label %e [ i32 0, label %a2 i32 1, label %b2 i32 2, label %a2 i32 3, label %c2 i32 4, label %b2 ]
a2:
 call void @g(i32 4)
 br label %e
b2:
 call void @g(i32 5)
 br label %e
c2:
 call void @g(i32 6)
 br label %e
e:
 ret void
}
declare void @g(i32)
