; What is wrong in a profile is said as llc says it, with the line.
; RUN: echo 'v1' > %t1
; RUN: echo 'f f' >> %t1
; RUN: echo 'c 0 1 0' >> %t1
; RUN: not llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=%t1 %s -o - 2>&1 | FileCheck %s --check-prefix=TWICE
; TWICE: LLVM ERROR: invalid profile {{.*}} at line 3: duplicate basic block id found '0'

; RUN: echo 'v2' > %t2
; RUN: not llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=%t2 %s -o - 2>&1 | FileCheck %s --check-prefix=VERSION
; VERSION: LLVM ERROR: invalid profile {{.*}} at line 1: invalid profile version: 2

; RUN: echo '!f N=x' > %t3
; RUN: not llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=%t3 %s -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: LLVM ERROR: invalid profile {{.*}} at line 1: unknown string found: 'N=x'

; RUN: echo 'v1' > %t4
; RUN: echo 'f f' >> %t4
; RUN: echo 'c 0 1.x' >> %t4
; RUN: not llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=%t4 %s -o - 2>&1 | FileCheck %s --check-prefix=CLONE
; CLONE: LLVM ERROR: invalid profile {{.*}} at line 3: unable to parse clone id: 'x': unsigned integer expected

; RUN: not llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=all -filetype=obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OBJECT
; OBJECT: sections of basic blocks in object files

define i32 @f(i32 %x) {
  ret i32 %x
}

; Functions are not split by their profiles.
; RUN: not llc -mtriple=x86_64-unknown-linux-gnu -split-machine-functions %s -o - 2>&1 | FileCheck %s --check-prefix=SPLIT
; SPLIT: unsupported: -split-machine-functions for function 'counted', which has a profile
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -split-machine-functions -basic-block-sections=labels %s -o %t.s

define void @counted() !prof !0 {
  ret void
}

!0 = !{!"function_entry_count", i64 100}
