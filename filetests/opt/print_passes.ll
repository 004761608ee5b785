; RUN: avarice opt -print-passes
; OUTPUT:
;   adce                        remove code that has no effect, loops of it and branches around it included
;   dce                         remove instructions that have no effect and whose result is not used
;   mem2reg                     turn stack slots into values
;   simplifycfg                 remove unreachable blocks, decide branches, merge blocks

