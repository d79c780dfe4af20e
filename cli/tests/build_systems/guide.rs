//! The build files that the README and the guide for users of the incumbent show: they build.

use std::fs;

use crate::Check;
use crate::project::{Project, made};
use crate::support::workspace;

/// The rest of the Makefile of a devkitPro project. It stands beside the rules.
const PROJECT: &str = "\ninclude $(DEVKITARM)/project.mk\n";

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "guide/devkitpro",
        tools: &["make"],
        run: devkitpro,
    },
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
];

const README: &str = "README.md";
const GUIDE: &str = "cli/MIGRATING.md";

/// The one block of a page in a language.
fn block(page: &str, language: &str) -> String {
    let text = fs::read_to_string(workspace(page)).unwrap();
    let fence = format!("\n```{language}\n");
    let mut found = text.split(&fence).skip(1);
    let block = found.next().and_then(|rest| rest.split_once("```"));
    assert!(found.next().is_none(), "{page} has two of {language}");
    block.unwrap().0.to_owned()
}

/// The shaders, those of the guide's scene among them.
fn project() -> Project {
    let project = Project::of_shaders();
    for stage in ["v", "g"] {
        let source = project.folder.read(format!("spark.{stage}.pica"));
        project.folder.write(format!("scene.{stage}.pica"), source);
    }
    project
}

fn make() {
    let project = Project::of_shaders();
    let shaders = "SHADERS := flat.shbin spark.shbin scene.shbin\n";
    let makefile = shaders.to_owned() + &block(GUIDE, "make");
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

    // An include that is not needed any more.
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

/// A project of devkitPro: the rules as they are, then with the helper of the README.
fn devkitpro() {
    const ALL: [&str; 3] = ["flat.shbin", "scene.shbin", "spark.shbin"];
    let project = Project::of("devkitpro");
    let here = project.folder.path("").display().to_string();
    let make = || {
        let said = project.run("make", [format!("DEVKITARM={here}")]);
        made(&said)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let assert_linked = |options: &str| {
        for (shader, sources) in [
            ("flat", "shaders/flat.v.pica"),
            ("spark", "shaders/spark.v.pica shaders/spark.g.pica"),
            ("scene", "shaders/scene.shlist"),
        ] {
            project.assert_linked(
                &format!("build/{shader}.shbin"),
                &format!("{options} {sources}"),
            );
        }
    };
    let shown = block(README, "make");
    let (rules, _) = shown.split_once('\n').unwrap();
    project
        .folder
        .write("Makefile", format!("{rules}{PROJECT}"));
    assert_eq!(make(), ALL);
    assert_linked("--compat=picasso");

    fs::remove_dir_all(project.folder.path("build")).unwrap();
    project.folder.write("Makefile", shown + PROJECT);
    assert_eq!(make(), ALL);
    assert_linked("");
    assert!(make().is_empty());
    for (source, remade) in [
        ("lib/light.inc", ["flat.shbin", "scene.shbin"].as_slice()),
        ("lib/common.pica", &["scene.shbin"]),
        ("spark.g.pica", &["spark.shbin"]),
    ] {
        project.touch(&format!("shaders/{source}"));
        assert_eq!(make(), remade, "{source}");
        assert!(make().is_empty(), "{source}");
    }

    // An include is added, changed, and removed.
    let source = String::from_utf8(project.folder.read("shaders/spark.v.pica")).unwrap();
    let write = |name: &str, text: &str| {
        project.folder.write(name, text);
        project.touch(name);
    };
    write("shaders/spark.inc", "; nothing yet\n");
    let including = format!(".include \"spark.inc\"\n{source}");
    write("shaders/spark.v.pica", &including);
    assert_eq!(make(), ["spark.shbin"]);
    project.touch("shaders/spark.inc");
    assert_eq!(make(), ["spark.shbin"]);
    write("shaders/spark.v.pica", &source);
    fs::remove_file(project.folder.path("shaders/spark.inc")).unwrap();
    assert_eq!(make(), ["spark.shbin"]);
    assert!(make().is_empty());
    assert_linked("");
}

fn cmake() {
    let project = project();
    let module = fs::read(workspace("cli/cmake/FindPica200.cmake")).unwrap();
    project.folder.write("cmake/FindPica200.cmake", module);
    project
        .folder
        .write("CMakeLists.txt", block(README, "cmake"));
    let game =
        "#include \"scene.hpp\"\nint main() { return scene::spark::uniforms::size.first; }\n";
    project.folder.write("game.cpp", game);
    project.run("cmake", ["-S", ".", "-B", "build", "-G", "Ninja"]);
    project.run("cmake", ["--build", "build"]);
    project.run("build/game", [""; 0]);
    project.assert_linked("build/scene.shbin", "scene.v.pica scene.g.pica");
}

fn ninja() {
    let project = project();
    project.folder.write("build.ninja", block(GUIDE, "ninja"));
    project.run("ninja", [""; 0]);
    project.assert_linked("scene.shbin", "scene.v.pica scene.g.pica");
}
