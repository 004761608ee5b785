; -stats counts what came out, -time-passes says what it cost; both on standard error, so that the code on
; standard output stays clean.
; RUN: avarice compile %s -stats -o %t.s 2>&1 | FileCheck %s -check-prefix=STATS
; RUN: avarice compile %s -time-passes -o %t.s 2>&1 | FileCheck %s -check-prefix=TIME
; RUN: avarice compile %s -stats -time-passes -o - 2> %t.err | FileCheck %s -check-prefix=CODE

; STATS:     ===--- Statistics ---===
; STATS-DAG: {{[0-9]+}} spills
; STATS-DAG: {{[0-9]+}} reloads
; STATS-DAG: {{[0-9]+}} copies
; STATS-DAG: {{[0-9]+}} bytes written

; TIME:      ===--- Pass execution timing report ---===
; TIME-DAG:  Reading
; TIME-DAG:  Instruction selection
; TIME-DAG:  Live Interval Analysis
; TIME-DAG:  Greedy Register Allocator
; TIME:      total

; CODE-NOT:  ===
; CODE:      f:
; CODE-NOT:  ===
define i32 @f(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}
