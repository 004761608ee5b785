; Tail calls take the short form of a jump where they reach a function that only this object decides the place of, in the
; same section. llc 19.1.7 gives the same bytes.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -O2 -filetype=obj -o %t.o && objdump -d %t.o | FileCheck %s
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -O2 -o - | FileCheck %s --check-prefix=TEXT
; TEXT-LABEL: back:
; TEXT: {{^}}	jmp	near {{ *}}# TAILCALL
; CHECK-LABEL: <back>:
; CHECK: eb eb {{.*}}jmp {{.*}}<near>
; CHECK-LABEL: <seen>:
; CHECK: e9 00 00 00 00 {{.*}}jmp
; CHECK-LABEL: <ahead>:
; CHECK: e9 80 00 00 00 {{.*}}jmp {{.*}}<later>
; CHECK: eb 02 {{.*}}jmp {{.*}}<later>
; CHECK-LABEL: <elsewhere>:
; CHECK: e9 00 00 00 00 {{.*}}jmp

define internal i32 @near(i32 %x) noinline {
  %y = call i32 @external(i32 %x)
  %z = add i32 %y, 1
  ret i32 %z
}

define i32 @back(i32 %x) {
  %y = add i32 %x, 3
  %r = tail call i32 @near(i32 %y)
  ret i32 %r
}

; A symbol that another definition can replace, or that the linker sees, is not near.
define i32 @seen(i32 %x) {
  %y = mul i32 %x, 5
  %r = tail call i32 @back(i32 %y)
  ret i32 %r
}

; The second of these jumps reaches, the first does not.
define i32 @ahead(i32 %x, ptr %p, i1 %c) {
  br i1 %c, label %far, label %close
far:
  store volatile i32 1, ptr %p
  %r = tail call i32 @later(i32 %x)
  ret i32 %r
close:
  store volatile i64 1, ptr %p
  store volatile i64 2, ptr %p
  store volatile i64 3, ptr %p
  store volatile i64 4, ptr %p
  store volatile i64 5, ptr %p
  store volatile i64 6, ptr %p
  store volatile i64 7, ptr %p
  store volatile i64 8, ptr %p
  store volatile i64 9, ptr %p
  store volatile i64 10, ptr %p
  store volatile i64 11, ptr %p
  store volatile i64 12, ptr %p
  store volatile i64 13, ptr %p
  store volatile i64 14, ptr %p
  store volatile i64 15, ptr %p
  store volatile i64 16, ptr %p
  store volatile i64 17, ptr %p
  %s = tail call i32 @later(i32 2)
  ret i32 %s
}

define internal i32 @later(i32 %x) noinline {
  %y = call i32 @external(i32 %x)
  %z = add i32 %y, 2
  ret i32 %z
}

; It stands in another section.
define i32 @elsewhere(i32 %x) section "other" {
  %r = tail call i32 @later(i32 %x)
  ret i32 %r
}

declare i32 @external(i32)
