; Products and quotients of fixed-point numbers of many widths, scalars and vectors: a hash of the results for all pairs of
; ten numbers, which the width cuts off. Expected output computed with exact integers outside of this program: results
; are rounded down, and those that do not saturate are of operands that are small enough.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; 2c1b93daafb34265 smul.fix.i2.1
; 2c1b93daafb34265 umul.fix.i2.1
; acc3c81c027d9be5 smul.fix.sat.i2.1
; bf5b7b0b2ed8da57 umul.fix.sat.i2.2
; cfd664fcc4731517 sdiv.fix.i2.0
; 6ad1d4b457a43b55 udiv.fix.i2.0
; 040b800afa79d376 sdiv.fix.sat.i2.1
; c2f4ed3683e41c75 udiv.fix.sat.i2.2
; 928d075cea4f0235 smul.fix.i7.6
; 2c1b93daafb34265 umul.fix.i7.6
; 9b0fef8642186aa7 smul.fix.sat.i7.6
; f76ae96a0525b3a3 umul.fix.sat.i7.7
; b2c900511d5fa935 sdiv.fix.i7.2
; de20ebbc8e35a9de udiv.fix.i7.2
; 2fb0703be4f80836 sdiv.fix.sat.i7.6
; e7ae4632199fed2e udiv.fix.sat.i7.7
; ff64ff80ca5aa3b5 smul.fix.i16.15
; d2ff72a7fcdc2764 umul.fix.i16.15
; dc7af8d9d536d164 smul.fix.sat.i16.15
; 0907dd91a68d48f0 umul.fix.sat.i16.16
; 7b71ee029648758f sdiv.fix.i16.7
; b628e228a5f2c679 udiv.fix.i16.7
; 4869367e19fbee65 sdiv.fix.sat.i16.15
; e4aa854f273e390d udiv.fix.sat.i16.16
; 51c1f5d6cc86a3b5 smul.fix.i17.16
; 2c1b93daafb34265 umul.fix.i17.16
; 9246803d97f09015 smul.fix.sat.i17.16
; 4d6a4b9e4f8225ac umul.fix.sat.i17.17
; 026c5555a3ab758f sdiv.fix.i17.7
; b628e228a5f2c679 udiv.fix.i17.7
; fc654fdf840d922b sdiv.fix.sat.i17.16
; 014378a9baf2d02b udiv.fix.sat.i17.17
; bdf702706587b6a1 smul.fix.i32.0
; 2bc9b5c97439a70b smul.fix.i32.15
; 9fa4ffb04436a3b5 smul.fix.i32.31
; 4ea292f40989b6a1 umul.fix.i32.0
; fc0879c6144dadef umul.fix.i32.15
; d2ff72a7fcdc2764 umul.fix.i32.31
; 39652c3750666214 smul.fix.sat.i32.0
; 2eb1690a5ed23e65 smul.fix.sat.i32.15
; 1b9373bca15794ec smul.fix.sat.i32.31
; e5d15008f55d481a umul.fix.sat.i32.0
; e5d15008f55d481a umul.fix.sat.i32.16
; e649430c1a9779bc umul.fix.sat.i32.32
; 08fcfc330766fe87 sdiv.fix.i32.0
; 3820d4daefd2f4ff sdiv.fix.i32.7
; f97e52779b05c5ea sdiv.fix.i32.15
; b364bfe598de0465 udiv.fix.i32.0
; 7babced02297b1f5 udiv.fix.i32.7
; 41e694f5a6136700 udiv.fix.i32.15
; 33c45ab913e86398 sdiv.fix.sat.i32.0
; 0011e3c9443f1b97 sdiv.fix.sat.i32.15
; f354c3fc92ecd290 sdiv.fix.sat.i32.31
; 5af4e4e20f164965 udiv.fix.sat.i32.0
; 5eb21d2b83384d85 udiv.fix.sat.i32.16
; 011b5a8082848856 udiv.fix.sat.i32.32
; a9d0e33e4436a3b5 smul.fix.i33.32
; 2c1b93daafb34265 umul.fix.i33.32
; f2511029fa492564 smul.fix.sat.i33.32
; 1fc9f72b2a5b0e44 umul.fix.sat.i33.33
; 9da0badc9b05c5ea sdiv.fix.i33.15
; 41e694f5a6136700 udiv.fix.i33.15
; 60646488ff5c5f9f sdiv.fix.sat.i33.32
; 09f9908878747344 udiv.fix.sat.i33.33
; 090221424436a3b5 smul.fix.i64.63
; d2ff72a7fcdc2764 umul.fix.i64.63
; a24e3239a2beb1b0 smul.fix.sat.i64.63
; 05522821a3f7f1ba umul.fix.sat.i64.64
; d7bcf6cfbf5ec076 sdiv.fix.i64.31
; 87ae38ddbe1edadb udiv.fix.i64.31
; 00e45ed269a5f936 sdiv.fix.sat.i64.63
; 766ed8387f36124d udiv.fix.sat.i64.64
; 19f14f183e935245 smul.fix.i65.64
; 2c1b93daafb34265 umul.fix.i65.64
; db595cb5091961d2 smul.fix.sat.i65.64
; 0178a2bbb73c47ae umul.fix.sat.i65.65
; ef0d6d62ba03b501 sdiv.fix.i65.31
; 87ae38ddbe1edadb udiv.fix.i65.31
; 3a28ec0886cabdfa sdiv.fix.sat.i65.64
; 0eab023c3ff1ef8b udiv.fix.sat.i65.65
; 892a045ed22f5205 smul.fix.i200.199
; d2ff72a7fcdc2764 umul.fix.i200.199
; 5713dfc10e97b6e3 smul.fix.sat.i200.199
; d7a7559a0c751b89 umul.fix.sat.i200.200
; 9d85525db11b554d smul.fix.sat.v4i16.15
; d21b56862efb5035 umul.fix.v4i16.7
; 7848f598c9e51455 sdiv.fix.v4i16.7
; 3a4b9c0b9c348e3d udiv.fix.sat.v4i16.15
; 84d241ffb654dbdd smul.fix.sat.v2i32.31
; e9168b1f297ad705 umul.fix.v2i32.15
; 66893cc3aa9fa7ed sdiv.fix.v2i32.15
; 379b6716cc63869d udiv.fix.sat.v2i32.31
; 69fa66824c4f57c5 smul.fix.sat.v3i17.16
; d21b56862efb5035 umul.fix.v3i17.7
; fd2682d57beae695 sdiv.fix.v3i17.7
; 5cb42e941e1a910d udiv.fix.sat.v3i17.16
; 130ac6e43426c3cd smul.fix.sat.v2i64.63
; 17cd556f7ddc8015 umul.fix.v2i64.31
; 41e6ac68e100bf2d sdiv.fix.v2i64.31
; 39e5d4ce9ca06bc5 udiv.fix.sat.v2i64.63

@format = private constant [12 x i8] c"%016llx %s\0A\00"
@name0 = private constant [14 x i8] c"smul.fix.i2.1\00"
@name1 = private constant [14 x i8] c"umul.fix.i2.1\00"
@name2 = private constant [18 x i8] c"smul.fix.sat.i2.1\00"
@name3 = private constant [18 x i8] c"umul.fix.sat.i2.2\00"
@name4 = private constant [14 x i8] c"sdiv.fix.i2.0\00"
@name5 = private constant [14 x i8] c"udiv.fix.i2.0\00"
@name6 = private constant [18 x i8] c"sdiv.fix.sat.i2.1\00"
@name7 = private constant [18 x i8] c"udiv.fix.sat.i2.2\00"
@name8 = private constant [14 x i8] c"smul.fix.i7.6\00"
@name9 = private constant [14 x i8] c"umul.fix.i7.6\00"
@name10 = private constant [18 x i8] c"smul.fix.sat.i7.6\00"
@name11 = private constant [18 x i8] c"umul.fix.sat.i7.7\00"
@name12 = private constant [14 x i8] c"sdiv.fix.i7.2\00"
@name13 = private constant [14 x i8] c"udiv.fix.i7.2\00"
@name14 = private constant [18 x i8] c"sdiv.fix.sat.i7.6\00"
@name15 = private constant [18 x i8] c"udiv.fix.sat.i7.7\00"
@name16 = private constant [16 x i8] c"smul.fix.i16.15\00"
@name17 = private constant [16 x i8] c"umul.fix.i16.15\00"
@name18 = private constant [20 x i8] c"smul.fix.sat.i16.15\00"
@name19 = private constant [20 x i8] c"umul.fix.sat.i16.16\00"
@name20 = private constant [15 x i8] c"sdiv.fix.i16.7\00"
@name21 = private constant [15 x i8] c"udiv.fix.i16.7\00"
@name22 = private constant [20 x i8] c"sdiv.fix.sat.i16.15\00"
@name23 = private constant [20 x i8] c"udiv.fix.sat.i16.16\00"
@name24 = private constant [16 x i8] c"smul.fix.i17.16\00"
@name25 = private constant [16 x i8] c"umul.fix.i17.16\00"
@name26 = private constant [20 x i8] c"smul.fix.sat.i17.16\00"
@name27 = private constant [20 x i8] c"umul.fix.sat.i17.17\00"
@name28 = private constant [15 x i8] c"sdiv.fix.i17.7\00"
@name29 = private constant [15 x i8] c"udiv.fix.i17.7\00"
@name30 = private constant [20 x i8] c"sdiv.fix.sat.i17.16\00"
@name31 = private constant [20 x i8] c"udiv.fix.sat.i17.17\00"
@name32 = private constant [15 x i8] c"smul.fix.i32.0\00"
@name33 = private constant [16 x i8] c"smul.fix.i32.15\00"
@name34 = private constant [16 x i8] c"smul.fix.i32.31\00"
@name35 = private constant [15 x i8] c"umul.fix.i32.0\00"
@name36 = private constant [16 x i8] c"umul.fix.i32.15\00"
@name37 = private constant [16 x i8] c"umul.fix.i32.31\00"
@name38 = private constant [19 x i8] c"smul.fix.sat.i32.0\00"
@name39 = private constant [20 x i8] c"smul.fix.sat.i32.15\00"
@name40 = private constant [20 x i8] c"smul.fix.sat.i32.31\00"
@name41 = private constant [19 x i8] c"umul.fix.sat.i32.0\00"
@name42 = private constant [20 x i8] c"umul.fix.sat.i32.16\00"
@name43 = private constant [20 x i8] c"umul.fix.sat.i32.32\00"
@name44 = private constant [15 x i8] c"sdiv.fix.i32.0\00"
@name45 = private constant [15 x i8] c"sdiv.fix.i32.7\00"
@name46 = private constant [16 x i8] c"sdiv.fix.i32.15\00"
@name47 = private constant [15 x i8] c"udiv.fix.i32.0\00"
@name48 = private constant [15 x i8] c"udiv.fix.i32.7\00"
@name49 = private constant [16 x i8] c"udiv.fix.i32.15\00"
@name50 = private constant [19 x i8] c"sdiv.fix.sat.i32.0\00"
@name51 = private constant [20 x i8] c"sdiv.fix.sat.i32.15\00"
@name52 = private constant [20 x i8] c"sdiv.fix.sat.i32.31\00"
@name53 = private constant [19 x i8] c"udiv.fix.sat.i32.0\00"
@name54 = private constant [20 x i8] c"udiv.fix.sat.i32.16\00"
@name55 = private constant [20 x i8] c"udiv.fix.sat.i32.32\00"
@name56 = private constant [16 x i8] c"smul.fix.i33.32\00"
@name57 = private constant [16 x i8] c"umul.fix.i33.32\00"
@name58 = private constant [20 x i8] c"smul.fix.sat.i33.32\00"
@name59 = private constant [20 x i8] c"umul.fix.sat.i33.33\00"
@name60 = private constant [16 x i8] c"sdiv.fix.i33.15\00"
@name61 = private constant [16 x i8] c"udiv.fix.i33.15\00"
@name62 = private constant [20 x i8] c"sdiv.fix.sat.i33.32\00"
@name63 = private constant [20 x i8] c"udiv.fix.sat.i33.33\00"
@name64 = private constant [16 x i8] c"smul.fix.i64.63\00"
@name65 = private constant [16 x i8] c"umul.fix.i64.63\00"
@name66 = private constant [20 x i8] c"smul.fix.sat.i64.63\00"
@name67 = private constant [20 x i8] c"umul.fix.sat.i64.64\00"
@name68 = private constant [16 x i8] c"sdiv.fix.i64.31\00"
@name69 = private constant [16 x i8] c"udiv.fix.i64.31\00"
@name70 = private constant [20 x i8] c"sdiv.fix.sat.i64.63\00"
@name71 = private constant [20 x i8] c"udiv.fix.sat.i64.64\00"
@name72 = private constant [16 x i8] c"smul.fix.i65.64\00"
@name73 = private constant [16 x i8] c"umul.fix.i65.64\00"
@name74 = private constant [20 x i8] c"smul.fix.sat.i65.64\00"
@name75 = private constant [20 x i8] c"umul.fix.sat.i65.65\00"
@name76 = private constant [16 x i8] c"sdiv.fix.i65.31\00"
@name77 = private constant [16 x i8] c"udiv.fix.i65.31\00"
@name78 = private constant [20 x i8] c"sdiv.fix.sat.i65.64\00"
@name79 = private constant [20 x i8] c"udiv.fix.sat.i65.65\00"
@name80 = private constant [18 x i8] c"smul.fix.i200.199\00"
@name81 = private constant [18 x i8] c"umul.fix.i200.199\00"
@name82 = private constant [22 x i8] c"smul.fix.sat.i200.199\00"
@name83 = private constant [22 x i8] c"umul.fix.sat.i200.200\00"
@name84 = private constant [22 x i8] c"smul.fix.sat.v4i16.15\00"
@name85 = private constant [17 x i8] c"umul.fix.v4i16.7\00"
@name86 = private constant [17 x i8] c"sdiv.fix.v4i16.7\00"
@name87 = private constant [22 x i8] c"udiv.fix.sat.v4i16.15\00"
@name88 = private constant [22 x i8] c"smul.fix.sat.v2i32.31\00"
@name89 = private constant [18 x i8] c"umul.fix.v2i32.15\00"
@name90 = private constant [18 x i8] c"sdiv.fix.v2i32.15\00"
@name91 = private constant [22 x i8] c"udiv.fix.sat.v2i32.31\00"
@name92 = private constant [22 x i8] c"smul.fix.sat.v3i17.16\00"
@name93 = private constant [17 x i8] c"umul.fix.v3i17.7\00"
@name94 = private constant [17 x i8] c"sdiv.fix.v3i17.7\00"
@name95 = private constant [22 x i8] c"udiv.fix.sat.v3i17.16\00"
@name96 = private constant [22 x i8] c"smul.fix.sat.v2i64.63\00"
@name97 = private constant [18 x i8] c"umul.fix.v2i64.31\00"
@name98 = private constant [18 x i8] c"sdiv.fix.v2i64.31\00"
@name99 = private constant [22 x i8] c"udiv.fix.sat.v2i64.63\00"
@operations = private constant [100 x { ptr, ptr }] [
  { ptr, ptr } { ptr @smul.fix.i2.1, ptr @name0 },
  { ptr, ptr } { ptr @umul.fix.i2.1, ptr @name1 },
  { ptr, ptr } { ptr @smul.fix.sat.i2.1, ptr @name2 },
  { ptr, ptr } { ptr @umul.fix.sat.i2.2, ptr @name3 },
  { ptr, ptr } { ptr @sdiv.fix.i2.0, ptr @name4 },
  { ptr, ptr } { ptr @udiv.fix.i2.0, ptr @name5 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i2.1, ptr @name6 },
  { ptr, ptr } { ptr @udiv.fix.sat.i2.2, ptr @name7 },
  { ptr, ptr } { ptr @smul.fix.i7.6, ptr @name8 },
  { ptr, ptr } { ptr @umul.fix.i7.6, ptr @name9 },
  { ptr, ptr } { ptr @smul.fix.sat.i7.6, ptr @name10 },
  { ptr, ptr } { ptr @umul.fix.sat.i7.7, ptr @name11 },
  { ptr, ptr } { ptr @sdiv.fix.i7.2, ptr @name12 },
  { ptr, ptr } { ptr @udiv.fix.i7.2, ptr @name13 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i7.6, ptr @name14 },
  { ptr, ptr } { ptr @udiv.fix.sat.i7.7, ptr @name15 },
  { ptr, ptr } { ptr @smul.fix.i16.15, ptr @name16 },
  { ptr, ptr } { ptr @umul.fix.i16.15, ptr @name17 },
  { ptr, ptr } { ptr @smul.fix.sat.i16.15, ptr @name18 },
  { ptr, ptr } { ptr @umul.fix.sat.i16.16, ptr @name19 },
  { ptr, ptr } { ptr @sdiv.fix.i16.7, ptr @name20 },
  { ptr, ptr } { ptr @udiv.fix.i16.7, ptr @name21 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i16.15, ptr @name22 },
  { ptr, ptr } { ptr @udiv.fix.sat.i16.16, ptr @name23 },
  { ptr, ptr } { ptr @smul.fix.i17.16, ptr @name24 },
  { ptr, ptr } { ptr @umul.fix.i17.16, ptr @name25 },
  { ptr, ptr } { ptr @smul.fix.sat.i17.16, ptr @name26 },
  { ptr, ptr } { ptr @umul.fix.sat.i17.17, ptr @name27 },
  { ptr, ptr } { ptr @sdiv.fix.i17.7, ptr @name28 },
  { ptr, ptr } { ptr @udiv.fix.i17.7, ptr @name29 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i17.16, ptr @name30 },
  { ptr, ptr } { ptr @udiv.fix.sat.i17.17, ptr @name31 },
  { ptr, ptr } { ptr @smul.fix.i32.0, ptr @name32 },
  { ptr, ptr } { ptr @smul.fix.i32.15, ptr @name33 },
  { ptr, ptr } { ptr @smul.fix.i32.31, ptr @name34 },
  { ptr, ptr } { ptr @umul.fix.i32.0, ptr @name35 },
  { ptr, ptr } { ptr @umul.fix.i32.15, ptr @name36 },
  { ptr, ptr } { ptr @umul.fix.i32.31, ptr @name37 },
  { ptr, ptr } { ptr @smul.fix.sat.i32.0, ptr @name38 },
  { ptr, ptr } { ptr @smul.fix.sat.i32.15, ptr @name39 },
  { ptr, ptr } { ptr @smul.fix.sat.i32.31, ptr @name40 },
  { ptr, ptr } { ptr @umul.fix.sat.i32.0, ptr @name41 },
  { ptr, ptr } { ptr @umul.fix.sat.i32.16, ptr @name42 },
  { ptr, ptr } { ptr @umul.fix.sat.i32.32, ptr @name43 },
  { ptr, ptr } { ptr @sdiv.fix.i32.0, ptr @name44 },
  { ptr, ptr } { ptr @sdiv.fix.i32.7, ptr @name45 },
  { ptr, ptr } { ptr @sdiv.fix.i32.15, ptr @name46 },
  { ptr, ptr } { ptr @udiv.fix.i32.0, ptr @name47 },
  { ptr, ptr } { ptr @udiv.fix.i32.7, ptr @name48 },
  { ptr, ptr } { ptr @udiv.fix.i32.15, ptr @name49 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i32.0, ptr @name50 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i32.15, ptr @name51 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i32.31, ptr @name52 },
  { ptr, ptr } { ptr @udiv.fix.sat.i32.0, ptr @name53 },
  { ptr, ptr } { ptr @udiv.fix.sat.i32.16, ptr @name54 },
  { ptr, ptr } { ptr @udiv.fix.sat.i32.32, ptr @name55 },
  { ptr, ptr } { ptr @smul.fix.i33.32, ptr @name56 },
  { ptr, ptr } { ptr @umul.fix.i33.32, ptr @name57 },
  { ptr, ptr } { ptr @smul.fix.sat.i33.32, ptr @name58 },
  { ptr, ptr } { ptr @umul.fix.sat.i33.33, ptr @name59 },
  { ptr, ptr } { ptr @sdiv.fix.i33.15, ptr @name60 },
  { ptr, ptr } { ptr @udiv.fix.i33.15, ptr @name61 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i33.32, ptr @name62 },
  { ptr, ptr } { ptr @udiv.fix.sat.i33.33, ptr @name63 },
  { ptr, ptr } { ptr @smul.fix.i64.63, ptr @name64 },
  { ptr, ptr } { ptr @umul.fix.i64.63, ptr @name65 },
  { ptr, ptr } { ptr @smul.fix.sat.i64.63, ptr @name66 },
  { ptr, ptr } { ptr @umul.fix.sat.i64.64, ptr @name67 },
  { ptr, ptr } { ptr @sdiv.fix.i64.31, ptr @name68 },
  { ptr, ptr } { ptr @udiv.fix.i64.31, ptr @name69 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i64.63, ptr @name70 },
  { ptr, ptr } { ptr @udiv.fix.sat.i64.64, ptr @name71 },
  { ptr, ptr } { ptr @smul.fix.i65.64, ptr @name72 },
  { ptr, ptr } { ptr @umul.fix.i65.64, ptr @name73 },
  { ptr, ptr } { ptr @smul.fix.sat.i65.64, ptr @name74 },
  { ptr, ptr } { ptr @umul.fix.sat.i65.65, ptr @name75 },
  { ptr, ptr } { ptr @sdiv.fix.i65.31, ptr @name76 },
  { ptr, ptr } { ptr @udiv.fix.i65.31, ptr @name77 },
  { ptr, ptr } { ptr @sdiv.fix.sat.i65.64, ptr @name78 },
  { ptr, ptr } { ptr @udiv.fix.sat.i65.65, ptr @name79 },
  { ptr, ptr } { ptr @smul.fix.i200.199, ptr @name80 },
  { ptr, ptr } { ptr @umul.fix.i200.199, ptr @name81 },
  { ptr, ptr } { ptr @smul.fix.sat.i200.199, ptr @name82 },
  { ptr, ptr } { ptr @umul.fix.sat.i200.200, ptr @name83 },
  { ptr, ptr } { ptr @smul.fix.sat.v4i16.15, ptr @name84 },
  { ptr, ptr } { ptr @umul.fix.v4i16.7, ptr @name85 },
  { ptr, ptr } { ptr @sdiv.fix.v4i16.7, ptr @name86 },
  { ptr, ptr } { ptr @udiv.fix.sat.v4i16.15, ptr @name87 },
  { ptr, ptr } { ptr @smul.fix.sat.v2i32.31, ptr @name88 },
  { ptr, ptr } { ptr @umul.fix.v2i32.15, ptr @name89 },
  { ptr, ptr } { ptr @sdiv.fix.v2i32.15, ptr @name90 },
  { ptr, ptr } { ptr @udiv.fix.sat.v2i32.31, ptr @name91 },
  { ptr, ptr } { ptr @smul.fix.sat.v3i17.16, ptr @name92 },
  { ptr, ptr } { ptr @umul.fix.v3i17.7, ptr @name93 },
  { ptr, ptr } { ptr @sdiv.fix.v3i17.7, ptr @name94 },
  { ptr, ptr } { ptr @udiv.fix.sat.v3i17.16, ptr @name95 },
  { ptr, ptr } { ptr @smul.fix.sat.v2i64.63, ptr @name96 },
  { ptr, ptr } { ptr @umul.fix.v2i64.31, ptr @name97 },
  { ptr, ptr } { ptr @sdiv.fix.v2i64.31, ptr @name98 },
  { ptr, ptr } { ptr @udiv.fix.sat.v2i64.63, ptr @name99 }
]
@numbers = private constant [10 x i128] [i128 170141183460469231731687303715884105727, i128 -170141183460469231731687303715884105728, i128 -1, i128 85070591730234615865843651857942052864, i128 -85070591730234615865843651857942052864, i128 68056473384187692692674921486353642291, i128 -137625312843249438990266517599079703366, i128 1512366075204170929049582354406559215, i128 -2658455991569831745807614120560623617, i128 0]

declare i32 @printf(ptr, ...)
declare <2 x i32> @llvm.sdiv.fix.v2i32(<2 x i32>, <2 x i32>, i32)
declare <2 x i32> @llvm.smul.fix.sat.v2i32(<2 x i32>, <2 x i32>, i32)
declare <2 x i32> @llvm.udiv.fix.sat.v2i32(<2 x i32>, <2 x i32>, i32)
declare <2 x i32> @llvm.umul.fix.v2i32(<2 x i32>, <2 x i32>, i32)
declare <2 x i64> @llvm.sdiv.fix.v2i64(<2 x i64>, <2 x i64>, i32)
declare <2 x i64> @llvm.smul.fix.sat.v2i64(<2 x i64>, <2 x i64>, i32)
declare <2 x i64> @llvm.udiv.fix.sat.v2i64(<2 x i64>, <2 x i64>, i32)
declare <2 x i64> @llvm.umul.fix.v2i64(<2 x i64>, <2 x i64>, i32)
declare <3 x i17> @llvm.sdiv.fix.v3i17(<3 x i17>, <3 x i17>, i32)
declare <3 x i17> @llvm.smul.fix.sat.v3i17(<3 x i17>, <3 x i17>, i32)
declare <3 x i17> @llvm.udiv.fix.sat.v3i17(<3 x i17>, <3 x i17>, i32)
declare <3 x i17> @llvm.umul.fix.v3i17(<3 x i17>, <3 x i17>, i32)
declare <4 x i16> @llvm.sdiv.fix.v4i16(<4 x i16>, <4 x i16>, i32)
declare <4 x i16> @llvm.smul.fix.sat.v4i16(<4 x i16>, <4 x i16>, i32)
declare <4 x i16> @llvm.udiv.fix.sat.v4i16(<4 x i16>, <4 x i16>, i32)
declare <4 x i16> @llvm.umul.fix.v4i16(<4 x i16>, <4 x i16>, i32)
declare i16 @llvm.sdiv.fix.i16(i16, i16, i32)
declare i16 @llvm.sdiv.fix.sat.i16(i16, i16, i32)
declare i16 @llvm.smul.fix.i16(i16, i16, i32)
declare i16 @llvm.smul.fix.sat.i16(i16, i16, i32)
declare i16 @llvm.udiv.fix.i16(i16, i16, i32)
declare i16 @llvm.udiv.fix.sat.i16(i16, i16, i32)
declare i16 @llvm.umul.fix.i16(i16, i16, i32)
declare i16 @llvm.umul.fix.sat.i16(i16, i16, i32)
declare i17 @llvm.sdiv.fix.i17(i17, i17, i32)
declare i17 @llvm.sdiv.fix.sat.i17(i17, i17, i32)
declare i17 @llvm.smul.fix.i17(i17, i17, i32)
declare i17 @llvm.smul.fix.sat.i17(i17, i17, i32)
declare i17 @llvm.udiv.fix.i17(i17, i17, i32)
declare i17 @llvm.udiv.fix.sat.i17(i17, i17, i32)
declare i17 @llvm.umul.fix.i17(i17, i17, i32)
declare i17 @llvm.umul.fix.sat.i17(i17, i17, i32)
declare i2 @llvm.sdiv.fix.i2(i2, i2, i32)
declare i2 @llvm.sdiv.fix.sat.i2(i2, i2, i32)
declare i2 @llvm.smul.fix.i2(i2, i2, i32)
declare i2 @llvm.smul.fix.sat.i2(i2, i2, i32)
declare i2 @llvm.udiv.fix.i2(i2, i2, i32)
declare i2 @llvm.udiv.fix.sat.i2(i2, i2, i32)
declare i2 @llvm.umul.fix.i2(i2, i2, i32)
declare i2 @llvm.umul.fix.sat.i2(i2, i2, i32)
declare i200 @llvm.smul.fix.i200(i200, i200, i32)
declare i200 @llvm.smul.fix.sat.i200(i200, i200, i32)
declare i200 @llvm.umul.fix.i200(i200, i200, i32)
declare i200 @llvm.umul.fix.sat.i200(i200, i200, i32)
declare i32 @llvm.sdiv.fix.i32(i32, i32, i32)
declare i32 @llvm.sdiv.fix.sat.i32(i32, i32, i32)
declare i32 @llvm.smul.fix.i32(i32, i32, i32)
declare i32 @llvm.smul.fix.sat.i32(i32, i32, i32)
declare i32 @llvm.udiv.fix.i32(i32, i32, i32)
declare i32 @llvm.udiv.fix.sat.i32(i32, i32, i32)
declare i32 @llvm.umul.fix.i32(i32, i32, i32)
declare i32 @llvm.umul.fix.sat.i32(i32, i32, i32)
declare i33 @llvm.sdiv.fix.i33(i33, i33, i32)
declare i33 @llvm.sdiv.fix.sat.i33(i33, i33, i32)
declare i33 @llvm.smul.fix.i33(i33, i33, i32)
declare i33 @llvm.smul.fix.sat.i33(i33, i33, i32)
declare i33 @llvm.udiv.fix.i33(i33, i33, i32)
declare i33 @llvm.udiv.fix.sat.i33(i33, i33, i32)
declare i33 @llvm.umul.fix.i33(i33, i33, i32)
declare i33 @llvm.umul.fix.sat.i33(i33, i33, i32)
declare i64 @llvm.sdiv.fix.i64(i64, i64, i32)
declare i64 @llvm.sdiv.fix.sat.i64(i64, i64, i32)
declare i64 @llvm.smul.fix.i64(i64, i64, i32)
declare i64 @llvm.smul.fix.sat.i64(i64, i64, i32)
declare i64 @llvm.udiv.fix.i64(i64, i64, i32)
declare i64 @llvm.udiv.fix.sat.i64(i64, i64, i32)
declare i64 @llvm.umul.fix.i64(i64, i64, i32)
declare i64 @llvm.umul.fix.sat.i64(i64, i64, i32)
declare i65 @llvm.sdiv.fix.i65(i65, i65, i32)
declare i65 @llvm.sdiv.fix.sat.i65(i65, i65, i32)
declare i65 @llvm.smul.fix.i65(i65, i65, i32)
declare i65 @llvm.smul.fix.sat.i65(i65, i65, i32)
declare i65 @llvm.udiv.fix.i65(i65, i65, i32)
declare i65 @llvm.udiv.fix.sat.i65(i65, i65, i32)
declare i65 @llvm.umul.fix.i65(i65, i65, i32)
declare i65 @llvm.umul.fix.sat.i65(i65, i65, i32)
declare i7 @llvm.sdiv.fix.i7(i7, i7, i32)
declare i7 @llvm.sdiv.fix.sat.i7(i7, i7, i32)
declare i7 @llvm.smul.fix.i7(i7, i7, i32)
declare i7 @llvm.smul.fix.sat.i7(i7, i7, i32)
declare i7 @llvm.udiv.fix.i7(i7, i7, i32)
declare i7 @llvm.udiv.fix.sat.i7(i7, i7, i32)
declare i7 @llvm.umul.fix.i7(i7, i7, i32)
declare i7 @llvm.umul.fix.sat.i7(i7, i7, i32)

define internal i256 @smul.fix.i2.1(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 127
  %xk = trunc i128 %xs to i1
  %x0 = sext i1 %xk to i2
  %x1 = or i2 %x0, 0
  %ys = lshr i128 %y, 127
  %yk = trunc i128 %ys to i1
  %y0 = sext i1 %yk to i2
  %y1 = or i2 %y0, 0
  %r = call i2 @llvm.smul.fix.i2(i2 %x0, i2 %y1, i32 1)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i2.1(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 127
  %xk = trunc i128 %xs to i1
  %x0 = zext i1 %xk to i2
  %x1 = or i2 %x0, 0
  %ys = lshr i128 %y, 127
  %yk = trunc i128 %ys to i1
  %y0 = zext i1 %yk to i2
  %y1 = or i2 %y0, 0
  %r = call i2 @llvm.umul.fix.i2(i2 %x0, i2 %y1, i32 1)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i2.1(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 126
  %xk = trunc i128 %xs to i2
  %x0 = bitcast i2 %xk to i2
  %x1 = or i2 %x0, 0
  %ys = lshr i128 %y, 126
  %yk = trunc i128 %ys to i2
  %y0 = bitcast i2 %yk to i2
  %y1 = or i2 %y0, 0
  %r = call i2 @llvm.smul.fix.sat.i2(i2 %x0, i2 %y1, i32 1)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i2.2(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 126
  %xk = trunc i128 %xs to i2
  %x0 = bitcast i2 %xk to i2
  %x1 = or i2 %x0, 0
  %ys = lshr i128 %y, 126
  %yk = trunc i128 %ys to i2
  %y0 = bitcast i2 %yk to i2
  %y1 = or i2 %y0, 0
  %r = call i2 @llvm.umul.fix.sat.i2(i2 %x0, i2 %y1, i32 2)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i2.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 127
  %xk = trunc i128 %xs to i1
  %x0 = sext i1 %xk to i2
  %x1 = or i2 %x0, 1
  %ys = lshr i128 %y, 127
  %yk = trunc i128 %ys to i1
  %y0 = sext i1 %yk to i2
  %y1 = or i2 %y0, 1
  %r = call i2 @llvm.sdiv.fix.i2(i2 %x0, i2 %y1, i32 0)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i2.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 127
  %xk = trunc i128 %xs to i1
  %x0 = zext i1 %xk to i2
  %x1 = or i2 %x0, 1
  %ys = lshr i128 %y, 127
  %yk = trunc i128 %ys to i1
  %y0 = zext i1 %yk to i2
  %y1 = or i2 %y0, 1
  %r = call i2 @llvm.udiv.fix.i2(i2 %x0, i2 %y1, i32 0)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i2.1(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 126
  %xk = trunc i128 %xs to i2
  %x0 = bitcast i2 %xk to i2
  %x1 = or i2 %x0, 1
  %ys = lshr i128 %y, 126
  %yk = trunc i128 %ys to i2
  %y0 = bitcast i2 %yk to i2
  %y1 = or i2 %y0, 1
  %r = call i2 @llvm.sdiv.fix.sat.i2(i2 %x0, i2 %y1, i32 1)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i2.2(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 126
  %xk = trunc i128 %xs to i2
  %x0 = bitcast i2 %xk to i2
  %x1 = or i2 %x0, 1
  %ys = lshr i128 %y, 126
  %yk = trunc i128 %ys to i2
  %y0 = bitcast i2 %yk to i2
  %y1 = or i2 %y0, 1
  %r = call i2 @llvm.udiv.fix.sat.i2(i2 %x0, i2 %y1, i32 2)
  %w = zext i2 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i7.6(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 125
  %xk = trunc i128 %xs to i3
  %x0 = sext i3 %xk to i7
  %x1 = or i7 %x0, 0
  %ys = lshr i128 %y, 125
  %yk = trunc i128 %ys to i3
  %y0 = sext i3 %yk to i7
  %y1 = or i7 %y0, 0
  %r = call i7 @llvm.smul.fix.i7(i7 %x0, i7 %y1, i32 6)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i7.6(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 125
  %xk = trunc i128 %xs to i3
  %x0 = zext i3 %xk to i7
  %x1 = or i7 %x0, 0
  %ys = lshr i128 %y, 125
  %yk = trunc i128 %ys to i3
  %y0 = zext i3 %yk to i7
  %y1 = or i7 %y0, 0
  %r = call i7 @llvm.umul.fix.i7(i7 %x0, i7 %y1, i32 6)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i7.6(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 121
  %xk = trunc i128 %xs to i7
  %x0 = bitcast i7 %xk to i7
  %x1 = or i7 %x0, 0
  %ys = lshr i128 %y, 121
  %yk = trunc i128 %ys to i7
  %y0 = bitcast i7 %yk to i7
  %y1 = or i7 %y0, 0
  %r = call i7 @llvm.smul.fix.sat.i7(i7 %x0, i7 %y1, i32 6)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i7.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 121
  %xk = trunc i128 %xs to i7
  %x0 = bitcast i7 %xk to i7
  %x1 = or i7 %x0, 0
  %ys = lshr i128 %y, 121
  %yk = trunc i128 %ys to i7
  %y0 = bitcast i7 %yk to i7
  %y1 = or i7 %y0, 0
  %r = call i7 @llvm.umul.fix.sat.i7(i7 %x0, i7 %y1, i32 7)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i7.2(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 125
  %xk = trunc i128 %xs to i3
  %x0 = sext i3 %xk to i7
  %x1 = or i7 %x0, 1
  %ys = lshr i128 %y, 125
  %yk = trunc i128 %ys to i3
  %y0 = sext i3 %yk to i7
  %y1 = or i7 %y0, 1
  %r = call i7 @llvm.sdiv.fix.i7(i7 %x0, i7 %y1, i32 2)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i7.2(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 125
  %xk = trunc i128 %xs to i3
  %x0 = zext i3 %xk to i7
  %x1 = or i7 %x0, 1
  %ys = lshr i128 %y, 125
  %yk = trunc i128 %ys to i3
  %y0 = zext i3 %yk to i7
  %y1 = or i7 %y0, 1
  %r = call i7 @llvm.udiv.fix.i7(i7 %x0, i7 %y1, i32 2)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i7.6(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 121
  %xk = trunc i128 %xs to i7
  %x0 = bitcast i7 %xk to i7
  %x1 = or i7 %x0, 1
  %ys = lshr i128 %y, 121
  %yk = trunc i128 %ys to i7
  %y0 = bitcast i7 %yk to i7
  %y1 = or i7 %y0, 1
  %r = call i7 @llvm.sdiv.fix.sat.i7(i7 %x0, i7 %y1, i32 6)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i7.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 121
  %xk = trunc i128 %xs to i7
  %x0 = bitcast i7 %xk to i7
  %x1 = or i7 %x0, 1
  %ys = lshr i128 %y, 121
  %yk = trunc i128 %ys to i7
  %y0 = bitcast i7 %yk to i7
  %y1 = or i7 %y0, 1
  %r = call i7 @llvm.udiv.fix.sat.i7(i7 %x0, i7 %y1, i32 7)
  %w = zext i7 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i16.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = sext i8 %xk to i16
  %x1 = or i16 %x0, 0
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = sext i8 %yk to i16
  %y1 = or i16 %y0, 0
  %r = call i16 @llvm.smul.fix.i16(i16 %x0, i16 %y1, i32 15)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i16.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = zext i8 %xk to i16
  %x1 = or i16 %x0, 0
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = zext i8 %yk to i16
  %y1 = or i16 %y0, 0
  %r = call i16 @llvm.umul.fix.i16(i16 %x0, i16 %y1, i32 15)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i16.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = bitcast i16 %xk to i16
  %x1 = or i16 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = bitcast i16 %yk to i16
  %y1 = or i16 %y0, 0
  %r = call i16 @llvm.smul.fix.sat.i16(i16 %x0, i16 %y1, i32 15)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i16.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = bitcast i16 %xk to i16
  %x1 = or i16 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = bitcast i16 %yk to i16
  %y1 = or i16 %y0, 0
  %r = call i16 @llvm.umul.fix.sat.i16(i16 %x0, i16 %y1, i32 16)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i16.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = sext i8 %xk to i16
  %x1 = or i16 %x0, 1
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = sext i8 %yk to i16
  %y1 = or i16 %y0, 1
  %r = call i16 @llvm.sdiv.fix.i16(i16 %x0, i16 %y1, i32 7)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i16.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = zext i8 %xk to i16
  %x1 = or i16 %x0, 1
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = zext i8 %yk to i16
  %y1 = or i16 %y0, 1
  %r = call i16 @llvm.udiv.fix.i16(i16 %x0, i16 %y1, i32 7)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i16.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = bitcast i16 %xk to i16
  %x1 = or i16 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = bitcast i16 %yk to i16
  %y1 = or i16 %y0, 1
  %r = call i16 @llvm.sdiv.fix.sat.i16(i16 %x0, i16 %y1, i32 15)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i16.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = bitcast i16 %xk to i16
  %x1 = or i16 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = bitcast i16 %yk to i16
  %y1 = or i16 %y0, 1
  %r = call i16 @llvm.udiv.fix.sat.i16(i16 %x0, i16 %y1, i32 16)
  %w = zext i16 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i17.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = sext i8 %xk to i17
  %x1 = or i17 %x0, 0
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = sext i8 %yk to i17
  %y1 = or i17 %y0, 0
  %r = call i17 @llvm.smul.fix.i17(i17 %x0, i17 %y1, i32 16)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i17.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = zext i8 %xk to i17
  %x1 = or i17 %x0, 0
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = zext i8 %yk to i17
  %y1 = or i17 %y0, 0
  %r = call i17 @llvm.umul.fix.i17(i17 %x0, i17 %y1, i32 16)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i17.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 111
  %xk = trunc i128 %xs to i17
  %x0 = bitcast i17 %xk to i17
  %x1 = or i17 %x0, 0
  %ys = lshr i128 %y, 111
  %yk = trunc i128 %ys to i17
  %y0 = bitcast i17 %yk to i17
  %y1 = or i17 %y0, 0
  %r = call i17 @llvm.smul.fix.sat.i17(i17 %x0, i17 %y1, i32 16)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i17.17(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 111
  %xk = trunc i128 %xs to i17
  %x0 = bitcast i17 %xk to i17
  %x1 = or i17 %x0, 0
  %ys = lshr i128 %y, 111
  %yk = trunc i128 %ys to i17
  %y0 = bitcast i17 %yk to i17
  %y1 = or i17 %y0, 0
  %r = call i17 @llvm.umul.fix.sat.i17(i17 %x0, i17 %y1, i32 17)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i17.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = sext i8 %xk to i17
  %x1 = or i17 %x0, 1
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = sext i8 %yk to i17
  %y1 = or i17 %y0, 1
  %r = call i17 @llvm.sdiv.fix.i17(i17 %x0, i17 %y1, i32 7)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i17.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = zext i8 %xk to i17
  %x1 = or i17 %x0, 1
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = zext i8 %yk to i17
  %y1 = or i17 %y0, 1
  %r = call i17 @llvm.udiv.fix.i17(i17 %x0, i17 %y1, i32 7)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i17.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 111
  %xk = trunc i128 %xs to i17
  %x0 = bitcast i17 %xk to i17
  %x1 = or i17 %x0, 1
  %ys = lshr i128 %y, 111
  %yk = trunc i128 %ys to i17
  %y0 = bitcast i17 %yk to i17
  %y1 = or i17 %y0, 1
  %r = call i17 @llvm.sdiv.fix.sat.i17(i17 %x0, i17 %y1, i32 16)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i17.17(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 111
  %xk = trunc i128 %xs to i17
  %x0 = bitcast i17 %xk to i17
  %x1 = or i17 %x0, 1
  %ys = lshr i128 %y, 111
  %yk = trunc i128 %ys to i17
  %y0 = bitcast i17 %yk to i17
  %y1 = or i17 %y0, 1
  %r = call i17 @llvm.udiv.fix.sat.i17(i17 %x0, i17 %y1, i32 17)
  %w = zext i17 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.smul.fix.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.smul.fix.i32(i32 %x0, i32 %y1, i32 15)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i32.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.smul.fix.i32(i32 %x0, i32 %y1, i32 31)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.umul.fix.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.umul.fix.i32(i32 %x0, i32 %y1, i32 15)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i32.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.umul.fix.i32(i32 %x0, i32 %y1, i32 31)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.smul.fix.sat.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.smul.fix.sat.i32(i32 %x0, i32 %y1, i32 15)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i32.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.smul.fix.sat.i32(i32 %x0, i32 %y1, i32 31)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.umul.fix.sat.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i32.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.umul.fix.sat.i32(i32 %x0, i32 %y1, i32 16)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i32.32(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 0
  %r = call i32 @llvm.umul.fix.sat.i32(i32 %x0, i32 %y1, i32 32)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.sdiv.fix.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i32.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.sdiv.fix.i32(i32 %x0, i32 %y1, i32 7)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.sdiv.fix.i32(i32 %x0, i32 %y1, i32 15)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.udiv.fix.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i32.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.udiv.fix.i32(i32 %x0, i32 %y1, i32 7)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.udiv.fix.i32(i32 %x0, i32 %y1, i32 15)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.sdiv.fix.sat.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.sdiv.fix.sat.i32(i32 %x0, i32 %y1, i32 15)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i32.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.sdiv.fix.sat.i32(i32 %x0, i32 %y1, i32 31)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i32.0(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.udiv.fix.sat.i32(i32 %x0, i32 %y1, i32 0)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i32.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.udiv.fix.sat.i32(i32 %x0, i32 %y1, i32 16)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i32.32(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 1
  %r = call i32 @llvm.udiv.fix.sat.i32(i32 %x0, i32 %y1, i32 32)
  %w = zext i32 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i33.32(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i33
  %x1 = or i33 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i33
  %y1 = or i33 %y0, 0
  %r = call i33 @llvm.smul.fix.i33(i33 %x0, i33 %y1, i32 32)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i33.32(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i33
  %x1 = or i33 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i33
  %y1 = or i33 %y0, 0
  %r = call i33 @llvm.umul.fix.i33(i33 %x0, i33 %y1, i32 32)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i33.32(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 95
  %xk = trunc i128 %xs to i33
  %x0 = bitcast i33 %xk to i33
  %x1 = or i33 %x0, 0
  %ys = lshr i128 %y, 95
  %yk = trunc i128 %ys to i33
  %y0 = bitcast i33 %yk to i33
  %y1 = or i33 %y0, 0
  %r = call i33 @llvm.smul.fix.sat.i33(i33 %x0, i33 %y1, i32 32)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i33.33(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 95
  %xk = trunc i128 %xs to i33
  %x0 = bitcast i33 %xk to i33
  %x1 = or i33 %x0, 0
  %ys = lshr i128 %y, 95
  %yk = trunc i128 %ys to i33
  %y0 = bitcast i33 %yk to i33
  %y1 = or i33 %y0, 0
  %r = call i33 @llvm.umul.fix.sat.i33(i33 %x0, i33 %y1, i32 33)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i33.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i33
  %x1 = or i33 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i33
  %y1 = or i33 %y0, 1
  %r = call i33 @llvm.sdiv.fix.i33(i33 %x0, i33 %y1, i32 15)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i33.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i33
  %x1 = or i33 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i33
  %y1 = or i33 %y0, 1
  %r = call i33 @llvm.udiv.fix.i33(i33 %x0, i33 %y1, i32 15)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i33.32(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 95
  %xk = trunc i128 %xs to i33
  %x0 = bitcast i33 %xk to i33
  %x1 = or i33 %x0, 1
  %ys = lshr i128 %y, 95
  %yk = trunc i128 %ys to i33
  %y0 = bitcast i33 %yk to i33
  %y1 = or i33 %y0, 1
  %r = call i33 @llvm.sdiv.fix.sat.i33(i33 %x0, i33 %y1, i32 32)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i33.33(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 95
  %xk = trunc i128 %xs to i33
  %x0 = bitcast i33 %xk to i33
  %x1 = or i33 %x0, 1
  %ys = lshr i128 %y, 95
  %yk = trunc i128 %ys to i33
  %y0 = bitcast i33 %yk to i33
  %y1 = or i33 %y0, 1
  %r = call i33 @llvm.udiv.fix.sat.i33(i33 %x0, i33 %y1, i32 33)
  %w = zext i33 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i64.63(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = sext i32 %xk to i64
  %x1 = or i64 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = sext i32 %yk to i64
  %y1 = or i64 %y0, 0
  %r = call i64 @llvm.smul.fix.i64(i64 %x0, i64 %y1, i32 63)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i64.63(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = zext i32 %xk to i64
  %x1 = or i64 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = zext i32 %yk to i64
  %y1 = or i64 %y0, 0
  %r = call i64 @llvm.umul.fix.i64(i64 %x0, i64 %y1, i32 63)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i64.63(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 64
  %xk = trunc i128 %xs to i64
  %x0 = bitcast i64 %xk to i64
  %x1 = or i64 %x0, 0
  %ys = lshr i128 %y, 64
  %yk = trunc i128 %ys to i64
  %y0 = bitcast i64 %yk to i64
  %y1 = or i64 %y0, 0
  %r = call i64 @llvm.smul.fix.sat.i64(i64 %x0, i64 %y1, i32 63)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i64.64(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 64
  %xk = trunc i128 %xs to i64
  %x0 = bitcast i64 %xk to i64
  %x1 = or i64 %x0, 0
  %ys = lshr i128 %y, 64
  %yk = trunc i128 %ys to i64
  %y0 = bitcast i64 %yk to i64
  %y1 = or i64 %y0, 0
  %r = call i64 @llvm.umul.fix.sat.i64(i64 %x0, i64 %y1, i32 64)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i64.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = sext i32 %xk to i64
  %x1 = or i64 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = sext i32 %yk to i64
  %y1 = or i64 %y0, 1
  %r = call i64 @llvm.sdiv.fix.i64(i64 %x0, i64 %y1, i32 31)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i64.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = zext i32 %xk to i64
  %x1 = or i64 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = zext i32 %yk to i64
  %y1 = or i64 %y0, 1
  %r = call i64 @llvm.udiv.fix.i64(i64 %x0, i64 %y1, i32 31)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i64.63(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 64
  %xk = trunc i128 %xs to i64
  %x0 = bitcast i64 %xk to i64
  %x1 = or i64 %x0, 1
  %ys = lshr i128 %y, 64
  %yk = trunc i128 %ys to i64
  %y0 = bitcast i64 %yk to i64
  %y1 = or i64 %y0, 1
  %r = call i64 @llvm.sdiv.fix.sat.i64(i64 %x0, i64 %y1, i32 63)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i64.64(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 64
  %xk = trunc i128 %xs to i64
  %x0 = bitcast i64 %xk to i64
  %x1 = or i64 %x0, 1
  %ys = lshr i128 %y, 64
  %yk = trunc i128 %ys to i64
  %y0 = bitcast i64 %yk to i64
  %y1 = or i64 %y0, 1
  %r = call i64 @llvm.udiv.fix.sat.i64(i64 %x0, i64 %y1, i32 64)
  %w = zext i64 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i65.64(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = sext i32 %xk to i65
  %x1 = or i65 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = sext i32 %yk to i65
  %y1 = or i65 %y0, 0
  %r = call i65 @llvm.smul.fix.i65(i65 %x0, i65 %y1, i32 64)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i65.64(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = zext i32 %xk to i65
  %x1 = or i65 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = zext i32 %yk to i65
  %y1 = or i65 %y0, 0
  %r = call i65 @llvm.umul.fix.i65(i65 %x0, i65 %y1, i32 64)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i65.64(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 63
  %xk = trunc i128 %xs to i65
  %x0 = bitcast i65 %xk to i65
  %x1 = or i65 %x0, 0
  %ys = lshr i128 %y, 63
  %yk = trunc i128 %ys to i65
  %y0 = bitcast i65 %yk to i65
  %y1 = or i65 %y0, 0
  %r = call i65 @llvm.smul.fix.sat.i65(i65 %x0, i65 %y1, i32 64)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i65.65(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 63
  %xk = trunc i128 %xs to i65
  %x0 = bitcast i65 %xk to i65
  %x1 = or i65 %x0, 0
  %ys = lshr i128 %y, 63
  %yk = trunc i128 %ys to i65
  %y0 = bitcast i65 %yk to i65
  %y1 = or i65 %y0, 0
  %r = call i65 @llvm.umul.fix.sat.i65(i65 %x0, i65 %y1, i32 65)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.i65.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = sext i32 %xk to i65
  %x1 = or i65 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = sext i32 %yk to i65
  %y1 = or i65 %y0, 1
  %r = call i65 @llvm.sdiv.fix.i65(i65 %x0, i65 %y1, i32 31)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.i65.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = zext i32 %xk to i65
  %x1 = or i65 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = zext i32 %yk to i65
  %y1 = or i65 %y0, 1
  %r = call i65 @llvm.udiv.fix.i65(i65 %x0, i65 %y1, i32 31)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @sdiv.fix.sat.i65.64(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 63
  %xk = trunc i128 %xs to i65
  %x0 = bitcast i65 %xk to i65
  %x1 = or i65 %x0, 1
  %ys = lshr i128 %y, 63
  %yk = trunc i128 %ys to i65
  %y0 = bitcast i65 %yk to i65
  %y1 = or i65 %y0, 1
  %r = call i65 @llvm.sdiv.fix.sat.i65(i65 %x0, i65 %y1, i32 64)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @udiv.fix.sat.i65.65(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 63
  %xk = trunc i128 %xs to i65
  %x0 = bitcast i65 %xk to i65
  %x1 = or i65 %x0, 1
  %ys = lshr i128 %y, 63
  %yk = trunc i128 %ys to i65
  %y0 = bitcast i65 %yk to i65
  %y1 = or i65 %y0, 1
  %r = call i65 @llvm.udiv.fix.sat.i65(i65 %x0, i65 %y1, i32 65)
  %w = zext i65 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.i200.199(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 28
  %xk = trunc i128 %xs to i100
  %x0 = sext i100 %xk to i200
  %x1 = or i200 %x0, 0
  %ys = lshr i128 %y, 28
  %yk = trunc i128 %ys to i100
  %y0 = sext i100 %yk to i200
  %y1 = or i200 %y0, 0
  %r = call i200 @llvm.smul.fix.i200(i200 %x0, i200 %y1, i32 199)
  %w = zext i200 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.i200.199(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 28
  %xk = trunc i128 %xs to i100
  %x0 = zext i100 %xk to i200
  %x1 = or i200 %x0, 0
  %ys = lshr i128 %y, 28
  %yk = trunc i128 %ys to i100
  %y0 = zext i100 %yk to i200
  %y1 = or i200 %y0, 0
  %r = call i200 @llvm.umul.fix.i200(i200 %x0, i200 %y1, i32 199)
  %w = zext i200 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.i200.199(i128 %x, i128 %y) noinline {
  %xe = zext i128 %x to i200
  %xk = shl i200 %xe, 72
  %x0 = bitcast i200 %xk to i200
  %x1 = or i200 %x0, 0
  %ye = zext i128 %y to i200
  %yk = shl i200 %ye, 72
  %y0 = bitcast i200 %yk to i200
  %y1 = or i200 %y0, 0
  %r = call i200 @llvm.smul.fix.sat.i200(i200 %x0, i200 %y1, i32 199)
  %w = zext i200 %r to i256
  ret i256 %w
}

define internal i256 @umul.fix.sat.i200.200(i128 %x, i128 %y) noinline {
  %xe = zext i128 %x to i200
  %xk = shl i200 %xe, 72
  %x0 = bitcast i200 %xk to i200
  %x1 = or i200 %x0, 0
  %ye = zext i128 %y to i200
  %yk = shl i200 %ye, 72
  %y0 = bitcast i200 %yk to i200
  %y1 = or i200 %y0, 0
  %r = call i200 @llvm.umul.fix.sat.i200(i200 %x0, i200 %y1, i32 200)
  %w = zext i200 %r to i256
  ret i256 %w
}

define internal i256 @smul.fix.sat.v4i16.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = bitcast i16 %xk to i16
  %x1 = or i16 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = bitcast i16 %yk to i16
  %y1 = or i16 %y0, 0
  %a0 = insertelement <4 x i16> poison, i16 %x0, i32 0
  %a1 = insertelement <4 x i16> %a0, i16 %y0, i32 1
  %a2 = insertelement <4 x i16> %a1, i16 %x0, i32 2
  %a = insertelement <4 x i16> %a2, i16 %y0, i32 3
  %b0 = insertelement <4 x i16> poison, i16 %y1, i32 0
  %b1 = insertelement <4 x i16> %b0, i16 %x1, i32 1
  %b2 = insertelement <4 x i16> %b1, i16 %y1, i32 2
  %b = insertelement <4 x i16> %b2, i16 %x1, i32 3
  %r = call <4 x i16> @llvm.smul.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 15)
  %e0 = extractelement <4 x i16> %r, i32 0
  %w0 = zext i16 %e0 to i256
  %e1 = extractelement <4 x i16> %r, i32 3
  %w1 = zext i16 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @umul.fix.v4i16.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = zext i8 %xk to i16
  %x1 = or i16 %x0, 0
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = zext i8 %yk to i16
  %y1 = or i16 %y0, 0
  %a0 = insertelement <4 x i16> poison, i16 %x0, i32 0
  %a1 = insertelement <4 x i16> %a0, i16 %y0, i32 1
  %a2 = insertelement <4 x i16> %a1, i16 %x0, i32 2
  %a = insertelement <4 x i16> %a2, i16 %y0, i32 3
  %b0 = insertelement <4 x i16> poison, i16 %y1, i32 0
  %b1 = insertelement <4 x i16> %b0, i16 %x1, i32 1
  %b2 = insertelement <4 x i16> %b1, i16 %y1, i32 2
  %b = insertelement <4 x i16> %b2, i16 %x1, i32 3
  %r = call <4 x i16> @llvm.umul.fix.v4i16(<4 x i16> %a, <4 x i16> %b, i32 7)
  %e0 = extractelement <4 x i16> %r, i32 0
  %w0 = zext i16 %e0 to i256
  %e1 = extractelement <4 x i16> %r, i32 3
  %w1 = zext i16 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @sdiv.fix.v4i16.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = sext i8 %xk to i16
  %x1 = or i16 %x0, 1
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = sext i8 %yk to i16
  %y1 = or i16 %y0, 1
  %a0 = insertelement <4 x i16> poison, i16 %x0, i32 0
  %a1 = insertelement <4 x i16> %a0, i16 %y0, i32 1
  %a2 = insertelement <4 x i16> %a1, i16 %x0, i32 2
  %a = insertelement <4 x i16> %a2, i16 %y0, i32 3
  %b0 = insertelement <4 x i16> poison, i16 %y1, i32 0
  %b1 = insertelement <4 x i16> %b0, i16 %x1, i32 1
  %b2 = insertelement <4 x i16> %b1, i16 %y1, i32 2
  %b = insertelement <4 x i16> %b2, i16 %x1, i32 3
  %r = call <4 x i16> @llvm.sdiv.fix.v4i16(<4 x i16> %a, <4 x i16> %b, i32 7)
  %e0 = extractelement <4 x i16> %r, i32 0
  %w0 = zext i16 %e0 to i256
  %e1 = extractelement <4 x i16> %r, i32 3
  %w1 = zext i16 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @udiv.fix.sat.v4i16.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = bitcast i16 %xk to i16
  %x1 = or i16 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = bitcast i16 %yk to i16
  %y1 = or i16 %y0, 1
  %a0 = insertelement <4 x i16> poison, i16 %x0, i32 0
  %a1 = insertelement <4 x i16> %a0, i16 %y0, i32 1
  %a2 = insertelement <4 x i16> %a1, i16 %x0, i32 2
  %a = insertelement <4 x i16> %a2, i16 %y0, i32 3
  %b0 = insertelement <4 x i16> poison, i16 %y1, i32 0
  %b1 = insertelement <4 x i16> %b0, i16 %x1, i32 1
  %b2 = insertelement <4 x i16> %b1, i16 %y1, i32 2
  %b = insertelement <4 x i16> %b2, i16 %x1, i32 3
  %r = call <4 x i16> @llvm.udiv.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 15)
  %e0 = extractelement <4 x i16> %r, i32 0
  %w0 = zext i16 %e0 to i256
  %e1 = extractelement <4 x i16> %r, i32 3
  %w1 = zext i16 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @smul.fix.sat.v2i32.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 0
  %a0 = insertelement <2 x i32> poison, i32 %x0, i32 0
  %a = insertelement <2 x i32> %a0, i32 %y0, i32 1
  %b0 = insertelement <2 x i32> poison, i32 %y1, i32 0
  %b = insertelement <2 x i32> %b0, i32 %x1, i32 1
  %r = call <2 x i32> @llvm.smul.fix.sat.v2i32(<2 x i32> %a, <2 x i32> %b, i32 31)
  %e0 = extractelement <2 x i32> %r, i32 0
  %w0 = zext i32 %e0 to i256
  %e1 = extractelement <2 x i32> %r, i32 1
  %w1 = zext i32 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @umul.fix.v2i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = zext i16 %xk to i32
  %x1 = or i32 %x0, 0
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = zext i16 %yk to i32
  %y1 = or i32 %y0, 0
  %a0 = insertelement <2 x i32> poison, i32 %x0, i32 0
  %a = insertelement <2 x i32> %a0, i32 %y0, i32 1
  %b0 = insertelement <2 x i32> poison, i32 %y1, i32 0
  %b = insertelement <2 x i32> %b0, i32 %x1, i32 1
  %r = call <2 x i32> @llvm.umul.fix.v2i32(<2 x i32> %a, <2 x i32> %b, i32 15)
  %e0 = extractelement <2 x i32> %r, i32 0
  %w0 = zext i32 %e0 to i256
  %e1 = extractelement <2 x i32> %r, i32 1
  %w1 = zext i32 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @sdiv.fix.v2i32.15(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 112
  %xk = trunc i128 %xs to i16
  %x0 = sext i16 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 112
  %yk = trunc i128 %ys to i16
  %y0 = sext i16 %yk to i32
  %y1 = or i32 %y0, 1
  %a0 = insertelement <2 x i32> poison, i32 %x0, i32 0
  %a = insertelement <2 x i32> %a0, i32 %y0, i32 1
  %b0 = insertelement <2 x i32> poison, i32 %y1, i32 0
  %b = insertelement <2 x i32> %b0, i32 %x1, i32 1
  %r = call <2 x i32> @llvm.sdiv.fix.v2i32(<2 x i32> %a, <2 x i32> %b, i32 15)
  %e0 = extractelement <2 x i32> %r, i32 0
  %w0 = zext i32 %e0 to i256
  %e1 = extractelement <2 x i32> %r, i32 1
  %w1 = zext i32 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @udiv.fix.sat.v2i32.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = bitcast i32 %xk to i32
  %x1 = or i32 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = bitcast i32 %yk to i32
  %y1 = or i32 %y0, 1
  %a0 = insertelement <2 x i32> poison, i32 %x0, i32 0
  %a = insertelement <2 x i32> %a0, i32 %y0, i32 1
  %b0 = insertelement <2 x i32> poison, i32 %y1, i32 0
  %b = insertelement <2 x i32> %b0, i32 %x1, i32 1
  %r = call <2 x i32> @llvm.udiv.fix.sat.v2i32(<2 x i32> %a, <2 x i32> %b, i32 31)
  %e0 = extractelement <2 x i32> %r, i32 0
  %w0 = zext i32 %e0 to i256
  %e1 = extractelement <2 x i32> %r, i32 1
  %w1 = zext i32 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @smul.fix.sat.v3i17.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 111
  %xk = trunc i128 %xs to i17
  %x0 = bitcast i17 %xk to i17
  %x1 = or i17 %x0, 0
  %ys = lshr i128 %y, 111
  %yk = trunc i128 %ys to i17
  %y0 = bitcast i17 %yk to i17
  %y1 = or i17 %y0, 0
  %a0 = insertelement <3 x i17> poison, i17 %x0, i32 0
  %a1 = insertelement <3 x i17> %a0, i17 %y0, i32 1
  %a = insertelement <3 x i17> %a1, i17 %x0, i32 2
  %b0 = insertelement <3 x i17> poison, i17 %y1, i32 0
  %b1 = insertelement <3 x i17> %b0, i17 %x1, i32 1
  %b = insertelement <3 x i17> %b1, i17 %y1, i32 2
  %r = call <3 x i17> @llvm.smul.fix.sat.v3i17(<3 x i17> %a, <3 x i17> %b, i32 16)
  %e0 = extractelement <3 x i17> %r, i32 0
  %w0 = zext i17 %e0 to i256
  %e1 = extractelement <3 x i17> %r, i32 2
  %w1 = zext i17 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @umul.fix.v3i17.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = zext i8 %xk to i17
  %x1 = or i17 %x0, 0
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = zext i8 %yk to i17
  %y1 = or i17 %y0, 0
  %a0 = insertelement <3 x i17> poison, i17 %x0, i32 0
  %a1 = insertelement <3 x i17> %a0, i17 %y0, i32 1
  %a = insertelement <3 x i17> %a1, i17 %x0, i32 2
  %b0 = insertelement <3 x i17> poison, i17 %y1, i32 0
  %b1 = insertelement <3 x i17> %b0, i17 %x1, i32 1
  %b = insertelement <3 x i17> %b1, i17 %y1, i32 2
  %r = call <3 x i17> @llvm.umul.fix.v3i17(<3 x i17> %a, <3 x i17> %b, i32 7)
  %e0 = extractelement <3 x i17> %r, i32 0
  %w0 = zext i17 %e0 to i256
  %e1 = extractelement <3 x i17> %r, i32 2
  %w1 = zext i17 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @sdiv.fix.v3i17.7(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 120
  %xk = trunc i128 %xs to i8
  %x0 = sext i8 %xk to i17
  %x1 = or i17 %x0, 1
  %ys = lshr i128 %y, 120
  %yk = trunc i128 %ys to i8
  %y0 = sext i8 %yk to i17
  %y1 = or i17 %y0, 1
  %a0 = insertelement <3 x i17> poison, i17 %x0, i32 0
  %a1 = insertelement <3 x i17> %a0, i17 %y0, i32 1
  %a = insertelement <3 x i17> %a1, i17 %x0, i32 2
  %b0 = insertelement <3 x i17> poison, i17 %y1, i32 0
  %b1 = insertelement <3 x i17> %b0, i17 %x1, i32 1
  %b = insertelement <3 x i17> %b1, i17 %y1, i32 2
  %r = call <3 x i17> @llvm.sdiv.fix.v3i17(<3 x i17> %a, <3 x i17> %b, i32 7)
  %e0 = extractelement <3 x i17> %r, i32 0
  %w0 = zext i17 %e0 to i256
  %e1 = extractelement <3 x i17> %r, i32 2
  %w1 = zext i17 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @udiv.fix.sat.v3i17.16(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 111
  %xk = trunc i128 %xs to i17
  %x0 = bitcast i17 %xk to i17
  %x1 = or i17 %x0, 1
  %ys = lshr i128 %y, 111
  %yk = trunc i128 %ys to i17
  %y0 = bitcast i17 %yk to i17
  %y1 = or i17 %y0, 1
  %a0 = insertelement <3 x i17> poison, i17 %x0, i32 0
  %a1 = insertelement <3 x i17> %a0, i17 %y0, i32 1
  %a = insertelement <3 x i17> %a1, i17 %x0, i32 2
  %b0 = insertelement <3 x i17> poison, i17 %y1, i32 0
  %b1 = insertelement <3 x i17> %b0, i17 %x1, i32 1
  %b = insertelement <3 x i17> %b1, i17 %y1, i32 2
  %r = call <3 x i17> @llvm.udiv.fix.sat.v3i17(<3 x i17> %a, <3 x i17> %b, i32 16)
  %e0 = extractelement <3 x i17> %r, i32 0
  %w0 = zext i17 %e0 to i256
  %e1 = extractelement <3 x i17> %r, i32 2
  %w1 = zext i17 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @smul.fix.sat.v2i64.63(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 64
  %xk = trunc i128 %xs to i64
  %x0 = bitcast i64 %xk to i64
  %x1 = or i64 %x0, 0
  %ys = lshr i128 %y, 64
  %yk = trunc i128 %ys to i64
  %y0 = bitcast i64 %yk to i64
  %y1 = or i64 %y0, 0
  %a0 = insertelement <2 x i64> poison, i64 %x0, i32 0
  %a = insertelement <2 x i64> %a0, i64 %y0, i32 1
  %b0 = insertelement <2 x i64> poison, i64 %y1, i32 0
  %b = insertelement <2 x i64> %b0, i64 %x1, i32 1
  %r = call <2 x i64> @llvm.smul.fix.sat.v2i64(<2 x i64> %a, <2 x i64> %b, i32 63)
  %e0 = extractelement <2 x i64> %r, i32 0
  %w0 = zext i64 %e0 to i256
  %e1 = extractelement <2 x i64> %r, i32 1
  %w1 = zext i64 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @umul.fix.v2i64.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = zext i32 %xk to i64
  %x1 = or i64 %x0, 0
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = zext i32 %yk to i64
  %y1 = or i64 %y0, 0
  %a0 = insertelement <2 x i64> poison, i64 %x0, i32 0
  %a = insertelement <2 x i64> %a0, i64 %y0, i32 1
  %b0 = insertelement <2 x i64> poison, i64 %y1, i32 0
  %b = insertelement <2 x i64> %b0, i64 %x1, i32 1
  %r = call <2 x i64> @llvm.umul.fix.v2i64(<2 x i64> %a, <2 x i64> %b, i32 31)
  %e0 = extractelement <2 x i64> %r, i32 0
  %w0 = zext i64 %e0 to i256
  %e1 = extractelement <2 x i64> %r, i32 1
  %w1 = zext i64 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @sdiv.fix.v2i64.31(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 96
  %xk = trunc i128 %xs to i32
  %x0 = sext i32 %xk to i64
  %x1 = or i64 %x0, 1
  %ys = lshr i128 %y, 96
  %yk = trunc i128 %ys to i32
  %y0 = sext i32 %yk to i64
  %y1 = or i64 %y0, 1
  %a0 = insertelement <2 x i64> poison, i64 %x0, i32 0
  %a = insertelement <2 x i64> %a0, i64 %y0, i32 1
  %b0 = insertelement <2 x i64> poison, i64 %y1, i32 0
  %b = insertelement <2 x i64> %b0, i64 %x1, i32 1
  %r = call <2 x i64> @llvm.sdiv.fix.v2i64(<2 x i64> %a, <2 x i64> %b, i32 31)
  %e0 = extractelement <2 x i64> %r, i32 0
  %w0 = zext i64 %e0 to i256
  %e1 = extractelement <2 x i64> %r, i32 1
  %w1 = zext i64 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i256 @udiv.fix.sat.v2i64.63(i128 %x, i128 %y) noinline {
  %xs = lshr i128 %x, 64
  %xk = trunc i128 %xs to i64
  %x0 = bitcast i64 %xk to i64
  %x1 = or i64 %x0, 1
  %ys = lshr i128 %y, 64
  %yk = trunc i128 %ys to i64
  %y0 = bitcast i64 %yk to i64
  %y1 = or i64 %y0, 1
  %a0 = insertelement <2 x i64> poison, i64 %x0, i32 0
  %a = insertelement <2 x i64> %a0, i64 %y0, i32 1
  %b0 = insertelement <2 x i64> poison, i64 %y1, i32 0
  %b = insertelement <2 x i64> %b0, i64 %x1, i32 1
  %r = call <2 x i64> @llvm.udiv.fix.sat.v2i64(<2 x i64> %a, <2 x i64> %b, i32 63)
  %e0 = extractelement <2 x i64> %r, i32 0
  %w0 = zext i64 %e0 to i256
  %e1 = extractelement <2 x i64> %r, i32 1
  %w1 = zext i64 %e1 to i256
  %w2 = shl i256 %w1, 128
  %w = or i256 %w0, %w2
  ret i256 %w
}

define internal i64 @hash(i64 %h, i256 %r) {
  %w0 = trunc i256 %r to i64
  %r1 = lshr i256 %r, 64
  %w1 = trunc i256 %r1 to i64
  %r2 = lshr i256 %r, 128
  %w2 = trunc i256 %r2 to i64
  %r3 = lshr i256 %r, 192
  %w3 = trunc i256 %r3 to i64
  %x0 = xor i64 %h, %w0
  %h0 = mul i64 %x0, 1099511628211
  %x1 = xor i64 %h0, %w1
  %h1 = mul i64 %x1, 1099511628211
  %x2 = xor i64 %h1, %w2
  %h2 = mul i64 %x2, 1099511628211
  %x3 = xor i64 %h2, %w3
  %h3 = mul i64 %x3, 1099511628211
  ret i64 %h3
}

define i32 @main() {
entry:
  br label %operation

operation:
  %k = phi i64 [ 0, %entry ], [ %k.next, %done ]
  %row = getelementptr { ptr, ptr }, ptr @operations, i64 %k
  %function = load ptr, ptr %row
  %name.at = getelementptr { ptr, ptr }, ptr %row, i64 0, i32 1
  %name = load ptr, ptr %name.at
  br label %pair

pair:
  %i = phi i64 [ 0, %operation ], [ %i.next, %pair ]
  %h = phi i64 [ -3750763034362895579, %operation ], [ %h.next, %pair ]
  %left.index = udiv i64 %i, 10
  %right.index = urem i64 %i, 10
  %left.at = getelementptr i128, ptr @numbers, i64 %left.index
  %left = load i128, ptr %left.at
  %right.at = getelementptr i128, ptr @numbers, i64 %right.index
  %right = load i128, ptr %right.at
  %result = call i256 %function(i128 %left, i128 %right)
  %h.next = call i64 @hash(i64 %h, i256 %result)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 100
  br i1 %more, label %pair, label %done

done:
  %printed = call i32 (ptr, ...) @printf(ptr @format, i64 %h.next, ptr %name)
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 100
  br i1 %again, label %operation, label %end

end:
  ret i32 0
}
