; Counting and reversing bits of integers between 64 and 128 bits.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.two
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.two
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o %t.s
; RUN: cat %t.two
; OUTPUT:
; 3 35 2 1
; 0 65 65 0

@text = constant [13 x i8] c"%d %d %d %d\0A\00"

declare i32 @printf(ptr, ...)
declare i65 @llvm.ctpop.i65(i65)
declare i65 @llvm.ctlz.i65(i65, i1)
declare i65 @llvm.cttz.i65(i65, i1)
declare i100 @llvm.bitreverse.i100(i100)

define void @counts(i65 %x, i100 %y) {
  %a = call i65 @llvm.ctpop.i65(i65 %x)
  %b = call i65 @llvm.ctlz.i65(i65 %x, i1 false)
  %c = call i65 @llvm.cttz.i65(i65 %x, i1 false)
  %d = call i100 @llvm.bitreverse.i100(i100 %y)
  %a32 = trunc i65 %a to i32
  %b32 = trunc i65 %b to i32
  %c32 = trunc i65 %c to i32
  %d32 = trunc i100 %d to i32
  %s = call i32 (ptr, ...) @printf(ptr @text, i32 %a32, i32 %b32, i32 %c32, i32 %d32)
  ret void
}

define i32 @main() {
  call void @counts(i65 536870932, i100 633825300114114700748351602688)
  call void @counts(i65 0, i100 0)
  ret i32 0
}
