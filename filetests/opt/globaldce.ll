; What nothing refers to goes, through circles too; what others can see keeps what it refers to.
; RUN: avarice opt -S -passes=globaldce %s | FileCheck %s

; CHECK-NOT: @unused
; CHECK-NOT: @circle
; CHECK: @list = global [1 x ptr] [ptr @element]
; CHECK: @element = internal constant i32 1
; CHECK-NOT: @circle
; CHECK: @alias = alias i32 (), ptr @aliased
; CHECK: define internal i32 @aliased
; CHECK-NOT: @unused
; CHECK: define i32 @main
; CHECK: declare i32 @used
; CHECK-NOT: declare
@unused = private constant i32 0
@list = global [1 x ptr] [ptr @element]
@element = internal constant i32 1
@circle = internal global ptr @circled

@alias = alias i32 (), ptr @aliased

define internal ptr @circled() {
  ret ptr @circle
}

define internal i32 @aliased() {
  ret i32 0
}

define internal i32 @unused_function() {
  %x = call i32 @unused_declaration()
  ret i32 %x
}

define i32 @main() {
  %x = call i32 @used()
  ret i32 %x
}

declare i32 @used()

declare i32 @unused_declaration()
