//! Versions of the module and of its packer.

use crate::requests::file;

/// Returns the version of a package in a lock file.
fn locked(lock: &str, package: &str) -> String {
    let head = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = lock.split_once(&head).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn the_packer_has_the_version_of_the_module() {
    let text = |path: &str| String::from_utf8(file(path)).unwrap();
    let version = locked(&text("Cargo.lock"), "wasm-bindgen");
    let packer = locked(&text("cli/playground/pack/Cargo.lock"), "wasm-bindgen-cli-support");
    assert_eq!(version, packer, "set the version in cli/playground/pack/Cargo.toml");
    let manifest = text("cli/playground/pack/Cargo.toml");
    assert!(manifest.contains(&format!("\"={version}\"")), "{manifest}");
}
