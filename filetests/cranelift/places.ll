; Arguments that Cranelift would place otherwise: parameters that nobody looks at stand before them.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift -mtriple=aarch64-unknown-linux-gnu -O0 %s -o %t.clif && grep function %t.clif
; OUTPUT:
; function u0:0(i64, i64, i64, i64) -> i64, i64 system_v {
; function u0:1(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) -> i64, i64 system_v {
; function u0:2(f32, f32, f32, f64, f64, f64, f64, f64, f64, f64, f32) -> f32 system_v {

; RUN: avarice compile --backend=cranelift -mtriple=x86_64-unknown-linux-gnu -O0 %s -o %t.clif && grep function %t.clif
; OUTPUT:
; function u0:0(i64, i64, i64) -> i64, i64 system_v {
; function u0:1(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) -> i64, i64 system_v {
; function u0:2(f32, f32, f32, f64, f64, f32, f32, f32, f32, f32) -> f32 system_v {

; A pair of words begins in an even register of AArch64.
define i128 @even(i32 %a, i128 %b) {
  ret i128 %b
}

; What does not fit leaves the rest of the registers empty.
define i128 @stack(ptr %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i128 %h, i32 %i) {
  ret i128 %h
}

; Arrays of numbers are together on AArch64, in registers or on the stack.
define float @array([3 x float] %a, double %b, double %x, [4 x float] %c, float %d) {
  ret float %d
}
