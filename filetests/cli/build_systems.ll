; Command lines as build systems write them: 132, of which 121 work; the others say what is missing.
; What a compiler driver or build rule runs to make an object or assembly:
; RUN: llc %s -o %t.s
; RUN: llc %s -filetype=obj -o %t.o
; RUN: llc -O0 %s -filetype=obj -o %t.o
; RUN: llc -O1 %s -filetype=obj -o %t.o
; RUN: llc -O2 %s -filetype=obj -o %t.o
; RUN: llc -O3 %s -filetype=obj -o %t.o
; RUN: llc -O=3 %s -filetype=obj -o=%t.o
; RUN: llc --O2 --filetype=obj %s --o %t.o
; RUN: llc -filetype=asm < %s > %t.s
; RUN: llc -filetype=obj -o %t.o - < %s
; RUN: llc -filetype=obj -o - %s > %t.o
; RUN: llc -filetype=null %s > %t.txt 2>&1
; RUN: llc -x=ir -filetype=obj -o %t.o < %s
; RUN: llc -o %t.s -- %s
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -filetype=obj %s -o %t.o
; RUN: llc -mtriple=x86_64-pc-linux-gnu -filetype=obj %s -o %t.o
; RUN: llc -mtriple=x86_64-linux-musl -filetype=obj %s -o %t.o
; RUN: llc -mtriple x86_64-linux-gnu -filetype obj %s -o %t.o
; RUN: llc -mtriple=aarch64-unknown-linux-gnu -filetype=obj %s -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -O3 -filetype=obj %s -o %t.o
; RUN: llc -mtriple=arm64-linux-gnu -filetype=obj %s -o %t.o
; RUN: llc -mtriple=aarch64-linux-android -filetype=obj %s -o %t.o
; RUN: llc -mtriple=aarch64-none-elf -filetype=obj %s -o %t.o
; RUN: llc -march=aarch64 %s -o %t.s
; Processors and features:
; RUN: llc -mcpu=generic %s -filetype=obj -o %t.o
; RUN: llc -mcpu=x86-64 %s -filetype=obj -o %t.o
; RUN: llc -mcpu=x86-64-v3 %s -filetype=obj -o %t.o
; RUN: llc -mcpu=haswell -O3 %s -filetype=obj -o %t.o
; RUN: llc -mcpu=znver3 %s -filetype=obj -o %t.o
; RUN: llc -mcpu=native %s -filetype=obj -o %t.o
; RUN: llc -mattr=+avx2 %s -filetype=obj -o %t.o
; RUN: llc -mattr=+avx2,+fma,+bmi2 %s -filetype=obj -o %t.o
; RUN: llc -mcpu=skylake -mattr=-avx,-avx2 %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -mcpu=cortex-a53 %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -mcpu=cortex-a76 %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1 %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+lse %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+lse,+rdm,+crc -O2 %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+outline-atomics %s -filetype=obj -o %t.o
; Where code and data may be:
; RUN: llc -relocation-model=pic %s -filetype=obj -o %t.o
; RUN: llc -relocation-model=static %s -filetype=obj -o %t.o
; RUN: llc --relocation-model pic -O2 %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic %s -filetype=obj -o %t.o
; RUN: llc -code-model=small %s -filetype=obj -o %t.o
; RUN: llc -code-model=kernel %s -filetype=obj -o %t.o
; RUN: llc -code-model=medium %s -filetype=obj -o %t.o
; RUN: llc -code-model=medium -large-data-threshold=65536 %s -filetype=obj -o %t.o
; RUN: llc -code-model=large %s -filetype=obj -o %t.o
; RUN: llc -mtriple=aarch64-linux-gnu -code-model=tiny %s -filetype=obj -o %t.o
; RUN: llc -relocation-model=pic -emulated-tls %s -filetype=obj -o %t.o
; RUN: llc -thread-model=posix %s -filetype=obj -o %t.o
; RUN: llc -float-abi=hard %s -filetype=obj -o %t.o
; Sections:
; RUN: llc -function-sections -data-sections -filetype=obj %s -o %t.o
; RUN: llc -function-sections -data-sections -relocation-model=pic -O2 -filetype=obj %s -o %t.o
; RUN: llc -function-sections -unique-section-names=false -filetype=obj %s -o %t.o
; RUN: llc -use-ctors -filetype=obj %s -o %t.o
; RUN: llc -nozero-initialized-in-bss -filetype=obj %s -o %t.o
; RUN: llc -no-integrated-as %s -o %t.s
; RUN: llc -no-integrated-as -binutils-version=2.38 %s -o %t.s
; RUN: llc -basic-block-sections=none -filetype=obj %s -o %t.o
; What functions have:
; RUN: llc -frame-pointer=all -filetype=obj %s -o %t.o
; RUN: llc -frame-pointer=non-leaf -filetype=obj %s -o %t.o
; RUN: llc -frame-pointer=none -filetype=obj %s -o %t.o
; RUN: llc -disable-tail-calls -filetype=obj %s -o %t.o
; RUN: llc -stackrealign -filetype=obj %s -o %t.o
; RUN: llc -trap-unreachable -filetype=obj %s -o %t.o
; RUN: llc -trap-unreachable -no-trap-after-noreturn -filetype=obj %s -o %t.o
; RUN: llc -exception-model=dwarf -filetype=obj %s -o %t.o
; RUN: llc -mattr=+retpoline -filetype=obj %s -o %t.o
; RUN: llc -x86-indirect-branch-tracking -filetype=obj %s -o %t.o
; Floating point:
; RUN: llc -fp-contract=fast -filetype=obj %s -o %t.o
; RUN: llc -fp-contract=on -filetype=obj %s -o %t.o
; RUN: llc -enable-unsafe-fp-math -filetype=obj %s -o %t.o
; RUN: llc -enable-no-nans-fp-math -enable-no-infs-fp-math -filetype=obj %s -o %t.o
; RUN: llc -enable-no-signed-zeros-fp-math -filetype=obj %s -o %t.o
; RUN: llc -enable-no-trapping-fp-math -filetype=obj %s -o %t.o
; RUN: llc -denormal-fp-math=ieee -filetype=obj %s -o %t.o
; RUN: llc -denormal-fp-math-f32=preserve-sign -filetype=obj %s -o %t.o
; What assembly looks like:
; RUN: llc -asm-verbose=0 %s -o %t.s
; RUN: llc -asm-verbose=false -O2 %s -o %t.s
; RUN: llc -x86-asm-syntax=intel %s -o %t.s
; RUN: llc -x86-asm-syntax=att %s -o %t.s
; RUN: llc -show-mc-encoding %s -o %t.s
; RUN: llc -mtriple=aarch64-linux-gnu -aarch64-neon-syntax=apple %s -o %t.s
; Choices of passes:
; RUN: llc -regalloc=greedy -filetype=obj %s -o %t.o
; RUN: llc -regalloc=basic -filetype=obj %s -o %t.o
; RUN: llc -O0 -regalloc=fast -filetype=obj %s -o %t.o
; RUN: llc -regalloc=default -filetype=obj %s -o %t.o
; RUN: llc -enable-misched=false -filetype=obj %s -o %t.o
; RUN: llc -disable-post-ra -filetype=obj %s -o %t.o
; RUN: llc -disable-branch-fold -filetype=obj %s -o %t.o
; RUN: llc -disable-machine-licm -disable-machine-cse -filetype=obj %s -o %t.o
; RUN: llc -disable-block-placement -filetype=obj %s -o %t.o
; RUN: llc -enable-shrink-wrap=false -filetype=obj %s -o %t.o
; RUN: llc -tail-merge-threshold=0 -filetype=obj %s -o %t.o
; RUN: llc -align-all-functions=0 -align-loops=32 -filetype=obj %s -o %t.o
; RUN: llc -jump-table-density=40 -filetype=obj %s -o %t.o
; RUN: llc -fast-isel -O0 -filetype=obj %s -o %t.o
; RUN: llc -global-isel=0 -filetype=obj %s -o %t.o
; RUN: llc -pre-RA-sched=source -filetype=obj %s -o %t.o
; Stages, checks and reports:
; RUN: llc -stop-after=finalize-isel %s -o %t.mir
; RUN: llc -stop-before=greedy %s -o %t.mir
; RUN: llc -stop-after=virtregrewriter -simplify-mir %s -o %t.mir
; RUN: llc -stop-before=prologepilog -verify-machineinstrs %s -o %t.mir
; RUN: llc -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: llc -verify-regalloc -verify-coalescing -filetype=obj %s -o %t.o
; RUN: llc -debugify-and-strip-all-safe=0 -filetype=obj %s -o %t.o
; RUN: llc -print-after=greedy -filter-print-funcs=add -filetype=null %s > %t.txt 2>&1
; RUN: llc -print-after-all -filetype=null %s > %t.txt 2>&1
; RUN: llc -print-before=prologepilog -filetype=null %s > %t.txt 2>&1
; RUN: llc -debug-pass=Structure -filetype=null %s > %t.txt 2>&1
; RUN: llc -time-passes -filetype=null %s > %t.txt 2>&1
; RUN: llc -stats -filetype=null %s > %t.txt 2>&1
; RUN: llc -pass-remarks=.* -pass-remarks-missed=.* -filetype=null %s > %t.txt 2>&1
; RUN: llc -pass-remarks-output=%t.yaml -filetype=obj %s -o %t.o
; RUN: llc -pass-remarks-output=%t.yaml -pass-remarks-filter=regalloc -filetype=null %s > %t.txt 2>&1
; RUN: llc -pass-remarks-analysis=prologepilog -filetype=null %s > %t.txt 2>&1
; RUN: llc --version > %t.txt 2>&1
; RUN: llc -mtriple=x86_64 -mcpu=help > %t.txt 2>&1
; RUN: llc -mtriple=aarch64 -mattr=help > %t.txt 2>&1
; RUN: llc -stack-size-section -filetype=obj %s -o %t.o
; RUN: llc -stats -info-output-file=%t.txt -filetype=obj %s -o %t.o
; Not done:
; RUN: not llc -mtriple=aarch64-linux-gnu -mattr=+strict-align %s -filetype=obj -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -march=riscv64 -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -mtriple=wasm32-unknown-unknown -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -mtriple=x86_64-apple-macosx -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -mtriple=i686-linux-gnu -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -regalloc=pbqp -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -basic-block-sections=all -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -split-dwarf-file=%t.dwo -split-dwarf-output=%t.dwo -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -enable-machine-outliner=always -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not llc -addrsig -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ADDRSIG
; ADDRSIG: unsupported: -addrsig for object files
; RUN: llc -addrsig %s -o %t.s
; RUN: not llc -time-trace -time-trace-file=%t.json -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
; REFUSED: error: {{.*(unsupported: (target|architecture|feature) ['+][a-z0-9_-]+|is an option of llc that is not supported|sections of basic blocks in object files)}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@counter = thread_local global i32 7
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@sum = global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]

declare i32 @next(i32)

define void @start() {
  store i32 1, ptr @sum
  ret void
}

define i32 @add(i32 %a, i32 %b) {
  %c = add nsw i32 %a, %b
  ret i32 %c
}

define double @scale(double %x, double %y) {
  %p = fmul double %x, %y
  %s = fadd double %p, 1.0
  ret double %s
}

define i32 @walk(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %masked = and i32 %i, 3
  %at = getelementptr inbounds [4 x i32], ptr @table, i32 0, i32 %masked
  %v = load i32, ptr %at
  %w = call i32 @next(i32 %v)
  %u = add i32 %t, %w
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %done

done:
  %old = load i32, ptr @sum
  %new = add i32 %old, %u
  store i32 %new, ptr @sum
  %mine = load i32, ptr @counter
  %r = add i32 %mine, %new
  ret i32 %r
}

define i32 @choose(i32 %x) {
  switch i32 %x, label %none [ i32 0, label %a
                               i32 1, label %b
                               i32 2, label %c
                               i32 3, label %d ]
a:
  ret i32 11
b:
  %s = tail call i32 @next(i32 3)
  ret i32 %s
c:
  ret i32 5
d:
  ret i32 2
none:
  unreachable
}
