; Results that are structs with a name, names that are types written otherwise, and constants that fold. The bodies are
; what opt 19.1.7 makes.
; RUN: avarice opt -S %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; %pair = type { <8 x i8>, <8 x i8> }
; %sum = type { i32, i1 }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <4 x half> @llvm.roundeven.v4f16(<4 x half>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
; declare double @llvm.experimental.constrained.sitofp.f64.i64(i64, metadata, metadata) #1
;
; ; Function Attrs: nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
; declare i32 @llvm.experimental.constrained.lrint.i32.f64(double, metadata, metadata) #1
;
; define <8 x i8> @target(ptr %p) {
;   %1 = call { <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld2.v8i8.p0(ptr %p)
;   %2 = extractvalue { <8 x i8>, <8 x i8> } %1, 0
;   %3 = insertvalue %pair poison, <8 x i8> %2, 0
;   %4 = extractvalue { <8 x i8>, <8 x i8> } %1, 1
;   %5 = insertvalue %pair %3, <8 x i8> %4, 1
;   %second = extractvalue %pair %5, 1
;   ret <8 x i8> %second
; }
;
; define %sum @general(i32 %a, i32 %b) {
;   %1 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
;   %2 = extractvalue { i32, i1 } %1, 0
;   %3 = insertvalue %sum poison, i32 %2, 0
;   %4 = extractvalue { i32, i1 } %1, 1
;   %5 = insertvalue %sum %3, i1 %4, 1
;   ret %sum %5
; }
;
; define <4 x half> @to_even(<4 x half> %a) {
;   %r = call <4 x half> @llvm.roundeven.v4f16(<4 x half> %a)
;   ret <4 x half> %r
; }
;
; ; Function Attrs: strictfp
; define i32 @strict(i64 %n) #2 {
;   %d = call double @llvm.experimental.constrained.sitofp.f64.i64(i64 %n, metadata !"round.tonearest", metadata !"fpexcept.strict") #2
;   %r = call i32 @llvm.experimental.constrained.lrint.i32.f64(double %d, metadata !"round.tonearest", metadata !"fpexcept.strict") #2
;   ret i32 %r
; }
;
; define <4 x i32> @repeated(<4 x i32> %a, ptr %p) {
;   %r = add <4 x i32> %a, <i32 7, i32 7, i32 7, i32 7>
;   store ptr null, ptr %p, align 8
;   ret <4 x i32> %r
; }
;
; define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a) {
;   %r = add <vscale x 4 x i32> %a, shufflevector (<vscale x 4 x i32> insertelement (<vscale x 4 x i32> poison, i32 7, i64 0), <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer)
;   ret <vscale x 4 x i32> %r
; }
;
; declare { <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld2.v8i8.p0(ptr)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite) }
; attributes #2 = { strictfp }

%pair = type { <8 x i8>, <8 x i8> }
%sum = type { i32, i1 }

declare %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr)
declare %sum @llvm.uadd.with.overflow.i32(i32, i32)
declare <4 x half> @llvm.aarch64.neon.frintn.v4f16(<4 x half>)
declare double @llvm.experimental.constrained.sitofp.i64.f64(i64, metadata, metadata)
declare i32 @llvm.experimental.constrained.lrint.f64(double, metadata, metadata)

define <8 x i8> @target(ptr %p) {
  %both = call %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr %p)
  %second = extractvalue %pair %both, 1
  ret <8 x i8> %second
}

define %sum @general(i32 %a, i32 %b) {
  %r = call %sum @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  ret %sum %r
}

define <4 x half> @to_even(<4 x half> %a) {
  %r = call <4 x half> @llvm.aarch64.neon.frintn.v4f16(<4 x half> %a)
  ret <4 x half> %r
}

define i32 @strict(i64 %n) strictfp {
  %d = call double @llvm.experimental.constrained.sitofp.i64.f64(i64 %n, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %r = call i32 @llvm.experimental.constrained.lrint.f64(double %d, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret i32 %r
}

define <4 x i32> @repeated(<4 x i32> %a, ptr %p) {
  %r = add <4 x i32> %a, shufflevector (<4 x i32> insertelement (<4 x i32> poison, i32 7, i32 0), <4 x i32> poison, <4 x i32> zeroinitializer)
  store ptr inttoptr (i64 0 to ptr), ptr %p, align 8
  ret <4 x i32> %r
}

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a) {
  %r = add <vscale x 4 x i32> %a, splat (i32 7)
  ret <vscale x 4 x i32> %r
}
