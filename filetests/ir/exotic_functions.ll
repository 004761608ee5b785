; Declarations with every kind of attribute, attribute groups, metadata, named metadata, module flags, use-list
; orders: read, kept where it is part of the program, never misread.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s

source_filename = "somewhere.c"

; CHECK-DAG: declare noalias noundef nonnull ptr @allocate(i64 noundef, ptr nocapture readonly byval([2 x i64]) align 8)
declare noalias noundef nonnull ptr @allocate(i64 noundef, ptr nocapture readonly byval([2 x i64]) align 8) local_unnamed_addr #0

; CHECK-DAG: declare fastcc i32 @fast(i32 inreg, ...)
declare fastcc i32 @fast(i32 inreg, ...)

; CHECK-DAG: declare dereferenceable(16) ptr @returned(ptr returned, ptr sret({ i64, i64 }))
declare dereferenceable(16) ptr @returned(ptr returned, ptr sret({ i64, i64 }))

; CHECK-DAG: declare range(i32 0, 10) i32 @ranged()
declare range(i32 0, 10) i32 @ranged()

; CHECK: define {{.*}}i32 @f(i32 %x)
; CHECK:   %a = add nuw nsw i32 %x, 1
; CHECK:   %s = lshr exact i32 %a, 1
; CHECK:   %z = zext nneg i32 %s to i64
; CHECK:   %g = getelementptr inbounds nuw i8, ptr null, i64 %z
; CHECK:   %c = icmp {{(samesign )?}}ult i64 %z, 100
; CHECK:   %t = trunc nuw i64 %z to i32
; CHECK:   %v = select i1 %c, i32 %t, i32 poison
; CHECK:   %d = fadd nnan ninf nsz double 1.000000e+00, 2.000000e+00
define dso_local i32 @f(i32 %x) #1 !dbg !4 {
  %a = add nuw nsw i32 %x, 1, !dbg !7
  %s = lshr exact i32 %a, 1
  %z = zext nneg i32 %s to i64
  %g = getelementptr inbounds nuw i8, ptr null, i64 %z
  %c = icmp ult i64 %z, 100
  %t = trunc nuw i64 %z to i32
  %v = select i1 %c, i32 %t, i32 poison, !prof !9
  %d = fadd nnan ninf nsz double 1.0, 2.0
  ret i32 %v
}

attributes #0 = { nounwind allocsize(0) memory(inaccessiblemem: readwrite) "key"="value" }
attributes #1 = { noinline "frame-pointer"="all" }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "somewhere.c", directory: "/")
!4 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 3, scope: !4)
!9 = !{!"branch_weights", i32 1, i32 9}
