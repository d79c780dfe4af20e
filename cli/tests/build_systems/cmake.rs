//! CMake, with the module that finds the programs and adds shaders to projects.

use crate::Check;
use crate::project::{Project, made};
use crate::support::{PICASSO, workspace};

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "cmake/a_program_is_built_with_its_shaders_by_make",
        tools: &["cmake", "make", "c++"],
        run: || a_program_is_built_with_its_shaders("Unix Makefiles"),
    },
    Check {
        name: "cmake/a_program_is_built_with_its_shaders_by_ninja",
        tools: &["cmake", "ninja", "c++"],
        run: || a_program_is_built_with_its_shaders("Ninja"),
    },
    Check {
        name: "cmake/invalid_calls_are_errors",
        tools: &["cmake"],
        run: invalid_calls_are_errors,
    },
];

/// Returns the option that makes CMake find the module.
fn module_path() -> String {
    format!("-DCMAKE_MODULE_PATH={}", workspace("cli/cmake").display())
}

fn build(project: &Project) -> String {
    project.run("cmake", ["--build", "build"])
}

fn a_program_is_built_with_its_shaders(generator: &str) {
    let project = Project::new("cmake");
    let drop_in = format!("-DCTR_PICASSO_EXE={PICASSO}");
    let configure = ["-S", ".", "-B", "build", "-G", generator];
    let options = [module_path(), drop_in];
    project.run("cmake", configure.iter().copied().chain(options.iter().map(|o| &**o)));
    let all = ["drop.shbin", "flat.shbin", "romfs/spark.shbin", "scene.shbin"];
    assert_eq!(made(&build(&project)), all);
    let spark = "--compat=picasso shaders/spark.v.pica shaders/spark.g.pica";
    project.assert_linked("build/drop.shbin", spark);
    project.assert_linked("build/romfs/spark.shbin", &format!("{spark} --no-nop"));
    project.assert_linked("build/flat.shbin", "shaders/flat.v.pica");
    project.assert_linked("build/scene.shbin", "shaders/scene.shlist");
    project.run("sh", ["-c", "build/show >shown"]);
    assert!(project.folder.read("shown") == project.folder.read("build/scene.shbin"));
    let path = String::from_utf8(project.folder.read("build/path")).unwrap();
    assert!(path.ends_with("/build/romfs/spark.shbin"), "{path}");

    assert!(made(&build(&project)).is_empty());
    for (source, remade) in [
        ("lib/light.inc", ["flat.shbin", "scene.shbin"].as_slice()),
        ("flat.v.pica", &["flat.shbin"]),
        // The list names these files.
        ("near.v.pica", &["scene.shbin"]),
        ("lib/common.pica", &["scene.shbin"]),
        ("spark.g.pica", &["drop.shbin", "romfs/spark.shbin"]),
        ("scene.shlist", &["scene.shbin"]),
    ] {
        project.touch(&format!("shaders/{source}"));
        assert_eq!(made(&build(&project)), remade, "{source}");
        assert!(made(&build(&project)).is_empty(), "{source}");
    }
}

fn invalid_calls_are_errors() {
    let project = Project::new("cmake");
    let add = |arguments| format!("find_package(Pica200 REQUIRED)\npica200_add_shader_library({arguments})\n");
    for (calls, said) in [
        (add("nothing"), "nothing has no sources"),
        (add("flat SOURCES"), "SOURCES without a value"),
        (add("flat a.pica OUTPUT"), "OUTPUT without a value"),
        ("find_package(Pica200 99 REQUIRED)\n".to_owned(), "unsuitable version"),
        (
            "set(PICA200_PICALD_EXECUTABLE /missing)\nfind_package(Pica200 REQUIRED)\n".to_owned(),
            "Pica200_VERSION",
        ),
    ] {
        let text = format!("cmake_minimum_required(VERSION 3.20)\nproject(x LANGUAGES NONE)\n{calls}");
        project.folder.write("CMakeLists.txt", text);
        let script = format!("! cmake -S . -B build '{}' 2>&1", module_path());
        let found = project.run("sh", ["-c", &script]);
        assert!(found.contains(said), "{found}");
    }
}
