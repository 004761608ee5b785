; The larger of two numbers.
define i32 @max(i32 %a, i32 %b) {
  %greater = icmp sgt i32 %a, %b
  %max = select i1 %greater, i32 %a, i32 %b
  ret i32 %max
}
