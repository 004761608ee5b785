; Vectors of more than 256 bits go in registers of 512 bits where a function has AVX-512, which are not known here.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: <16 x float> in a signature, where it goes in registers of 512 bits, in function `f`
;   --> %s:21:21
;    |
; 21 | define <16 x float> @f(<16 x float> %x) "target-features"="+avx512f" {
;    |                     ^^
; error: unsupported: <8 x i64> in a signature, where it goes in registers of 512 bits, in function `i`
;   --> %s:30:3
;    |
; 30 |   call void @h(<8 x i64> %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: <64 x i1> in a signature, where it goes in registers of 512 bits, in function `j`
;   --> %s:33:13
;    |
; 33 | define void @j(<64 x i1> %p) "target-cpu"="skylake-avx512" {
;    |             ^^

define <16 x float> @f(<16 x float> %x) "target-features"="+avx512f" {
  ret <16 x float> %x
}
define <8 x float> @g(<8 x float> %x) "target-features"="+avx512f" {
  ret <8 x float> %x
}
declare void @h(<8 x i64>)
define void @i(ptr %p) "target-cpu"="skylake-avx512" {
  %x = load <8 x i64>, ptr %p
  call void @h(<8 x i64> %x)
  ret void
}
define void @j(<64 x i1> %p) "target-cpu"="skylake-avx512" {
  ret void
}
define void @k(<16 x float> %p) "target-cpu"="skylake" {
  ret void
}
