; Room for patches: inside a function in as few instructions as the processor decodes well, before its label in
; instructions of one byte. The list says where the room begins, and goes when the linker drops the function.
; Expected instructions, labels and sections are those of llc 19.1.7.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile %s -filetype=obj -o %t.o && readelf -SrW %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: avarice compile %s -o %t.s && as %t.s -o %t.gas.o
; RUN: objdump -d --no-show-raw-insn %t.gas.o | sed 1,3d | grep -v "nop\|xchg  *%%ax,%%ax" > %t.gas
; RUN: objdump -d --no-show-raw-insn %t.o | sed 1,3d | grep -v "nop\|xchg  *%%ax,%%ax" | diff - %t.gas
; RUN: avarice compile %s -stop-after=patchable-function -o - | FileCheck %s --check-prefix=MIR
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: nothing:
; CHECK-NOT:   nop
; CHECK-NOT:   __patchable
; CHECK:       retq
define void @nothing() "patchable-function-entry"="0" {
  ret void
}

; CHECK-LABEL: inside:
; CHECK:       .Lfunc_begin1:
; CHECK:       nopw %cs:512(%rax,%rax)
; CHECK-NEXT:  nopl 512(%rax)
; CHECK-NEXT:  retq
; CHECK:       .section __patchable_function_entries,"awo",@progbits,inside
; CHECK-NEXT:  .p2align 3
; CHECK-NEXT:  .quad .Lfunc_begin1
; OBJECT:      .text PROGBITS
; OBJECT:      __patchable_function_entries PROGBITS {{.*}} 000008 00 WAL {{.*}} 8
; MIR-LABEL:   name: inside
; MIR:         PATCHABLE_FUNCTION_ENTER
; MIR-NEXT:    RET
define void @inside() "patchable-function-entry"="17" {
  ret void
}

; CHECK-LABEL: around
; CHECK:       .Ltmp0:
; CHECK-NEXT:  nop
; CHECK-NEXT:  nop
; CHECK-NEXT:  nop
; CHECK-NEXT:  around:
; CHECK:       .byte 0x66,0x90
; CHECK-NEXT:  retq
; CHECK:       .quad .Ltmp0
define void @around() "patchable-function-entry"="2" "patchable-function-prefix"="3" {
  ret void
}

; CHECK-LABEL: inlined:
; CHECK:       nop
; CHECK-NEXT:  retq
; CHECK:       .section __patchable_function_entries,"awoG",@progbits,inlined,inlined,comdat
; OBJECT:      __patchable_function_entries PROGBITS {{.*}} 000008 00 WALG
$inlined = comdat any
define linkonce_odr void @inlined() "patchable-function-entry"="1" comdat {
  ret void
}

; A function that is replaced as a whole: its first instruction has two bytes at least.
; CHECK-LABEL: short:
; CHECK:       .byte 0x66,0x90
; CHECK-NEXT:  retq
; MIR-LABEL:   name: short
; MIR:         PATCHABLE_OP 2
define void @short() "patchable-function"="prologue-short-redirect" {
  ret void
}

; CHECK:       .p2align 4
; CHECK-LABEL: long:
; CHECK-NOT:   0x66,0x90
; CHECK:       movb $1, (%rdi)
define void @long(ptr %p) optsize "patchable-function"="prologue-short-redirect" {
  store i8 1, ptr %p
  ret void
}

; CHECK-LABEL: tuned:
; CHECK:       nopl 512(%rax)
; CHECK-NEXT:  nop
define void @tuned() "patchable-function-entry"="8" "tune-cpu"="silvermont" {
  ret void
}
