; Help and version go to standard output and are no errors.
; RUN: avarice --help | FileCheck %s
; RUN: avarice compile --help | FileCheck %s -check-prefix=COMPILE
; RUN: avarice compare --help | FileCheck %s -check-prefix=COMPARE
; RUN: avarice --version | grep -q '^avarice [0-9]'

; CHECK:       Usage:
; CHECK-DAG:   compile {{ *[A-Z]}}
; CHECK-DAG:   run {{ *[A-Z]}}
; CHECK-DAG:   filetest {{ *[A-Z]}}
; CHECK-DAG:   compare {{ *[A-Z]}}

; COMPILE:     Usage:
; COMPILE-DAG: -O <LEVEL>
; COMPILE-DAG: --mtriple
; COMPILE-DAG: --relocation-model
; COMPILE-DAG: --regalloc
; COMPILE-DAG: --run-pass
; COMPILE-DAG: --stop-after
; COMPILE-DAG: --verify-machineinstrs
; COMPILE-DAG: --time-passes
; COMPILE-DAG: --jobs

; COMPARE:     Usage:
; COMPARE-DAG: --log
; COMPARE-DAG: --llc
; COMPARE-DAG: --json
; COMPARE-DAG: Exit code: 0
