; Atomic operations as loops around loads and stores that notice other stores.
; As llc 19.1.7 selects them.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -o - | FileCheck %s

; CHECK-LABEL: uinc:
; CHECK: ldaxr {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: cmp {{[wx][0-9]+}}, {{[wx][0-9]+}}
; CHECK: csinc {{[wx][0-9]+}}, wzr, {{[wx][0-9]+}}, hs
; CHECK: stlxr {{[wx][0-9]+}}, {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: cbnz {{[wx][0-9]+}},
; CHECK: ret
; CHECK-LABEL: nand:
; CHECK: ldxrh {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: and {{[wx][0-9]+}}, {{[wx][0-9]+}}, {{[wx][0-9]+}}
; CHECK: mvn {{[wx][0-9]+}}, {{[wx][0-9]+}}
; CHECK: stlxrh {{[wx][0-9]+}}, {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: cbnz {{[wx][0-9]+}},
; CHECK: ret
; CHECK-LABEL: stlr:
; CHECK: stlrb {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: ret
; CHECK-LABEL: ldar8:
; CHECK: add {{[wx][0-9]+}}, {{[wx][0-9]+}}, #8
; CHECK: ldar {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: ret
; CHECK-LABEL: addnoret:
; CHECK: ldaxr {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: add {{[wx][0-9]+}}, {{[wx][0-9]+}}, {{[wx][0-9]+}}
; CHECK: stlxr {{[wx][0-9]+}}, {{[wx][0-9]+}}, [{{[wx][0-9]+}}]
; CHECK: cbnz {{[wx][0-9]+}},
; CHECK: ret

define i32 @uinc(ptr %p, i32 %v) {
  %r = atomicrmw uinc_wrap ptr %p, i32 %v seq_cst
  ret i32 %r
}
define i16 @nand(ptr %p, i16 %v) {
  %r = atomicrmw nand ptr %p, i16 %v release
  ret i16 %r
}
define void @stlr(ptr %p, i8 %v) {
  store atomic i8 %v, ptr %p release, align 1
  ret void
}
define i64 @ldar8(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  %r = load atomic i64, ptr %q seq_cst, align 8
  ret i64 %r
}
define void @addnoret(ptr %p, i32 %v) {
  %r = atomicrmw add ptr %p, i32 %v seq_cst
  ret void
}
