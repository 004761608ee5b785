; Addresses of functions, variables and constants, and calls, in each code model: by one instruction within 1 MiB, by
; pages, or in four pieces of 16 bits.
; Expected code made by llc 19.1.7.
; RUN: avarice compile -mtriple=aarch64-linux-gnu -code-model=tiny %s -o - | FileCheck %s --check-prefix=TINY
; RUN: avarice compile -mtriple=aarch64-linux-gnu -code-model=tiny -relocation-model=pic %s -o - | FileCheck %s --check-prefix=TINY-PIC
; RUN: avarice compile -mtriple=aarch64-linux-gnu -code-model=large %s -o - | FileCheck %s --check-prefix=LARGE

@extern = external global i32
@data = dso_local global i32 4
@table = internal global [4 x i32] zeroinitializer
@per_thread = dso_local thread_local global i32 7

declare i32 @callee(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; TINY-LABEL: {{^}}own:
; TINY: ret
; TINY-PIC-LABEL: {{^}}own:
; TINY-PIC: ret
; LARGE-LABEL: {{^}}own:
; LARGE: ret
define dso_local i32 @own(i32 %x) nounwind {
  ret i32 %x
}
; TINY-LABEL: {{^}}address_extern:
; TINY: ldr x0, :got:extern
; TINY: ret
; TINY-PIC-LABEL: {{^}}address_extern:
; TINY-PIC: ldr x0, :got:extern
; TINY-PIC: ret
define ptr @address_extern() nounwind {
  ret ptr @extern
}
; TINY-LABEL: {{^}}address_data:
; TINY: adr x0, data
; TINY: ret
; TINY-PIC-LABEL: {{^}}address_data:
; TINY-PIC: adr x0, .Ldata$local
; TINY-PIC: ret
; LARGE-LABEL: {{^}}address_data:
; LARGE: movz x0, #:abs_g0_nc:data
; LARGE: movk x0, #:abs_g1_nc:data
; LARGE: movk x0, #:abs_g2_nc:data
; LARGE: movk x0, #:abs_g3:data
; LARGE: ret
define ptr @address_data() nounwind {
  ret ptr @data
}
; TINY-LABEL: {{^}}address_callee:
; TINY: ldr x0, :got:callee
; TINY: ret
; TINY-PIC-LABEL: {{^}}address_callee:
; TINY-PIC: ldr x0, :got:callee
; TINY-PIC: ret
define ptr @address_callee() nounwind {
  ret ptr @callee
}
; TINY-LABEL: {{^}}address_own:
; TINY: adr x0, own
; TINY: ret
; TINY-PIC-LABEL: {{^}}address_own:
; TINY-PIC: adr x0, .Lown$local
; TINY-PIC: ret
; LARGE-LABEL: {{^}}address_own:
; LARGE: movz x0, #:abs_g0_nc:own
; LARGE: movk x0, #:abs_g1_nc:own
; LARGE: movk x0, #:abs_g2_nc:own
; LARGE: movk x0, #:abs_g3:own
; LARGE: ret
define ptr @address_own() nounwind {
  ret ptr @own
}
; TINY-LABEL: {{^}}load_extern:
; TINY: ldr x8, :got:extern
; TINY: ldr w0, [x8]
; TINY: ret
; TINY-PIC-LABEL: {{^}}load_extern:
; TINY-PIC: ldr x8, :got:extern
; TINY-PIC: ldr w0, [x8]
; TINY-PIC: ret
define i32 @load_extern() nounwind {
  %r = load i32, ptr @extern
  ret i32 %r
}
; LARGE-LABEL: {{^}}load_data:
; LARGE: movz x8, #:abs_g0_nc:data
; LARGE: movk x8, #:abs_g1_nc:data
; LARGE: movk x8, #:abs_g2_nc:data
; LARGE: movk x8, #:abs_g3:data
; LARGE: ldr w0, [x8]
; LARGE: ret
define i32 @load_data() nounwind {
  %r = load i32, ptr @data
  ret i32 %r
}
; TINY-LABEL: {{^}}load_element:
; TINY: adr x8, table
; TINY: ldr w0, [x8, x0, lsl #2]
; TINY: ret
; TINY-PIC-LABEL: {{^}}load_element:
; TINY-PIC: adr x8, table
; TINY-PIC: ldr w0, [x8, x0, lsl #2]
; TINY-PIC: ret
; LARGE-LABEL: {{^}}load_element:
; LARGE: movz x8, #:abs_g0_nc:table
; LARGE: movk x8, #:abs_g1_nc:table
; LARGE: movk x8, #:abs_g2_nc:table
; LARGE: movk x8, #:abs_g3:table
; LARGE: ldr w0, [x8, x0, lsl #2]
; LARGE: ret
define i32 @load_element(i64 %i) nounwind {
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %r = load i32, ptr %p
  ret i32 %r
}
; LARGE-LABEL: {{^}}load_third:
; LARGE: movz x8, #:abs_g0_nc:table+8
; LARGE: movk x8, #:abs_g1_nc:table+8
; LARGE: movk x8, #:abs_g2_nc:table+8
; LARGE: movk x8, #:abs_g3:table+8
; LARGE: ldr w0, [x8]
; LARGE: ret
define i32 @load_third() nounwind {
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 2
  %r = load i32, ptr %p
  ret i32 %r
}
; TINY-LABEL: {{^}}calls:
; TINY: str x30, [sp, #-16]!
; TINY: bl callee
; TINY: bl own
; TINY: ldr x30, [sp], #16
; TINY: ret
; TINY-PIC-LABEL: {{^}}calls:
; TINY-PIC: str x30, [sp, #-16]!
; TINY-PIC: bl callee
; TINY-PIC: bl .Lown$local
; TINY-PIC: ldr x30, [sp], #16
; TINY-PIC: ret
; LARGE-LABEL: {{^}}calls:
; LARGE: str x30, [sp, #-16]!
; LARGE: bl callee
; LARGE: bl own
; LARGE: ldr x30, [sp], #16
; LARGE: ret
define i32 @calls(i32 %x) nounwind {
  %r = call i32 @callee(i32 %x)
  %s = call i32 @own(i32 %r)
  ret i32 %s
}
; TINY-LABEL: {{^}}jumps:
; TINY: b callee
; TINY-PIC-LABEL: {{^}}jumps:
; TINY-PIC: b callee
; LARGE-LABEL: {{^}}jumps:
; LARGE: b callee
define i32 @jumps(i32 %x) nounwind {
  %r = tail call i32 @callee(i32 %x)
  ret i32 %r
}
; LARGE-LABEL: {{^}}constant:
; LARGE: movz x8, #:abs_g0_nc:.LCPI11_0
; LARGE: movk x8, #:abs_g1_nc:.LCPI11_0
; LARGE: movk x8, #:abs_g2_nc:.LCPI11_0
; LARGE: movk x8, #:abs_g3:.LCPI11_0
; LARGE: ldr d1, [x8]
; LARGE: fadd d0, d0, d1
; LARGE: ret
define double @constant(double %x) nounwind {
  %r = fadd double %x, 3.7
  ret double %r
}
; TINY-LABEL: {{^}}copies:
; TINY: str x30, [sp, #-16]!
; TINY: bl memcpy
; TINY: ldr x30, [sp], #16
; TINY: ret
; TINY-PIC-LABEL: {{^}}copies:
; TINY-PIC: str x30, [sp, #-16]!
; TINY-PIC: bl memcpy
; TINY-PIC: ldr x30, [sp], #16
; TINY-PIC: ret
; LARGE-LABEL: {{^}}copies:
; LARGE: str x30, [sp, #-16]!
; LARGE: bl memcpy
; LARGE: ldr x30, [sp], #16
; LARGE: ret
define void @copies(ptr %a, ptr %b, i64 %n) nounwind {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  ret void
}
define i32 @load_thread() nounwind {
  %r = load i32, ptr @per_thread
  ret i32 %r
}
define ptr @address_thread() nounwind {
  ret ptr @per_thread
}
