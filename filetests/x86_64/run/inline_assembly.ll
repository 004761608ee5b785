; Inline assembly that is assembled here runs as what the assembler makes of it.
; RUN: avarice compile %s -relocation-model=pic -o %t.s && cc %t.s -o %t && %t > %t.asm
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.obj
; RUN: avarice compile %s -relocation-model=pic -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.obj
; RUN: diff %t.asm %t.obj && cat %t.obj
; OUTPUT:
; 55 20 23
; 1 1 9

@text = constant [10 x i8] c"%d %d %d\0A\00"
@global = global i32 20

declare i32 @printf(ptr, ...)

define i32 @main() {
  %sum = call { i32, i32 } asm "1:\0Aaddl $1, $0\0Adecl $1\0Ajnz 1b", "=&r,=&r,0,1,~{flags}"(i32 0, i32 10)
  %a = extractvalue { i32, i32 } %sum, 0
  %old = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory},~{flags}"(ptr elementtype(i32) @global, i32 3, ptr elementtype(i32) @global)
  %new = load i32, ptr @global
  %s = call i32 (ptr, ...) @printf(ptr @text, i32 %a, i32 %old, i32 %new)
  %flag = call { i8, i32 } asm "addl $2, $1", "={@ccc},=r,r,1,~{flags}"(i32 -1, i32 1)
  %carry = extractvalue { i8, i32 } %flag, 0
  %c = zext i8 %carry to i32
  %swapped = call i32 asm "bswapl $0", "=r,0"(i32 16777216)
  %root = call double asm "sqrtsd $1, $0", "=x,x"(double 81.0)
  %r = fptosi double %root to i32
  %t = call i32 (ptr, ...) @printf(ptr @text, i32 %c, i32 %swapped, i32 %r)
  ret i32 0
}
