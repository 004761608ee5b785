; RUN: avarice opt -print-passes
; OUTPUT:
;   adce                        remove code that has no effect, loops of it and branches around it included
;   called-value-propagation    find the functions that indirect calls can reach
;   dce                         remove instructions that have no effect and whose result is not used
;   early-cse                   replace what is computed or loaded again by what is known
;   globaldce                   remove functions and variables that nothing refers to
;   indvars                     count in the width of addresses where counters become part of them
;   inline                      replace calls by what the function does
;   instcombine                 replace instructions by fewer or simpler ones
;   instsimplify                replace instructions that are equal to a constant or to a value that is there
;   licm                        compute before a loop what is the same in each of its rounds
;   loop-rotate                 ask at the end of loops whether to go on, not at their begin
;   loop-simplify               give loops a block before them, one way back and exits of their own
;   loop-unroll                 put several rounds of a small loop into one
;   loop-unroll-full            replace loops of few rounds by copies of their body
;   mem2reg                     turn stack slots into values
;   partially-inline-libcalls   compute square roots in place and call the library for errors only
;   sccp                        replace values that are constant and remove branches that are never taken, found together
;   simplifycfg                 remove unreachable blocks, decide branches, merge blocks
;   sroa                        turn parts of stack slots into values

