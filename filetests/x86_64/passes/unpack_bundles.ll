; Checks of types, which are bundled with their calls, are instructions of their own before emission. The expected output is
; that of llc 19.1.7.
; RUN: avarice compile %s -stop-after=unpack-mi-bundles -o - | sed -n -e "/KCFI/p" -e "/CALL/p" -e "/BUNDLE/p"
; OUTPUT:
;     KCFI_CHECK $rax, 12345, implicit-def $r10, implicit-def $r11, implicit-def $eflags
;     CALL64r killed $rax, csr_64, implicit $rsp, implicit $ssp, implicit $edi, implicit-def $rsp, implicit-def $ssp, implicit-def $eax
target triple = "x86_64-unknown-linux-gnu"
define i32 @f(ptr %p, i32 %x) {
  %r = call i32 %p(i32 %x) [ "kcfi"(i32 12345) ]
  %s = add i32 %r, 1
  ret i32 %s
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
