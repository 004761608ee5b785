; In position-independent code tables refer to types by pointers of the module, and to personality functions by pointers that
; the modules of a program share. The expected output is that of llc 19.1.7.
; RUN: avarice compile %s -relocation-model=pic -filetype=obj -o %t.o
; RUN: readelf -SsrW %t.o | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -o - | sed -n '/cfi_personality/p; /^[[:space:]].data/,$p'
; OUTPUT:
; 	.cfi_personality 155, DW.ref.__gxx_personality_v0
; 	.data
; 	.p2align	3, 0x0
; .L_ZTIi.DW.stub:
; 	.quad	_ZTIi
; 	.hidden	DW.ref.__gxx_personality_v0
; 	.weak	DW.ref.__gxx_personality_v0
; 	.section	.data.DW.ref.__gxx_personality_v0,"awG",@progbits,DW.ref.__gxx_personality_v0,comdat
; 	.p2align	3, 0x0
; 	.type	DW.ref.__gxx_personality_v0,@object
; 	.size	DW.ref.__gxx_personality_v0, 8
; DW.ref.__gxx_personality_v0:
; 	.quad	__gxx_personality_v0
; 	.section	".note.GNU-stack","",@progbits

; CHECK:      .group GROUP
; CHECK-NEXT: .data.DW.ref.__gxx_personality_v0 PROGBITS {{.*}} WAG
; CHECK:      Relocation section '.rela.data.DW.ref.__gxx_personality_v0'
; CHECK-NEXT: Offset
; CHECK-NEXT: R_X86_64_64 {{.*}} __gxx_personality_v0 + 0
; CHECK:      Relocation section '.rela.eh_frame'
; CHECK-NEXT: Offset
; CHECK-NEXT: 0000000000000013 {{.*}} R_X86_64_PC32 {{.*}} DW.ref.__gxx_personality_v0 + 0
; CHECK:      NOTYPE LOCAL DEFAULT 4 GCC_except_table0
; CHECK:      OBJECT WEAK HIDDEN 9 DW.ref.__gxx_personality_v0

declare void @throw(i32)
declare i32 @__gxx_personality_v0(...)
@_ZTIi = external constant ptr

define i32 @catches() personality ptr @__gxx_personality_v0 {
entry:
  call void @throw(i32 1)
  invoke void @throw(i32 2) to label %next unwind label %cleanup
next:
  invoke void @throw(i32 3) to label %last unwind label %catch
last:
  call void @throw(i32 4)
  ret i32 0
cleanup:
  %a = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %a
catch:
  %b = landingpad { ptr, i32 } cleanup catch ptr @_ZTIi catch ptr null
  ret i32 1
}
