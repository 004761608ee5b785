; What inline assembly that jumps may not have: outputs on the stack of the x87 unit, tables in other sections of an object,
; allocators that have no place for moves on its edges.
; RUN: not avarice compile %s -o %t.o 2>&1 | FileCheck %s
; RUN: not avarice compile %s -regalloc=ion -o %t.o 2>&1 | FileCheck %s --check-prefix=ION
; RUN: not avarice compile %s -regalloc=fastalloc -o %t.o 2>&1 | FileCheck %s --check-prefix=ION
; RUN: test ! -e %t.o
; CHECK: error: unsupported: output {st} of inline assembly in function `float_stack`
; CHECK: error: unsupported at emission: inline assembly: directive .pushsection in 'table'
; ION: error: unsupported with regalloc2: inline assembly that jumps, in function 'table'

define x86_fp80 @float_stack() {
  %r = callbr x86_fp80 asm "", "={st},!i"() to label %next [label %other]
next:
  ret x86_fp80 %r
other:
  ret x86_fp80 %r
}

define void @table() {
  callbr void asm sideeffect ".pushsection .jumps; .quad ${0:l}; .popsection", "!i"() to label %next [label %other]
next:
  ret void
other:
  ret void
}
