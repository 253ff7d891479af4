//! Writes down what the library is being compiled for, so that it can say so itself.

fn main() {
    println!("cargo:rerun-if-env-changed=MIDEN_CORE_CPU");
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    println!("cargo:rustc-env=WC_BUILT_FOR_FEATURES={features}");
    let cpu = std::env::var("MIDEN_CORE_CPU").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo:rustc-env=WC_BUILT_FOR_CPU={cpu}");
}
