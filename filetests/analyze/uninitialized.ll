; Stack memory that is read before anything of it is set: on every path, on some, after its lifetime ended, by a copy.
; Not reported: memory that a loop sets or that others may have set, and reads that nothing reaches.
; RUN: avarice analyze uninitialized %s
; OUTPUT:
; Function: f
; %never is read in %entry before it is set, on every path: %r0 = load i32, ptr %never, align 4
; %sometimes is read in %join before it is set, on some path: %r2 = load i32, ptr %sometimes, align 4
; %copied is read in %join before it is set, on every path: call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %copied, i64 16, i1 false)
; %short is read in %end before it is set, on every path: %r5 = load i32, ptr %short, align 4
; reads of memory that may be unset: 4

declare void @fill(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @f(i1 %c, ptr %to) {
entry:
  %never = alloca i32
  %sometimes = alloca i32
  %always = alloca i32
  %filled = alloca [4 x i32]
  %array = alloca [4 x i32]
  %copied = alloca [4 x i32]
  %short = alloca i32
  %r0 = load i32, ptr %never
  call void @fill(ptr %filled)
  %place = getelementptr [4 x i32], ptr %filled, i64 0, i64 2
  %r1 = load i32, ptr %place
  br i1 %c, label %yes, label %no

yes:
  store i32 1, ptr %sometimes
  store i32 1, ptr %always
  br label %join

no:
  store i32 2, ptr %always
  br label %join

join:
  %r2 = load i32, ptr %sometimes
  %r3 = load i32, ptr %always
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %copied, i64 16, i1 false)
  br label %loop

loop:
  %i = phi i64 [ 0, %join ], [ %next, %loop ]
  %element = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 %r3, ptr %element
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %end

end:
  %last = load i32, ptr %array
  call void @llvm.lifetime.start.p0(i64 4, ptr %short)
  store i32 1, ptr %short
  %r4 = load i32, ptr %short
  call void @llvm.lifetime.end.p0(i64 4, ptr %short)
  %r5 = load i32, ptr %short
  ret i32 %last

nowhere:
  %r6 = load i32, ptr %never
  br label %end
}
