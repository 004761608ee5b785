; Metadata that code generation or linking believes has to be what it says it is.
; RUN: not avarice opt -S %s -o %t.ll 2>&1 | FileCheck %s

; CHECK-DAG: two module flags are named "one"
; CHECK-DAG: value of module flag "largest", which is the largest or smallest, is not a number
; CHECK-DAG: value of module flag "list", which requires or appends, is not a node
; CHECK-DAG: module flag "Linker Options" has become the named metadata !llvm.linker.options
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"one", i32 1}
!1 = !{i32 2, !"one", i32 1}
!2 = !{i32 7, !"largest", !"x"}
!3 = !{i32 5, !"list", i32 1}
!4 = !{i32 6, !"Linker Options", !5}
!5 = !{}

define void @f(ptr %p) {
; CHECK-DAG: limit of !range is not a number of type i32
  %a = load i32, ptr %p, !range !6
; CHECK-DAG: !range is not a list of pairs
  %b = load i32, ptr %p, !range !7
; CHECK-DAG: !align is not a power of two
  %c = load ptr, ptr %p, !align !8
; CHECK-DAG: operand of !dereferenceable is not an i64
  %d = load ptr, ptr %p, !dereferenceable !9
  ret void
}
!6 = !{i32 0, i64 2}
!7 = !{i32 0}
!8 = !{i64 3}
!9 = !{i32 4}
