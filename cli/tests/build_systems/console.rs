//! The first program of the guide in C, with rules and libraries that behave like those of devkitPro, on this machine.

use std::fs;

use crate::Check;
use crate::project::{Project, made};
use crate::support::workspace;

pub(crate) const CHECKS: &[Check] = &[Check {
    name: "console/the_triangle_in_c_is_built_and_draws",
    tools: &["make", "cc"],
    run: the_triangle_in_c_is_built_and_draws,
}];

/// The calls that the program makes.
pub(crate) const CALLS: &str = "\
target 240x400
binary DVLB, 308 bytes, 1 shaders
program
attribute 0: v0, 3 components
attribute 1: v1, 3 components
buffer: stride 24, 2 attributes, permutation 10
matrix at c0
draw vertices 0 to 2
exit
";

fn the_triangle_in_c_is_built_and_draws() {
    let project = Project::new("console");
    for name in ["Makefile", "source/main.c", "source/triangle.vert"] {
        let text = fs::read(workspace("examples/c-triangle").join(name)).unwrap();
        project.folder.write(name, text);
    }
    let here = project.folder.path("").display().to_string();
    let arguments = ["DEVKITPRO", "DEVKITARM"].map(|name| format!("{name}={here}"));
    let make = || made(&project.run("make", &arguments)).join(" ");
    assert_eq!(make(), "triangle.3dsx triangle.elf");
    assert_eq!(make(), "");
    assert_eq!(project.run("./triangle.3dsx", [""; 0]), CALLS);
    // A change of the shader builds the program again.
    project.touch("source/triangle.vert");
    assert_eq!(make(), "triangle.3dsx triangle.elf");
    // A uniform that is gone is an error of the compiler.
    let shader = project.folder.read("source/triangle.vert");
    let shader = String::from_utf8(shader).unwrap().replace("projection", "camera");
    project.folder.write("source/triangle.vert", shader);
    project.touch("source/triangle.vert");
    let script = format!("! make {} 2>&1", arguments.join(" "));
    let said = project.run("sh", ["-c", &script]);
    assert!(said.contains("triangle_main_uniform_projection"), "{said}");
    let other: Vec<_> = [arguments.as_slice(), &["clean".to_owned()]].concat();
    project.run("make", &other);
    assert!(!project.folder.path("triangle.3dsx").exists());
}
