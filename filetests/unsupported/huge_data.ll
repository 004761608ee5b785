; Initialized data of more than 1 GiB is refused before memory for it is asked for.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported at emission: initialized data of more than 1 GiB in 'g'
@g = global <2147483647 x double> splat (double 1.0)
