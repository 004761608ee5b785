; Reports are appended to the file of -info-output-file; `-` is standard output.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stats -info-output-file=%t.txt -o /dev/null
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stats -info-output-file=%t.txt -o /dev/null
; RUN: grep -c "bytes written" %t.txt | FileCheck %s --check-prefix=TWICE
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stats -info-output-file - -o /dev/null | FileCheck %s
; TWICE: 2
; CHECK: bytes written
define void @f() {
  ret void
}
