// Calls the functions of a random module with several inputs and prints a checksum of what each writes:
// `program` for all, `program TEST ROUND` for the output of one, in hexadecimal.

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TESTS = 16, ROUNDS = 6, OUTPUT = 2048, RANDOM = 512 };

extern void (*const tests[TESTS])(const uint8_t *, uint8_t *);

__attribute__((aligned(64))) uint8_t input[2064];
static __attribute__((aligned(64))) uint8_t guarded[OUTPUT + 128];
static uint64_t state;

// Bytes of a `long double` that have to do with its value.
#ifdef __x86_64__
enum { EXTENDED = 10 };
#else
enum { EXTENDED = 16 };
#endif

#ifdef __aarch64__
// What the reference calls for signed products of 128 bits that may overflow; gcc's runtime does not have it.
__int128 __muloti4(__int128 left, __int128 right, int *overflow) {
    __int128 product;
    *overflow = __builtin_mul_overflow(left, right, &product);
    return product;
}
#endif

static uint64_t next(void) {
    state += 0x9e3779b97f4a7c15u;
    uint64_t bits = state;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

// A number at which something may happen.
static double number(void) {
    static const double numbers[] = {
        0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.5, 0x1p-1074, 0x1p-149, 0x1p-24, 65504.0, 65520.0, 2147483647.0,
        -2147483648.0, 4294967296.0, 9.2233720368547758e18, 1.8446744073709552e19, -9.3e18, 0x1p127, 1e300, 0.1, 1.0 / 3,
        255.5, -128.5, 32767.5, 0x1.fffffep127, __builtin_inf(), -__builtin_inf(), __builtin_nan(""),
    };
    uint64_t bits = next();
    switch (bits % 4) {
    case 0: return numbers[(bits >> 8) % (sizeof numbers / sizeof *numbers)];
    case 1: return (double)((int64_t)(bits >> 8) % 2000 - 1000) / 4;
    case 2: return (double)(int64_t)next() * (1.0 / ((bits >> 8 & 0xffff) + 1));
    default: return (double)((int64_t)next() >> (bits >> 8) % 63);
    }
}

// What `half` numbers are like; `bfloat` is the upper half of a `float`.
static uint16_t half(void) {
    static const uint16_t numbers[] = { 0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x7bff, 0x3800, 0x4248, 0x0400 };
    uint64_t bits = next();
    if (bits % 2) return numbers[(bits >> 8) % 12];
    uint16_t any = (uint16_t)(bits >> 16);
    return (any & 0x7c00) == 0x7c00 ? (uint16_t)(any & 0xfc00) : any;
}

static void fill(unsigned round) {
    state = 1000003u * (round + 1);
    memset(input, 0, sizeof input);
    for (int at = 0; at < RANDOM; at += 8) {
        static const uint64_t words[] = { 0, ~0ull, 1, 0x8000000000000000u, 0x7fffffffffffffffu, 0xff, 0x80808080, 0x0101010101010101u };
        uint64_t bits = next(), word = bits % 4 ? next() : words[(bits >> 8) % 8];
        if (round == 0) word = 0;
        if (round == 1) word = ~0ull;
        memcpy(input + at, &word, 8);
    }
    for (int at = 0; at < 32; at++) {
        double wide = number();
        float narrow = (float)number();
        memcpy(input + 513 + 4 * at, &narrow, 4);
        memcpy(input + 648 + 8 * at, &wide, 8);
        uint16_t small = half();
        memcpy(input + 905 + 2 * at, &small, 2);
        narrow = (float)number();
        memcpy(input + 970 + 2 * at, (char *)&narrow + 2, 2);
    }
    for (int at = 0; at < 32; at++) {
        _Float128 quad = (_Float128)number() * (at % 3 ? 1 : (_Float128)1.1);
        memcpy(input + 1040 + 16 * at, &quad, 16);
        long double extended = (long double)number() * (at % 3 ? 1 : 1.1L);
        memcpy(input + 1552 + 16 * at, &extended, EXTENDED);
    }
}

// What gcc's runtime library of this age has not got: numbers rounded to `bfloat`, in the low bits of the result.
static uint16_t rounded(uint32_t bits) {
    if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static float low(uint16_t bits) {
    uint32_t word = bits;
    float result;
    memcpy(&result, &word, 4);
    return result;
}

__attribute__((weak)) float __truncsfbf2(float number) {
    uint32_t bits;
    memcpy(&bits, &number, 4);
    return low(rounded(bits));
}

// Rounded to odd first, so that rounding twice does not matter.
static float odd(_Float128 number) {
    float narrow = (float)number;
    uint32_t bits;
    memcpy(&bits, &narrow, 4);
    if (narrow != narrow || (_Float128)narrow == number) return narrow;
    _Float128 size = number < 0 ? -number : number, found = narrow < 0 ? -narrow : narrow;
    if (found > size) bits--;
    bits |= 1;
    memcpy(&narrow, &bits, 4);
    return narrow;
}

__attribute__((weak)) float __truncdfbf2(double number) { return __truncsfbf2(odd(number)); }
__attribute__((weak)) float __trunctfbf2(_Float128 number) { return __truncsfbf2(odd(number)); }
__attribute__((weak)) float __truncxfbf2(long double number) { return __truncsfbf2(odd(number)); }

// Reads arguments as `format` says: what a variadic function was given.
uint64_t read_arguments(const char *format, void *list) {
    uint64_t sum = 0;
    va_list arguments;
    memcpy(&arguments, list, sizeof arguments);
    for (; *format; format++) {
        uint64_t words[2] = { 0, 0 };
        switch (*format) {
        case 'i': words[0] = (uint32_t)va_arg(arguments, int); break;
        case 'l': words[0] = va_arg(arguments, uint64_t); break;
        case 'd': {
            double number = va_arg(arguments, double);
            if (number == number) memcpy(words, &number, 8);
            break;
        }
        case 'L': {
            long double number = va_arg(arguments, long double);
            if (number == number) memcpy(words, &number, EXTENDED);
            break;
        }
        }
        sum = (sum ^ words[0]) * 0x100000001b3u;
        sum = (sum ^ words[1]) * 0x100000001b3u;
    }
    return sum;
}

static sigjmp_buf back;

static void caught(int signal) { siglongjmp(back, signal); }

static void run(int test, unsigned round, int is_shown) {
    uint8_t *output = guarded + 64;
    fill(round);
    memset(guarded, 0x5a, sizeof guarded);
    memset(output, 0, OUTPUT);
    int signal = sigsetjmp(back, 1);
    if (signal) {
        alarm(0);
        printf("test%d %u signal %d\n", test, round, signal);
        return;
    }
    alarm(10);
    tests[test](input, output);
    alarm(0);
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t at = 0; at < sizeof guarded; at++) sum = (sum ^ guarded[at]) * 0x100000001b3u;
    for (size_t at = 0; at < sizeof input; at++) sum = (sum ^ input[at]) * 0x100000001b3u;
    printf("test%d %u %016llx\n", test, round, (unsigned long long)sum);
    if (!is_shown) return;
    for (int at = 0; at < OUTPUT; at++) printf("%02x%s", output[at], at % 32 == 31 ? "\n" : "");
}

int main(int count, char **arguments) {
    static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGABRT, SIGTRAP };
    for (size_t at = 0; at < sizeof signals / sizeof *signals; at++) signal(signals[at], caught);
    if (count == 3) {
        run(atoi(arguments[1]), (unsigned)atoi(arguments[2]), 1);
        return 0;
    }
    for (int test = 0; test < TESTS; test++) {
        for (unsigned round = 0; tests[test] && round < ROUNDS; round++) run(test, round, 0);
    }
    return 0;
}
