// Copies a text into an array that is too small for a long one. The stack protector ends the program then:
//
//     clang-19 --target=TARGET-linux-gnu -O2 -fPIE -fstack-protector-strong -fstack-clash-protection PROTECTION -S -emit-llvm
//
// PROTECTION is -fcf-protection=full for x86-64, -mbranch-protection=standard for AArch64.
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static void show(const char *text) {
  char copy[16];
  strcpy(copy, text);
  for (char *at = copy; *at; at++) *at ^= 0x20;
  puts(copy);
}

int main(int argc, char **argv) {
  show(argc > 1 ? argv[1] : "Short");
  return 0;
}
