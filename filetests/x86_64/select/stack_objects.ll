; Static allocas are offsets from RSP; an alloca of variable size moves RSP and needs a frame
; pointer; large alignments realign the frame.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:

declare void @use(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)

define void @two_objects() {
  %a = alloca i32
  %b = alloca [10 x i8]
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 3, ptr %a
  call void @use(ptr %a)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}

define void @variable_size(i64 %n) {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}

define void @variable_count(i32 %n) {
  %s = call ptr @llvm.stacksave()
  %a = alloca i64, i32 %n
  call void @use(ptr %a)
  call void @llvm.stackrestore(ptr %s)
  ret void
}

define void @aligned() {
  %a = alloca i32, align 64
  call void @use(ptr %a)
  ret void
}

define i32 @leaf_in_red_zone(i32 %x) {
  %a = alloca i32
  store volatile i32 %x, ptr %a
  %r = load volatile i32, ptr %a
  ret i32 %r
}

define i32 @no_red_zone(i32 %x) noredzone {
  %a = alloca i32
  store volatile i32 %x, ptr %a
  %r = load volatile i32, ptr %a
  ret i32 %r
}

define void @frame_pointer(i32 %x) "frame-pointer"="all" {
  %a = alloca i32
  store i32 %x, ptr %a
  call void @use(ptr %a)
  ret void
}
