; Symbols, sections and relocations of assembly beside the functions are those that the GNU assembler makes.
; RUN: avarice compile %s -relocation-model=pic -o %t.o && objdump -d -t -r -h %t.o > %t.ours
; RUN: avarice compile %s -relocation-model=pic -o %t.s && cc -c %t.s -o %t.gas.o && objdump -d %t.gas.o > %t.gas
; RUN: cat %t.ours | FileCheck %s
; RUN: cat %t.gas | FileCheck %s --check-prefix=CODE

; CHECK: custom {{.*}}
; CHECK: *ABS* {{.*}}module_assembly.ll
; CHECK-DAG: l {{ *}}.text {{.*}} mine
; CHECK-DAG: g {{ *}}F .text {{0+}}6 seen
; CHECK-DAG: w {{ *}}.text {{.*}} weaker
; CHECK-DAG: g {{ *}}O custom {{0+}}8 .hidden value
; CHECK-DAG: *UND* {{.*}} elsewhere
; CODE: <mine>:
; CODE-NEXT: eb 06
; CODE: <seen>:
; CODE-NEXT: e8 00 00 00 00
; CODE-NEXT: c3
; CHECK: <mine>:
; CHECK-NEXT: eb 06
; CHECK: <seen>:
; CHECK-NEXT: e8 00 00 00 00
; CHECK: R_X86_64_PLT32 elsewhere
; CHECK: c3

source_filename = "module_assembly.ll"

module asm "mine: jmp 1f"
module asm ".globl seen; .type seen, @function"
module asm "seen: call elsewhere; ret"
module asm ".size seen, . - seen"
module asm ".weak weaker"
module asm "1:"
module asm "weaker: ret"
module asm ".section custom, \22aw\22, @progbits"
module asm ".globl value; .hidden value; .type value, @object; .size value, 8"
module asm "value: .quad seen - ."

define void @f() {
  ret void
}
