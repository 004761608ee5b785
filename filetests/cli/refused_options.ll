; An option of llc that is not supported is refused by name, without a guess at what was meant, whether its value follows
; or not. A value that asks for what happens anyway is accepted.
; RUN: not avarice compile -post-RA-scheduler %s -o - 2>&1 | FileCheck %s --check-prefix=FLAG
; RUN: not avarice compile -regalloc=pbqp %s -o - 2>&1 | FileCheck %s --check-prefix=VALUE
; RUN: not avarice compile -regalloc pbqp %s -o - 2>&1 | FileCheck %s --check-prefix=VALUE
; RUN: not avarice compile -pgo-function-entry-coverage %s -o - 2>&1 | FileCheck %s --check-prefix=OTHER
; RUN: avarice compile -global-isel -fast-isel -enable-misched=false -disable-post-ra -basic-block-sections=none %s -o - | FileCheck %s
; RUN: not avarice compile -enable-machine-outliner %s -o - 2>&1 | FileCheck %s --check-prefix=PASS
; RUN: avarice compile -enable-machine-outliner -run-pass=machine-cse -o - %S/passes_left_out.mir | FileCheck %s --check-prefix=NAMED
; RUN: avarice compile -help-hidden | FileCheck %s --check-prefix=HELP
; RUN: avarice compile -version | FileCheck %s --check-prefix=VERSION

; FLAG:      error: '-post-RA-scheduler' is an option of llc that is not supported
; FLAG-NEXT: note: there is one scheduler after allocation
; FLAG-NEXT: note: accepted values: false
; FLAG-NOT:  {{.}}
; VALUE:     error: '-regalloc=pbqp' is an option of llc that is not supported
; VALUE-NEXT: note: accepted values: basic, fast, greedy
; OTHER:     error: '-pgo-function-entry-coverage' is an option of llc that is not supported
; PASS:      error: '-enable-machine-outliner' is an option of llc that is not supported
; NAMED:     body:
; CHECK:     f:
; HELP-DAG:  {{^}}  -regalloc {{ *}}supported
; HELP-DAG:  {{^}}  -disable-machine-cse {{ *}}leaves out machine-cse
; HELP-DAG:  {{^}}  -post-RA-scheduler {{ *}}only false: there is one scheduler after allocation
; HELP-DAG:  {{^}}  -enable-misched {{ *}}supported
; VERSION:   avarice {{[0-9]}}
; VERSION:   Registered Targets:
; VERSION-NEXT: aarch64 {{ *}}- AArch64
; VERSION-NEXT: x86-64 {{ *}}- 64-bit X86
; VERSION:   Processors of aarch64: {{.*}}cortex-a53
; VERSION:   Processors of x86-64: {{.*}}haswell
define i32 @f(i32 %x) {
  ret i32 %x
}
