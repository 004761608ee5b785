; Each function or variable with a section of its own choice is alone in it with -separate-named-sections, if the assembler
; knows such sections. The sections are those of llc 19.1.7.
; RUN: avarice compile %s -separate-named-sections -o - | FileCheck %s --check-prefix=APART
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=SHARED
; RUN: avarice compile %s -separate-named-sections -filetype=obj -o %t.o && objdump -h %t.o | grep -c " mine" | FileCheck %s --check-prefix=COUNT
target triple = "x86_64-unknown-linux-gnu"

; APART:       .section mine,"ax",@progbits,unique,1
; APART:       f:
; APART:       .section mine,"ax",@progbits,unique,2
; APART:       g:
; APART:       .section data,"aw",@progbits,unique,3
; APART:       v:
; APART:       .section data,"aw",@progbits,unique,4
; APART:       w:
; SHARED:      .section mine,"ax",@progbits{{$}}
; SHARED-NOT:  unique
; COUNT:       2
define void @f() section "mine" {
  ret void
}

define void @g() section "mine" {
  ret void
}

@v = global i32 1, section "data"
@w = global i32 2, section "data"
