; Registers that are several: each part is a value of its own, in its register of a tuple where an instruction wants one.
; RUN: avarice compile %s -mtriple=aarch64 -regalloc=ion -verify-machineinstrs -verify-regalloc -print-after=ion -o /dev/null
; OUTPUT(stderr):
; # *** IR Dump After Backtracking Register Allocator of regalloc2 (ion) ***:
; # Machine code for function f: NoPHIs, TracksLiveness, NoVRegs, TracksDebugUserValues
; Function Live Ins: $x0, $q0
;
; bb.0 (%ir-block.0):
;   liveins: $q0, $x0
;   $q16 = COPY killed $q0
;   renamable $q0_q1 = LD2Twov16b killed renamable $x0 :: (load (s256) from %ir.p, align 1)
;   $q2 = COPY killed $q0
;   $q0 = COPY killed $q1
;   $q1 = COPY killed $q2
;   renamable $q4 = TBLv16i8Two renamable $q0_q1, killed renamable $q16
;   renamable $q0 = ADDv16i8 killed renamable $q4, killed renamable $q1
;   RET_ReallyLR implicit killed $q0
;
; # End machine code for function f.
;

declare { <16 x i8>, <16 x i8> } @llvm.aarch64.neon.ld2.v16i8.p0(ptr)

declare <16 x i8> @llvm.aarch64.neon.tbl2.v16i8(<16 x i8>, <16 x i8>, <16 x i8>)

define <16 x i8> @f(ptr %p, <16 x i8> %a) {
  %both = call { <16 x i8>, <16 x i8> } @llvm.aarch64.neon.ld2.v16i8.p0(ptr %p)
  %first = extractvalue { <16 x i8>, <16 x i8> } %both, 0
  %second = extractvalue { <16 x i8>, <16 x i8> } %both, 1
  %swapped = call <16 x i8> @llvm.aarch64.neon.tbl2.v16i8(<16 x i8> %second, <16 x i8> %first, <16 x i8> %a)
  %sum = add <16 x i8> %swapped, %first
  ret <16 x i8> %sum
}
