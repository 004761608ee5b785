; An object file is laid out as llc's: sections follow the order in which assembly enters them, each after its group and
; before its relocations; symbols follow the order in which assembly first names them; all names share one table. The
; expected output is llc's.
; RUN: avarice compile -mtriple=aarch64-linux-gnu -filetype=obj %s -o %t.o
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

; SECTIONS: [ 1] .strtab STRTAB 0000000000000000 000598 0000dd
; SECTIONS-NEXT: [ 2] .text PROGBITS 0000000000000000 000040 000020
; SECTIONS-NEXT: [ 3] .rela.text RELA 0000000000000000 000418 000048
; SECTIONS-NEXT: [ 4] .group GROUP 0000000000000000 000140 00000c
; SECTIONS-NEXT: [ 5] .text.f PROGBITS 0000000000000000 000060 00002c
; SECTIONS-NEXT: [ 6] .rela.text.f RELA 0000000000000000 000460 000048
; SECTIONS-NEXT: [ 7] .group GROUP 0000000000000000 00014c 000010
; SECTIONS-NEXT: [ 8] .text.g PROGBITS 0000000000000000 00008c 000030
; SECTIONS-NEXT: [ 9] .rela.text.g RELA 0000000000000000 0004a8 0000a8
; SECTIONS-NEXT: [10] .data PROGBITS 0000000000000000 0000bc 000004
; SECTIONS-NEXT: [11] .rodata.str1.4 PROGBITS 0000000000000000 0000c0 000006
; SECTIONS-NEXT: [12] .data.kept PROGBITS 0000000000000000 0000c8 000004
; SECTIONS-NEXT: [13] .bss NOBITS 0000000000000000 0000d0 000018
; SECTIONS-NEXT: [14] .comment PROGBITS 0000000000000000 0000d0 00000a
; SECTIONS-NEXT: [15] .note.GNU-stack PROGBITS 0000000000000000 0000da 000000
; SECTIONS-NEXT: [16] .eh_frame PROGBITS 0000000000000000 0000e0 000060
; SECTIONS-NEXT: [17] .rela.eh_frame RELA 0000000000000000 000550 000048
; SECTIONS-NEXT: [18] .symtab SYMTAB 0000000000000000 000160 0002b8
; SYMBOLS: 1: 0000000000000000 0 FILE LOCAL DEFAULT ABS object_layout.ll
; SYMBOLS-NEXT: 2: 0000000000000000 0 SECTION LOCAL DEFAULT 2 .text
; SYMBOLS-NEXT: 3: 0000000000000000 0 SECTION LOCAL DEFAULT 5 .text.f
; SYMBOLS-NEXT: 4: 0000000000000000 0 NOTYPE LOCAL DEFAULT 5 $x
; SYMBOLS-NEXT: 5: 0000000000000000 6 OBJECT LOCAL DEFAULT 11 .Ltext
; SYMBOLS-NEXT: 6: 0000000000000000 0 NOTYPE LOCAL DEFAULT 7 shared
; SYMBOLS-NEXT: 7: 0000000000000000 0 SECTION LOCAL DEFAULT 8 .text.g
; SYMBOLS-NEXT: 8: 0000000000000000 0 NOTYPE LOCAL DEFAULT 8 $x
; SYMBOLS-NEXT: 9: 0000000000000000 4 OBJECT LOCAL DEFAULT 10 counter
; SYMBOLS-NEXT: 10: 0000000000000000 24 OBJECT LOCAL DEFAULT 13 zero
; SYMBOLS-NEXT: 11: 0000000000000000 32 FUNC LOCAL DEFAULT 2 last
; SYMBOLS-NEXT: 12: 0000000000000000 0 NOTYPE LOCAL DEFAULT 2 $x
; SYMBOLS-NEXT: 13: 0000000000000000 0 SECTION LOCAL DEFAULT 10 .data
; SYMBOLS-NEXT: 14: 0000000000000000 0 NOTYPE LOCAL DEFAULT 10 $d
; SYMBOLS-NEXT: 15: 0000000000000000 0 SECTION LOCAL DEFAULT 11 .rodata.str1.4
; SYMBOLS-NEXT: 16: 0000000000000000 0 NOTYPE LOCAL DEFAULT 11 $d
; SYMBOLS-NEXT: 17: 0000000000000000 0 NOTYPE LOCAL DEFAULT 12 $d
; SYMBOLS-NEXT: 18: 0000000000000000 0 SECTION LOCAL DEFAULT 13 .bss
; SYMBOLS-NEXT: 19: 0000000000000000 0 NOTYPE LOCAL DEFAULT 13 $d
; SYMBOLS-NEXT: 20: 0000000000000000 0 NOTYPE LOCAL DEFAULT 14 $d
; SYMBOLS-NEXT: 21: 0000000000000000 0 NOTYPE LOCAL DEFAULT 16 $d
; SYMBOLS-NEXT: 22: 0000000000000000 44 FUNC WEAK DEFAULT 5 f
; SYMBOLS-NEXT: 23: 0000000000000000 0 NOTYPE GLOBAL DEFAULT UND external
; SYMBOLS-NEXT: 24: 0000000000000000 48 FUNC GLOBAL DEFAULT 8 g
; SYMBOLS-NEXT: 25: 0000000000000000 4 OBJECT WEAK DEFAULT 12 kept
; SYMBOLS-NEXT: 26: 0000000000000000 0 NOTYPE GLOBAL HIDDEN UND hidden
; SYMBOLS-NEXT: 27: 0000000000000000 0 NOTYPE GLOBAL HIDDEN UND unused
; SYMBOLS-NEXT: 28: 0000000000000000 0 NOTYPE WEAK DEFAULT UND weak
; STRINGS: 1] $x
; STRINGS-NEXT: 4] .Ltext
; STRINGS-NEXT: b] .rela.text
; STRINGS-NEXT: 16] last
; STRINGS-NEXT: 1b] .data.kept
; STRINGS-NEXT: 26] .comment
; STRINGS-NEXT: 2f] .bss
; STRINGS-NEXT: 34] counter
; STRINGS-NEXT: 3c] .group
; STRINGS-NEXT: 43] zero
; STRINGS-NEXT: 48] hidden
; STRINGS-NEXT: 4f] object_layout.ll
; STRINGS-NEXT: 60] external
; STRINGS-NEXT: 69] .note.GNU-stack
; STRINGS-NEXT: 79] weak
; STRINGS-NEXT: 7e] .rela.text.g
; STRINGS-NEXT: 8b] .rela.text.f
; STRINGS-NEXT: 98] .rela.eh_frame
; STRINGS-NEXT: a7] unused
; STRINGS-NEXT: ae] shared
; STRINGS-NEXT: b5] $d
; STRINGS-NEXT: b8] .strtab
; STRINGS-NEXT: c0] .symtab
; STRINGS-NEXT: c8] .data
; STRINGS-NEXT: ce] .rodata.str1.4
