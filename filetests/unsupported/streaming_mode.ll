; The options for streaming mode are what the attributes of functions are, which are refused.
; RUN: not avarice compile -force-streaming %s -o - 2>&1 | FileCheck %s --check-prefix=ON
; RUN: not avarice compile -force-streaming-compatible %s -o - 2>&1 | FileCheck %s --check-prefix=COMPATIBLE
; RUN: avarice compile -force-streaming=false %s -o - | FileCheck %s

; ON: error: unsupported: attribute "aarch64_pstate_sm_enabled"="true" in function `f`
; ON-NEXT: streaming_mode.ll:12:
; COMPATIBLE: error: unsupported: attribute "aarch64_pstate_sm_compatible"
; CHECK: f:
target triple = "aarch64-unknown-linux-gnu"

define void @f() {
  ret void
}
