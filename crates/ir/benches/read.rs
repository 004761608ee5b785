//! Reading: a module of 15 MB made of one function again and again, and the file that
//! `AVARICE_BENCH_LL` names, if it is set.

use std::fmt::Write;
use std::hint::black_box;

use avarice_ir::parse_module;
use criterion::{Criterion, Throughput};

/// A function as a C compiler writes it; `NUMBER` is replaced.
const FUNCTION: &str = "
define dso_local noundef i32 @sum_NUMBER(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %7

4:                                                ; preds = %2
  %5 = zext nneg i32 %1 to i64
  br label %9

6:                                                ; preds = %9
  %.lcssa = phi i32 [ %15, %9 ]
  br label %7

7:                                                ; preds = %6, %2
  %8 = phi i32 [ 0, %2 ], [ %.lcssa, %6 ]
  tail call void @note(i32 noundef %8, ptr noundef nonnull @table) #1
  ret i32 %8

9:                                                ; preds = %4, %9
  %10 = phi i64 [ 0, %4 ], [ %16, %9 ]
  %11 = phi i32 [ 0, %4 ], [ %15, %9 ]
  %12 = getelementptr inbounds %struct.item, ptr %0, i64 %10, i32 1
  %13 = load i32, ptr %12, align 4, !tbaa !0
  %14 = xor i32 %13, -1640531527
  %15 = add nsw i32 %14, %11
  %16 = add nuw nsw i64 %10, 1
  %17 = icmp eq i64 %16, %5
  br i1 %17, label %6, label %9, !llvm.loop !3
}
";

/// A module of at least `bytes` bytes.
fn module_text(bytes: usize) -> String {
    let mut text = String::from(
        "target triple = \"x86_64-unknown-linux-gnu\"\n%struct.item = type { i64, i32 }\n\
         @table = internal global [16 x i32] zeroinitializer, align 16\n",
    );
    let mut number = 0;
    while text.len() < bytes {
        text.push_str(&FUNCTION.replace("NUMBER", &number.to_string()));
        number += 1;
    }
    let _ = writeln!(
        text,
        "declare void @note(i32, ptr)\nattributes #0 = {{ nounwind uwtable }}\n\
         attributes #1 = {{ nounwind }}\n!0 = !{{!1, !1, i64 0}}\n!1 = !{{!\"int\", !2, i64 0}}\n\
         !2 = !{{!\"root\"}}\n!3 = distinct !{{!3}}"
    );
    text
}

fn read(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read");
    group.sample_size(10);
    let mut run = |name: &str, text: &[u8]| {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| parse_module(black_box(text)).expect("a module"));
        });
    };
    run("15 MB of loops", module_text(15_000_000).as_bytes());
    if let Ok(path) = std::env::var("AVARICE_BENCH_LL") {
        let text = std::fs::read(&path).expect("AVARICE_BENCH_LL names a file");
        run(&path, &text);
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    read(&mut criterion);
    criterion.final_summary();
}
