; RUN: avarice opt -print-passes
; OUTPUT:
;   adce                        remove code that has no effect, including cycles of values and branches around it
;   called-value-propagation    find the functions that indirect calls can reach
;   dce                         remove instructions that have no effect and whose result is not used
;   early-cse                   reuse what has been computed or loaded before
;   globaldce                   remove functions and variables that nothing refers to
;   indvars                     widen counters that become part of addresses to the width of addresses
;   inline                      replace calls by the body of the function
;   instcombine                 combine instructions into fewer or simpler ones
;   instsimplify                replace instructions that are equal to a constant or to an existing value
;   licm                        hoist loop-invariant code out of loops
;   loop-reduce                 count products and addresses of a loop's counter
;   loop-rotate                 test the condition of loops at their end, not at their start
;   loop-simplify               give loops a preheader, a single latch and dedicated exits
;   loop-unroll                 unroll small loops: several iterations become one
;   loop-unroll-full            replace loops with few iterations by copies of their body
;   mem2reg                     turn stack slots into values
;   partially-inline-libcalls   compute square roots inline and call the library only for errors
;   sccp                        replace values that are constant and remove branches that are never taken, found together
;   simplifycfg                 remove unreachable blocks, decide branches, merge blocks
;   sroa                        turn parts of stack slots into values

