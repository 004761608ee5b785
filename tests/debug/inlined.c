/* Read by gdb in a test: functions that the optimizer has put in the place of their calls. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int check(int value)
{
    if (value > 40)
        abort();
    return value + 1;
}

static inline int middle(int a, int b)
{
    int first = check(a * b);
    return first + check(a + b + first);
}

static inline int outer(int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += middle(i, n);
    return all;
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("%d\n", outer(argc + 5));
    return 0;
}
