; Help and version go to standard output and are no errors.
; RUN: avarice --help | FileCheck %s
; RUN: avarice compile --help | FileCheck %s -check-prefix=COMPILE
; RUN: avarice compare --help | FileCheck %s -check-prefix=COMPARE
; RUN: avarice analyze --help | FileCheck %s -check-prefix=ANALYZE
; RUN: avarice analyze liveness --help | FileCheck %s -check-prefix=LIVENESS
; RUN: avarice --version | grep -q '^avarice [0-9]'

; CHECK:       Usage:
; CHECK-DAG:   compile {{ *[A-Z]}}
; CHECK-DAG:   run {{ *[A-Z]}}
; CHECK-DAG:   filetest {{ *[A-Z]}}
; CHECK-DAG:   compare {{ *[A-Z]}}
; CHECK-DAG:   analyze {{ *[A-Z]}}

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

; ANALYZE:     Usage:
; ANALYZE-DAG: liveness {{ *[A-Z]}}
; ANALYZE-DAG: dead-code {{ *[A-Z]}}
; ANALYZE-DAG: uninitialized {{ *[A-Z]}}
; ANALYZE-DAG: ssa {{ *[A-Z]}}
; ANALYZE-DAG: def-use {{ *[A-Z]}}

; LIVENESS:     Usage:
; LIVENESS-DAG: --order
; LIVENESS-DAG: --sets
; LIVENESS-DAG: --granularity
; LIVENESS-DAG: --dynamic
