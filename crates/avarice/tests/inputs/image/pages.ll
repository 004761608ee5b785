; What clang 19 makes of C at -O1, without what is said of a target: looks up in /proc/self/maps how the pages of main, of a
; variable and of a constant may be accessed, and counts pages that are both writable and executable.

@.str = private unnamed_addr constant [5 x i8] c"code\00", align 1
@.str.1 = private unnamed_addr constant [5 x i8] c"data\00", align 1
@data = internal global i32 1, align 4
@.str.2 = private unnamed_addr constant [5 x i8] c"text\00", align 1
@text = internal constant [10 x i8] c"read only\00", align 1
@.str.3 = private unnamed_addr constant [16 x i8] c"/proc/self/maps\00", align 1
@.str.4 = private unnamed_addr constant [2 x i8] c"r\00", align 1
@.str.5 = private unnamed_addr constant [5 x i8] c" rwx\00", align 1
@.str.6 = private unnamed_addr constant [29 x i8] c"writable and executable: %d\0A\00", align 1
@.str.7 = private unnamed_addr constant [12 x i8] c"%lx-%lx %7s\00", align 1
@.str.8 = private unnamed_addr constant [9 x i8] c"%s %.2s\0A\00", align 1

define noundef i32 @main() #0 {
  %1 = alloca [512 x i8], align 1
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %1) #4
  tail call fastcc void @say(ptr noundef nonnull @.str, ptr noundef nonnull @main)
  tail call fastcc void @say(ptr noundef nonnull @.str.1, ptr noundef nonnull @data)
  tail call fastcc void @say(ptr noundef nonnull @.str.2, ptr noundef nonnull @text)
  %2 = tail call noalias ptr @fopen(ptr noundef nonnull @.str.3, ptr noundef nonnull @.str.4)
  %3 = icmp eq ptr %2, null
  br i1 %3, label %15, label %4

4:                                                ; preds = %0, %8
  %5 = phi i32 [ %12, %8 ], [ 0, %0 ]
  %6 = call ptr @fgets(ptr noundef nonnull %1, i32 noundef 512, ptr noundef nonnull %2)
  %7 = icmp eq ptr %6, null
  br i1 %7, label %13, label %8

8:                                                ; preds = %4
  %9 = call ptr @strstr(ptr noundef nonnull dereferenceable(1) %1, ptr noundef nonnull dereferenceable(1) @.str.5) #5
  %10 = icmp ne ptr %9, null
  %11 = zext i1 %10 to i32
  %12 = add nuw nsw i32 %5, %11
  br i1 %3, label %15, label %4

13:                                               ; preds = %4
  %14 = call i32 @fclose(ptr noundef nonnull %2)
  br label %15

15:                                               ; preds = %8, %0, %13
  %16 = phi i32 [ %5, %13 ], [ 0, %0 ], [ %12, %8 ]
  %17 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, i32 noundef %16)
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %1) #4
  ret i32 0
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

define internal fastcc void @say(ptr noundef %0, ptr noundef %1) unnamed_addr #0 {
  %3 = alloca [512 x i8], align 1
  %4 = alloca [8 x i8], align 1
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %3) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #4
  %7 = tail call noalias ptr @fopen(ptr noundef nonnull @.str.3, ptr noundef nonnull @.str.4)
  %8 = icmp eq ptr %7, null
  br i1 %8, label %28, label %9

9:                                                ; preds = %2
  %10 = ptrtoint ptr %1 to i64
  br label %11

11:                                               ; preds = %9, %25
  %12 = call ptr @fgets(ptr noundef nonnull %3, i32 noundef 512, ptr noundef nonnull %7)
  %13 = icmp eq ptr %12, null
  br i1 %13, label %26, label %14

14:                                               ; preds = %11
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #4
  %15 = call i32 (ptr, ptr, ...) @__isoc99_sscanf(ptr noundef nonnull %3, ptr noundef nonnull @.str.7, ptr noundef nonnull %5, ptr noundef nonnull %6, ptr noundef nonnull %4) #4
  %16 = icmp eq i32 %15, 3
  br i1 %16, label %17, label %25

17:                                               ; preds = %14
  %18 = load i64, ptr %5, align 8
  %19 = icmp ule i64 %18, %10
  %20 = load i64, ptr %6, align 8
  %21 = icmp ugt i64 %20, %10
  %22 = select i1 %19, i1 %21, i1 false
  br i1 %22, label %23, label %25

23:                                               ; preds = %17
  %24 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef %0, ptr noundef nonnull %4)
  br label %25

25:                                               ; preds = %23, %17, %14
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #4
  br i1 %8, label %28, label %11

26:                                               ; preds = %11
  %27 = call i32 @fclose(ptr noundef nonnull %7)
  br label %28

28:                                               ; preds = %25, %2, %26
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #4
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #4
  ret void
}

declare noalias noundef ptr @fopen(ptr nocapture noundef readonly, ptr nocapture noundef readonly) local_unnamed_addr #2

declare noundef ptr @fgets(ptr noundef, i32 noundef, ptr nocapture noundef) local_unnamed_addr #2

declare ptr @strstr(ptr noundef, ptr nocapture noundef) local_unnamed_addr #3

declare noundef i32 @fclose(ptr nocapture noundef) local_unnamed_addr #2

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #2

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare noundef i32 @__isoc99_sscanf(ptr nocapture noundef readonly, ptr nocapture noundef readonly, ...) local_unnamed_addr #2

attributes #0 = { nofree nounwind uwtable }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nounwind }
attributes #3 = { mustprogress nofree nounwind willreturn memory(argmem: read) }
attributes #4 = { nounwind }
attributes #5 = { nounwind willreturn memory(read) }

