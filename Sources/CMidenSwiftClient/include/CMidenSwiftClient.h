/// What Swift imports of C: the Rust core's header, and the check of the CPU.
#ifndef C_MIDEN_SWIFT_CLIENT_H
#define C_MIDEN_SWIFT_CLIENT_H

#include <miden_swift_client.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The first CPU feature that the Rust core was compiled for and this CPU lacks, or NULL where it
/// lacks none.
///
/// The core is by default compiled for the CPU it is built on, and would end with an illegal
/// instruction on a lesser one. This function is compiled by SwiftPM for the baseline of the
/// architecture, so it can be asked on any CPU, before the core does any work.
///
/// Features that this file does not know, and architectures that it does not know, are taken to be
/// there. Safe to call from any thread.
///
/// @param required The features, by rustc's names, comma separated: what `wc_cpu_features()` says.
/// @param available_override What the CPU is to be taken to have, in the same form, so that the
///   check can be tested; NULL to ask the CPU.
/// @return A string that lives as long as the process, or NULL.
const char *_Nullable wc_cpu_missing_feature(const char *_Nonnull required,
                                             const char *_Nullable available_override);

/// Tell ThreadSanitizer what it cannot see: that Rust passes memory from one thread to another under
/// a lock. Rust's locks are its own, on futexes, and Rust is not instrumented. What was written
/// before the release of an address is seen after its acquire. Only there in a build for that tool.
void wc_sanitizer_release(void *_Nonnull address);
void wc_sanitizer_acquire(void *_Nonnull address);

#ifdef __cplusplus
}
#endif

#endif
