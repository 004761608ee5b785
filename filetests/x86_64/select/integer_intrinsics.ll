; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stop-after=finalize-isel -o - | FileCheck %s
; Counts, funnel shifts, minimum and overflow: the idioms, and the instructions of extensions.

declare i32 @llvm.ctlz.i32(i32, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i16 @llvm.fshl.i16(i16, i16, i16)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i24, i1 } @llvm.sadd.with.overflow.i24(i24, i24)

; The number of the highest one, or 63 for none; 31 less (or flipped) that is the result.
; CHECK-LABEL: name: {{ *}}leading_zeros
; CHECK: BSR32rr %{{.*}}, implicit-def $eflags
; CHECK: CMOV32rr %{{.*}}, 4, implicit $eflags
; CHECK: XOR32ri %{{.*}}, 31,
define i32 @leading_zeros(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}leading_zeros_lzcnt
; CHECK: LZCNT32rr
; CHECK-NOT: CMOV
define i32 @leading_zeros_lzcnt(i32 %a) #0 {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}trailing_zeros_of_byte
; CHECK: OR32ri %{{.*}}, 256,
; CHECK: BSF32rr
define i8 @trailing_zeros_of_byte(i8 %a) {
  %r = call i8 @llvm.cttz.i8(i8 %a, i1 false)
  ret i8 %r
}

; CHECK-LABEL: name: {{ *}}ones_popcnt
; CHECK: POPCNT64rr
define i64 @ones_popcnt(i64 %a) #0 {
  %r = call i64 @llvm.ctpop.i64(i64 %a)
  ret i64 %r
}

; CHECK-LABEL: name: {{ *}}rotate
; CHECK: ROL32ri %{{.*}}, 7,
define i32 @rotate(i32 %a) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 7)
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}rotate_half
; CHECK: gr16 = COPY %{{[0-9]+}}.sub_16bit
; CHECK: ROL16rCL
define i16 @rotate_half(i16 %a, i16 %b) {
  %r = call i16 @llvm.fshl.i16(i16 %a, i16 %a, i16 %b)
  ret i16 %r
}

; CHECK-LABEL: name: {{ *}}funnel
; CHECK: $cl = COPY
; CHECK: SHLD32rrCL
define i32 @funnel(i32 %a, i32 %b, i32 %c) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}maximum
; CHECK: CMP32rr
; CHECK-NEXT: CMOV32rr %{{.*}}, 15, implicit $eflags
define i32 @maximum(i32 %a, i32 %b) {
  %r = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}absolute
; CHECK: NEG32r %{{.*}}, implicit-def $eflags
; CHECK-NEXT: CMOV32rr %{{.*}}, 9, implicit $eflags
define i32 @absolute(i32 %a) {
  %r = call i32 @llvm.abs.i32(i32 %a, i1 false)
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}saturate
; CHECK: SAR32ri %{{.*}}, 31,
; CHECK: XOR32ri %{{.*}}, 2147483647,
; CHECK: ADD32rr
; CHECK-NEXT: CMOV32rr %{{.*}}, 0, implicit $eflags
define i32 @saturate(i32 %a, i32 %b) {
  %r = call i32 @llvm.sadd.sat.i32(i32 %a, i32 %b)
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}product
; CHECK: MUL64r %{{[0-9]+}}{{.*}}, implicit-def $rax, implicit-def dead $rdx, implicit-def $eflags, implicit $rax
; CHECK: SETCCr 0, implicit $eflags
define { i64, i1 } @product(i64 %a, i64 %b) {
  %r = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  ret { i64, i1 } %r
}

; Nobody asks for the bit: the flags are dead in effect, and nothing is set.
; CHECK-LABEL: name: {{ *}}sum_only
; CHECK: ADD32rr
; CHECK-NOT: SETCCr
; CHECK: RET
define i32 @sum_only(i32 %a, i32 %b) {
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %o, 0
  ret i32 %r
}

; CHECK-LABEL: name: {{ *}}odd_width
; CHECK: ADD32rr
; CHECK: SHL32ri %{{.*}}, 8,
; CHECK: SAR32ri %{{.*}}, 8,
; CHECK: CMP32rr
; CHECK-NEXT: SETCCr 5, implicit $eflags
define i1 @odd_width(i24 %a, i24 %b) {
  %o = call { i24, i1 } @llvm.sadd.with.overflow.i24(i24 %a, i24 %b)
  %r = extractvalue { i24, i1 } %o, 1
  ret i1 %r
}

attributes #0 = { "target-features"="+lzcnt,+popcnt,+bmi" }
