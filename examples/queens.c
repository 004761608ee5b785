// Counts the ways to place n queens on an n by n board, for n up to the argument (default 10).
#include <stdio.h>
#include <stdlib.h>

static long place(unsigned full, unsigned columns, unsigned left, unsigned right) {
    if (columns == full) return 1;
    long ways = 0;
    for (unsigned free = full & ~(columns | left | right); free != 0; free &= free - 1) {
        unsigned queen = free & -free;
        ways += place(full, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return ways;
}

int main(int argc, char **argv) {
    int most = argc > 1 ? atoi(argv[1]) : 10;
    for (int n = 1; n <= most; n++)
        printf("%2d queens: %ld\n", n, place((1u << n) - 1, 0, 0, 0));
    return 0;
}
