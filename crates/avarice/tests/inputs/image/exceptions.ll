; What clang 19 makes of C++ at -O1, without what is said of a target. `fail(kind)` has a Guard, whose destructor prints, and
; throws an int, a Worse (which is an Error) or a text; `handle` catches the first two. `main` tries all, then throws a Worse
; again out of a handler. A global has a constructor and a destructor.

%struct.Early = type { i8 }

$_ZN5ErrorD2Ev = comdat any

$_ZN5EarlyD2Ev = comdat any

$__clang_call_terminate = comdat any

$_ZN5WorseD0Ev = comdat any

$_ZN5ErrorD0Ev = comdat any

$_ZTS5Worse = comdat any

$_ZTS5Error = comdat any

$_ZTI5Error = comdat any

$_ZTI5Worse = comdat any

$_ZTV5Worse = comdat any

$_ZTV5Error = comdat any

@.str = private unnamed_addr constant [5 x i8] c"fail\00", align 1
@_ZTIi = external constant ptr
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS5Worse = linkonce_odr constant [7 x i8] c"5Worse\00", comdat, align 1
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTS5Error = linkonce_odr constant [7 x i8] c"5Error\00", comdat, align 1
@_ZTI5Error = linkonce_odr constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS5Error }, comdat, align 8
@_ZTI5Worse = linkonce_odr constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS5Worse, ptr @_ZTI5Error }, comdat, align 8
@.str.1 = private unnamed_addr constant [5 x i8] c"text\00", align 1
@_ZTIPKc = external constant ptr
@.str.2 = private unnamed_addr constant [7 x i8] c"handle\00", align 1
@early = global %struct.Early zeroinitializer, align 1
@__dso_handle = external hidden global i8
@.str.3 = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1
@.str.5 = private unnamed_addr constant [10 x i8] c"again %d\0A\00", align 1
@_ZTV5Worse = linkonce_odr unnamed_addr constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr @_ZTI5Worse, ptr @_ZN5ErrorD2Ev, ptr @_ZN5WorseD0Ev] }, comdat, align 8
@_ZTV5Error = linkonce_odr unnamed_addr constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr @_ZTI5Error, ptr @_ZN5ErrorD2Ev, ptr @_ZN5ErrorD0Ev] }, comdat, align 8
@.str.6 = private unnamed_addr constant [5 x i8] c"~%s\0A\00", align 1
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_exceptions.cc, ptr null }]
@str = private unnamed_addr constant [12 x i8] c"constructed\00", align 1
@str.9 = private unnamed_addr constant [10 x i8] c"destroyed\00", align 1
@str.10 = private unnamed_addr constant [15 x i8] c"something else\00", align 1

define void @_Z4faili(i32 noundef %0) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 {
  switch i32 %0, label %17 [
    i32 0, label %2
    i32 1, label %6
    i32 2, label %11
  ]

2:                                                ; preds = %1
  %3 = tail call ptr @__cxa_allocate_exception(i64 4) #9
  store i32 7, ptr %3, align 16
  br label %13

4:                                                ; preds = %13
  %5 = landingpad { ptr, i32 }
          cleanup
  br label %19

6:                                                ; preds = %1
  %7 = tail call ptr @__cxa_allocate_exception(i64 16) #9
  store ptr getelementptr inbounds inrange(-16, 16) (i8, ptr @_ZTV5Error, i64 16), ptr %7, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 8
  store i32 3, ptr %8, align 8
  store ptr getelementptr inbounds inrange(-16, 16) (i8, ptr @_ZTV5Worse, i64 16), ptr %7, align 8
  invoke void @__cxa_throw(ptr nonnull %7, ptr nonnull @_ZTI5Worse, ptr nonnull @_ZN5ErrorD2Ev) #10
          to label %22 unwind label %9

9:                                                ; preds = %6
  %10 = landingpad { ptr, i32 }
          cleanup
  br label %19

11:                                               ; preds = %1
  %12 = tail call ptr @__cxa_allocate_exception(i64 8) #9
  store ptr @.str.1, ptr %12, align 16
  br label %13

13:                                               ; preds = %2, %11
  %14 = phi ptr [ %12, %11 ], [ %3, %2 ]
  %15 = phi ptr [ @_ZTIPKc, %11 ], [ @_ZTIi, %2 ]
  invoke void @__cxa_throw(ptr nonnull %14, ptr nonnull %15, ptr null) #10
          to label %16 unwind label %4

16:                                               ; preds = %13
  unreachable

17:                                               ; preds = %1
  %18 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str)
  ret void

19:                                               ; preds = %9, %4
  %20 = phi { ptr, i32 } [ %5, %4 ], [ %10, %9 ]
  %21 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str)
  resume { ptr, i32 } %20

22:                                               ; preds = %6
  unreachable
}

declare ptr @__cxa_allocate_exception(i64) local_unnamed_addr

declare void @__cxa_throw(ptr, ptr, ptr) local_unnamed_addr

declare i32 @__gxx_personality_v0(...)

define linkonce_odr void @_ZN5ErrorD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #1 comdat {
  ret void
}

define noundef i32 @_Z6handlei(i32 noundef %0) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 {
  invoke void @_Z4faili(i32 noundef %0)
          to label %22 unwind label %2

2:                                                ; preds = %1
  %3 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi
          catch ptr @_ZTI5Error
  %4 = extractvalue { ptr, i32 } %3, 0
  %5 = extractvalue { ptr, i32 } %3, 1
  %6 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #9
  %7 = icmp eq i32 %5, %6
  br i1 %7, label %8, label %11

8:                                                ; preds = %2
  %9 = tail call ptr @__cxa_begin_catch(ptr %4) #9
  %10 = load i32, ptr %9, align 4
  tail call void @__cxa_end_catch() #9
  br label %22

11:                                               ; preds = %2
  %12 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTI5Error) #9
  %13 = icmp eq i32 %5, %12
  br i1 %13, label %14, label %25

14:                                               ; preds = %11
  %15 = tail call ptr @__cxa_begin_catch(ptr %4) #9
  %16 = getelementptr inbounds i8, ptr %15, i64 8
  %17 = load i32, ptr %16, align 8
  invoke void @__cxa_end_catch()
          to label %18 unwind label %20

18:                                               ; preds = %14
  %19 = mul nsw i32 %17, 10
  br label %22

20:                                               ; preds = %14
  %21 = landingpad { ptr, i32 }
          cleanup
  br label %25

22:                                               ; preds = %1, %8, %18
  %23 = phi i32 [ %10, %8 ], [ %19, %18 ], [ 0, %1 ]
  %24 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str.2)
  ret i32 %23

25:                                               ; preds = %20, %11
  %26 = phi { ptr, i32 } [ %21, %20 ], [ %3, %11 ]
  %27 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str.2)
  resume { ptr, i32 } %26
}

declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

define linkonce_odr void @_ZN5EarlyD2Ev(ptr noundef nonnull align 1 dereferenceable(1) %0) unnamed_addr #1 comdat personality ptr @__gxx_personality_v0 {
  %2 = tail call i32 @puts(ptr nonnull dereferenceable(1) @str.9)
  ret void
}

declare i32 @__cxa_atexit(ptr, ptr, ptr) local_unnamed_addr #3

define noundef i32 @main() local_unnamed_addr #4 personality ptr @__gxx_personality_v0 {
  br label %2

1:                                                ; preds = %12
  invoke void @_Z4faili(i32 noundef 1)
          to label %39 unwind label %15

2:                                                ; preds = %0, %12
  %3 = phi i32 [ 0, %0 ], [ %13, %12 ]
  %4 = invoke noundef i32 @_Z6handlei(i32 noundef %3)
          to label %5 unwind label %7

5:                                                ; preds = %2
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %4)
  br label %12

7:                                                ; preds = %2
  %8 = landingpad { ptr, i32 }
          catch ptr null
  %9 = extractvalue { ptr, i32 } %8, 0
  %10 = tail call ptr @__cxa_begin_catch(ptr %9) #9
  %11 = tail call i32 @puts(ptr nonnull dereferenceable(1) @str.10)
  tail call void @__cxa_end_catch()
  br label %12

12:                                               ; preds = %5, %7
  %13 = add nuw nsw i32 %3, 1
  %14 = icmp eq i32 %13, 4
  br i1 %14, label %1, label %2

15:                                               ; preds = %1
  %16 = landingpad { ptr, i32 }
          catch ptr @_ZTI5Worse
          catch ptr @_ZTI5Error
  %17 = extractvalue { ptr, i32 } %16, 0
  %18 = extractvalue { ptr, i32 } %16, 1
  %19 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTI5Worse) #9
  %20 = icmp eq i32 %18, %19
  br i1 %20, label %21, label %28

21:                                               ; preds = %15
  %22 = tail call ptr @__cxa_begin_catch(ptr %17) #9
  invoke void @__cxa_rethrow() #10
          to label %44 unwind label %23

23:                                               ; preds = %21
  %24 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTI5Error
  invoke void @__cxa_end_catch()
          to label %25 unwind label %41

25:                                               ; preds = %23
  %26 = extractvalue { ptr, i32 } %24, 1
  %27 = extractvalue { ptr, i32 } %24, 0
  br label %28

28:                                               ; preds = %25, %15
  %29 = phi i32 [ %26, %25 ], [ %18, %15 ]
  %30 = phi ptr [ %27, %25 ], [ %17, %15 ]
  %31 = phi { ptr, i32 } [ %24, %25 ], [ %16, %15 ]
  %32 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTI5Error) #9
  %33 = icmp eq i32 %29, %32
  br i1 %33, label %34, label %40

34:                                               ; preds = %28
  %35 = tail call ptr @__cxa_begin_catch(ptr %30) #9
  %36 = getelementptr inbounds i8, ptr %35, i64 8
  %37 = load i32, ptr %36, align 8
  %38 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, i32 noundef %37)
  tail call void @__cxa_end_catch()
  br label %39

39:                                               ; preds = %1, %34
  ret i32 5

40:                                               ; preds = %28
  resume { ptr, i32 } %31

41:                                               ; preds = %23
  %42 = landingpad { ptr, i32 }
          catch ptr null
  %43 = extractvalue { ptr, i32 } %42, 0
  tail call void @__clang_call_terminate(ptr %43) #11
  unreachable

44:                                               ; preds = %21
  unreachable
}

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #5

define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) local_unnamed_addr #6 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #9
  tail call void @_ZSt9terminatev() #11
  unreachable
}

declare void @_ZSt9terminatev() local_unnamed_addr

declare void @__cxa_rethrow() local_unnamed_addr

define linkonce_odr void @_ZN5WorseD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #7 comdat {
  tail call void @_ZdlPvm(ptr noundef %0, i64 noundef 16) #12
  ret void
}

define linkonce_odr void @_ZN5ErrorD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #1 comdat {
  tail call void @_ZdlPvm(ptr noundef %0, i64 noundef 16) #12
  ret void
}

declare void @_ZdlPvm(ptr noundef, i64 noundef) local_unnamed_addr #8

define internal void @_GLOBAL__sub_I_exceptions.cc() #5 section ".text.startup" {
  %1 = tail call i32 @puts(ptr nonnull dereferenceable(1) @str)
  %2 = tail call i32 @__cxa_atexit(ptr nonnull @_ZN5EarlyD2Ev, ptr nonnull @early, ptr nonnull @__dso_handle) #9
  ret void
}

declare noundef i32 @puts(ptr nocapture noundef readonly) local_unnamed_addr #3

attributes #0 = { mustprogress noinline }
attributes #1 = { mustprogress nounwind }
attributes #2 = { nofree nosync nounwind memory(none) }
attributes #3 = { nofree nounwind }
attributes #4 = { mustprogress norecurse }
attributes #5 = { nofree nounwind }
attributes #6 = { noinline noreturn nounwind }
attributes #7 = { inlinehint mustprogress nounwind }
attributes #8 = { nobuiltin nounwind }
attributes #9 = { nounwind }
attributes #10 = { noreturn }
attributes #11 = { noreturn nounwind }
attributes #12 = { builtin nounwind }

