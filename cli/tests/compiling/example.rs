//! The example of Direct3D.

use crate::support::{Folder, workspace};

#[test]
fn the_assembly_of_the_example_is_that_of_picac() {
    let folder = Folder::empty();
    let container = workspace("examples/direct3d/lit.dxbc");
    let written = folder.picac(&format!("{} -o -", container.display()));
    let written = String::from_utf8(written.silent()).unwrap();
    let shipped = std::fs::read_to_string(workspace("examples/direct3d/lit.vsh")).unwrap();
    assert_eq!(
        shipped, written,
        "run `picac examples/direct3d/lit.dxbc -o examples/direct3d/lit.vsh`"
    );
}

#[test]
fn the_tests_of_the_example_hold_for_all_machines() {
    let folder = Folder::empty();
    let tests = workspace("examples/direct3d/lit.test.toml");
    for target in ["direct3d", "pica200", "both"] {
        let outcome = folder.picarun(&format!("--test {} --target={target}", tests.display()));
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    }
}
