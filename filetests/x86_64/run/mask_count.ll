; The bits of a wide mask are counted 64 at a time, though the IR makes one wide integer of them.
; RUN: avarice run %s
; OUTPUT:
; 100 100

@text = constant [7 x i8] c"%d %d\0A\00"
@bytes = global [256 x i8] zeroinitializer

declare i32 @printf(ptr, ...)
declare i256 @llvm.ctpop.i256(i256)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @main() {
  %half = getelementptr i8, ptr @bytes, i64 100
  call void @llvm.memset.p0.i64(ptr %half, i8 9, i64 100, i1 false)
  %v = load <256 x i8>, ptr @bytes, align 1
  %mask = icmp ugt <256 x i8> %v, splat (i8 5)
  %bits = bitcast <256 x i1> %mask to i256
  %count = call i256 @llvm.ctpop.i256(i256 %bits)
  %n = trunc i256 %count to i32
  %m = trunc i256 %count to i8
  %m32 = zext i8 %m to i32
  %r = call i32 (ptr, ...) @printf(ptr @text, i32 %n, i32 %m32)
  ret i32 0
}
