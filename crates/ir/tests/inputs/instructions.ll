target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

%pair = type { i32, ptr }

@global = global i32 0
@errno = thread_local global i32 0

declare i32 @personality(...)
declare void @void()
declare i32 @variadic(ptr, ...)
declare ptr @llvm.threadlocal.address.p0(ptr)

define i32 @arithmetic(i32 %a, i32 %b, float %x, <4 x float> %v) {
  %1 = add i32 %a, %b
  %2 = add nuw nsw i32 %1, 5
  %3 = sub nsw i32 %2, -1
  %4 = mul nuw i32 %3, %3
  %5 = udiv exact i32 %4, 3
  %6 = sdiv i32 %5, %a
  %7 = urem i32 %6, %a
  %8 = srem i32 %7, %a
  %9 = shl nuw nsw i32 %8, 2
  %10 = lshr exact i32 %9, 1
  %11 = ashr i32 %10, 1
  %12 = and i32 %11, 255
  %13 = or disjoint i32 %12, 256
  %14 = xor i32 %13, -1
  %f = fadd fast float %x, 1.0
  %g = fsub nnan ninf nsz float %f, %x
  %h = fmul arcp contract afn reassoc float %g, %x
  %i = fdiv float %h, 0x3FB99999A0000000
  %j = frem float %i, %x
  %k = fneg nsz float %j
  %w = fadd <4 x float> %v, splat (float 2.0)
  %c = fcmp nnan ult float %k, %x
  %d = icmp slt i32 %14, %a
  %e = select i1 %d, i32 %14, i32 0
  %s = select fast i1 %c, float %x, float %k
  %fr = freeze i32 %e
  %vc = fcmp uno <4 x float> %v, %w
  %vs = select <4 x i1> %vc, <4 x float> %v, <4 x float> %w
  ret i32 %fr
}

define i64 @conversions(i32 %a, double %d, ptr %p, <2 x i32> %v) {
  %t = trunc nuw nsw i32 %a to i8
  %z = zext nneg i8 %t to i64
  %s = sext i8 %t to i64
  %f = fptrunc double %d to float
  %e = fpext float %f to x86_fp80
  %u = fptoui double %d to i32
  %i = fptosi double %d to i128
  %g = uitofp nneg i32 %a to half
  %h = sitofp i32 %a to fp128
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr addrspace(1)
  %b = bitcast <2 x i32> %v to i64
  %c = addrspacecast ptr addrspace(1) %q to ptr
  %b2 = bitcast ptr %c to ptr
  ret i64 %b
}

define i32 @memory(ptr %p, i64 %n, ptr addrspace(1) %q) {
entry:
  %a = alloca i32, align 4
  %b = alloca [4 x i32], i64 %n, align 16
  %c = alloca inalloca %pair
  %e = alloca swifterror ptr, align 8
  %g = getelementptr inbounds nuw %pair, ptr %p, i64 %n, i32 1
  %g2 = getelementptr nusw i8, ptr %g, i64 -1
  %g3 = getelementptr i32, ptr %g2, <2 x i64> <i64 0, i64 1>
  %l = load volatile i32, ptr %a, align 4, !nontemporal !9
  %la = load atomic i32, ptr %a syncscope("singlethread") acquire, align 4
  store i32 %l, ptr %a
  store atomic volatile i32 %la, ptr %a release, align 4
  store i32 1, ptr addrspace(1) %q, align 1, !dbg !2, !tbaa.x !1
  fence syncscope("agent") acq_rel
  fence seq_cst
  %x = cmpxchg weak volatile ptr %a, i32 0, i32 %l syncscope("x") acq_rel monotonic, align 4
  %x2 = cmpxchg ptr %a, i32 0, i32 1 seq_cst seq_cst
  %r = atomicrmw xchg ptr %a, i32 1 monotonic
  %r2 = atomicrmw volatile uinc_wrap ptr %a, i32 1 syncscope("y") seq_cst, align 4
  %r3 = atomicrmw fmax ptr %a, float 1.0 acquire
  %o = extractvalue { i32, i1 } %x, 1
  %i = insertvalue [2 x %pair] undef, ptr %p, 1, 1
  %va = va_arg ptr %p, double
  %tl = call ptr @llvm.threadlocal.address.p0(ptr @errno)
  ret i32 %r
}

define <4 x i32> @vectors(<4 x i32> %v, <vscale x 4 x i32> %s, i32 %i) {
  %e = extractelement <4 x i32> %v, i32 %i
  %n = insertelement <4 x i32> %v, i32 %e, i64 3
  %s1 = shufflevector <4 x i32> %v, <4 x i32> %n, <4 x i32> <i32 0, i32 7, i32 poison, i32 undef>
  %s2 = shufflevector <4 x i32> %s1, <4 x i32> poison, <2 x i32> zeroinitializer
  %s3 = shufflevector <vscale x 4 x i32> %s, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  ret <4 x i32> %s1
}

define i32 @control(i32 %n, ptr %target) {
  switch i32 %n, label %5 [
    i32 0, label %1
    i32 -1, label %named
  ], !prof !1

1:                                                ; preds = %0
  %2 = phi i32 [ 1, %0 ], [ %3, %1 ], [ 2, %5 ]
  %x = phi fast double [ 1.0, %0 ], [ 2.0, %1 ], [ 3.0, %5 ]
  %3 = add i32 %2, 1
  %4 = icmp eq i32 %3, %n
  br i1 %4, label %1, label %6, !llvm.loop !0

5:
  indirectbr ptr %target, [label %1, label %named]

6:
  br label %last

use:
  %7 = mul i32 %late, %8
  ret i32 %7

last:
  %late = add i32 %n, 1
  %8 = add i32 %n, 2
  br label %use

named:                                            ; preds = %5, %0
  ret i32 %n
}

define i32 @calls(ptr %f, i32 %n, ...) personality ptr @personality {
  %1 = call i32 %f(i32 %n)
  %2 = tail call fastcc signext i32 %f(i32 zeroext noundef %1, ptr byval(%pair) align 8 %f) #0 [ "deopt"(i32 %1, i32 1), "tag"() ]
  %3 = notail call i32 (ptr, ...) @variadic(ptr nonnull @global, double 2.0, i32 3) nounwind
  call void @void(), !dbg !2
  %4 = call cc 11 <2 x float> %f()
  %5 = call nnan float asm sideeffect alignstack inteldialect "text \22$0\22", "=x,r,~{memory}"(i32 %n) #1
  call addrspace(0) void asm "", ""()
  %6 = call i64 @llvm.ctpop.i64(i64 1)
  %7 = call i64 @llvm.bswap.i64(i64 %6)
    #dbg_value(i32 %n, !3, !DIExpression(DW_OP_deref), !2)
    #dbg_value(!DIArgList(i32 %n, i32 4), !3, !DIExpression(), !2)
  %8 = invoke i32 @variadic(ptr null) to label %normal unwind label %pad

normal:
  callbr void asm "jmp ${0:l}", "!i"() to label %after [label %after2]

after:
  %9 = musttail call i32 (ptr, i32, ...) @calls(ptr %f, i32 %n, ...)
  ret i32 %9

after2:
  ret i32 0

pad:
  %p = landingpad { ptr, i32 } cleanup catch ptr @global filter [1 x ptr] [ptr @global]
  resume { ptr, i32 } %p
}

define void @funclets() personality ptr @personality {
entry:
  invoke void @void() to label %exit unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler, label %handler2] unwind label %cleanup
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr @global]
  call void @void() [ "funclet"(token %cp) ]
  catchret from %cp to label %exit
handler2:
  %cp2 = catchpad within %cs []
  invoke void @void() [ "funclet"(token %cp2) ] to label %exit2 unwind label %nested
exit2:
  unreachable
nested:
  %cs2 = catchswitch within %cp2 [label %inner] unwind label %cleanup
inner:
  %cp3 = catchpad within %cs2 []
  unreachable
cleanup:
  %cl = cleanuppad within none [i32 1]
  cleanupret from %cl unwind to caller
exit:
  ret void
}

define void @"odd \22names\22"(i32 %"a b", i32 %1) {
"first block":
  %"\01x" = add i32 %"a b", %1
  br label %"9"
"9":
  br label %-x
-x:
  br label %.y
.y:
  br label %$z
$z:
  ret void
}

define void @gaps(i32 %2) {
10:
  %20 = add i32 %2, 1
  br label %60
30:
  %40 = add i32 %20, %1000000
  br label %50
50:
  ret void
60:
  %1000000 = add i32 %2, 2
  br label %30
}

define void @order(i32 %a) {
  %b = add i32 %a, %a
  ret void
  uselistorder i32 %a, { 1, 0 }
}

attributes #0 = { cold }
attributes #1 = { nounwind memory(none) "key"="value" }

!0 = distinct !{!0}
!1 = !{!"branch_weights", i32 1, i32 2, i32 3}
!2 = !DILocation(line: 1, scope: !4)
!3 = !DILocalVariable(name: "a", scope: !4)
!4 = distinct !DISubprogram(name: "records", unit: !7)
!5 = distinct !DIAssignID()
!6 = !DILabel(scope: !4, name: "l", file: !8, line: 1)
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !8)
!8 = !DIFile(filename: "f", directory: "")
!9 = !{i32 1}
