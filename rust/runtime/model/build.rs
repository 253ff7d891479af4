//! Tells the runtime's sources which of their two sets of threads and locks they are compiled with.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(model)");
    println!("cargo::rustc-cfg=model");
}
