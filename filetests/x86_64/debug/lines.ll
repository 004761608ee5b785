; The line table of a program that clang 19 made without optimizing, by our own writer and by the assembler: lines
; and whether a statement begins. llc 19.1.7 -O0 makes the same rows.
; RUN: avarice compile -O0 %s -o %t.o && readelf --debug-dump=decodedline %t.o > %t.object
; RUN: avarice compile -O0 %s -o %t.s && as %t.s -o %t.text.o
; RUN: readelf --debug-dump=decodedline %t.text.o | diff - %t.object
; RUN: awk '/^shapes.c /{print $2, $4}' %t.object | tr '\n' ','
; OUTPUT:
; 26 x,27 x,28 x,28 ,28 ,28 ,29 x,29 ,30 x,30 ,30 ,28 x,28 ,32 x,32 ,20 x,21 x,21 ,21 ,22 x,22 ,36 x,37 x,38 x,39 x,40 x,41 x,42 x,43 x,44 x,44 ,44 ,45 x,45 ,45 ,45 ,45 ,45 ,45 ,45 ,46 x,46 ,- ,
;\ no newline at end of output

source_filename = "shapes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.point = type { i32, i32, i8 }
%union.bits = type { float }

@__const.main.numbers = private unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@__const.main.p = private unnamed_addr constant %struct.point { i32 10, i32 20, i8 5 }, align 4
@__const.main.b = private unnamed_addr constant %union.bits { float 1.000000e+00 }, align 4
@.str = private unnamed_addr constant [17 x i8] c"%d %d %lu %g %u\0A\00", align 1, !dbg !0
@total = internal global i32 3, align 4, !dbg !7

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @sum(ptr noundef %0, i32 noundef %1) #0 !dbg !26 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !32, !DIExpression(), !33)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !34, !DIExpression(), !35)
    #dbg_declare(ptr %5, !36, !DIExpression(), !37)
  store i32 0, ptr %5, align 4, !dbg !37
    #dbg_declare(ptr %6, !38, !DIExpression(), !40)
  store i32 0, ptr %6, align 4, !dbg !40
  br label %8, !dbg !41

8:                                                ; preds = %22, %2
  %9 = load i32, ptr %6, align 4, !dbg !42
  %10 = load i32, ptr %4, align 4, !dbg !44
  %11 = icmp slt i32 %9, %10, !dbg !45
  br i1 %11, label %12, label %25, !dbg !46

12:                                               ; preds = %8
    #dbg_declare(ptr %7, !47, !DIExpression(), !49)
  %13 = load ptr, ptr %3, align 8, !dbg !50
  %14 = load i32, ptr %6, align 4, !dbg !51
  %15 = sext i32 %14 to i64, !dbg !50
  %16 = getelementptr inbounds i32, ptr %13, i64 %15, !dbg !50
  %17 = load i32, ptr %16, align 4, !dbg !50
  store i32 %17, ptr %7, align 4, !dbg !49
  %18 = load i32, ptr %7, align 4, !dbg !52
  %19 = call i32 @square(i32 noundef %18), !dbg !53
  %20 = load i32, ptr %5, align 4, !dbg !54
  %21 = add nsw i32 %20, %19, !dbg !54
  store i32 %21, ptr %5, align 4, !dbg !54
  br label %22, !dbg !55

22:                                               ; preds = %12
  %23 = load i32, ptr %6, align 4, !dbg !56
  %24 = add nsw i32 %23, 1, !dbg !56
  store i32 %24, ptr %6, align 4, !dbg !56
  br label %8, !dbg !57, !llvm.loop !58

25:                                               ; preds = %8
  %26 = load i32, ptr %5, align 4, !dbg !61
  ret i32 %26, !dbg !62
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @square(i32 noundef %0) #0 !dbg !63 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !66, !DIExpression(), !67)
    #dbg_declare(ptr %3, !68, !DIExpression(), !69)
  %4 = load i32, ptr %2, align 4, !dbg !70
  %5 = load i32, ptr %2, align 4, !dbg !71
  %6 = mul nsw i32 %4, %5, !dbg !72
  store i32 %6, ptr %3, align 4, !dbg !69
  %7 = load i32, ptr %3, align 4, !dbg !73
  ret i32 %7, !dbg !74
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !75 {
  %1 = alloca i32, align 4
  %2 = alloca [4 x i32], align 16
  %3 = alloca %struct.point, align 4
  %4 = alloca ptr, align 8
  %5 = alloca %union.bits, align 4
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca double, align 8
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !78, !DIExpression(), !82)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %2, ptr align 16 @__const.main.numbers, i64 16, i1 false), !dbg !82
    #dbg_declare(ptr %3, !83, !DIExpression(), !89)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %3, ptr align 4 @__const.main.p, i64 12, i1 false), !dbg !89
    #dbg_declare(ptr %4, !90, !DIExpression(), !92)
  store ptr %3, ptr %4, align 8, !dbg !92
    #dbg_declare(ptr %5, !93, !DIExpression(), !99)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %5, ptr align 4 @__const.main.b, i64 4, i1 false), !dbg !99
    #dbg_declare(ptr %6, !100, !DIExpression(), !101)
  store i32 5, ptr %6, align 4, !dbg !101
    #dbg_declare(ptr %7, !102, !DIExpression(), !105)
  store i64 77, ptr %7, align 8, !dbg !105
    #dbg_declare(ptr %8, !106, !DIExpression(), !108)
  store double 2.500000e+00, ptr %8, align 8, !dbg !108
  %9 = getelementptr inbounds [4 x i32], ptr %2, i64 0, i64 0, !dbg !109
  %10 = call i32 @sum(ptr noundef %9, i32 noundef 4), !dbg !110
  %11 = getelementptr inbounds %struct.point, ptr %3, i32 0, i32 0, !dbg !111
  %12 = load i32, ptr %11, align 4, !dbg !112
  %13 = add nsw i32 %12, %10, !dbg !112
  store i32 %13, ptr %11, align 4, !dbg !112
  %14 = load ptr, ptr %4, align 8, !dbg !113
  %15 = getelementptr inbounds %struct.point, ptr %14, i32 0, i32 0, !dbg !114
  %16 = load i32, ptr %15, align 4, !dbg !114
  %17 = load i32, ptr @total, align 4, !dbg !115
  %18 = add nsw i32 %16, %17, !dbg !116
  %19 = load i32, ptr %6, align 4, !dbg !117
  %20 = load i64, ptr %7, align 8, !dbg !118
  %21 = load double, ptr %8, align 8, !dbg !119
  %22 = load i32, ptr %5, align 4, !dbg !120
  %23 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %18, i32 noundef %19, i64 noundef %20, double noundef %21, i32 noundef %22), !dbg !121
  ret i32 0, !dbg !122
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

declare i32 @printf(ptr noundef, ...) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!18, !19, !20, !21, !22, !23, !24}
!llvm.ident = !{!25}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 45, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "shapes.c", directory: "/src", checksumkind: CSK_MD5, checksum: "f5c9eacb856cb81c4c871f29a943f638")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 136, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 17)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "total", scope: !9, file: !2, line: 17, type: !17, isLocal: true, isDefinition: true)
!9 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !10, globals: !16, splitDebugInlining: false, nameTableKind: None)
!10 = !{!11}
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !2, line: 14, baseType: !12, size: 32, elements: !13)
!12 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!13 = !{!14, !15}
!14 = !DIEnumerator(name: "RED", value: 0)
!15 = !DIEnumerator(name: "GREEN", value: 5)
!16 = !{!0, !7}
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !{i32 7, !"Dwarf Version", i32 5}
!19 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !{i32 1, !"wchar_size", i32 4}
!21 = !{i32 8, !"PIC Level", i32 2}
!22 = !{i32 7, !"PIE Level", i32 2}
!23 = !{i32 7, !"uwtable", i32 2}
!24 = !{i32 7, !"frame-pointer", i32 2}
!25 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!26 = distinct !DISubprogram(name: "sum", scope: !2, file: !2, line: 25, type: !27, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !31)
!27 = !DISubroutineType(types: !28)
!28 = !{!17, !29, !17}
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!30 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !17)
!31 = !{}
!32 = !DILocalVariable(name: "values", arg: 1, scope: !26, file: !2, line: 25, type: !29)
!33 = !DILocation(line: 25, column: 20, scope: !26)
!34 = !DILocalVariable(name: "count", arg: 2, scope: !26, file: !2, line: 25, type: !17)
!35 = !DILocation(line: 25, column: 32, scope: !26)
!36 = !DILocalVariable(name: "s", scope: !26, file: !2, line: 27, type: !17)
!37 = !DILocation(line: 27, column: 9, scope: !26)
!38 = !DILocalVariable(name: "i", scope: !39, file: !2, line: 28, type: !17)
!39 = distinct !DILexicalBlock(scope: !26, file: !2, line: 28, column: 5)
!40 = !DILocation(line: 28, column: 14, scope: !39)
!41 = !DILocation(line: 28, column: 10, scope: !39)
!42 = !DILocation(line: 28, column: 21, scope: !43)
!43 = distinct !DILexicalBlock(scope: !39, file: !2, line: 28, column: 5)
!44 = !DILocation(line: 28, column: 25, scope: !43)
!45 = !DILocation(line: 28, column: 23, scope: !43)
!46 = !DILocation(line: 28, column: 5, scope: !39)
!47 = !DILocalVariable(name: "v", scope: !48, file: !2, line: 29, type: !17)
!48 = distinct !DILexicalBlock(scope: !43, file: !2, line: 28, column: 37)
!49 = !DILocation(line: 29, column: 13, scope: !48)
!50 = !DILocation(line: 29, column: 17, scope: !48)
!51 = !DILocation(line: 29, column: 24, scope: !48)
!52 = !DILocation(line: 30, column: 21, scope: !48)
!53 = !DILocation(line: 30, column: 14, scope: !48)
!54 = !DILocation(line: 30, column: 11, scope: !48)
!55 = !DILocation(line: 31, column: 5, scope: !48)
!56 = !DILocation(line: 28, column: 33, scope: !43)
!57 = !DILocation(line: 28, column: 5, scope: !43)
!58 = distinct !{!58, !46, !59, !60}
!59 = !DILocation(line: 31, column: 5, scope: !39)
!60 = !{!"llvm.loop.mustprogress"}
!61 = !DILocation(line: 32, column: 12, scope: !26)
!62 = !DILocation(line: 32, column: 5, scope: !26)
!63 = distinct !DISubprogram(name: "square", scope: !2, file: !2, line: 19, type: !64, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !31)
!64 = !DISubroutineType(types: !65)
!65 = !{!17, !17}
!66 = !DILocalVariable(name: "n", arg: 1, scope: !63, file: !2, line: 19, type: !17)
!67 = !DILocation(line: 19, column: 23, scope: !63)
!68 = !DILocalVariable(name: "result", scope: !63, file: !2, line: 21, type: !17)
!69 = !DILocation(line: 21, column: 9, scope: !63)
!70 = !DILocation(line: 21, column: 18, scope: !63)
!71 = !DILocation(line: 21, column: 22, scope: !63)
!72 = !DILocation(line: 21, column: 20, scope: !63)
!73 = !DILocation(line: 22, column: 12, scope: !63)
!74 = !DILocation(line: 22, column: 5, scope: !63)
!75 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 35, type: !76, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !31)
!76 = !DISubroutineType(types: !77)
!77 = !{!17}
!78 = !DILocalVariable(name: "numbers", scope: !75, file: !2, line: 37, type: !79)
!79 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 128, elements: !80)
!80 = !{!81}
!81 = !DISubrange(count: 4)
!82 = !DILocation(line: 37, column: 9, scope: !75)
!83 = !DILocalVariable(name: "p", scope: !75, file: !2, line: 38, type: !84)
!84 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !2, line: 4, size: 96, elements: !85)
!85 = !{!86, !87, !88}
!86 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !84, file: !2, line: 5, baseType: !17, size: 32)
!87 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !84, file: !2, line: 5, baseType: !17, size: 32, offset: 32)
!88 = !DIDerivedType(tag: DW_TAG_member, name: "flags", scope: !84, file: !2, line: 6, baseType: !12, size: 3, offset: 64, flags: DIFlagBitField, extraData: i64 64)
!89 = !DILocation(line: 38, column: 18, scope: !75)
!90 = !DILocalVariable(name: "q", scope: !75, file: !2, line: 39, type: !91)
!91 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !84, size: 64)
!92 = !DILocation(line: 39, column: 19, scope: !75)
!93 = !DILocalVariable(name: "b", scope: !75, file: !2, line: 40, type: !94)
!94 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "bits", file: !2, line: 9, size: 32, elements: !95)
!95 = !{!96, !98}
!96 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !94, file: !2, line: 10, baseType: !97, size: 32)
!97 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!98 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !94, file: !2, line: 11, baseType: !12, size: 32)
!99 = !DILocation(line: 40, column: 16, scope: !75)
!100 = !DILocalVariable(name: "c", scope: !75, file: !2, line: 41, type: !11)
!101 = !DILocation(line: 41, column: 16, scope: !75)
!102 = !DILocalVariable(name: "w", scope: !75, file: !2, line: 42, type: !103)
!103 = !DIDerivedType(tag: DW_TAG_typedef, name: "word", file: !2, line: 15, baseType: !104)
!104 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!105 = !DILocation(line: 42, column: 10, scope: !75)
!106 = !DILocalVariable(name: "d", scope: !75, file: !2, line: 43, type: !107)
!107 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!108 = !DILocation(line: 43, column: 12, scope: !75)
!109 = !DILocation(line: 44, column: 16, scope: !75)
!110 = !DILocation(line: 44, column: 12, scope: !75)
!111 = !DILocation(line: 44, column: 7, scope: !75)
!112 = !DILocation(line: 44, column: 9, scope: !75)
!113 = !DILocation(line: 45, column: 33, scope: !75)
!114 = !DILocation(line: 45, column: 36, scope: !75)
!115 = !DILocation(line: 45, column: 40, scope: !75)
!116 = !DILocation(line: 45, column: 38, scope: !75)
!117 = !DILocation(line: 45, column: 47, scope: !75)
!118 = !DILocation(line: 45, column: 50, scope: !75)
!119 = !DILocation(line: 45, column: 53, scope: !75)
!120 = !DILocation(line: 45, column: 58, scope: !75)
!121 = !DILocation(line: 45, column: 5, scope: !75)
!122 = !DILocation(line: 46, column: 5, scope: !75)
