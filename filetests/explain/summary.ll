; Without a question: where every register ended.
; RUN: avarice explain %S/../x86_64/seed/bar.ll -O1
; OUTPUT:
; bar
;   %1 (%ir.add, GR32) was joined into another: %13
;   %2 (%ir.add4, GR32) is in $eax
;   %3 (%ir.a.addr.0, GR32) was joined into another: %13
;   %4 (%ir.a, GR32) was joined into another: %10
;   %5 (%ir.b, GR32) was joined into another: %11
;   %6 (%ir.call, GR32) was joined into another: %1
;   %8 (%ir.call2, GR32) was joined into another: %9
;   %9 (%ir.mul3, GR32) was joined into another: %2
;   %10 (%ir.mul, GR32) is in pieces: %14, %15 and %16
;   %11 (%ir.sub, GR32) was joined into another: %12
;   %12 (%ir.mul5, GR32) is in $ebx
;   %13 (GR32) is in $ebp
;   %14 has no uses left
;   %15 (GR32) is in $edi
;   %16 (GR32) is in $ebp

