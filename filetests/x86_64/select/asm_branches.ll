; `callbr` becomes INLINEASM_BR: labels are blocks, the default edge a jump, outputs are copied on each edge.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s --check-prefix=MIR
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s --check-prefix=ASM
; RUN: avarice compile %s -verify-machineinstrs -O0 -o - | FileCheck %s --check-prefix=O0

; MIR-LABEL: name: labels
; MIR: successors: %bb.1(0x80000000), %bb.2(0x00000000), %bb.3(0x00000000)
; MIR: INLINEASM_BR &"# $0 ${1:l} $2", 1 /* sideeffect attdialect */, {{[0-9]+}} /* reguse:GR32 */, %{{[0-9]+}}, 13 /* imm */, %bb.2, 13 /* imm */, %bb.3
; MIR-NEXT: JMP_1 %bb.1
; MIR: bb.2.left (machine-block-address-taken, inlineasm-br-indirect-target):
; MIR: bb.3.right (machine-block-address-taken, inlineasm-br-indirect-target):
; ASM-LABEL: labels:
; ASM: # %edi .LBB0_[[LEFT:[0-9]+]] .LBB0_[[RIGHT:[0-9]+]]
; ASM: .LBB0_[[RIGHT]]:
; ASM: .LBB0_[[LEFT]]:
; O0-LABEL: labels:
; O0: # %{{[a-z]+}} .LBB0_2 .LBB0_3
; O0: jmp .LBB0_1
define i32 @labels(i32 %x) {
  callbr void asm sideeffect "# $0 ${1:l} $2", "r,!i,!i"(i32 %x) to label %default [label %left, label %right]
default:
  ret i32 1
left:
  ret i32 2
right:
  ret i32 3
}

; Outputs that stay where the assembly leaves them are live in the blocks that it jumps to.
; MIR-LABEL: name: fixed
; MIR: successors: %bb.2(0x80000000), %bb.1(0x00000000)
; MIR: INLINEASM_BR &nop, 0 /* attdialect */, 10 /* regdef */, implicit-def $eax, 13 /* imm */, %bb.1
; MIR-NEXT: COPY $eax
; MIR-NEXT: JMP_1 %bb.2
; MIR: bb.1.._crit_edge (machine-block-address-taken, inlineasm-br-indirect-target):
; MIR: liveins: $eax
; MIR: COPY $eax
; MIR: PHI %{{[0-9]+}}, %bb.0, %{{[0-9]+}}, %bb.1
; ASM-LABEL: fixed:
; ASM: nop
; ASM: ret
define i32 @fixed() {
  %1 = callbr i32 asm "nop", "={ax},!i"() to label %2 [label %2]
2:
  ret i32 %1
}
