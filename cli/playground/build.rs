//! Linker options for WebAssembly.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY");
    if family.is_ok_and(|family| family == "wasm") {
        // The usual stack size of a thread; the default is an eighth of it.
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    }
}
