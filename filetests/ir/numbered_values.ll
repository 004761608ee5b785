; Values and blocks without names have numbers, in one row: arguments, the entry block, instructions that
; give something. Names may be quoted, and any order of blocks is right if definitions dominate uses.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s
; RUN: avarice compile %s -o - | FileCheck %s -check-prefix=ASM

; CHECK-LABEL: define i32 @numbers(i32 %0, i32 %1)
; CHECK:         %3 = add i32 %0, %1
; CHECK:         br label %6
; CHECK:       4:
; CHECK:         %5 = mul i32 %7, %3
; CHECK:         ret i32 %5
; CHECK:       6:
; CHECK:         %7 = sub i32 %3, %1
; CHECK:         br label %4
; ASM-LABEL:   numbers:
define i32 @numbers(i32, i32) {
  %3 = add i32 %0, %1
  br label %6

4:
  %5 = mul i32 %7, %3
  ret i32 %5

6:
  %7 = sub i32 %3, %1
  br label %4
}

; CHECK-LABEL: define i32 @"with spaces"(i32 %"an argument")
; CHECK:         %"a\0Aresult" = add i32 %"an argument", 1
; ASM:         "with spaces":
define i32 @"with spaces"(i32 %"an argument") {
"the entry":
  %"a\0Aresult" = add i32 %"an argument", 1
  ret i32 %"a\0Aresult"
}
