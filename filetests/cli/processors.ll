; Names of processors and features that the target does not know are warned about, in llc's words, each once. -mattr may be
; given several times; what stands later wins.
; RUN: avarice compile -mtriple=x86_64 -mcpu=bogus -mattr=+bogus -mattr=-other,+popcnt %s -filetype=null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN:      'bogus' is not a recognized processor for this target (ignoring processor)
; UNKNOWN-NEXT: '+bogus' is not a recognized feature for this target (ignoring feature)
; UNKNOWN-NEXT: '-other' is not a recognized feature for this target (ignoring feature)
; UNKNOWN-NOT:  recognized
; RUN: avarice compile -mtriple=x86_64 -mcpu=bogus -mattr=+bogus -mattr=-other,+popcnt %s -o - | FileCheck %s --check-prefix=KNOWN
; KNOWN-LABEL: count:
; KNOWN:      popcntq

; A processor brings its features, and taking one away takes those that need it.
; RUN: avarice compile -mtriple=x86_64 -mcpu=skylake %s -o - | FileCheck %s --check-prefix=SKYLAKE
; RUN: avarice compile -mtriple=x86_64 -mcpu=bdver4 %s -o - | FileCheck %s --check-prefix=SKYLAKE
; RUN: avarice compile -mtriple=x86_64 -mattr=+avx512f,+popcnt %s -o - | FileCheck %s --check-prefix=SKYLAKE
; SKYLAKE-LABEL: count:
; SKYLAKE:       popcntq
; SKYLAKE-LABEL: add:
; SKYLAKE:       vaddsd
; RUN: avarice compile -mtriple=x86_64 -mcpu=skylake -mattr=-sse4.2 -mattr=-popcnt %s -o - | FileCheck %s --check-prefix=LESS
; LESS-LABEL: count:
; LESS-NOT:   popcnt
; LESS-LABEL: add:
; LESS:       {{^}} addsd

; RUN: avarice compile -mtriple=x86_64 -mcpu=native %s -o - | FileCheck %s --check-prefix=NATIVE
; NATIVE-LABEL: count:

; RUN: avarice compile -mtriple=x86_64 -mcpu=help 2>&1 | FileCheck %s --check-prefix=HELP
; RUN: avarice compile -mtriple=x86_64 -mattr=help 2>&1 | FileCheck %s --check-prefix=HELP
; HELP:      Available CPUs for this target:
; HELP:      {{^}}  znver4 - Select the znver4 processor.
; HELP:      Available features for this target:
; HELP:      {{^}}  avx2 - Enable AVX2 instructions.
; HELP:      Use +feature to enable a feature, or -feature to disable it.

define i64 @count(i64 %x) {
  %y = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %y
}

define double @add(double %x, double %y) {
  %z = fadd double %x, %y
  ret double %z
}

declare i64 @llvm.ctpop.i64(i64)
