/* Variables that optimized code keeps in registers, in slots, or as a number that another variable follows from. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
    long key;
    long count;
    double weight;
};

struct node {
    struct node *left;
    struct node *right;
    int value;
};

static uint32_t state = 1;

static uint32_t next_number(void)
{
    uint32_t old = state;
    state = old * 1664525u + 1013904223u;
    uint32_t high = old >> 16;
    return high;
}

/* Counts addresses of 24 bytes. */
static __attribute__((noinline)) double sum_items(struct item *items, long n)
{
    double sum = 0;
    long keys = 0;
    for (long i = 0; i < n; i++) {
        double part = items[i].weight * (double)items[i].count;
        keys += items[i].key;
        sum += part;
    }
    printf("%ld keys\n", keys);
    return sum;
}

static inline double distance(double x, double y)
{
    double squares = x * x + y * y;
    double length = sqrt(squares);
    return length;
}

static __attribute__((noinline)) double path(const double *xs, const double *ys, int n)
{
    double total = 0;
    for (int i = 1; i < n; i++) {
        double dx = xs[i] - xs[i - 1];
        double dy = ys[i] - ys[i - 1];
        double step = distance(dx, dy);
        total += step;
    }
    return total;
}

static struct node *insert(struct node *node, int value)
{
    if (node == NULL) {
        node = calloc(1, sizeof *node);
        node->value = value;
        return node;
    }
    if (value < node->value)
        node->left = insert(node->left, value);
    else
        node->right = insert(node->right, value);
    return node;
}

static int depth(const struct node *node)
{
    if (node == NULL)
        return 0;
    int left = depth(node->left);
    int right = depth(node->right);
    int deeper = left > right ? left : right;
    return deeper + 1;
}

/* More values live at once than there are registers. */
static __attribute__((noinline)) unsigned mix(const unsigned *in, unsigned rounds)
{
    unsigned a = in[0], b = in[1], c = in[2], d = in[3];
    unsigned e = in[4], f = in[5], g = in[6], h = in[7];
    unsigned p = in[8], q = in[9], r = in[10], s = in[11];
    unsigned t = in[12], u = in[13], v = in[14], w = in[15];
    for (unsigned round = 0; round < rounds; round++) {
        a += b ^ p;
        c += d ^ q;
        e += f ^ r;
        g += h ^ s;
        t = (t << 3 | t >> 29) + a;
        u = (u << 5 | u >> 27) + c;
        v = (v << 7 | v >> 25) + e;
        w = (w << 9 | w >> 23) + g;
        b ^= t;
        d ^= u;
        f ^= v;
        h ^= w;
        printf("%u: %u\n", round, a + c + e + g);
    }
    return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ p ^ q ^ r ^ s ^ t ^ u ^ v ^ w;
}

static int kind(int c)
{
    int result;
    switch (c) {
    case 'a':
        result = 1;
        break;
    case 'b':
        result = 4;
        break;
    case 'c':
        result = 9;
        break;
    case 'd':
        result = 25;
        break;
    default:
        result = c > 'm' ? c - 'm' : 'm' - c;
    }
    return result;
}

static __attribute__((noinline)) int kinds(const char *text)
{
    int sum = 0;
    while (*text != 0) {
        int now = kind(*text);
        sum = sum * 2 + now;
        text++;
    }
    return sum;
}

int main(void)
{
    struct item items[5];
    double xs[4];
    double ys[4];
    unsigned in[16];
    struct node *root = NULL;
    for (int i = 0; i < 5; i++) {
        items[i].key = next_number() % 100;
        items[i].count = i + 1;
        items[i].weight = 0.5 * i;
    }
    for (int i = 0; i < 4; i++) {
        xs[i] = (double)(next_number() % 50);
        ys[i] = (double)(next_number() % 50);
    }
    for (int i = 0; i < 16; i++)
        in[i] = next_number();
    double sum = sum_items(items, 5);
    double length = path(xs, ys, 4);
    for (int i = 0; i < 12; i++) {
        int value = (int)(next_number() % 1000);
        root = insert(root, value);
    }
    int levels = depth(root);
    unsigned mixed = mix(in, 3);
    int code = kinds("abracadabra");
    printf("%g %g %d %u %d\n", sum, length, levels, mixed, code);
    return 0;
}
