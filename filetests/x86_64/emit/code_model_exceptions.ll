; How tables that unwinders read refer to code and types in each code model: by 32 bits where those reach, else by 64.
; Expected encodings and relocations are those of llc 19.1.7.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s --check-prefix=SMALL
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=medium %s -o - | FileCheck %s --check-prefix=MEDIUM
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=kernel %s -o - | FileCheck %s --check-prefix=LARGE
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large %s -o - | FileCheck %s --check-prefix=LARGE
; RUN: avarice compile -mtriple=x86_64-linux-gnu -relocation-model=pic %s -o - | FileCheck %s --check-prefix=SMALL-PIC
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=medium -relocation-model=pic %s -o - | FileCheck %s --check-prefix=MEDIUM-PIC
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large -relocation-model=pic %s -o - | FileCheck %s --check-prefix=LARGE-PIC
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=medium -relocation-model=pic -filetype=obj %s -o %t.o && readelf -rW %t.o | FileCheck %s --check-prefix=MEDIUM-OBJECT
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large -filetype=obj %s -o %t.o && readelf -rW %t.o | FileCheck %s --check-prefix=LARGE-OBJECT

; SMALL: .cfi_personality 3, personality
; SMALL: .cfi_lsda 3,
; SMALL: .byte 3
; SMALL: .long type

; MEDIUM: .cfi_personality 3, personality
; MEDIUM: .cfi_lsda 0,
; MEDIUM: .byte 0
; MEDIUM: .quad type

; LARGE: .cfi_personality 0, personality
; LARGE: .cfi_lsda 0,
; LARGE: .byte 0
; LARGE: .quad type

; SMALL-PIC: .cfi_personality 155,
; SMALL-PIC: .cfi_lsda 27,
; SMALL-PIC: .byte 155
; SMALL-PIC: .long {{.*}}type{{.*}}-.

; MEDIUM-PIC: .cfi_personality 155,
; MEDIUM-PIC: .cfi_lsda 28,
; MEDIUM-PIC: .byte 155
; MEDIUM-PIC: .long {{.*}}type{{.*}}-.

; LARGE-PIC: .cfi_personality 156,
; LARGE-PIC: .cfi_lsda 28,
; LARGE-PIC: .byte 156
; LARGE-PIC: .quad {{.*}}type{{.*}}-.

; MEDIUM-OBJECT: '.rela.eh_frame'
; MEDIUM-OBJECT: R_X86_64_PC32
; MEDIUM-OBJECT: R_X86_64_PC32 {{.*}} .text
; MEDIUM-OBJECT: R_X86_64_PC64 {{.*}} .gcc_except_table

; LARGE-OBJECT: '.rela.eh_frame'
; LARGE-OBJECT: R_X86_64_64 {{.*}} personality
; LARGE-OBJECT: R_X86_64_PC64 {{.*}} .ltext
; LARGE-OBJECT: R_X86_64_64 {{.*}} .gcc_except_table
@type = external constant ptr

declare i32 @personality(...)
declare void @throws()

define i32 @catches() personality ptr @personality {
  invoke void @throws()
          to label %normal unwind label %pad
normal:
  ret i32 0
pad:
  %l = landingpad { ptr, i32 }
          catch ptr @type
  %selector = extractvalue { ptr, i32 } %l, 1
  ret i32 %selector
}
