; Output goes where llc puts it: beside the input under its name, or to standard output for standard input.
; RUN: cp %s %t.ll
; RUN: cp %s %t.txt
; RUN: avarice compile -mtriple=x86_64 %t.ll
; RUN: FileCheck %s < %t.s
; RUN: avarice compile -mtriple=x86_64 -filetype=obj %t.ll
; RUN: readelf -h %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: avarice compile -mtriple=x86_64 %t.txt
; RUN: FileCheck %s < %t.txt.s
; RUN: avarice compile -mtriple=x86_64 %t.ll -stop-after=finalize-isel -o %t.mir
; RUN: rm %t.s
; RUN: avarice compile %t.mir
; RUN: FileCheck %s < %t.s
; RUN: rm %t.s
; RUN: avarice compile %t.ll -filetype=null
; RUN: test ! -e %t.s
; RUN: avarice compile -mtriple=x86_64 < %s | FileCheck %s
; CHECK: f:
; OBJECT: REL
define i32 @f(i32 %x) {
  ret i32 %x
}
