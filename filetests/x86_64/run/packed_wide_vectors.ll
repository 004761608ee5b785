; Vectors of more than 128 bits whose elements memory packs bit after bit: operations on pseudo-random numbers, in memory,
; as arguments and results, and a hash of the memory that they leave. Expected output made by the program as llc 19.1.7 builds it.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -mattr=+avx2 -o %t.o
; RUN: cat %t.out
; OUTPUT:
; 890f1393dcea8bd5 add.v8i24
; 7142fa305cd9e15e mul.v8i24
; c04e25367fb12021 shift.v8i24
; 61c48583ce998591 compare.v8i24
; 201ddd57975e9951 move.v8i24
; 615c73cf0ffa7b84 odd.v8i24
; 7fab5cc64f2366c9 call.v8i24
; 8db603c302635650 bits.v8i24
; d11ba814f504fdee count.v8i24
; e0d93d8b2603f499 add.v3i48
; c1ee19572850d94e mul.v3i48
; 04afef89f4d1eecc shift.v3i48
; 40adbb3f0d85ee77 compare.v3i48
; a2ea54bfe8959ccd move.v3i48
; 606ccf3ca8672381 odd.v3i48
; 4898fd69f2083ae0 call.v3i48
; 949317308f6ecb8a bits.v3i48
; 944ef660ed2d0c68 count.v3i48
; a87cb95be3af7f83 add.v4i65
; 558daf5f681bd563 mul.v4i65
; 4936ef8b8846807c shift.v4i65
; 789b42c42709570a compare.v4i65
; cbfd75a41bb3524e move.v4i65
; a5f328cc3a99fef8 odd.v4i65
; 151b7bfbb479fc85 call.v4i65
; 0559021e078e7daf bits.v4i65
; 165266a4e2d9067d count.v4i65
; 2168579c05959199 add.v7i33
; 1421655339e45632 mul.v7i33
; 3f3edb2284c6c74d shift.v7i33
; 6557002494a8c9f2 compare.v7i33
; cca6dbfd32e0c9e8 move.v7i33
; 57bbfdc1e0ee94af odd.v7i33
; f1b8c8cde79ebc90 call.v7i33
; 973e99c396dc4f87 bits.v7i33
; 9648199fd16bb648 count.v7i33
; d47d572ccfd3e803 add.v16i12
; 1d05c1f3435bae09 mul.v16i12
; ab25890387dc9428 shift.v16i12
; 5a1f456849f81c4d compare.v16i12
; 3616c2d284933f4a move.v16i12
; ead444ac5e84448f odd.v16i12
; e7229c8f0add0b25 call.v16i12
; c859d8b675dd5590 bits.v16i12
; 10c4359539bde0fd count.v16i12
; b45584daf7f497bd add.v20i9
; c5a8dafc29f23936 mul.v20i9
; 3a2b0b51fcae4c17 shift.v20i9
; 0272909832f0f254 compare.v20i9
; efc5556e566528c8 move.v20i9
; 6a012177f3f2e840 odd.v20i9
; 6ca027cc2c257162 call.v20i9
; a9b48a0fac9e7081 bits.v20i9
; aa78d6f9936cee90 count.v20i9
; 4778b65c094904de add.v2i100
; 3732640d87ec7bfe mul.v2i100
; 02ddd6cb030e4115 shift.v2i100
; c4c8018785b8f236 compare.v2i100
; 45637018b936706e move.v2i100
; 2e0556e40f4d3f08 odd.v2i100
; b80a60665f3304ae call.v2i100
; a3fd5f100d22e701 bits.v2i100
; 78f626f91c287f3c count.v2i100

@format = private constant [12 x i8] c"%016llx %s\0A\00"
@name0 = private constant [10 x i8] c"add.v8i24\00"
@name1 = private constant [10 x i8] c"mul.v8i24\00"
@name2 = private constant [12 x i8] c"shift.v8i24\00"
@name3 = private constant [14 x i8] c"compare.v8i24\00"
@name4 = private constant [11 x i8] c"move.v8i24\00"
@name5 = private constant [10 x i8] c"odd.v8i24\00"
@name6 = private constant [11 x i8] c"call.v8i24\00"
@name7 = private constant [11 x i8] c"bits.v8i24\00"
@name8 = private constant [12 x i8] c"count.v8i24\00"
@name9 = private constant [10 x i8] c"add.v3i48\00"
@name10 = private constant [10 x i8] c"mul.v3i48\00"
@name11 = private constant [12 x i8] c"shift.v3i48\00"
@name12 = private constant [14 x i8] c"compare.v3i48\00"
@name13 = private constant [11 x i8] c"move.v3i48\00"
@name14 = private constant [10 x i8] c"odd.v3i48\00"
@name15 = private constant [11 x i8] c"call.v3i48\00"
@name16 = private constant [11 x i8] c"bits.v3i48\00"
@name17 = private constant [12 x i8] c"count.v3i48\00"
@name18 = private constant [10 x i8] c"add.v4i65\00"
@name19 = private constant [10 x i8] c"mul.v4i65\00"
@name20 = private constant [12 x i8] c"shift.v4i65\00"
@name21 = private constant [14 x i8] c"compare.v4i65\00"
@name22 = private constant [11 x i8] c"move.v4i65\00"
@name23 = private constant [10 x i8] c"odd.v4i65\00"
@name24 = private constant [11 x i8] c"call.v4i65\00"
@name25 = private constant [11 x i8] c"bits.v4i65\00"
@name26 = private constant [12 x i8] c"count.v4i65\00"
@name27 = private constant [10 x i8] c"add.v7i33\00"
@name28 = private constant [10 x i8] c"mul.v7i33\00"
@name29 = private constant [12 x i8] c"shift.v7i33\00"
@name30 = private constant [14 x i8] c"compare.v7i33\00"
@name31 = private constant [11 x i8] c"move.v7i33\00"
@name32 = private constant [10 x i8] c"odd.v7i33\00"
@name33 = private constant [11 x i8] c"call.v7i33\00"
@name34 = private constant [11 x i8] c"bits.v7i33\00"
@name35 = private constant [12 x i8] c"count.v7i33\00"
@name36 = private constant [11 x i8] c"add.v16i12\00"
@name37 = private constant [11 x i8] c"mul.v16i12\00"
@name38 = private constant [13 x i8] c"shift.v16i12\00"
@name39 = private constant [15 x i8] c"compare.v16i12\00"
@name40 = private constant [12 x i8] c"move.v16i12\00"
@name41 = private constant [11 x i8] c"odd.v16i12\00"
@name42 = private constant [12 x i8] c"call.v16i12\00"
@name43 = private constant [12 x i8] c"bits.v16i12\00"
@name44 = private constant [13 x i8] c"count.v16i12\00"
@name45 = private constant [10 x i8] c"add.v20i9\00"
@name46 = private constant [10 x i8] c"mul.v20i9\00"
@name47 = private constant [12 x i8] c"shift.v20i9\00"
@name48 = private constant [14 x i8] c"compare.v20i9\00"
@name49 = private constant [11 x i8] c"move.v20i9\00"
@name50 = private constant [10 x i8] c"odd.v20i9\00"
@name51 = private constant [11 x i8] c"call.v20i9\00"
@name52 = private constant [11 x i8] c"bits.v20i9\00"
@name53 = private constant [12 x i8] c"count.v20i9\00"
@name54 = private constant [11 x i8] c"add.v2i100\00"
@name55 = private constant [11 x i8] c"mul.v2i100\00"
@name56 = private constant [13 x i8] c"shift.v2i100\00"
@name57 = private constant [15 x i8] c"compare.v2i100\00"
@name58 = private constant [12 x i8] c"move.v2i100\00"
@name59 = private constant [11 x i8] c"odd.v2i100\00"
@name60 = private constant [12 x i8] c"call.v2i100\00"
@name61 = private constant [12 x i8] c"bits.v2i100\00"
@name62 = private constant [13 x i8] c"count.v2i100\00"
@operations = private constant [63 x { ptr, ptr }] [
  { ptr, ptr } { ptr @add.v8i24, ptr @name0 },
  { ptr, ptr } { ptr @mul.v8i24, ptr @name1 },
  { ptr, ptr } { ptr @shift.v8i24, ptr @name2 },
  { ptr, ptr } { ptr @compare.v8i24, ptr @name3 },
  { ptr, ptr } { ptr @move.v8i24, ptr @name4 },
  { ptr, ptr } { ptr @odd.v8i24, ptr @name5 },
  { ptr, ptr } { ptr @call.v8i24, ptr @name6 },
  { ptr, ptr } { ptr @bits.v8i24, ptr @name7 },
  { ptr, ptr } { ptr @count.v8i24, ptr @name8 },
  { ptr, ptr } { ptr @add.v3i48, ptr @name9 },
  { ptr, ptr } { ptr @mul.v3i48, ptr @name10 },
  { ptr, ptr } { ptr @shift.v3i48, ptr @name11 },
  { ptr, ptr } { ptr @compare.v3i48, ptr @name12 },
  { ptr, ptr } { ptr @move.v3i48, ptr @name13 },
  { ptr, ptr } { ptr @odd.v3i48, ptr @name14 },
  { ptr, ptr } { ptr @call.v3i48, ptr @name15 },
  { ptr, ptr } { ptr @bits.v3i48, ptr @name16 },
  { ptr, ptr } { ptr @count.v3i48, ptr @name17 },
  { ptr, ptr } { ptr @add.v4i65, ptr @name18 },
  { ptr, ptr } { ptr @mul.v4i65, ptr @name19 },
  { ptr, ptr } { ptr @shift.v4i65, ptr @name20 },
  { ptr, ptr } { ptr @compare.v4i65, ptr @name21 },
  { ptr, ptr } { ptr @move.v4i65, ptr @name22 },
  { ptr, ptr } { ptr @odd.v4i65, ptr @name23 },
  { ptr, ptr } { ptr @call.v4i65, ptr @name24 },
  { ptr, ptr } { ptr @bits.v4i65, ptr @name25 },
  { ptr, ptr } { ptr @count.v4i65, ptr @name26 },
  { ptr, ptr } { ptr @add.v7i33, ptr @name27 },
  { ptr, ptr } { ptr @mul.v7i33, ptr @name28 },
  { ptr, ptr } { ptr @shift.v7i33, ptr @name29 },
  { ptr, ptr } { ptr @compare.v7i33, ptr @name30 },
  { ptr, ptr } { ptr @move.v7i33, ptr @name31 },
  { ptr, ptr } { ptr @odd.v7i33, ptr @name32 },
  { ptr, ptr } { ptr @call.v7i33, ptr @name33 },
  { ptr, ptr } { ptr @bits.v7i33, ptr @name34 },
  { ptr, ptr } { ptr @count.v7i33, ptr @name35 },
  { ptr, ptr } { ptr @add.v16i12, ptr @name36 },
  { ptr, ptr } { ptr @mul.v16i12, ptr @name37 },
  { ptr, ptr } { ptr @shift.v16i12, ptr @name38 },
  { ptr, ptr } { ptr @compare.v16i12, ptr @name39 },
  { ptr, ptr } { ptr @move.v16i12, ptr @name40 },
  { ptr, ptr } { ptr @odd.v16i12, ptr @name41 },
  { ptr, ptr } { ptr @call.v16i12, ptr @name42 },
  { ptr, ptr } { ptr @bits.v16i12, ptr @name43 },
  { ptr, ptr } { ptr @count.v16i12, ptr @name44 },
  { ptr, ptr } { ptr @add.v20i9, ptr @name45 },
  { ptr, ptr } { ptr @mul.v20i9, ptr @name46 },
  { ptr, ptr } { ptr @shift.v20i9, ptr @name47 },
  { ptr, ptr } { ptr @compare.v20i9, ptr @name48 },
  { ptr, ptr } { ptr @move.v20i9, ptr @name49 },
  { ptr, ptr } { ptr @odd.v20i9, ptr @name50 },
  { ptr, ptr } { ptr @call.v20i9, ptr @name51 },
  { ptr, ptr } { ptr @bits.v20i9, ptr @name52 },
  { ptr, ptr } { ptr @count.v20i9, ptr @name53 },
  { ptr, ptr } { ptr @add.v2i100, ptr @name54 },
  { ptr, ptr } { ptr @mul.v2i100, ptr @name55 },
  { ptr, ptr } { ptr @shift.v2i100, ptr @name56 },
  { ptr, ptr } { ptr @compare.v2i100, ptr @name57 },
  { ptr, ptr } { ptr @move.v2i100, ptr @name58 },
  { ptr, ptr } { ptr @odd.v2i100, ptr @name59 },
  { ptr, ptr } { ptr @call.v2i100, ptr @name60 },
  { ptr, ptr } { ptr @bits.v2i100, ptr @name61 },
  { ptr, ptr } { ptr @count.v2i100, ptr @name62 }
]
@in = internal global [16 x i64] zeroinitializer, align 64
@out = internal global [16 x i64] zeroinitializer, align 64

declare i32 @printf(ptr, ...)
declare <16 x i12> @llvm.ctlz.v16i12(<16 x i12>, i1)
declare <16 x i12> @llvm.ctpop.v16i12(<16 x i12>)
declare <16 x i12> @llvm.sadd.sat.v16i12(<16 x i12>, <16 x i12>)
declare <16 x i12> @llvm.smax.v16i12(<16 x i12>, <16 x i12>)
declare <2 x i100> @llvm.ctlz.v2i100(<2 x i100>, i1)
declare <2 x i100> @llvm.ctpop.v2i100(<2 x i100>)
declare <2 x i100> @llvm.sadd.sat.v2i100(<2 x i100>, <2 x i100>)
declare <2 x i100> @llvm.smax.v2i100(<2 x i100>, <2 x i100>)
declare <20 x i9> @llvm.ctlz.v20i9(<20 x i9>, i1)
declare <20 x i9> @llvm.ctpop.v20i9(<20 x i9>)
declare <20 x i9> @llvm.sadd.sat.v20i9(<20 x i9>, <20 x i9>)
declare <20 x i9> @llvm.smax.v20i9(<20 x i9>, <20 x i9>)
declare <3 x i48> @llvm.ctlz.v3i48(<3 x i48>, i1)
declare <3 x i48> @llvm.ctpop.v3i48(<3 x i48>)
declare <3 x i48> @llvm.sadd.sat.v3i48(<3 x i48>, <3 x i48>)
declare <3 x i48> @llvm.smax.v3i48(<3 x i48>, <3 x i48>)
declare <4 x i65> @llvm.ctlz.v4i65(<4 x i65>, i1)
declare <4 x i65> @llvm.ctpop.v4i65(<4 x i65>)
declare <4 x i65> @llvm.sadd.sat.v4i65(<4 x i65>, <4 x i65>)
declare <4 x i65> @llvm.smax.v4i65(<4 x i65>, <4 x i65>)
declare <7 x i33> @llvm.ctlz.v7i33(<7 x i33>, i1)
declare <7 x i33> @llvm.ctpop.v7i33(<7 x i33>)
declare <7 x i33> @llvm.sadd.sat.v7i33(<7 x i33>, <7 x i33>)
declare <7 x i33> @llvm.smax.v7i33(<7 x i33>, <7 x i33>)
declare <8 x i24> @llvm.ctlz.v8i24(<8 x i24>, i1)
declare <8 x i24> @llvm.ctpop.v8i24(<8 x i24>)
declare <8 x i24> @llvm.sadd.sat.v8i24(<8 x i24>, <8 x i24>)
declare <8 x i24> @llvm.smax.v8i24(<8 x i24>, <8 x i24>)

define internal <8 x i24> @callee.v8i24(<8 x i24> %a, i32 %i, <8 x i24> %b, double %d, <8 x i24> %c) noinline {
  %odd = trunc i32 %i to i1
  %x = select i1 %odd, <8 x i24> %a, <8 x i24> %b
  %y = add <8 x i24> %x, %x
  %r = xor <8 x i24> %y, %c
  ret <8 x i24> %r
}

define internal void @add.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %r = sub <8 x i24> %a, %b
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @mul.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %m = mul <8 x i24> %a, %b
  %d = or <8 x i24> %b, <i24 1, i24 1, i24 1, i24 1, i24 1, i24 1, i24 1, i24 1>
  %q = udiv <8 x i24> %a, %d
  %r = xor <8 x i24> %m, %q
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @shift.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %x = urem <8 x i24> %b, <i24 24, i24 24, i24 24, i24 24, i24 24, i24 24, i24 24, i24 24>
  %s = shl <8 x i24> %a, %x
  %t = ashr <8 x i24> %a, <i24 3, i24 3, i24 3, i24 3, i24 3, i24 3, i24 3, i24 3>
  %r = xor <8 x i24> %s, %t
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @compare.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %c = icmp slt <8 x i24> %a, %b
  %r = select <8 x i1> %c, <8 x i24> %a, <8 x i24> %b
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @move.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %j = urem i32 %i, 8
  %e = extractelement <8 x i24> %a, i32 %j
  %k = sub i32 7, %j
  %v = insertelement <8 x i24> %b, i24 %e, i32 %k
  %r = shufflevector <8 x i24> %v, <8 x i24> %a, <8 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 0, i32 3, i32 6>
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @odd.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %s = call <8 x i24> @llvm.sadd.sat.v8i24(<8 x i24> %a, <8 x i24> %b)
  %r = call <8 x i24> @llvm.smax.v8i24(<8 x i24> %s, <8 x i24> %b)
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @call.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %r = call <8 x i24> @callee.v8i24(<8 x i24> %a, i32 %i, <8 x i24> %b, double 2.0, <8 x i24> %a)
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @bits.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %x = bitcast <8 x i24> %a to i192
  %y = lshr i192 %x, 5
  %z = bitcast i192 %y to <8 x i24>
  %r = xor <8 x i24> %z, %b
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal void @count.v8i24(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <8 x i24>
  %vb = bitcast i192 %tb to <8 x i24>
  store volatile <8 x i24> %va, ptr %in, align 1
  store volatile <8 x i24> %vb, ptr %in2
  %a = load volatile <8 x i24>, ptr %in, align 1
  %b = load volatile <8 x i24>, ptr %in2
  %p = call <8 x i24> @llvm.ctpop.v8i24(<8 x i24> %a)
  %l = call <8 x i24> @llvm.ctlz.v8i24(<8 x i24> %b, i1 false)
  %r = mul <8 x i24> %p, %l
  store <8 x i24> %r, ptr %out, align 4
  ret void
}

define internal <3 x i48> @callee.v3i48(<3 x i48> %a, i32 %i, <3 x i48> %b, double %d, <3 x i48> %c) noinline {
  %odd = trunc i32 %i to i1
  %x = select i1 %odd, <3 x i48> %a, <3 x i48> %b
  %y = add <3 x i48> %x, %x
  %r = xor <3 x i48> %y, %c
  ret <3 x i48> %r
}

define internal void @add.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %r = sub <3 x i48> %a, %b
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @mul.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %m = mul <3 x i48> %a, %b
  %d = or <3 x i48> %b, <i48 1, i48 1, i48 1>
  %q = udiv <3 x i48> %a, %d
  %r = xor <3 x i48> %m, %q
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @shift.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %x = urem <3 x i48> %b, <i48 48, i48 48, i48 48>
  %s = shl <3 x i48> %a, %x
  %t = ashr <3 x i48> %a, <i48 3, i48 3, i48 3>
  %r = xor <3 x i48> %s, %t
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @compare.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %c = icmp slt <3 x i48> %a, %b
  %r = select <3 x i1> %c, <3 x i48> %a, <3 x i48> %b
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @move.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %j = urem i32 %i, 3
  %e = extractelement <3 x i48> %a, i32 %j
  %k = sub i32 2, %j
  %v = insertelement <3 x i48> %b, i48 %e, i32 %k
  %r = shufflevector <3 x i48> %v, <3 x i48> %a, <3 x i32> <i32 1, i32 4, i32 1>
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @odd.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %s = call <3 x i48> @llvm.sadd.sat.v3i48(<3 x i48> %a, <3 x i48> %b)
  %r = call <3 x i48> @llvm.smax.v3i48(<3 x i48> %s, <3 x i48> %b)
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @call.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %r = call <3 x i48> @callee.v3i48(<3 x i48> %a, i32 %i, <3 x i48> %b, double 2.0, <3 x i48> %a)
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @bits.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %x = bitcast <3 x i48> %a to i144
  %y = lshr i144 %x, 5
  %z = bitcast i144 %y to <3 x i48>
  %r = xor <3 x i48> %z, %b
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal void @count.v3i48(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i144
  %tb = trunc i512 %wb to i144
  %va = bitcast i144 %ta to <3 x i48>
  %vb = bitcast i144 %tb to <3 x i48>
  store volatile <3 x i48> %va, ptr %in, align 1
  store volatile <3 x i48> %vb, ptr %in2
  %a = load volatile <3 x i48>, ptr %in, align 1
  %b = load volatile <3 x i48>, ptr %in2
  %p = call <3 x i48> @llvm.ctpop.v3i48(<3 x i48> %a)
  %l = call <3 x i48> @llvm.ctlz.v3i48(<3 x i48> %b, i1 false)
  %r = mul <3 x i48> %p, %l
  store <3 x i48> %r, ptr %out, align 4
  ret void
}

define internal <4 x i65> @callee.v4i65(<4 x i65> %a, i32 %i, <4 x i65> %b, double %d, <4 x i65> %c) noinline {
  %odd = trunc i32 %i to i1
  %x = select i1 %odd, <4 x i65> %a, <4 x i65> %b
  %y = add <4 x i65> %x, %x
  %r = xor <4 x i65> %y, %c
  ret <4 x i65> %r
}

define internal void @add.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %r = sub <4 x i65> %a, %b
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @mul.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %m = mul <4 x i65> %a, %b
  %d = or <4 x i65> %b, <i65 1, i65 1, i65 1, i65 1>
  %q = udiv <4 x i65> %a, %d
  %r = xor <4 x i65> %m, %q
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @shift.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %x = urem <4 x i65> %b, <i65 65, i65 65, i65 65, i65 65>
  %s = shl <4 x i65> %a, %x
  %t = ashr <4 x i65> %a, <i65 3, i65 3, i65 3, i65 3>
  %r = xor <4 x i65> %s, %t
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @compare.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %c = icmp slt <4 x i65> %a, %b
  %r = select <4 x i1> %c, <4 x i65> %a, <4 x i65> %b
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @move.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %j = urem i32 %i, 4
  %e = extractelement <4 x i65> %a, i32 %j
  %k = sub i32 3, %j
  %v = insertelement <4 x i65> %b, i65 %e, i32 %k
  %r = shufflevector <4 x i65> %v, <4 x i65> %a, <4 x i32> <i32 1, i32 4, i32 7, i32 2>
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @odd.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %s = call <4 x i65> @llvm.sadd.sat.v4i65(<4 x i65> %a, <4 x i65> %b)
  %r = call <4 x i65> @llvm.smax.v4i65(<4 x i65> %s, <4 x i65> %b)
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @call.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %r = call <4 x i65> @callee.v4i65(<4 x i65> %a, i32 %i, <4 x i65> %b, double 2.0, <4 x i65> %a)
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @bits.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %x = bitcast <4 x i65> %a to i260
  %y = lshr i260 %x, 5
  %z = bitcast i260 %y to <4 x i65>
  %r = xor <4 x i65> %z, %b
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal void @count.v4i65(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i260
  %tb = trunc i512 %wb to i260
  %va = bitcast i260 %ta to <4 x i65>
  %vb = bitcast i260 %tb to <4 x i65>
  store volatile <4 x i65> %va, ptr %in, align 1
  store volatile <4 x i65> %vb, ptr %in2
  %a = load volatile <4 x i65>, ptr %in, align 1
  %b = load volatile <4 x i65>, ptr %in2
  %p = call <4 x i65> @llvm.ctpop.v4i65(<4 x i65> %a)
  %l = call <4 x i65> @llvm.ctlz.v4i65(<4 x i65> %b, i1 false)
  %r = mul <4 x i65> %p, %l
  store <4 x i65> %r, ptr %out, align 4
  ret void
}

define internal <7 x i33> @callee.v7i33(<7 x i33> %a, i32 %i, <7 x i33> %b, double %d, <7 x i33> %c) noinline {
  %odd = trunc i32 %i to i1
  %x = select i1 %odd, <7 x i33> %a, <7 x i33> %b
  %y = add <7 x i33> %x, %x
  %r = xor <7 x i33> %y, %c
  ret <7 x i33> %r
}

define internal void @add.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %r = sub <7 x i33> %a, %b
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @mul.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %m = mul <7 x i33> %a, %b
  %d = or <7 x i33> %b, <i33 1, i33 1, i33 1, i33 1, i33 1, i33 1, i33 1>
  %q = udiv <7 x i33> %a, %d
  %r = xor <7 x i33> %m, %q
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @shift.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %x = urem <7 x i33> %b, <i33 33, i33 33, i33 33, i33 33, i33 33, i33 33, i33 33>
  %s = shl <7 x i33> %a, %x
  %t = ashr <7 x i33> %a, <i33 3, i33 3, i33 3, i33 3, i33 3, i33 3, i33 3>
  %r = xor <7 x i33> %s, %t
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @compare.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %c = icmp slt <7 x i33> %a, %b
  %r = select <7 x i1> %c, <7 x i33> %a, <7 x i33> %b
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @move.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %j = urem i32 %i, 7
  %e = extractelement <7 x i33> %a, i32 %j
  %k = sub i32 6, %j
  %v = insertelement <7 x i33> %b, i33 %e, i32 %k
  %r = shufflevector <7 x i33> %v, <7 x i33> %a, <7 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 2, i32 5>
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @odd.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %s = call <7 x i33> @llvm.sadd.sat.v7i33(<7 x i33> %a, <7 x i33> %b)
  %r = call <7 x i33> @llvm.smax.v7i33(<7 x i33> %s, <7 x i33> %b)
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @call.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %r = call <7 x i33> @callee.v7i33(<7 x i33> %a, i32 %i, <7 x i33> %b, double 2.0, <7 x i33> %a)
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @bits.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %x = bitcast <7 x i33> %a to i231
  %y = lshr i231 %x, 5
  %z = bitcast i231 %y to <7 x i33>
  %r = xor <7 x i33> %z, %b
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal void @count.v7i33(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i231
  %tb = trunc i512 %wb to i231
  %va = bitcast i231 %ta to <7 x i33>
  %vb = bitcast i231 %tb to <7 x i33>
  store volatile <7 x i33> %va, ptr %in, align 1
  store volatile <7 x i33> %vb, ptr %in2
  %a = load volatile <7 x i33>, ptr %in, align 1
  %b = load volatile <7 x i33>, ptr %in2
  %p = call <7 x i33> @llvm.ctpop.v7i33(<7 x i33> %a)
  %l = call <7 x i33> @llvm.ctlz.v7i33(<7 x i33> %b, i1 false)
  %r = mul <7 x i33> %p, %l
  store <7 x i33> %r, ptr %out, align 4
  ret void
}

define internal <16 x i12> @callee.v16i12(<16 x i12> %a, i32 %i, <16 x i12> %b, double %d, <16 x i12> %c) noinline {
  %odd = trunc i32 %i to i1
  %x = select i1 %odd, <16 x i12> %a, <16 x i12> %b
  %y = add <16 x i12> %x, %x
  %r = xor <16 x i12> %y, %c
  ret <16 x i12> %r
}

define internal void @add.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %r = sub <16 x i12> %a, %b
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @mul.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %m = mul <16 x i12> %a, %b
  %d = or <16 x i12> %b, <i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1, i12 1>
  %q = udiv <16 x i12> %a, %d
  %r = xor <16 x i12> %m, %q
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @shift.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %x = urem <16 x i12> %b, <i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12, i12 12>
  %s = shl <16 x i12> %a, %x
  %t = ashr <16 x i12> %a, <i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3, i12 3>
  %r = xor <16 x i12> %s, %t
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @compare.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %c = icmp slt <16 x i12> %a, %b
  %r = select <16 x i1> %c, <16 x i12> %a, <16 x i12> %b
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @move.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %j = urem i32 %i, 16
  %e = extractelement <16 x i12> %a, i32 %j
  %k = sub i32 15, %j
  %v = insertelement <16 x i12> %b, i12 %e, i32 %k
  %r = shufflevector <16 x i12> %v, <16 x i12> %a, <16 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 2, i32 5, i32 8, i32 11, i32 14>
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @odd.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %s = call <16 x i12> @llvm.sadd.sat.v16i12(<16 x i12> %a, <16 x i12> %b)
  %r = call <16 x i12> @llvm.smax.v16i12(<16 x i12> %s, <16 x i12> %b)
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @call.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %r = call <16 x i12> @callee.v16i12(<16 x i12> %a, i32 %i, <16 x i12> %b, double 2.0, <16 x i12> %a)
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @bits.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %x = bitcast <16 x i12> %a to i192
  %y = lshr i192 %x, 5
  %z = bitcast i192 %y to <16 x i12>
  %r = xor <16 x i12> %z, %b
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal void @count.v16i12(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i192
  %tb = trunc i512 %wb to i192
  %va = bitcast i192 %ta to <16 x i12>
  %vb = bitcast i192 %tb to <16 x i12>
  store volatile <16 x i12> %va, ptr %in, align 1
  store volatile <16 x i12> %vb, ptr %in2
  %a = load volatile <16 x i12>, ptr %in, align 1
  %b = load volatile <16 x i12>, ptr %in2
  %p = call <16 x i12> @llvm.ctpop.v16i12(<16 x i12> %a)
  %l = call <16 x i12> @llvm.ctlz.v16i12(<16 x i12> %b, i1 false)
  %r = mul <16 x i12> %p, %l
  store <16 x i12> %r, ptr %out, align 4
  ret void
}

define internal <20 x i9> @callee.v20i9(<20 x i9> %a, i32 %i, <20 x i9> %b, double %d, <20 x i9> %c) noinline {
  %odd = trunc i32 %i to i1
  %x = select i1 %odd, <20 x i9> %a, <20 x i9> %b
  %y = add <20 x i9> %x, %x
  %r = xor <20 x i9> %y, %c
  ret <20 x i9> %r
}

define internal void @add.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %r = sub <20 x i9> %a, %b
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @mul.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %m = mul <20 x i9> %a, %b
  %d = or <20 x i9> %b, <i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1, i9 1>
  %q = udiv <20 x i9> %a, %d
  %r = xor <20 x i9> %m, %q
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @shift.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %x = urem <20 x i9> %b, <i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9, i9 9>
  %s = shl <20 x i9> %a, %x
  %t = ashr <20 x i9> %a, <i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3, i9 3>
  %r = xor <20 x i9> %s, %t
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @compare.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %c = icmp slt <20 x i9> %a, %b
  %r = select <20 x i1> %c, <20 x i9> %a, <20 x i9> %b
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @move.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %j = urem i32 %i, 20
  %e = extractelement <20 x i9> %a, i32 %j
  %k = sub i32 19, %j
  %v = insertelement <20 x i9> %b, i9 %e, i32 %k
  %r = shufflevector <20 x i9> %v, <20 x i9> %a, <20 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 34, i32 37, i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18>
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @odd.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %s = call <20 x i9> @llvm.sadd.sat.v20i9(<20 x i9> %a, <20 x i9> %b)
  %r = call <20 x i9> @llvm.smax.v20i9(<20 x i9> %s, <20 x i9> %b)
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @call.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %r = call <20 x i9> @callee.v20i9(<20 x i9> %a, i32 %i, <20 x i9> %b, double 2.0, <20 x i9> %a)
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @bits.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %x = bitcast <20 x i9> %a to i180
  %y = lshr i180 %x, 5
  %z = bitcast i180 %y to <20 x i9>
  %r = xor <20 x i9> %z, %b
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal void @count.v20i9(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i180
  %tb = trunc i512 %wb to i180
  %va = bitcast i180 %ta to <20 x i9>
  %vb = bitcast i180 %tb to <20 x i9>
  store volatile <20 x i9> %va, ptr %in, align 1
  store volatile <20 x i9> %vb, ptr %in2
  %a = load volatile <20 x i9>, ptr %in, align 1
  %b = load volatile <20 x i9>, ptr %in2
  %p = call <20 x i9> @llvm.ctpop.v20i9(<20 x i9> %a)
  %l = call <20 x i9> @llvm.ctlz.v20i9(<20 x i9> %b, i1 false)
  %r = mul <20 x i9> %p, %l
  store <20 x i9> %r, ptr %out, align 4
  ret void
}

define internal <2 x i100> @callee.v2i100(<2 x i100> %a, i32 %i, <2 x i100> %b, double %d, <2 x i100> %c) noinline {
  %odd = trunc i32 %i to i1
  %x = select i1 %odd, <2 x i100> %a, <2 x i100> %b
  %y = add <2 x i100> %x, %x
  %r = xor <2 x i100> %y, %c
  ret <2 x i100> %r
}

define internal void @add.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %r = sub <2 x i100> %a, %b
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @mul.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %m = mul <2 x i100> %a, %b
  %d = or <2 x i100> %b, <i100 1, i100 1>
  %q = udiv <2 x i100> %a, %d
  %r = xor <2 x i100> %m, %q
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @shift.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %x = urem <2 x i100> %b, <i100 100, i100 100>
  %s = shl <2 x i100> %a, %x
  %t = ashr <2 x i100> %a, <i100 3, i100 3>
  %r = xor <2 x i100> %s, %t
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @compare.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %c = icmp slt <2 x i100> %a, %b
  %r = select <2 x i1> %c, <2 x i100> %a, <2 x i100> %b
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @move.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %j = urem i32 %i, 2
  %e = extractelement <2 x i100> %a, i32 %j
  %k = sub i32 1, %j
  %v = insertelement <2 x i100> %b, i100 %e, i32 %k
  %r = shufflevector <2 x i100> %v, <2 x i100> %a, <2 x i32> <i32 1, i32 0>
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @odd.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %s = call <2 x i100> @llvm.sadd.sat.v2i100(<2 x i100> %a, <2 x i100> %b)
  %r = call <2 x i100> @llvm.smax.v2i100(<2 x i100> %s, <2 x i100> %b)
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @call.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %r = call <2 x i100> @callee.v2i100(<2 x i100> %a, i32 %i, <2 x i100> %b, double 2.0, <2 x i100> %a)
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @bits.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %x = bitcast <2 x i100> %a to i200
  %y = lshr i200 %x, 5
  %z = bitcast i200 %y to <2 x i100>
  %r = xor <2 x i100> %z, %b
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define internal void @count.v2i100(ptr %in, ptr %out, i32 %i) noinline {
  %in2 = getelementptr i8, ptr %in, i64 64
  %wa = load i512, ptr %in
  %wb = load i512, ptr %in2
  %ta = trunc i512 %wa to i200
  %tb = trunc i512 %wb to i200
  %va = bitcast i200 %ta to <2 x i100>
  %vb = bitcast i200 %tb to <2 x i100>
  store volatile <2 x i100> %va, ptr %in, align 1
  store volatile <2 x i100> %vb, ptr %in2
  %a = load volatile <2 x i100>, ptr %in, align 1
  %b = load volatile <2 x i100>, ptr %in2
  %p = call <2 x i100> @llvm.ctpop.v2i100(<2 x i100> %a)
  %l = call <2 x i100> @llvm.ctlz.v2i100(<2 x i100> %b, i1 false)
  %r = mul <2 x i100> %p, %l
  store <2 x i100> %r, ptr %out, align 4
  ret void
}

define i32 @main() {
entry:
  br label %operation

operation:
  %k = phi i64 [ 0, %entry ], [ %k.next, %done ]
  %s0 = phi i64 [ 88172645463325252, %entry ], [ %s.filled, %done ]
  %row = getelementptr { ptr, ptr }, ptr @operations, i64 %k
  %function = load ptr, ptr %row
  %name.at = getelementptr { ptr, ptr }, ptr %row, i64 0, i32 1
  %name = load ptr, ptr %name.at
  br label %round

round:
  %i = phi i32 [ 0, %operation ], [ %i.next, %hashed ]
  %h0 = phi i64 [ -3750763034362895579, %operation ], [ %h.next, %hashed ]
  %s1 = phi i64 [ %s0, %operation ], [ %s.filled, %hashed ]
  br label %fill

fill:
  %at = phi i64 [ 0, %round ], [ %at.next, %fill ]
  %s = phi i64 [ %s1, %round ], [ %s.filled, %fill ]
  %sa = shl i64 %s, 13
  %sb = xor i64 %s, %sa
  %sc = lshr i64 %sb, 7
  %sd = xor i64 %sb, %sc
  %se = shl i64 %sd, 17
  %s.filled = xor i64 %sd, %se
  %in.at = getelementptr i64, ptr @in, i64 %at
  store i64 %s.filled, ptr %in.at
  %out.at = getelementptr i64, ptr @out, i64 %at
  store i64 -1, ptr %out.at
  %at.next = add i64 %at, 1
  %more = icmp ult i64 %at.next, 16
  br i1 %more, label %fill, label %run

run:
  call void %function(ptr @in, ptr @out, i32 %i)
  br label %hash

hash:
  %from = phi i64 [ 0, %run ], [ %from.next, %hash ]
  %h = phi i64 [ %h0, %run ], [ %h.next, %hash ]
  %from.at = getelementptr i64, ptr @out, i64 %from
  %word = load i64, ptr %from.at
  %mixed = xor i64 %h, %word
  %product = mul i64 %mixed, 1099511628211
  %turned = lshr i64 %product, 29
  %h.next = xor i64 %product, %turned
  %from.next = add i64 %from, 1
  %again = icmp ult i64 %from.next, 16
  br i1 %again, label %hash, label %hashed

hashed:
  %i.next = add i32 %i, 1
  %rounds = icmp ult i32 %i.next, 40
  br i1 %rounds, label %round, label %done

done:
  %printed = call i32 (ptr, ...) @printf(ptr @format, i64 %h.next, ptr %name)
  %k.next = add i64 %k, 1
  %others = icmp ult i64 %k.next, 63
  br i1 %others, label %operation, label %end

end:
  ret i32 0
}
