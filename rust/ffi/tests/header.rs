//! The committed header is the one cbindgen makes of the sources.

use std::path::PathBuf;

fn manifest() -> PathBuf {
    // Not `env!`: what was built in one checkout runs in another.
    std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests").into()
}

fn generated() -> String {
    let config = cbindgen::Config::from_file(manifest().join("cbindgen.toml")).expect("a config");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in [
        "codes",
        "log_sink",
        "questions",
        "entry/self_description",
        "entry/opening",
        "entry/lifecycle",
        "caller",
        "entry/request",
        "entry/question",
        "entry/computation",
    ] {
        builder = builder.with_src(manifest().join("src").join(source).with_extension("rs"));
    }
    let mut header = Vec::new();
    builder.generate().expect("cbindgen reads the sources").write(&mut header);
    String::from_utf8(header).expect("a text")
}

#[test]
fn the_committed_header_is_up_to_date() {
    let path: PathBuf = manifest().join("../../include/miden_swift_client.h");
    let generated = generated();
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&path, &generated).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "include/miden_swift_client.h is stale. Write it anew with\n  \
         UPDATE_HEADER=1 ./build.sh test"
    );
}
