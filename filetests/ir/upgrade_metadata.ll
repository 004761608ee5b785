; Flags of Objective-C and Swift, spaces in a section, and tags of type-based alias analysis that are a type alone change
; as in opt 19.1.7, whose output this is but for the comment with the name.
; RUN: avarice opt -S %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
; target triple = "x86_64-unknown-linux-gnu"
;
; @list = global i32 0, section "__DATA,__objc_catlist,regular,no_dead_strip"
;
; define i32 @tags(ptr %p, ptr %q) {
;   %a = load i32, ptr %p, align 4, !tbaa !9
;   store i32 %a, ptr %q, align 4, !tbaa !13
;   %b = load i32, ptr %p, align 4, !tbaa !15
;   store i32 %b, ptr %q, align 4, !tbaa !9
;   ret i32 %b
; }
;
; !llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
;
; !0 = !{i32 8, !"PIC Level", i32 2}
; !1 = !{i32 8, !"sign-return-address-all", i32 0}
; !2 = !{i32 1, !"Objective-C Image Info Version", i32 0}
; !3 = !{i32 1, !"Objective-C Image Info Section", !"__DATA,__objc_imageinfo,regular,no_dead_strip"}
; !4 = !{i32 1, !"Objective-C Garbage Collection", i8 64}
; !5 = !{i32 4, !"Objective-C Class Properties", i32 0}
; !6 = !{i32 1, !"Swift ABI Version", i32 3}
; !7 = !{i32 1, !"Swift Major Version", i8 5}
; !8 = !{i32 1, !"Swift Minor Version", i8 17}
; !9 = !{!10, !10, i64 0}
; !10 = !{!"int", !11}
; !11 = !{!"omnipotent char", !12}
; !12 = !{!"Simple C/C++ TBAA"}
; !13 = !{!14, !14, i64 0, i64 1}
; !14 = !{!"float", !11}
; !15 = !{!16, !16, i64 0}
; !16 = !{!"long", !11, i64 0}

target triple = "x86_64-unknown-linux-gnu"

@list = global i32 0, section "__DATA, __objc_catlist, regular, no_dead_strip"

define i32 @tags(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4, !tbaa !10
  store i32 %a, ptr %q, align 4, !tbaa !13
  %b = load i32, ptr %p, align 4, !tbaa !14
  store i32 %b, ptr %q, align 4, !tbaa !10
  ret i32 %b
}

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"PIC Level", i32 2}
!1 = !{i32 1, !"sign-return-address-all", i32 0}
!2 = !{i32 1, !"Objective-C Image Info Version", i32 0}
!3 = !{i32 1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo, regular, no_dead_strip"}
!4 = !{i32 4, !"Objective-C Garbage Collection", i32 85001024}

!10 = !{!"int", !11}
!11 = !{!"omnipotent char", !12}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!"float", !11, i64 1}
!14 = !{!15, !15, i64 0}
!15 = !{!"long", !11, i64 0}
