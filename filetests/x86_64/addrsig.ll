; -addrsig lists the symbols whose addresses matter: those that something refers to, functions first. Expected output is what
; llc 19.1.7 prints.
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -addrsig %s -o - | grep addrsig
; OUTPUT:
; 	.addrsig
; 	.addrsig_sym target
; 	.addrsig_sym callee
; 	.addrsig_sym plain
; 	.addrsig_sym table
; 	.addrsig_sym other

; RUN: not llc -mtriple=x86_64-unknown-linux-gnu -addrsig -filetype=obj %s -o %t.o
; OUTPUT(stderr):
; error: unsupported: -addrsig for object files

source_filename = "a.c"

@plain = global i32 0
@table = internal global [2 x ptr] [ptr @plain, ptr @callee]
@equal = unnamed_addr constant i32 4
@local = thread_local global i32 0
@unused = global i32 2
@other = alias i32, ptr @plain
@user = global ptr @other

define ptr @caller(ptr %p) {
  %a = call ptr @callee(ptr @table)
  %b = load i32, ptr @equal
  %c = call ptr @llvm.threadlocal.address.p0(ptr @local)
  store ptr @other, ptr %c
  store i32 %b, ptr %a
  store ptr blockaddress(@target, %label), ptr %p
  ret ptr %c
}

define internal void @target(ptr %p) {
  indirectbr ptr %p, [label %label]
label:
  ret void
}

declare ptr @callee(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
