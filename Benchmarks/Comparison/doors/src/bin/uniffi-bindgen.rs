//! Writes the Swift binding.

fn main() {
    uniffi::uniffi_bindgen_main();
}
