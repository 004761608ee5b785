; Which slots can be values: not those that are volatile, whose address is taken or compared, that are accessed as
; another type or in part. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=mem2reg %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @volatile(i32 %x) {
;   %a = alloca i32, align 4
;   store volatile i32 %x, ptr %a, align 4
;   %v = load i32, ptr %a, align 4
;   ret i32 %v
; }
;
; define i32 @taken(i32 %x) {
;   %a = alloca i32, align 4
;   store i32 %x, ptr %a, align 4
;   call void @use(ptr %a)
;   %v = load i32, ptr %a, align 4
;   ret i32 %v
; }
;
; define float @other_type(i32 %x) {
;   %a = alloca i32, align 4
;   store i32 %x, ptr %a, align 4
;   %v = load float, ptr %a, align 4
;   ret float %v
; }
;
; define i32 @part() {
;   %a = alloca [2 x i32], align 4
;   %b = getelementptr [2 x i32], ptr %a, i64 0, i64 1
;   store i32 7, ptr %b, align 4
;   %v = load i32, ptr %b, align 4
;   ret i32 %v
; }
;
; define [2 x i32] @whole([2 x i32] %x) {
;   ret [2 x i32] %x
; }
;
; define i32 @atomic(i32 %x) {
;   ret i32 %x
; }
;
; define i32 @lifetime(i32 %x) {
;   ret i32 %x
; }
;
; define i32 @slot_in_slot(i32 %x) {
;   ret i32 %x
; }
;
; define i32 @not_in_entry(i32 %x) {
;   br label %next
;
; next:                                             ; preds = %0
;   %a = alloca i32, align 4
;   store i32 %x, ptr %a, align 4
;   %v = load i32, ptr %a, align 4
;   ret i32 %v
; }
;
; define i32 @unset() {
;   ret i32 undef
; }
;
; define void @unused() {
;   ret void
; }
;
; declare void @use(ptr)
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }

define i32 @volatile(i32 %x) {
  %a = alloca i32, align 4
  store volatile i32 %x, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

define i32 @taken(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  call void @use(ptr %a)
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

define float @other_type(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %v = load float, ptr %a, align 4
  ret float %v
}

define i32 @part() {
  %a = alloca [2 x i32], align 4
  %b = getelementptr [2 x i32], ptr %a, i64 0, i64 1
  store i32 7, ptr %b, align 4
  %v = load i32, ptr %b, align 4
  ret i32 %v
}

define [2 x i32] @whole([2 x i32] %x) {
  %a = alloca [2 x i32], align 4
  store [2 x i32] %x, ptr %a, align 4
  %v = load [2 x i32], ptr %a, align 4
  ret [2 x i32] %v
}

define i32 @atomic(i32 %x) {
  %a = alloca i32, align 4
  store atomic i32 %x, ptr %a seq_cst, align 4
  %v = load atomic i32, ptr %a seq_cst, align 4
  ret i32 %v
}

define i32 @lifetime(i32 %x) {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 %x, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret i32 %v
}

define i32 @slot_in_slot(i32 %x) {
  %p = alloca ptr, align 8
  %a = alloca i32, align 4
  store ptr %a, ptr %p, align 8
  %b = load ptr, ptr %p, align 8
  store i32 %x, ptr %b, align 4
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

define i32 @not_in_entry(i32 %x) {
  br label %next

next:                                             ; preds = %0
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

define i32 @unset() {
  %a = alloca i32, align 4
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

define void @unused() {
  %a = alloca i32, align 4
  ret void
}

declare void @use(ptr)

declare void @llvm.lifetime.start.p0(i64, ptr)

declare void @llvm.lifetime.end.p0(i64, ptr)
