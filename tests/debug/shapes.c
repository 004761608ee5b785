/* Read by gdb in a test: lines, variables and types of unoptimized code. */
#include <stdio.h>

struct point {
    int x, y;
    unsigned flags : 3;
};

union bits {
    float value;
    unsigned bits;
};

enum color { RED, GREEN = 5 };
typedef unsigned long word;

static int total = 3;

static int square(int n)
{
    int result = n * n;
    return result;
}

int sum(const int *values, int count)
{
    int s = 0;
    for (int i = 0; i < count; i++) {
        int v = values[i];
        s += square(v);
    }
    return s;
}

int main(void)
{
    int numbers[4] = {1, 2, 3, 4};
    struct point p = {10, 20, 5};
    struct point *q = &p;
    union bits b = {1.0f};
    enum color c = GREEN;
    word w = 77;
    double d = 2.5;
    p.x += sum(numbers, 4);
    printf("%d %d %lu %g %u\n", q->x + total, c, w, d, b.bits);
    return 0;
}
