; Filters: one is the end of another; what pads have in common is one chain of actions; a call that never unwinds has
; no place in the table. The expected output is that of llc 19.1.7.
; RUN: avarice compile %s -o - | sed -n '/^.Lcst_end/,/End function/p'
; OUTPUT:
; .Lcst_end0:
; 	.byte	125                             # >> Action Record 1 <<
;                                         #   Filter TypeInfo -3
; 	.byte	0                               #   No further actions
; 	.byte	126                             # >> Action Record 2 <<
;                                         #   Filter TypeInfo -2
; 	.byte	0                               #   No further actions
; 	.byte	127                             # >> Action Record 3 <<
;                                         #   Filter TypeInfo -1
; 	.byte	0                               #   No further actions
; 	.byte	0                               # >> Action Record 4 <<
;                                         #   Cleanup
; 	.byte	0                               #   No further actions
; 	.byte	3                               # >> Action Record 5 <<
;                                         #   Catch TypeInfo 3
; 	.byte	125                             #   Continue to action 4
; 	.byte	126                             # >> Action Record 6 <<
;                                         #   Filter TypeInfo -2
; 	.byte	125                             #   Continue to action 5
; 	.byte	1                               # >> Action Record 7 <<
;                                         #   Catch TypeInfo 1
; 	.byte	125                             #   Continue to action 6
; 	.p2align	2, 0x0
;                                         # >> Catch TypeInfos <<
; 	.long	0                               # TypeInfo 3
; 	.long	_ZTIc                           # TypeInfo 2
; 	.long	_ZTIi                           # TypeInfo 1
; .Lttbase0:
;                                         # >> Filter TypeInfos <<
; 	.byte	1
; 	.byte	2
; 	.byte	0
; 	.p2align	2, 0x0
;                                         # -- End function

target triple = "x86_64-unknown-linux-gnu"

@_ZTIi = external constant ptr
@_ZTIc = external constant ptr

declare i32 @__gxx_personality_v0(...)
declare void @may()
declare void @log(i32)
declare void @never() nounwind

define void @only_never() {
  call void @never()
  ret void
}

define void @f(i32 %x) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may() to label %second unwind label %filter.both
second:
  invoke void @may() to label %third unwind label %filter.both
third:
  call void @never()
  invoke void @may() to label %fourth unwind label %filter.one
fourth:
  invoke void @may() to label %fifth unwind label %none
fifth:
  invoke void @may() to label %end unwind label %caught
end:
  call void @may()
  ret void

filter.both:
  %a = landingpad { ptr, i32 } filter [2 x ptr] [ptr @_ZTIi, ptr @_ZTIc]
  call void @log(i32 1)
  resume { ptr, i32 } %a
filter.one:
  %b = landingpad { ptr, i32 } filter [1 x ptr] [ptr @_ZTIc]
  call void @log(i32 2)
  resume { ptr, i32 } %b
none:
  %c = landingpad { ptr, i32 } filter [0 x ptr] zeroinitializer
  call void @log(i32 3)
  resume { ptr, i32 } %c
caught:
  %d = landingpad { ptr, i32 } cleanup catch ptr @_ZTIi filter [1 x ptr] [ptr @_ZTIc] catch ptr null
  call void @log(i32 4)
  resume { ptr, i32 } %d
}
