; What producers newer than LLVM 19 write: kept as it is.

define i32 @new_attributes(ptr captures(none) dead_on_return %p, ptr captures(address, read_provenance) initializes((0, 4), (8, 12)) %q, i32 range(i32 -1, 5) nofpclass(nan inf) %r) nocreateundeforpoison memory(errnomem: write, argmem: read) {
  %d = icmp samesign ult i32 %r, 7
  %u = atomicrmw usub_sat ptr %p, i32 1 acquire
  %m = atomicrmw fmaximum ptr %p, float 1.0 acquire, align 4
  %t = fptrunc nnan double 0.0 to float
  ret i32 %r
}

declare void @more(i32 noext, ptr dead_on_return(8)) nooutline sanitize_type sanitize_realtime nodivergencesource
