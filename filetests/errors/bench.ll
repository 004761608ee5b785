; What bench cannot measure it says, with what to do.

; RUN: not avarice bench %t.none -with=greedy 2>&1 | FileCheck %s -check-prefix=INPUT
; RUN: not avarice bench %s -with=greedy,llc-O2 -llc=%t.none 2>&1 | FileCheck %s -check-prefix=LLC
; RUN: not avarice bench %s -with=greedy -repeat=0 2>&1 | FileCheck %s -check-prefix=REPEAT
; RUN: not avarice bench %s -with=greedy -scale-to=1 2>&1 | FileCheck %s -check-prefix=SCALE
; RUN: avarice bench %s -with=greedy,fastalloc -repeat=1 | FileCheck %s -check-prefix=REFUSED

; INPUT:      error: greedy takes none of the inputs
; INPUT:      of the first it says: error: cannot read '{{.*}}.none'
; LLC:        error: llc-O2 cannot be measured: '{{.*}}.none' does not start
; LLC:        --llc names another llc
; REPEAT:     error: invalid value '0' for '--repeat <N>'
; SCALE:      error: the following required arguments were not provided:
; SCALE-NEXT:   --run
; REFUSED:    | fastalloc |      0 |
; REFUSED:    fastalloc refuses {{.*}}bench.ll: error:

declare i32 @personality(...)

declare void @may_throw()

define i32 @f() personality ptr @personality {
  invoke void @may_throw()
          to label %good unwind label %bad

good:
  ret i32 0

bad:
  %caught = landingpad { ptr, i32 }
          cleanup
  ret i32 1
}
