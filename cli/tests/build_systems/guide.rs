//! The build files in the README and in the guide for users of picasso work.

use std::fs;

use crate::Check;
use crate::project::Project;
use crate::support::workspace;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "guide/make",
        tools: &["make"],
        run: make,
    },
    Check {
        name: "guide/cmake",
        tools: &["cmake", "ninja", "c++"],
        run: cmake,
    },
    Check {
        name: "guide/ninja",
        tools: &["ninja"],
        run: ninja,
    },
    Check {
        name: "guide/make_in_one_run",
        tools: &["make"],
        run: make_in_one_run,
    },
    Check {
        name: "guide/ninja_in_one_run",
        tools: &["ninja"],
        run: ninja_in_one_run,
    },
];

pub(crate) const README: &str = "README.md";
pub(crate) const GUIDE: &str = "cli/MIGRATING.md";

/// Returns the code blocks of a page in a language.
pub(crate) fn blocks(page: &str, language: &str) -> Vec<String> {
    let text = fs::read_to_string(workspace(page)).unwrap();
    let fence = format!("\n```{language}\n");
    let found = text.split(&fence).skip(1);
    let blocks: Option<Vec<_>> = found.map(|rest| Some(rest.split_once("```")?.0.to_owned())).collect();
    blocks.unwrap()
}

/// Returns the last code block but `after`: build files for any project follow those for devkitPro.
fn block(page: &str, language: &str, after: usize) -> String {
    blocks(page, language).into_iter().rev().nth(after).unwrap()
}

/// The number of blocks in the guide that build all binaries in one run, the last ones of their languages.
const OF_ONE_RUN: usize = 1;

/// Creates a project of the shaders, including the guide's scene.
fn project() -> Project {
    let project = Project::shaders_only();
    for stage in ["v", "g"] {
        let source = project.folder.read(format!("spark.{stage}.pica"));
        project.folder.write(format!("scene.{stage}.pica"), source);
    }
    project
}

fn make() {
    let project = Project::shaders_only();
    let shaders = "SHADERS := flat.shbin spark.shbin scene.shbin\n";
    let makefile = shaders.to_owned() + &block(GUIDE, "make", OF_ONE_RUN);
    project.folder.write("Makefile", makefile);
    project.run("make", [""; 0]);
    project.assert_linked("flat.shbin", "flat.v.pica");
    project.assert_linked("spark.shbin", "spark.v.pica spark.g.pica");
    project.assert_linked("scene.shbin", "scene.shlist");

    for (source, remade) in [
        ("lib/light.inc", [true, false, true]),
        ("lib/common.pica", [false, false, true]),
        ("spark.g.pica", [false, true, false]),
    ] {
        project.touch(source);
        let said = project.run("make", [""; 0]);
        let shaders = ["flat.shbin", "spark.shbin", "scene.shbin"];
        let is_made = |shader| said.contains(&format!("-o {shader} "));
        assert_eq!(shaders.map(is_made), remade, "{source}: {said}");
        let again = project.run("make", [""; 0]);
        assert!(!again.contains("picald"), "{source}: {again}");
    }

    // An include that is no longer needed.
    let light = String::from_utf8(project.folder.read("lib/light.inc")).unwrap();
    for source in ["flat.v.pica", "near.v.pica"] {
        let text = String::from_utf8(project.folder.read(source)).unwrap();
        let alone = text.replace(".include \"lib/light.inc\"\n", &light);
        project.folder.write(source, alone);
        project.touch(source);
    }
    fs::remove_file(project.folder.path("lib/light.inc")).unwrap();
    project.run("make", [""; 0]);
    project.assert_linked("scene.shbin", "scene.shlist");
}

fn cmake() {
    let project = project();
    let module = fs::read(workspace("cli/cmake/FindPica200.cmake")).unwrap();
    project.folder.write("cmake/FindPica200.cmake", module);
    project.folder.write("CMakeLists.txt", block(README, "cmake", 0));
    let game = "#include \"scene.hpp\"\nint main() { return scene::spark::uniforms::size.first; }\n";
    project.folder.write("game.cpp", game);
    project.run("cmake", ["-S", ".", "-B", "build", "-G", "Ninja"]);
    project.run("cmake", ["--build", "build"]);
    project.run("build/game", [""; 0]);
    project.assert_linked("build/scene.shbin", "scene.v.pica scene.g.pica");
}

fn ninja() {
    let project = project();
    project.folder.write("build.ninja", block(GUIDE, "ninja", OF_ONE_RUN));
    project.run("ninja", [""; 0]);
    project.assert_linked("scene.shbin", "scene.v.pica scene.g.pica");
}

fn make_in_one_run() {
    let project = Project::batch();
    project.folder.write("Makefile", "all:\n\t@echo $(.FEATURES)\n");
    if !project.run("make", [""; 0]).contains("grouped-target") {
        return;
    }
    project.folder.write("Makefile", block(GUIDE, "make", 0));
    in_one_run(&project, || project.run("make", [""; 0]));
}

fn ninja_in_one_run() {
    let project = Project::batch();
    project.folder.write("build.ninja", block(GUIDE, "ninja", 0));
    in_one_run(&project, || project.run("ninja", ["-v"]));
}

/// Builds a project that links its binaries in one run, and builds it again after changes.
fn in_one_run(project: &Project, build: impl Fn() -> String) {
    assert!(build().contains("picald"));
    for name in ["lit", "flat"] {
        let source = format!("shaders/{name}.v.pica");
        project.assert_linked(&format!("build/{name}.v.shbin"), &source);
    }
    assert!(!build().contains("picald"));
    for source in ["shaders/flat.v.pica", "shaders/common.inc"] {
        project.touch(source);
        assert!(build().contains("picald"), "{source}");
        assert!(!build().contains("picald"), "{source}");
    }
}
