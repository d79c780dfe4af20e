//! Programs without the Cargo feature `compile`: `cargo test -p pica200-cli --no-default-features --features
//! inspect,server --test compiling`.

use crate::support::Folder;

#[test]
fn shaders_that_need_the_feature_name_it() {
    let folder = Folder::with([("a.wgsl", ""), ("a.vert", ""), ("a.spv", "")]);
    for name in ["a.wgsl", "a.vert", "a.spv"] {
        for said in [
            folder.picac(&format!("{name} -o a.vsh")).errors(),
            folder.picald(&format!("{name} -o a.shbin")).errors(),
            folder.picarun(name).errors(),
        ] {
            assert!(said.contains("error[source-invalid]"), "{said}");
            assert!(said.contains("the Cargo feature `compile`"), "{said}");
        }
    }
    let good = Folder::with([("a.vert", crate::support::GOOD)]);
    good.picald("a.vert --lang=assembly -o a.shbin").silent();
}
