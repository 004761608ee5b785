; ModuleID = 'all of a module outside functions'
source_filename = "module.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl first"
module asm "first: .byte \22a\22"

%pair = type { i32, ptr }
%later = type { %"quoted name", [2 x %pair] }
%"quoted name" = type <{ i8, i32 }>
%hidden = type opaque
%0 = type { %1 }
%1 = type { i64 }
%vector = type <4 x i32>

$group = comdat any
$exact = comdat exactmatch
$large = comdat largest
$each = comdat nodeduplicate
$same = comdat samesize

@plain = global i32 7
@0 = private unnamed_addr constant [4 x i8] c"a\22\0A\00", align 1
@1 = internal global %0 { %1 { i64 -1 } }
@forward = global ptr @later_defined
@strange = global ptr @"na me\22\\"
@"na me\22\\" = global i8 -1
@later_defined = external hidden global i32, align 4
@weak = weak_odr dso_local constant i16 12, section ".rodata.x", comdat($group), align 2
@large = linkonce_odr global i8 0, comdat
@common = common global [10 x i64] zeroinitializer, align 16
@tls = thread_local(initialexec) global i32 0, align 4
@tls2 = internal thread_local unnamed_addr global i32 undef
@dll = dllexport global i32 0
@space = addrspace(3) global i32 0
@init = externally_initialized global i32 5, partition "part", code_model "large"
@asan = global i32 1, no_sanitize_address, no_sanitize_hwaddress, align 4
@attrs = global i32 1 #0
@weakdecl = extern_weak global i8
@used = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"

@half = global half 0xH3C00
@half2 = global half 1.5
@bf = global bfloat 0xR3FC0
@float = global float 1.25
@float2 = global float 0x3FB99999A0000000
@double = global double 0.1
@double2 = global double 0x7FF8000000000000
@negzero = global double -0.0
@fp80 = global x86_fp80 0xK3FFF8000000000000000
@fp128 = global fp128 0xL00000000000000003FFF000000000000
@ppc = global ppc_fp128 0xM400C0000000000300000000010000000
@big = global i128 170141183460469231731687303715884105727
@big2 = global i96 -2
@big3 = global i65 u0x1FFFFFFFFFFFFFFFF
@hex = global i16 s0xFF
@bool = global i1 true
@zero = global { i32, ptr, [2 x float] } { i32 0, ptr null, [2 x float] zeroinitializer }
@vec = global <4 x i32> <i32 1, i32 2, i32 undef, i32 poison>
@splat = global <4 x i32> splat (i32 9)
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@bytes = global [3 x i8] [i8 1, i8 2, i8 3]
@nested = global %later { %"quoted name" <{ i8 1, i32 2 }>, [2 x %pair] [%pair { i32 1, ptr @f }, %pair zeroinitializer] }
@bb = global ptr blockaddress(@f, %there)
@equiv = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @f to i64), i64 ptrtoint (ptr @equiv to i64)) to i32)
@nocfi = global ptr no_cfi @f
@auth = global ptr ptrauth (ptr @f, i32 0, i64 42, ptr @auth)
@gep = global ptr getelementptr inbounds nuw (%later, ptr @nested, i64 0, i32 1, i64 1, i32 1)
@range = global ptr getelementptr inbounds inrange(-8, 8) (i8, ptr @plain, i64 1)
@cast = global i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @space to ptr) to i64)
@arith = global i64 add nuw nsw (i64 mul (i64 ptrtoint (ptr @f to i64), i64 3), i64 xor (i64 ptrtoint (ptr @f to i64), i64 1))
@lanes = global <2 x ptr> insertelement (<2 x ptr> poison, ptr @f, i32 1)
@shuffled = global <2 x ptr> shufflevector (<2 x ptr> <ptr @f, ptr @g>, <2 x ptr> poison, <2 x i32> <i32 1, i32 poison>)
@lane = global ptr extractelement (<2 x ptr> <ptr @f, ptr @g>, i32 0)
@target = external global target("spirv.Image", void, i32, 1, 0)
@function = global ptr @g, !dbg !0

@alias = alias i32, ptr @plain
@alias2 = hidden unnamed_addr alias i8, getelementptr (i8, ptr @common, i64 8)
@resolved = ifunc void (), ptr @resolver, partition "part"

define internal ptr @resolver() {
  ret ptr @g
}

define void @f() gc "shadow-stack" prefix i32 1 prologue i8 2 personality ptr @g {
  br label %there

there:
  ret void
}

declare !dbg !1 void @g()
declare extern_weak dso_local i32 @"printf"(ptr noundef nonnull %format, ...) local_unnamed_addr #0
declare fastcc noalias ptr @alloc(i64, i64) allockind("alloc,zeroed") allocsize(0, 1) "alloc-family"="malloc"
declare void @types(half, bfloat, x86_fp80, fp128, ppc_fp128, x86_mmx, i8388608, ptr addrspace(7), <vscale x 2 x double>, [0 x i8], {}, target("aarch64.svcount"))
declare void @agg(ptr byval(%pair) align 8, ptr sret({ i64, i64 }), ptr byref(i32), ptr preallocated(i32), ptr dereferenceable(8) dereferenceable_or_null(16))

attributes #0 = { nounwind readonly argmemonly uwtable(sync) alignstack=16 vscale_range(1,16) memory(read, argmem: readwrite) "frame-pointer"="all" "empty" "a"="\22" }

!named = !{!0, !1, !DIExpression()}
!empty = !{}

!0 = distinct !{!0, null, !"string \22", i32 4, !{!"nested", !1}}
!1 = !{ptr @f, i64 poison}
!2 = !DILocation(line: 1, column: 2, scope: !3, inlinedAt: null)
!3 = distinct !DISubprogram(name: "f", scope: !4, file: !4, line: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, flags: DIFlagPrototyped)
!4 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!5 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, isOptimized: true, emissionKind: FullDebug, nameTableKind: None)
!6 = !DIEnumerator(name: "e", value: -5, isUnsigned: false)
!7 = !DITemplateValueParameter(name: "t", type: !8, value: i32 7)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 32))
!10 = distinct !DIGlobalVariable(name: "g", scope: !5, file: !4, line: 2, type: !8, isLocal: false, isDefinition: true)
!90000000 = !{}
