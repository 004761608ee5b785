; What was a field of a subprogram each before LLVM 8 is one of its flags now, and one that says nothing is a definition;
; a pointer to a pointer has any address space.
; RUN: avarice opt %s -o - | grep -E 'DISubprogram|load'
; OUTPUT:
;   %loaded = load ptr addrspace(1), ptr addrspace(3) %p, align 8
;   ret ptr addrspace(1) %loaded
; !4 = !DISubprogram(name: "g", scope: !1, file: !1, line: 2, type: !5, spFlags: 0)
; !7 = distinct !DISubprogram(name: "h", scope: !1, file: !1, line: 3, type: !5, spFlags: DISPFlagDefinition, unit: !0)
; !8 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
define ptr addrspace(1) @f(i8 addrspace(1)* addrspace(3)* %p) !dbg !4 {
  %loaded = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(3)* %p
  ret ptr addrspace(1) %loaded
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!kept = !{!5, !6}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, retainedTypes: !2)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !7, isLocal: true, isDefinition: true, scopeLine: 1, virtuality: DW_VIRTUALITY_virtual, virtualIndex: 2, flags: DIFlagPrototyped, isOptimized: true, unit: !0)
!5 = !DISubprogram(name: "g", scope: !1, file: !1, line: 2, type: !7, isLocal: false, isDefinition: false, isOptimized: false)
!6 = distinct !DISubprogram(name: "h", scope: !1, file: !1, line: 3, type: !7, unit: !0)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
