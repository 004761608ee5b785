; What clang 19 makes of C at -O1, without what is said of a target: three threads, one after the other, change thread-local
; variables (initialized, zero, an array) and return what they have; those of the first thread stay as they are.

@.str = private unnamed_addr constant [7 x i8] c"= %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"%d %ld %s\0A\00", align 1
@started = internal thread_local unnamed_addr global i32 40, align 4
@zero = thread_local local_unnamed_addr global i64 0, align 8
@text = internal thread_local global [16 x i8] c"thread\00\00\00\00\00\00\00\00\00\00", align 1

define range(i32 0, 2) i32 @main() local_unnamed_addr #0 {
  %1 = alloca i64, align 8
  %2 = alloca ptr, align 8
  br label %7

3:                                                ; preds = %20
  %4 = add nuw nsw i64 %9, 1
  %5 = icmp ugt i64 %9, 2
  %6 = icmp eq i64 %4, 4
  br i1 %6, label %22, label %7

7:                                                ; preds = %0, %3
  %8 = phi i1 [ false, %0 ], [ %5, %3 ]
  %9 = phi i64 [ 1, %0 ], [ %4, %3 ]
  %10 = phi i32 [ 0, %0 ], [ %21, %3 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %1) #7
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #7
  %11 = inttoptr i64 %9 to ptr
  %12 = call i32 @pthread_create(ptr noundef nonnull %1, ptr noundef null, ptr noundef nonnull @work, ptr noundef nonnull %11) #7
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %20

14:                                               ; preds = %7
  %15 = load i64, ptr %1, align 8
  %16 = call i32 @pthread_join(i64 noundef %15, ptr noundef nonnull %2) #7
  %17 = load ptr, ptr %2, align 8
  %18 = ptrtoint ptr %17 to i64
  %19 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i64 noundef %18)
  br label %20

20:                                               ; preds = %7, %14
  %21 = phi i32 [ %10, %14 ], [ 1, %7 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #7
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %1) #7
  br i1 %13, label %3, label %22

22:                                               ; preds = %3, %20
  %23 = phi i1 [ %5, %3 ], [ %8, %20 ]
  br i1 %23, label %24, label %31

24:                                               ; preds = %22
  %25 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @started)
  %26 = load i32, ptr %25, align 4
  %27 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @zero)
  %28 = load i64, ptr %27, align 8
  %29 = call align 1 ptr @llvm.threadlocal.address.p0(ptr align 1 @text)
  %30 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %26, i64 noundef %28, ptr noundef nonnull %29)
  br label %31

31:                                               ; preds = %22, %24
  %32 = phi i32 [ %21, %22 ], [ 0, %24 ]
  ret i32 %32
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

define internal ptr @work(ptr noundef %0) #3 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @started)
  %4 = load i32, ptr %3, align 4
  %5 = trunc i64 %2 to i32
  %6 = add i32 %4, %5
  store i32 %6, ptr %3, align 4
  %7 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @zero)
  %8 = load i64, ptr %7, align 8
  %9 = sub nsw i64 %8, %2
  store i64 %9, ptr %7, align 8
  %10 = trunc i64 %2 to i8
  %11 = add i8 %10, 48
  %12 = tail call align 1 ptr @llvm.threadlocal.address.p0(ptr align 1 @text)
  store i8 %11, ptr %12, align 1
  %13 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %6, i64 noundef %9, ptr noundef nonnull %12)
  %14 = load i32, ptr %3, align 4
  %15 = add nsw i32 %14, 2
  %16 = sext i32 %15 to i64
  %17 = inttoptr i64 %16 to ptr
  ret ptr %17
}

declare i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #4

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #5

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

attributes #0 = { nounwind uwtable }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind }
attributes #3 = { nofree nounwind uwtable }
attributes #4 = { }
attributes #5 = { nofree nounwind }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }

