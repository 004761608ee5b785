; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stop-after=finalize-isel -o - | FileCheck %s
; Integers of 65 to 128 bits are two registers.

; CHECK-LABEL: name: {{ *}}sum
; CHECK: ADD64rr %{{.*}}, implicit-def $eflags
; CHECK-NEXT: ADC64rr %{{.*}}, implicit-def dead $eflags, implicit $eflags
define i128 @sum(i128 %a, i128 %b) {
  %r = add i128 %a, %b
  ret i128 %r
}

; CHECK-LABEL: name: {{ *}}less
; CHECK: CMP64rr
; CHECK-NEXT: SBB64rr %{{.*}}, implicit-def $eflags, implicit $eflags
; CHECK-NEXT: SETCCr 12, implicit $eflags
define i1 @less(i128 %a, i128 %b) {
  %r = icmp slt i128 %a, %b
  ret i1 %r
}

; CHECK-LABEL: name: {{ *}}shift
; CHECK: SHLD64rrCL
; CHECK: SHL64rCL
; CHECK: TEST8ri %{{[0-9]+}}.sub_8bit{{.*}}, 64, implicit-def $eflags
; CHECK: CMOV64rr %{{.*}}, 5, implicit $eflags
; CHECK: CMOV64rr %{{.*}}, 5, implicit $eflags
define i128 @shift(i128 %a, i128 %b) {
  %r = shl i128 %a, %b
  ret i128 %r
}

; CHECK-LABEL: name: {{ *}}quotient
; CHECK: CALL64pcrel32 {{.*}}&__udivti3, csr_64, implicit $rsp, implicit $ssp, implicit $rdi, implicit $rsi, implicit $rdx, implicit $rcx, implicit-def $rsp, implicit-def $ssp, implicit-def $rax, implicit-def $rdx
define i128 @quotient(i128 %a, i128 %b) {
  %r = udiv i128 %a, %b
  ret i128 %r
}

; Bits above the 65th are anything, so the comparison extends both.
; CHECK-LABEL: name: {{ *}}odd_less
; CHECK: SHL64ri %{{.*}}, 63,
; CHECK: SAR64ri %{{.*}}, 63,
; CHECK: SBB64rr
define i1 @odd_less(i64 %a, i64 %b) {
  %x = zext i64 %a to i65
  %y = sext i64 %b to i65
  %s = sub i65 %x, %y
  %r = icmp slt i65 %s, 5
  ret i1 %r
}
