; What the translation refuses, with its place.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift -mtriple=x86_64-unknown-linux-gnu %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: exception handling with Cranelift in function `unwinds`
;   --> %s:55:3
;    |
; 55 |   invoke void @g() to label %done unwind label %pad
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: inline assembly with Cranelift in function `assembly`
;   --> %s:64:3
;    |
; 64 |   %y = call i32 asm "bswap $0", "=r,0"(i32 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: type x86_fp80 with Cranelift in function `long`
;   --> %s:68:17
;    |
; 68 | define x86_fp80 @long(x86_fp80 %x) {
;    |                 ^^^^^
; error: unsupported: musttail with Cranelift in function `tail`
;   --> %s:74:3
;    |
; 74 |   %y = musttail call i32 @fastest(i32 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: calling convention ghccc with Cranelift in function `foreign`
;   --> %s:78:19
;    |
; 78 | define ghccc void @foreign() {
;    |                   ^^^^^^^^
; error: unsupported: intrinsic llvm.x86.sse42.crc32.32.8 with Cranelift in function `machine`
;   --> %s:83:3
;    |
; 83 |   %z = call i32 @llvm.x86.sse42.crc32.32.8(i32 %x, i8 %y)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: llvm.frameaddress of a caller with Cranelift in function `frame`
;   --> %s:88:3
;    |
; 88 |   %a = call ptr @llvm.frameaddress.p0(i32 1)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: argument of more than 256 parts with Cranelift in function `long_array`
;   --> %s:99:3
;    |
; 99 |   call void @takes([300 x i64] %a)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare i32 @__gxx_personality_v0(...)
declare void @g()
declare i32 @fastest(i32)
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)

define void @unwinds() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}

define i32 @assembly(i32 %x) {
  %y = call i32 asm "bswap $0", "=r,0"(i32 %x)
  ret i32 %y
}

define x86_fp80 @long(x86_fp80 %x) {
  %y = fadd x86_fp80 %x, %x
  ret x86_fp80 %y
}

define i32 @tail(i32 %x) {
  %y = musttail call i32 @fastest(i32 %x)
  ret i32 %y
}

define ghccc void @foreign() {
  ret void
}

define i32 @machine(i32 %x, i8 %y) {
  %z = call i32 @llvm.x86.sse42.crc32.32.8(i32 %x, i8 %y)
  ret i32 %z
}

define i32 @frame() {
  %a = call ptr @llvm.frameaddress.p0(i32 1)
  %i = ptrtoint ptr %a to i32
  ret i32 %i
}

declare ptr @llvm.frameaddress.p0(i32 immarg)

declare void @takes([300 x i64])

define void @long_array(ptr %p) {
  %a = load [300 x i64], ptr %p
  call void @takes([300 x i64] %a)
  ret void
}
