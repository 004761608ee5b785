; A module without a function that is defined gives an empty report; names that are no functions are errors.
; RUN: avarice analyze liveness %s | count 0
; RUN: avarice analyze liveness --stats %s | count 0
; RUN: avarice analyze liveness --dot %s | count 0
; RUN: avarice analyze dead-code %s | count 0
; RUN: avarice analyze uninitialized %s | count 0
; RUN: avarice analyze ssa %s | count 0
; RUN: avarice analyze def-use %s | count 0
; RUN: avarice analyze liveness --json %s
; OUTPUT:
; {
;   "schema": 1,
;   "functions": []
; }

; RUN: avarice analyze ssa --function nowhere %s
; EXIT: 1
; OUTPUT(stderr):
; error: there is no function 'nowhere'

; RUN: avarice analyze ssa --function outside %s
; EXIT: 1
; OUTPUT(stderr):
; error: 'outside' is not defined here as a function

; RUN: avarice analyze liveness --dynamic %s
; EXIT: 1
; OUTPUT(stderr):
; error: no function to run
; note: --function names it, if it is not 'main'

declare void @outside()
