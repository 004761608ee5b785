; No move clears the upper half of a register that an instruction of 32 bits has cleared; a copy has not.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | sed -n '/^body:/,/^[.]/p'
; OUTPUT:
; body:             |
;   bb.0 (%ir-block.0):
;     liveins: $edi, $esi
;   
;     %1:gr32 = COPY $esi
;     %0:gr32 = COPY $edi
;     %2:gr32 = ADD32rr %0, %1, implicit-def dead $eflags
;     %3:gr64 = SUBREG_TO_REG 0, %2, %subreg.sub_32bit
;     $rax = COPY %3
;     RET 0, $rax
;
; ...
; body:             |
;   bb.0 (%ir-block.0):
;     liveins: $edi
;   
;     %0:gr32 = COPY $edi
;     %1:gr32 = MOV32rr %0
;     %2:gr64 = SUBREG_TO_REG 0, %1, %subreg.sub_32bit
;     $rax = COPY %2
;     RET 0, $rax
;
; ...
target triple = "x86_64-unknown-linux-gnu"

define i64 @sum(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  %wide = zext i32 %sum to i64
  ret i64 %wide
}

define i64 @argument(i32 %a) {
  %wide = zext i32 %a to i64
  ret i64 %wide
}
