source_filename = "all.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl extra"
module asm "extra: .byte 0x22 # \22quoted\22"

%0 = type { i8 }
%opaque = type opaque
%node = type { i32, ptr, [4 x %leaf] }
%leaf = type <{ i8, double }>
%"odd name" = type { %node }

$group = comdat any

$big = comdat largest

@plain = global i32 5, align 4
@"odd $name" = internal constant [6 x i8] c"a\22\\b\00\FF", section "data,\22x\22", comdat($group), align 1
@big = weak_odr hidden global i64 0, comdat
@tls = thread_local(initialexec) local_unnamed_addr global ptr null
@ext = external dso_local global %opaque
@weak = extern_weak global i32
@common = common global [3 x i16] zeroinitializer, align 2
@floats = global { half, bfloat, float, float, double, double, x86_fp80, fp128, ppc_fp128 } { half 0xH3C00, bfloat 0xR3F80, float 1.500000e+00, float 0x3FB99999A0000000, double 0x7FF8000000000000, double -0.000000e+00, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000013FFF000000000000, ppc_fp128 0xM400C0000000000300000000010000000 }
@wide = global { i128, i65, i1, i129 } { i128 -170141183460469231731687303715884105728, i65 -18446744073709551616, i1 true, i129 -340282366920938463463374607431768211456 }
@vector = constant <3 x i16> <i16 1, i16 undef, i16 poison>
@exprs = global [5 x ptr] [ptr @plain, ptr getelementptr inbounds (%node, ptr @ext, i64 0, i32 2, i64 3), ptr inttoptr (i64 add (i64 ptrtoint (ptr @plain to i64), i64 7) to ptr), ptr blockaddress(@control, %big), ptr dso_local_equivalent @callee]
@nested = global %"odd name" { %node { i32 1, ptr null, [4 x %leaf] [%leaf <{ i8 1, double 2.000000e+00 }>, %leaf zeroinitializer, %leaf undef, %leaf poison] } }
@0 = private unnamed_addr addrspace(1) externally_initialized global %0 zeroinitializer, code_model "large", align 16
@relative = constant i32 trunc (i64 sub (i64 ptrtoint (ptr @plain to i64), i64 ptrtoint (ptr @big to i64)) to i32)

@alias = hidden alias i32, ptr @plain
@inner = alias i8, getelementptr (i8, ptr @plain, i64 1)

@chosen = ifunc void (), ptr @resolver

; Function Attrs: nounwind memory(argmem: read) uwtable
define internal fastcc noundef i32 @arithmetic(i32 noundef signext %a, i32 %b, float nofpclass(nan) %x, ptr noalias nocapture readonly align 8 dereferenceable(16) %p) unnamed_addr #0 section ".text.odd" comdat($group) align 32 {
entry:
  %add = add nuw nsw i32 %a, %b
  %sub = sub i32 %add, -7
  %div = sdiv exact i32 %sub, 3
  %or = or disjoint i32 %div, 1
  %ext = zext nneg i32 %or to i64
  %tr = trunc nuw i64 %ext to i8
  %shl = shl nuw i8 %tr, 1
  %f = fadd fast float %x, 1.000000e+00
  %g = fmul reassoc nsz float %f, %f
  %neg = fneg nnan ninf float %g
  %cmp = icmp slt i32 %a, 0
  %fcmp = fcmp ninf olt float %neg, 0.000000e+00
  %sel = select i1 %cmp, i32 %a, i32 %b
  %fsel = select nnan i1 %fcmp, float %f, float %g
  %fr = freeze i32 %sel
  %vec = insertelement <4 x i32> poison, i32 %fr, i64 0
  %splat = shufflevector <4 x i32> %vec, <4 x i32> poison, <4 x i32> zeroinitializer
  %mix = shufflevector <4 x i32> %vec, <4 x i32> %splat, <4 x i32> <i32 0, i32 poison, i32 5, i32 7>
  %elt = extractelement <4 x i32> %mix, i32 %b
  %agg = insertvalue { i32, [2 x i8] } undef, i8 %shl, 1, 1
  %part = extractvalue { i32, [2 x i8] } %agg, 0
  %conv = fptosi float %fsel to i32
  %sum = add i32 %part, %conv
  %bits = bitcast float %fsel to i32
  %int = ptrtoint ptr %p to i64
  %ptr = inttoptr i64 %int to ptr
  %far = addrspacecast ptr %ptr to ptr addrspace(1)
  %scal = add <vscale x 4 x i32> zeroinitializer, zeroinitializer
  %elt2 = add i32 %elt, %bits
  %r = add i32 %sum, %elt2
  ret i32 %r
}

define void @memory(ptr %p, ptr %q, i64 %n) {
  %1 = alloca i32, align 4
  %2 = alloca inalloca { i32, ptr }, i64 %n, align 16
  %3 = alloca [4 x i8], i32 3, align 1
  %4 = load volatile i32, ptr %p, align 2
  %5 = load atomic i64, ptr %q syncscope("singlethread") acquire, align 8
  store i32 %4, ptr %1, align 4, !nontemporal !3
  store atomic volatile i64 %5, ptr %q release, align 8
  fence syncscope("agent") seq_cst
  %6 = cmpxchg weak volatile ptr %p, i32 %4, i32 7 acq_rel monotonic, align 4
  %7 = atomicrmw umax ptr %p, i32 %4 monotonic, align 4
  %8 = atomicrmw fadd ptr %q, double 1.000000e+00 seq_cst, align 8
  %9 = getelementptr inbounds %node, ptr %p, i64 %n, i32 2, i64 1, i32 1
  %10 = getelementptr nusw nuw i8, <2 x ptr> undef, <2 x i64> <i64 1, i64 2>
  %11 = va_arg ptr %9, i32
  %12 = load ptr, ptr %3, align 8, !tbaa !4, !nonnull !8
  ret void
}

define i32 @control(i32 %0, ptr %1) prefix i32 7 {
  switch i32 %0, label %3 [
    i32 1, label %4
    i32 -2, label %big
  ]

3:                                                ; preds = %2
  br i1 true, label %4, label %big

4:                                                ; preds = %3, %2
  %5 = phi i32 [ 0, %2 ], [ 1, %3 ]
  indirectbr ptr %1, [label %big, label %6]

big:                                              ; preds = %4, %3, %2
  br label %6

6:                                                ; preds = %big, %4
  %7 = phi fast float [ 1.000000e+00, %4 ], [ 2.000000e+00, %big ]
  unreachable

8:                                                ; No predecessors!
  ret i32 0
}

define void @calls(ptr %fn, ...) personality ptr @personality {
entry:
  call void @callee(), !dbg !9
  %r = tail call fastcc i32 @arithmetic(i32 noundef signext 1, i32 2, float 3.000000e+00, ptr null) #3
  %v = call i32 (ptr, ...) %fn(ptr %fn, double 1.000000e+00) [ "deopt"(i32 %r, ptr null), "tag"() ]
  call void asm sideeffect inteldialect "mov $0, \22x\22", "r,~{memory}"(i32 %v)
  %f = call nnan ninf float @llvm.sqrt.f32(float 4.000000e+00)
  call void @llvm.metadata(metadata i32 7, metadata i32 %r, metadata !"text")
  invoke void @callee()
          to label %ok unwind label %bad

ok:                                               ; preds = %entry
  callbr void asm "", "!i"()
          to label %next [label %next2]

next:                                             ; preds = %ok
  musttail call void (ptr, ...) @calls(ptr %fn, ...)
  ret void

next2:                                            ; preds = %ok
  ret void

bad:                                              ; preds = %entry
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @plain
          filter [1 x ptr] [ptr @big]
  resume { ptr, i32 } %l
}

define void @pads() personality ptr @personality {
  invoke void @callee()
          to label %exit unwind label %dispatch

dispatch:                                         ; preds = %0
  %1 = catchswitch within none [label %handler] unwind label %clean

handler:                                          ; preds = %dispatch
  %2 = catchpad within %1 [ptr null, i32 64]
  catchret from %2 to label %exit

clean:                                            ; preds = %dispatch
  %3 = cleanuppad within none []
  cleanupret from %3 unwind to caller

exit:                                             ; preds = %handler, %0
  ret void
}

declare void @callee()

declare i32 @personality(...)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

declare void @llvm.metadata(metadata, metadata, metadata)

define ptr @resolver() {
  ret ptr null
}

; Function Attrs: allocsize(2)
declare zeroext i1 @declared(ptr byref(%node) align 8, ptr byval(i32), i64 range(i64 0, 10)) local_unnamed_addr #2

attributes #0 = { nounwind memory(argmem: read) uwtable "flag" "frame-pointer"="all" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { allocsize(2) }
attributes #3 = { cold }

!llvm.module.flags = !{!0, !1}
!odd.name = !{!2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !{!2, null, !"text \22\00", ptr @plain}
!3 = !{i32 1}
!4 = !{!5, !5, i64 0}
!5 = !{!"any pointer", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = !{}
!9 = !DILocation(line: 1, column: 2, scope: !10)
!10 = distinct !DISubprogram(name: "calls", scope: null, file: !11, line: 1, type: !12, spFlags: DISPFlagDefinition, unit: !14)
!11 = !DIFile(filename: "a.c", directory: "/")
!12 = !DISubroutineType(types: !13)
!13 = !{null}
!14 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, producer: "p", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
