; Every kind of place of a symbol in instructions: the assembler makes the same bytes and the same relocations of our
; text as our objects have.
; RUN: avarice compile %s -o %t.1.o && avarice compile %s -o %t.1.s && aarch64-linux-gnu-gcc -c %t.1.s -o %t.1.text.o
; RUN: readelf -W -x .text %t.1.o > %t.bytes && readelf -W -x .text %t.1.text.o | diff - %t.bytes
; RUN: readelf -W -r %t.1.o | grep -v -e section -e PREL32 | awk '{print $1, $3, $5, $6, $7}' > %t.relocations
; RUN: readelf -W -r %t.1.text.o | grep -v -e section -e PREL32 | awk '{print $1, $3, $5, $6, $7}' | diff - %t.relocations
; RUN: avarice compile %s -relocation-model=pic -o %t.2.o && avarice compile %s -relocation-model=pic -o %t.2.s && aarch64-linux-gnu-gcc -c %t.2.s -o %t.2.text.o
; RUN: readelf -W -x .text %t.2.o > %t.bytes && readelf -W -x .text %t.2.text.o | diff - %t.bytes
; RUN: readelf -W -r %t.2.o | grep -v -e section -e PREL32 | awk '{print $1, $3, $5, $6, $7}' > %t.relocations.2
; RUN: readelf -W -r %t.2.text.o | grep -v -e section -e PREL32 | awk '{print $1, $3, $5, $6, $7}' | diff - %t.relocations.2
; RUN: cat %t.relocations %t.relocations.2 | grep -o "R_AARCH64_[A-Z0-9_]*" | sort | uniq
; OUTPUT:
; R_AARCH64_ADD_ABS_LO12_NC
; R_AARCH64_ADR_GOT_PAGE
; R_AARCH64_ADR_PREL_PG_HI21
; R_AARCH64_CALL26
; R_AARCH64_JUMP26
; R_AARCH64_LD64_GOT_LO12_NC
; R_AARCH64_LDST128_ABS_LO12_NC
; R_AARCH64_LDST16_ABS_LO12_NC
; R_AARCH64_LDST32_ABS_LO12_NC
; R_AARCH64_LDST64_ABS_LO12_NC
; R_AARCH64_LDST8_ABS_LO12_NC
; R_AARCH64_TLSDESC_ADD_LO12
; R_AARCH64_TLSDESC_ADR_PAGE21
; R_AARCH64_TLSDESC_CALL
; R_AARCH64_TLSDESC_LD64_LO12
; R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21
; R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC
; R_AARCH64_TLSLE_ADD_TPREL_HI12
; R_AARCH64_TLSLE_ADD_TPREL_LO12_NC

target triple = "aarch64-unknown-linux-gnu"

@one = dso_local global i8 0
@two = dso_local global i16 0, align 2
@four = dso_local global i32 0, align 4
@eight = dso_local global i64 0, align 8
@sixteen = dso_local global <2 x i64> zeroinitializer, align 16
@array = dso_local global [16 x i32] zeroinitializer, align 4
@elsewhere = external global i32
@own.thread = internal thread_local(localexec) global i32 0
@this.thread = external thread_local(initialexec) global i32
@any.thread = external thread_local global i32

declare i64 @callee(i64)

define i64 @sizes() {
  %a = load i8, ptr @one
  %b = load i16, ptr @two
  %c = load i32, ptr @four
  %d = load i64, ptr @eight
  %v = load <2 x i64>, ptr @sixteen
  store i8 7, ptr @one
  store i16 7, ptr @two
  store i32 7, ptr @four
  store i64 7, ptr @eight
  store <2 x i64> splat (i64 7), ptr @sixteen
  %a64 = zext i8 %a to i64
  %b64 = zext i16 %b to i64
  %c64 = zext i32 %c to i64
  %v0 = extractelement <2 x i64> %v, i64 1
  %s1 = add i64 %a64, %b64
  %s2 = add i64 %c64, %d
  %s3 = add i64 %s1, %v0
  %s = add i64 %s2, %s3
  ret i64 %s
}

define ptr @addresses(i64 %i) {
  %p = getelementptr [16 x i32], ptr @array, i64 0, i64 %i
  store ptr @elsewhere, ptr @eight
  store ptr getelementptr (i8, ptr @array, i64 20), ptr @sixteen
  store ptr @callee, ptr @array
  ret ptr %p
}

define i32 @threads() {
  %a = load i32, ptr @own.thread
  %b = load i32, ptr @this.thread
  %c = load i32, ptr @any.thread
  %d = add i32 %a, %b
  %s = add i32 %c, %d
  ret i32 %s
}

define i64 @calls(i64 %a) {
  %b = call i64 @callee(i64 %a)
  %c = tail call i64 @callee(i64 %b)
  ret i64 %c
}

define <4 x float> @constants(i32 %i) {
  switch i32 %i, label %other [
    i32 0, label %first
    i32 1, label %second
  ]
first:
  ret <4 x float> <float 1.25e3, float 2.5, float 3.5, float 1.0e9>
second:
  %t = call i64 @calls(i64 1)
  store ptr blockaddress(@constants, %first), ptr @eight
  ret <4 x float> <float 5.25e3, float 2.5, float 3.5, float 1.0e9>
other:
  ret <4 x float> zeroinitializer
}
