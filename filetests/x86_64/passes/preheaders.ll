; A loop that is entered from two places gets no block in front here, nor does an inner loop that is entered by one of two
; branches: code moves out of the latter only together with the outer loop.
; RUN: avarice compile %s -O2 -verify-machineinstrs -stop-after=early-machinelicm -o - | sed -n '/^body:/,/^[.]/p'
; OUTPUT:
; body:             |
;   bb.0.entry:
;     successors: %bb.2(0x40000000), %bb.1(0x40000000)
;     liveins: $edi, $rsi, $rdx
;   
;     %8:gr64 = COPY $rdx
;     %7:gr64 = COPY $rsi
;     %6:gr32 = COPY $edi
;     %10:gr8 = COPY %6.sub_8bit
;     %9:gr32 = MOV32r0 implicit-def dead $eflags
;     TEST8ri %10, 1, implicit-def $eflags
;     JCC_1 %bb.2, 5, implicit $eflags
;     JMP_1 %bb.1
;   
;   bb.1.other:
;     successors: %bb.2(0x40000000), %bb.3(0x40000000)
;   
;     %0:gr64 = IMUL64rr %8, %7, implicit-def dead $eflags
;     %11:gr32 = MOV32r0 implicit-def dead $eflags
;     %12:gr32 = MOV32ri 1
;     CMP64ri32 %0, 9, implicit-def $eflags
;     JCC_1 %bb.3, 5, implicit $eflags
;     JMP_1 %bb.2
;   
;   bb.2.loop:
;     successors: %bb.3(0x04000000), %bb.2(0x7c000000)
;   
;     %1:gr64_nosp = PHI %7, %bb.0, %0, %bb.1, %4, %bb.2
;     %2:gr32 = PHI %9, %bb.0, %11, %bb.1, %3, %bb.2
;     %3:gr32 = ADD32rm %2, $noreg, 4, %1, @t, $noreg, implicit-def dead $eflags :: (load (s32) from %ir.p)
;     %4:gr64 = DEC64r %1, implicit-def dead $eflags
;     TEST64rr %4, %4, implicit-def $eflags
;     JCC_1 %bb.2, 5, implicit $eflags
;     JMP_1 %bb.3
;   
;   bb.3.end:
;     %5:gr32 = PHI %12, %bb.1, %3, %bb.2
;     $eax = COPY %5
;     RET 0, $eax
;
; ...
; body:             |
;   bb.0.entry:
;     successors: %bb.1(0x80000000)
;     liveins: $rdi, $rsi
;   
;     %5:gr64 = COPY $rsi
;     %4:gr64 = COPY $rdi
;     %7:gr32 = MOV32r0 implicit-def dead $eflags
;     %6:gr64 = SUBREG_TO_REG 0, %7, %subreg.sub_32bit
;   
;   bb.1.outer:
;     successors: %bb.2(0x40000000), %bb.3(0x40000000)
;   
;     %0:gr64_with_sub_8bit = PHI %6, %bb.0, %3, %bb.3
;     %8:gr64 = SUBREG_TO_REG 0, %7, %subreg.sub_32bit
;     TEST8ri %0.sub_8bit, 1, implicit-def $eflags
;     JCC_1 %bb.3, 4, implicit $eflags
;     JMP_1 %bb.2
;   
;   bb.2.inner:
;     successors: %bb.3(0x04000000), %bb.2(0x7c000000)
;   
;     %1:gr64_nosp = PHI %8, %bb.1, %2, %bb.2
;     %10:gr64_nosp = IMUL64rri32 %0, 1000003, implicit-def dead $eflags
;     %11:gr64 = LEA64r %5, 4, %10, 0, $noreg
;     MOV32mi %11, 4, %1, 0, $noreg, 77 :: (store (s32) into %ir.at)
;     %2:gr64 = INC64r %1, implicit-def dead $eflags
;     CMP64rr %2, %4, implicit-def $eflags
;     JCC_1 %bb.2, 5, implicit $eflags
;     JMP_1 %bb.3
;   
;   bb.3.latch:
;     successors: %bb.4(0x04000000), %bb.1(0x7c000000)
;   
;     %3:gr64 = INC64r %0, implicit-def dead $eflags
;     CMP64rr %3, %4, implicit-def $eflags
;     JCC_1 %bb.1, 5, implicit $eflags
;     JMP_1 %bb.4
;   
;   bb.4.done:
;     RET 0
;
; ...

target triple = "x86_64-unknown-linux-gnu"

@t = internal global [8 x i32] zeroinitializer

define i32 @two_entries(i1 %c, i64 %n, i64 %m) {
entry:
  br i1 %c, label %loop, label %other
other:
  %x = mul i64 %m, %n
  %d = icmp eq i64 %x, 9
  br i1 %d, label %loop, label %end
loop:
  %i = phi i64 [ %n, %entry ], [ %x, %other ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ 0, %other ], [ %sum, %loop ]
  %p = getelementptr i32, ptr @t, i64 %i
  %v = load i32, ptr %p
  %sum = add i32 %s, %v
  %next = sub i64 %i, 1
  %done = icmp eq i64 %next, 0
  br i1 %done, label %end, label %loop
end:
  %r = phi i32 [ 1, %other ], [ %sum, %loop ]
  ret i32 %r
}

define void @inner(i64 %n, ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %odd = trunc i64 %i to i1
  br i1 %odd, label %inner, label %latch
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %row = mul i64 %i, 1000003
  %cell = getelementptr i32, ptr %p, i64 %row
  %at = getelementptr i32, ptr %cell, i64 %k
  store i32 77, ptr %at
  %k1 = add i64 %k, 1
  %c = icmp eq i64 %k1, %n
  br i1 %c, label %latch, label %inner
latch:
  %i1 = add i64 %i, 1
  %c2 = icmp eq i64 %i1, %n
  br i1 %c2, label %done, label %outer
done:
  ret void
}
