//! Compiled shaders and assembly in one link.

use pica200::Build;
use pica200::build::DiskFiles;

use crate::support::{Folder, workspace};

fn with_sources(names: &[&str]) -> Folder {
    let read = |name: &&str| std::fs::read(workspace(&format!("examples/mixed/{name}"))).unwrap();
    Folder::with(names.iter().map(|name| (*name, read(name))))
}

#[test]
fn objects_and_sources_link_to_the_same_shader() {
    let folder = with_sources(&["waves.wgsl", "wave.vsh"]);
    folder.picac("waves.wgsl -o waves.dvoj").silent();
    folder.picasm("wave.vsh -o wave.dvoj").silent();
    folder.picaar("rcs waves.dvar wave.dvoj").silent();
    let mut linked = Vec::new();
    for inputs in [
        "waves.wgsl wave.vsh",
        "waves.dvoj wave.vsh",
        "waves.wgsl wave.dvoj",
        "waves.dvoj waves.dvar",
    ] {
        folder.picald(&format!("{inputs} -s -o x.shbin")).silent();
        linked.push(folder.read("x.shbin"));
    }
    assert!(linked.iter().all(|shbin| *shbin == linked[0]));
    let build = Build::new("waves").files(["waves.wgsl", "wave.vsh"].map(|name| folder.path(name)));
    let built = build.out_dir(folder.path("out")).compile(&DiskFiles);
    assert!(built.is_ok(), "{:?}", built.err());
}

#[test]
fn a_library_is_linked_with_assembly() {
    let folder = with_sources(&["grid.vsh", "height.wgsl"]);
    folder.picac("height.wgsl -o height.dvoj").silent();
    for inputs in ["grid.vsh height.wgsl", "grid.vsh height.dvoj"] {
        folder.picald(&format!("{inputs} -o x.shbin")).silent();
    }
    let said = folder.picald("height.wgsl -o alone.shbin").errors();
    assert!(said.contains("[nothing-to-link]"), "{said}");
}

#[test]
fn a_procedure_that_no_file_defines_is_reported_at_its_call() {
    let folder = with_sources(&["waves.wgsl"]);
    let said = folder.picac("waves.wgsl -o x.shbin").errors();
    let place = "waves.wgsl:24:5";
    for part in ["procedure `wave` is not defined", place, "picald SHADER FILE"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(!folder.path("x.shbin").exists());
}
