; Sections of what may be far away have names and a flag of their own: all data and functions of the large code model,
; data above the threshold in the medium one, and variables that ask for it in each.
; Expected sections made by llc 19.1.7.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s --check-prefixes=CHECK,SMALL
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=medium %s -o - | FileCheck %s --check-prefixes=CHECK,MEDIUM
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=medium -large-data-threshold=4 %s -o - | FileCheck %s --check-prefixes=CHECK,THRESHOLD
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large -relocation-model=pic %s -o - | FileCheck %s --check-prefixes=CHECK,LARGE
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large -relocation-model=pic -function-sections %s -o - | FileCheck %s --check-prefix=OWN
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large -relocation-model=pic %s -o %t.o -filetype=obj && readelf -SW %t.o | FileCheck %s --check-prefix=OBJECT
$group = comdat any
$once = comdat any

; SMALL: .section .text.hot.,"ax",@progbits
; LARGE: .section .ltext.hot.,"axl",@progbits
; OWN: .section .ltext.hot.often,"axl",@progbits
; OBJECT: .ltext.hot. {{.*}} AXl
; CHECK: often:
; CHECK: .section .rodata,"a",@progbits
; OWN: .section .lrodata.hot.often,"al",@progbits
define i32 @often(i32 %x) hot {
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

; CHECK: .section .ltext.own,"axl",@progbits
; CHECK: far:
define i32 @far(i32 %x) section ".ltext.own" {
  ret i32 0
}

; SMALL: .section .text.unlikely.once,"axG",@progbits,once,comdat
; LARGE: .section .ltext.unlikely.once,"axGl",@progbits,once,comdat
define linkonce_odr i32 @once(i32 %x) cold comdat {
  ret i32 0
}

; SMALL: .section .rodata.str1.1,"aMS",@progbits,1
; MEDIUM: .section .lrodata.str1.1,"aMSl",@progbits,1
; THRESHOLD: .section .rodata.str1.1,"aMS",@progbits,1
; LARGE: .section .lrodata.str1.1,"aMSl",@progbits,1
@text = private unnamed_addr constant [4 x i8] c"abc\00"

; SMALL: .section .rodata.cst8,"aM",@progbits,8
; MEDIUM: .section .lrodata.cst8,"aMl",@progbits,8
; THRESHOLD: .section .lrodata.cst8,"aMl",@progbits,8
; LARGE: .section .lrodata.cst8,"aMl",@progbits,8
@number = private unnamed_addr constant i64 4

; LARGE: .section .ldata.rel.ro.pointer,"awRl",@progbits
@pointer = internal constant ptr @other
@other = external global i32

; SMALL: .section .data.inline,"awG",@progbits,group,comdat
; THRESHOLD: .section .data.inline,"awG",@progbits,group,comdat
; MEDIUM: .section .ldata.inline,"awGl",@progbits,group,comdat
; LARGE: .section .ldata.inline,"awGl",@progbits,group,comdat
; OBJECT: .ldata.inline {{.*}} WAGl
@inline = linkonce_odr global i32 4, comdat($group)

; CHECK: .section named,"aw",@progbits
@named = global i32 5, section "named"

; CHECK: .section named_far,"awl",@progbits
@named_far = global i32 5, section "named_far", code_model "large"

; CHECK: .section .ldata.mine,"awl",@progbits
@mine = global i32 5, section ".ldata.mine"

; CHECK: .section .ldata,"awl",@progbits
; CHECK: asked:
@asked = global i32 7, code_model "large"

; CHECK: .data
; CHECK: near:
@near = global i32 7, code_model "small"

; SMALL: .bss
; MEDIUM: .section .lbss,"awl",@nobits
; THRESHOLD: .section .lbss,"awl",@nobits
; LARGE: .section .lbss,"awl",@nobits
; CHECK: zeros:
@zeros = global [5 x i8] zeroinitializer

@llvm.used = appending global [1 x ptr] [ptr @pointer], section "llvm.metadata"
