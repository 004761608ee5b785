; An object file is laid out as llc's: sections follow the order in which assembly enters them, each after its group and
; before its relocations; symbols follow the order in which assembly first names them; all names share one table. The
; expected output is llc's.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -filetype=obj %s -o %t.o
; RUN: readelf -SW %t.o | FileCheck %s --check-prefix=SECTIONS
; RUN: readelf -sW %t.o | FileCheck %s --check-prefix=SYMBOLS
; RUN: readelf -p .strtab %t.o | FileCheck %s --check-prefix=STRINGS

$f = comdat any
$shared = comdat any
@counter = internal global i32 3
@text = private unnamed_addr constant [6 x i8] c"hello\00"
@kept = linkonce_odr global i32 5, comdat($shared)
@zero = internal global [3 x i64] zeroinitializer
@weak = extern_weak global i32
@hidden = external hidden global i32
declare void @external(ptr)
declare hidden void @unused()

define linkonce_odr double @f(double %x) comdat {
  %y = fadd double %x, 1.5
  call void @external(ptr getelementptr inbounds ([6 x i8], ptr @text, i64 0, i64 1))
  ret double %y
}

define i32 @g(i32 %n) comdat($shared) {
  call void @external(ptr @counter)
  call void @external(ptr @zero)
  %x = call i32 @last(i32 %n)
  ret i32 %x
}

define internal i32 @last(i32 %n) noinline {
  call void @external(ptr @text)
  %m = mul i32 %n, %n
  ret i32 %m
}

!llvm.ident = !{!0}
!0 = !{!"producer"}

; SECTIONS: [ 1] .strtab STRTAB 0000000000000000 000478 0000ed
; SECTIONS-NEXT: [ 2] .text PROGBITS 0000000000000000 000040 000014
; SECTIONS-NEXT: [ 3] .rela.text RELA 0000000000000000 000340 000030
; SECTIONS-NEXT: [ 4] .rodata.cst8 PROGBITS 0000000000000000 000058 000008
; SECTIONS-NEXT: [ 5] .group GROUP 0000000000000000 000128 00000c
; SECTIONS-NEXT: [ 6] .text.f PROGBITS 0000000000000000 000060 00001f
; SECTIONS-NEXT: [ 7] .rela.text.f RELA 0000000000000000 000370 000048
; SECTIONS-NEXT: [ 8] .group GROUP 0000000000000000 000134 000010
; SECTIONS-NEXT: [ 9] .text.g PROGBITS 0000000000000000 000080 000020
; SECTIONS-NEXT: [10] .rela.text.g RELA 0000000000000000 0003b8 000078
; SECTIONS-NEXT: [11] .data PROGBITS 0000000000000000 0000a0 000004
; SECTIONS-NEXT: [12] .rodata.str1.1 PROGBITS 0000000000000000 0000a4 000006
; SECTIONS-NEXT: [13] .data.kept PROGBITS 0000000000000000 0000ac 000004
; SECTIONS-NEXT: [14] .bss NOBITS 0000000000000000 0000b0 000018
; SECTIONS-NEXT: [15] .comment PROGBITS 0000000000000000 0000b0 00000a
; SECTIONS-NEXT: [16] .note.GNU-stack PROGBITS 0000000000000000 0000ba 000000
; SECTIONS-NEXT: [17] .eh_frame X86_64_UNWIND 0000000000000000 0000c0 000068
; SECTIONS-NEXT: [18] .rela.eh_frame RELA 0000000000000000 000430 000048
; SECTIONS-NEXT: [19] .symtab SYMTAB 0000000000000000 000148 0001f8
; SYMBOLS: 1: 0000000000000000 0 FILE LOCAL DEFAULT ABS object_layout.ll
; SYMBOLS-NEXT: 2: 0000000000000000 0 SECTION LOCAL DEFAULT 2 .text
; SYMBOLS-NEXT: 3: 0000000000000000 0 NOTYPE LOCAL DEFAULT 4 .LCPI0_0
; SYMBOLS-NEXT: 4: 0000000000000000 0 SECTION LOCAL DEFAULT 6 .text.f
; SYMBOLS-NEXT: 5: 0000000000000000 6 OBJECT LOCAL DEFAULT 12 .Ltext
; SYMBOLS-NEXT: 6: 0000000000000000 0 NOTYPE LOCAL DEFAULT 8 shared
; SYMBOLS-NEXT: 7: 0000000000000000 0 SECTION LOCAL DEFAULT 9 .text.g
; SYMBOLS-NEXT: 8: 0000000000000000 4 OBJECT LOCAL DEFAULT 11 counter
; SYMBOLS-NEXT: 9: 0000000000000000 24 OBJECT LOCAL DEFAULT 14 zero
; SYMBOLS-NEXT: 10: 0000000000000000 20 FUNC LOCAL DEFAULT 2 last
; SYMBOLS-NEXT: 11: 0000000000000000 0 SECTION LOCAL DEFAULT 11 .data
; SYMBOLS-NEXT: 12: 0000000000000000 0 SECTION LOCAL DEFAULT 12 .rodata.str1.1
; SYMBOLS-NEXT: 13: 0000000000000000 0 SECTION LOCAL DEFAULT 14 .bss
; SYMBOLS-NEXT: 14: 0000000000000000 31 FUNC WEAK DEFAULT 6 f
; SYMBOLS-NEXT: 15: 0000000000000000 0 NOTYPE GLOBAL DEFAULT UND external
; SYMBOLS-NEXT: 16: 0000000000000000 32 FUNC GLOBAL DEFAULT 9 g
; SYMBOLS-NEXT: 17: 0000000000000000 4 OBJECT WEAK DEFAULT 13 kept
; SYMBOLS-NEXT: 18: 0000000000000000 0 NOTYPE GLOBAL HIDDEN UND hidden
; SYMBOLS-NEXT: 19: 0000000000000000 0 NOTYPE GLOBAL HIDDEN UND unused
; SYMBOLS-NEXT: 20: 0000000000000000 0 NOTYPE WEAK DEFAULT UND weak
; STRINGS: 1] .Ltext
; STRINGS-NEXT: 8] .rela.text
; STRINGS-NEXT: 13] last
; STRINGS-NEXT: 18] .data.kept
; STRINGS-NEXT: 23] .comment
; STRINGS-NEXT: 2c] .bss
; STRINGS-NEXT: 31] counter
; STRINGS-NEXT: 39] .group
; STRINGS-NEXT: 40] zero
; STRINGS-NEXT: 45] hidden
; STRINGS-NEXT: 4c] object_layout.ll
; STRINGS-NEXT: 5d] external
; STRINGS-NEXT: 66] .note.GNU-stack
; STRINGS-NEXT: 76] weak
; STRINGS-NEXT: 7b] .rela.text.g
; STRINGS-NEXT: 88] .rela.text.f
; STRINGS-NEXT: 95] .rela.eh_frame
; STRINGS-NEXT: a4] unused
; STRINGS-NEXT: ab] shared
; STRINGS-NEXT: b2] .strtab
; STRINGS-NEXT: ba] .symtab
; STRINGS-NEXT: c2] .data
; STRINGS-NEXT: c8] .rodata.cst8
; STRINGS-NEXT: d5] .rodata.str1.1
; STRINGS-NEXT: e4] .LCPI0_0
