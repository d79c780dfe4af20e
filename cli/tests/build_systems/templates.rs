//! New projects for devkitPro, with rules, functions and libraries on this machine that behave like those of
//! devkitPro.

use pica200::template::{Template, project_files};

use crate::Check;
use crate::console::CALLS;
use crate::project::{Project, made};

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "templates/c_by_make",
        tools: &["make", "cc"],
        run: c_by_make,
    },
    Check {
        name: "templates/c_by_cmake_with_make",
        tools: &["cmake", "make", "cc"],
        run: || c_by_cmake("Unix Makefiles"),
    },
    Check {
        name: "templates/c_by_cmake_with_ninja",
        tools: &["cmake", "ninja", "cc"],
        run: || c_by_cmake("Ninja"),
    },
];

/// A project beside the stand-ins.
fn project(template: Template) -> Project {
    let project = Project::new("console");
    for file in project_files(template, "my-game").unwrap() {
        project.folder.write(file.path, file.text);
    }
    project
}

fn c_by_make() {
    let project = project(Template::C);
    let here = project.folder.path("").display().to_string();
    let arguments = ["DEVKITPRO", "DEVKITARM"].map(|name| format!("{name}={here}"));
    let make = || made(&project.run("make", &arguments)).join(" ");
    assert_eq!(make(), "my-game.3dsx my-game.elf");
    assert_eq!(make(), "");
    assert_eq!(project.run("./my-game.3dsx", [""; 0]), CALLS);
}

fn c_by_cmake(generator: &str) {
    let project = project(Template::CMake);
    let stand_ins = project.folder.path("console.cmake").display().to_string();
    let arguments = ["-S", ".", "-B", "build"].map(str::to_owned);
    let options = [format!("-DCMAKE_PROJECT_INCLUDE={stand_ins}"), format!("-G{generator}")];
    project.run("cmake", arguments.iter().chain(&options));
    let build = || {
        let said = project.run("cmake", ["--build", "build"]);
        made(&said).join(" ")
    };
    assert_eq!(build(), "my-game.3dsx my-game_shader.shbin");
    assert_eq!(build(), "");
    assert_eq!(project.run("build/my-game.3dsx", [""; 0]), CALLS);
    // A change of the shader builds the program again.
    project.touch("source/triangle.vert");
    assert_eq!(build(), "my-game.3dsx my-game_shader.shbin");
}
