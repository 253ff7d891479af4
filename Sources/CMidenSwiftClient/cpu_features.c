#include "CMidenSwiftClient.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A table per architecture says by rustc's name how to ask for each feature. On x86-64 that is the
// `cpuid` instruction itself and not `__builtin_cpu_supports`: the builtin knows fewer names, wants
// them as literals, and needs a function of the compiler's runtime library that not every linker
// finds.

#if defined(__x86_64__)

#include <cpuid.h>

enum cpu_register { EAX, EBX, ECX, EDX };

// The state that the operating system must save for a feature, besides the CPU having it.
enum saved_state { NONE, AVX_STATE, AVX512_STATE, AMX_STATE };

struct feature {
    const char *name;
    uint32_t leaf, subleaf;
    enum cpu_register where;
    uint32_t bit;
    enum saved_state state;
};

// Names of rustc 1.95 that a processor announces by a bit. Left out: `crt-static` (no matter of the
// CPU), `x87` (part of x86-64), `avx10.1`, `avx10.2` and `apxf` (numbered, not announced by a bit
// alone; such a CPU has the features around them that are checked).
static const struct feature features[] = {
    {"sse", 1, 0, EDX, 25, NONE},
    {"sse2", 1, 0, EDX, 26, NONE},
    {"fxsr", 1, 0, EDX, 24, NONE},
    {"sse3", 1, 0, ECX, 0, NONE},
    {"pclmulqdq", 1, 0, ECX, 1, NONE},
    {"ssse3", 1, 0, ECX, 9, NONE},
    {"fma", 1, 0, ECX, 12, AVX_STATE},
    {"cmpxchg16b", 1, 0, ECX, 13, NONE},
    {"sse4.1", 1, 0, ECX, 19, NONE},
    {"sse4.2", 1, 0, ECX, 20, NONE},
    {"movbe", 1, 0, ECX, 22, NONE},
    {"popcnt", 1, 0, ECX, 23, NONE},
    {"aes", 1, 0, ECX, 25, NONE},
    {"xsave", 1, 0, ECX, 27, NONE}, // OSXSAVE: switched on by the operating system
    {"avx", 1, 0, ECX, 28, AVX_STATE},
    {"f16c", 1, 0, ECX, 29, AVX_STATE},
    {"rdrand", 1, 0, ECX, 30, NONE},
    {"bmi1", 7, 0, EBX, 3, NONE},
    {"avx2", 7, 0, EBX, 5, AVX_STATE},
    {"bmi2", 7, 0, EBX, 8, NONE},
    {"ermsb", 7, 0, EBX, 9, NONE},
    {"rtm", 7, 0, EBX, 11, NONE},
    {"avx512f", 7, 0, EBX, 16, AVX512_STATE},
    {"avx512dq", 7, 0, EBX, 17, AVX512_STATE},
    {"rdseed", 7, 0, EBX, 18, NONE},
    {"adx", 7, 0, EBX, 19, NONE},
    {"avx512ifma", 7, 0, EBX, 21, AVX512_STATE},
    {"avx512cd", 7, 0, EBX, 28, AVX512_STATE},
    {"sha", 7, 0, EBX, 29, NONE},
    {"avx512bw", 7, 0, EBX, 30, AVX512_STATE},
    {"avx512vl", 7, 0, EBX, 31, AVX512_STATE},
    {"avx512vbmi", 7, 0, ECX, 1, AVX512_STATE},
    {"avx512vbmi2", 7, 0, ECX, 6, AVX512_STATE},
    {"gfni", 7, 0, ECX, 8, NONE},
    {"vaes", 7, 0, ECX, 9, AVX_STATE},
    {"vpclmulqdq", 7, 0, ECX, 10, AVX_STATE},
    {"avx512vnni", 7, 0, ECX, 11, AVX512_STATE},
    {"avx512bitalg", 7, 0, ECX, 12, AVX512_STATE},
    {"avx512vpopcntdq", 7, 0, ECX, 14, AVX512_STATE},
    {"kl", 7, 0, ECX, 23, NONE},
    {"avx512vp2intersect", 7, 0, EDX, 8, AVX512_STATE},
    {"amx-bf16", 7, 0, EDX, 22, AMX_STATE},
    {"avx512fp16", 7, 0, EDX, 23, AVX512_STATE},
    {"amx-tile", 7, 0, EDX, 24, AMX_STATE},
    {"amx-int8", 7, 0, EDX, 25, AMX_STATE},
    {"sha512", 7, 1, EAX, 0, AVX_STATE},
    {"sm3", 7, 1, EAX, 1, AVX_STATE},
    {"sm4", 7, 1, EAX, 2, AVX_STATE},
    {"avxvnni", 7, 1, EAX, 4, AVX_STATE},
    {"avx512bf16", 7, 1, EAX, 5, AVX512_STATE},
    {"amx-fp16", 7, 1, EAX, 21, AMX_STATE},
    {"avxifma", 7, 1, EAX, 23, AVX_STATE},
    {"movrs", 7, 1, EAX, 31, NONE},
    {"avxvnniint8", 7, 1, EDX, 4, AVX_STATE},
    {"avxneconvert", 7, 1, EDX, 5, AVX_STATE},
    {"amx-complex", 7, 1, EDX, 8, AMX_STATE},
    {"avxvnniint16", 7, 1, EDX, 10, AVX_STATE},
    {"xsaveopt", 13, 1, EAX, 0, NONE},
    {"xsavec", 13, 1, EAX, 1, NONE},
    {"xsaves", 13, 1, EAX, 3, NONE},
    {"widekl", 25, 0, EBX, 2, NONE},
    {"lahfsahf", 0x80000001, 0, ECX, 0, NONE},
    {"lzcnt", 0x80000001, 0, ECX, 5, NONE},
    {"sse4a", 0x80000001, 0, ECX, 6, NONE},
    {"prfchw", 0x80000001, 0, ECX, 8, NONE},
    {"xop", 0x80000001, 0, ECX, 11, AVX_STATE},
    {"tbm", 0x80000001, 0, ECX, 21, NONE},
};

static bool announced(uint32_t leaf, uint32_t subleaf, enum cpu_register where, uint32_t bit) {
    uint32_t answer[4] = {0, 0, 0, 0};
    if (!__get_cpuid_count(leaf, subleaf, &answer[EAX], &answer[EBX], &answer[ECX], &answer[EDX])) {
        return false;
    }
    return (answer[where] >> bit & 1) != 0;
}

static bool operating_system_saves(enum saved_state state) {
    if (state == NONE) {
        return true;
    }
    if (!announced(1, 0, ECX, 27)) {
        return false; // without OSXSAVE the next instruction is illegal
    }
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
#if defined(__APPLE__)
    // Darwin switches the AVX-512 registers on when a thread first uses them, so the bits do not
    // tell; the CPU's own word has to do.
    const uint32_t avx512 = 0x06;
#else
    const uint32_t avx512 = 0xe6; // SSE, AVX, opmask, both halves of ZMM
#endif
    const uint32_t needed = state == AVX_STATE ? 0x06 : state == AVX512_STATE ? avx512 : 0x60006;
    return (low & needed) == needed;
}

static bool cpu_has(const struct feature *feature) {
    return announced(feature->leaf, feature->subleaf, feature->where, feature->bit)
        && operating_system_saves(feature->state);
}

#elif defined(__aarch64__) && defined(__linux__)

#include <sys/auxv.h>

struct feature {
    const char *name;
    unsigned long type; // AT_HWCAP or AT_HWCAP2
    unsigned int bit;
};

static const struct feature features[] = {
    {"neon", AT_HWCAP, 1},    {"aes", AT_HWCAP, 3},     {"pmull", AT_HWCAP, 4},
    {"sha2", AT_HWCAP, 6},    {"crc", AT_HWCAP, 7},     {"lse", AT_HWCAP, 8},
    {"fp16", AT_HWCAP, 10},   {"rdm", AT_HWCAP, 12},    {"jsconv", AT_HWCAP, 13},
    {"fcma", AT_HWCAP, 14},   {"rcpc", AT_HWCAP, 15},   {"dpb", AT_HWCAP, 16},
    {"sha3", AT_HWCAP, 17},   {"sm4", AT_HWCAP, 19},    {"dotprod", AT_HWCAP, 20},
    {"sve", AT_HWCAP, 22},    {"fhm", AT_HWCAP, 23},    {"dit", AT_HWCAP, 24},
    {"lse2", AT_HWCAP, 25},   {"rcpc2", AT_HWCAP, 26},  {"flagm", AT_HWCAP, 27},
    {"ssbs", AT_HWCAP, 28},   {"sb", AT_HWCAP, 29},     {"paca", AT_HWCAP, 30},
    {"pacg", AT_HWCAP, 31},   {"dpb2", AT_HWCAP2, 0},   {"sve2", AT_HWCAP2, 1},
    {"flagm2", AT_HWCAP2, 7}, {"frintts", AT_HWCAP2, 8}, {"i8mm", AT_HWCAP2, 13},
    {"bf16", AT_HWCAP2, 14},  {"bti", AT_HWCAP2, 17},
};

static bool cpu_has(const struct feature *feature) {
    return (getauxval(feature->type) >> feature->bit & 1) != 0;
}

#elif defined(__aarch64__) && defined(__APPLE__)

#include <sys/sysctl.h>

struct feature {
    const char *name;
    const char *sysctl;
};

static const struct feature features[] = {
    {"neon", "hw.optional.AdvSIMD"},
    {"aes", "hw.optional.arm.FEAT_AES"},
    {"pmull", "hw.optional.arm.FEAT_PMULL"},
    {"sha2", "hw.optional.arm.FEAT_SHA256"},
    {"sha3", "hw.optional.arm.FEAT_SHA3"},
    {"crc", "hw.optional.armv8_crc32"},
    {"lse", "hw.optional.arm.FEAT_LSE"},
    {"lse2", "hw.optional.arm.FEAT_LSE2"},
    {"fp16", "hw.optional.arm.FEAT_FP16"},
    {"fhm", "hw.optional.arm.FEAT_FHM"},
    {"rdm", "hw.optional.arm.FEAT_RDM"},
    {"jsconv", "hw.optional.arm.FEAT_JSCVT"},
    {"fcma", "hw.optional.arm.FEAT_FCMA"},
    {"rcpc", "hw.optional.arm.FEAT_LRCPC"},
    {"rcpc2", "hw.optional.arm.FEAT_LRCPC2"},
    {"dotprod", "hw.optional.arm.FEAT_DotProd"},
    {"dpb", "hw.optional.arm.FEAT_DPB"},
    {"dpb2", "hw.optional.arm.FEAT_DPB2"},
    {"dit", "hw.optional.arm.FEAT_DIT"},
    {"flagm", "hw.optional.arm.FEAT_FlagM"},
    {"flagm2", "hw.optional.arm.FEAT_FlagM2"},
    {"frintts", "hw.optional.arm.FEAT_FRINTTS"},
    {"bf16", "hw.optional.arm.FEAT_BF16"},
    {"i8mm", "hw.optional.arm.FEAT_I8MM"},
    {"bti", "hw.optional.arm.FEAT_BTI"},
};

static bool cpu_has(const struct feature *feature) {
    int32_t value = 0;
    size_t size = sizeof value;
    // A name that this system does not know yet or any more tells nothing about the CPU.
    return sysctlbyname(feature->sysctl, &value, &size, NULL, 0) != 0 || value != 0;
}

#else

struct feature {
    const char *name;
};

static const struct feature features[] = {{""}};

static bool cpu_has(const struct feature *feature) {
    (void)feature;
    return true;
}

#endif

static const struct feature *find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        if (strlen(features[i].name) == length && memcmp(features[i].name, name, length) == 0) {
            return &features[i];
        }
    }
    return NULL;
}

static bool contains(const char *list, const char *name) {
    const size_t length = strlen(name);
    for (;;) {
        const size_t item = strcspn(list, ",");
        if (item == length && memcmp(list, name, length) == 0) {
            return true;
        }
        if (list[item] == '\0') {
            return false;
        }
        list += item + 1;
    }
}

const char *wc_cpu_missing_feature(const char *required, const char *available_override) {
    for (;;) {
        const size_t length = strcspn(required, ",");
        const struct feature *const feature = find(required, length);
        if (feature != NULL) {
            const bool there = available_override != NULL ? contains(available_override, feature->name)
                                                          : cpu_has(feature);
            if (!there) {
                return feature->name;
            }
        }
        if (required[length] == '\0') {
            return NULL;
        }
        required += length + 1;
    }
}
