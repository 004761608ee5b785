; Attributes that change code or sections, with Cranelift.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift -mtriple=x86_64-unknown-linux-gnu %s -o %t.o
; RUN: objdump -h %t.o | grep -oE '[.](text|eh_frame)[.a-z]*'
; OUTPUT:
; .text
; .text.unlikely.
; .text.hot.
; .eh_frame

declare i32 @setjmp(ptr) returns_twice

define void @sections_cold() cold nounwind {
  ret void
}

define void @sections_hot() hot nounwind {
  ret void
}

define fastcc zeroext i8 @fast(i8 zeroext %x) nounwind {
  ret i8 %x
}

define coldcc void @result(ptr sret(i64) align 8 %x) nounwind uwtable {
  store i64 0, ptr %x
  ret void
}

define i32 @twice(ptr %buffer) nounwind {
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  ret i32 %r
}
