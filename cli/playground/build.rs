//! Options of the linker of WebAssembly.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY");
    if family.is_ok_and(|family| family == "wasm") {
        // The stack of a thread on most systems; by default, there is an eighth of it.
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    }
}
