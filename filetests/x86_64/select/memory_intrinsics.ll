; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stop-after=finalize-isel -o - | FileCheck %s
; Copies and fills of a known small size are moves; the last piece may overlap the one before.

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: name: {{ *}}copy_23
; CHECK: MOVUPSrm %{{[0-9]+}}{{.*}}, 1, $noreg, 0, $noreg :: (load (s128)
; CHECK-NEXT: MOVUPSmr %{{[0-9]+}}{{.*}}, 1, $noreg, 0, $noreg,
; CHECK-NEXT: MOV64rm %{{[0-9]+}}{{.*}}, 1, $noreg, 15, $noreg :: (load (s64)
; CHECK-NEXT: MOV64mr %{{[0-9]+}}{{.*}}, 1, $noreg, 15, $noreg,
; CHECK-NOT: CALL
; CHECK: RET
define void @copy_23(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 23, i1 false)
  ret void
}

; A volatile byte is accessed once.
; CHECK-LABEL: name: {{ *}}copy_volatile_7
; CHECK: MOV32rm {{.*}} :: (volatile load (s32)
; CHECK: MOVZX32rm16 {{.*}} :: (volatile load (s16)
; CHECK: MOV8rm {{.*}} :: (volatile load (s8)
define void @copy_volatile_7(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 7, i1 true)
  ret void
}

; CHECK-LABEL: name: {{ *}}move_24
; CHECK: MOVUPSrm
; CHECK-NEXT: MOV64rm
; CHECK-NEXT: MOVUPSmr
; CHECK-NEXT: MOV64mr
define void @move_24(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 24, i1 false)
  ret void
}

; CHECK-LABEL: name: {{ *}}copy_large
; CHECK: CALL64pcrel32 {{.*}}&memcpy, csr_64, implicit $rsp, implicit $ssp, implicit $rdi, implicit $rsi, implicit $rdx,
define void @copy_large(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 1000, i1 false)
  ret void
}

; CHECK-LABEL: name: {{ *}}zero_40
; CHECK: V_SET0
; CHECK: MOVUPSmr
; CHECK: MOVUPSmr
; CHECK: MOV64mi32 %{{[0-9]+}}{{.*}}, 1, $noreg, 32, $noreg, 0 :: (store (s64)
define void @zero_40(ptr %to) {
  call void @llvm.memset.p0.i64(ptr %to, i8 0, i64 40, i1 false)
  ret void
}

; CHECK-LABEL: name: {{ *}}fill_4
; CHECK: MOVZX32rr8
; CHECK: IMUL32rri %{{.*}}, 16843009,
; CHECK: MOV32mr
define void @fill_4(ptr %to, i8 %byte) {
  call void @llvm.memset.p0.i64(ptr %to, i8 %byte, i64 4, i1 false)
  ret void
}
