//! devkitPro projects, with the build files of the guide, and rules and functions that behave like devkitPro's.

use std::fs;
use std::path::Path;

use crate::Check;
use crate::guide::{GUIDE, README, blocks};
use crate::project::{Project, made};
use crate::support::{PICASSO, workspace};

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "devkitpro/the_drop_in_is_called_in_the_tools_of_devkitpro",
        tools: &["make"],
        run: the_drop_in_is_called_in_the_tools_of_devkitpro,
    },
    Check {
        name: "devkitpro/b1_make_stock_project",
        tools: &["make"],
        run: b1_make_stock_project,
    },
    Check {
        name: "devkitpro/b1_make_vertex_and_geometry_pair",
        tools: &["make"],
        run: b1_make_vertex_and_geometry_pair,
    },
    Check {
        name: "devkitpro/b1_make_list",
        tools: &["make"],
        run: b1_make_list,
    },
    Check {
        name: "devkitpro/b1_make_older_project",
        tools: &["make"],
        run: b1_make_older_project,
    },
    Check {
        name: "devkitpro/b1_cmake_drop_in",
        tools: &["cmake", "make"],
        run: b1_cmake_drop_in,
    },
    Check {
        name: "devkitpro/b2_cmake_embedding_and_assets_by_make",
        tools: &["cmake", "make", "c++"],
        run: || b2_cmake_embedding_and_assets("Unix Makefiles"),
    },
    Check {
        name: "devkitpro/b2_cmake_embedding_and_assets_by_ninja",
        tools: &["cmake", "ninja", "c++"],
        run: || b2_cmake_embedding_and_assets("Ninja"),
    },
];

/// The part of the guide's build files that includes devkitPro's rules.
const RULES: &str = "include $(DEVKITARM)/3ds_rules\n";

/// A devkitPro project built by make.
struct MakeProject {
    project: Project,
    /// Arguments of make.
    arguments: Vec<String>,
}

impl MakeProject {
    /// Creates a project whose Makefile begins with this text, and continues with the rest of a template's.
    fn new(start: &str, rest: &str, arguments: &[String]) -> Self {
        let project = Project::new("devkitpro");
        let here = project.folder.path("").display().to_string();
        let sdk = ["DEVKITPRO", "DEVKITARM"].map(|name| format!("{name}={here}"));
        let made = Self {
            project,
            arguments: [&sdk, arguments].concat(),
        };
        made.start_with(start, rest);
        made
    }

    /// Creates a stock project with the helper of the guide.
    fn stock() -> Self {
        let made = Self::new(&blocks(GUIDE, "make")[0], "stock.mk", &[]);
        assert_eq!(made.make(), ALL);
        made
    }

    fn start_with(&self, start: &str, rest: &str) {
        let text = format!("{start}\ninclude $(DEVKITARM)/{rest}\n");
        self.project.folder.write("Makefile", text);
    }

    /// Runs make and returns the names of the built files, in order.
    fn make(&self) -> Vec<String> {
        let said = self.project.run("make", &self.arguments);
        made(&said).into_iter().map(str::to_owned).collect()
    }

    /// Runs make after a change to a file and returns the built files. A second run has nothing to do.
    fn remade(&self, changed: &str) -> Vec<String> {
        self.project.touch(&format!("shaders/{changed}"));
        let remade = self.make();
        assert!(self.make().is_empty(), "{changed}");
        remade
    }

    fn write(&self, name: &str, text: &str) {
        let name = format!("shaders/{name}");
        self.project.folder.write(&name, text);
        self.project.touch(&name);
    }

    fn read(&self, name: &str) -> String {
        let bytes = self.project.folder.read(format!("shaders/{name}"));
        String::from_utf8(bytes).unwrap()
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.project.folder.path(format!("shaders/{name}"))).unwrap();
    }

    /// Adds an include to a source, changes the included file, and removes both. Each step rebuilds exactly `remade`,
    /// and never passes the included file to the linker.
    fn add_and_remove_include(&self, source: &str, include: &str, remade: &[&str]) {
        let text = self.read(source);
        self.write(include, "; nothing yet\n");
        self.write(source, &format!(".include \"{include}\"\n{text}"));
        assert_eq!(self.make(), remade, "{source} includes {include}");
        self.assert_all_linked("");
        self.write(include, ".equ added, 1\n");
        assert_eq!(self.make(), remade, "{include} changes");
        assert!(self.make().is_empty(), "{include} did not change");
        self.assert_all_linked("");
        self.write(source, &text);
        self.remove(include);
        assert_eq!(self.make(), remade, "{include} is gone");
        assert!(self.make().is_empty(), "{include} is gone for good");
        self.assert_all_linked("");
    }

    /// Asserts that all binaries of the stock project have the bytes that picald writes with some options, and that
    /// these are embedded.
    #[track_caller]
    fn assert_all_linked(&self, options: &str) {
        for (shader, sources) in SHADERS {
            let output = format!("build/{shader}.shbin");
            let arguments = format!("{options} {sources}");
            self.project.assert_linked(&output, &arguments);
            self.project.assert_linked(&format!("{output}.o"), &arguments);
        }
    }
}

/// The shaders of the stock project, with their sources.
const SHADERS: [(&str, &str); 3] = [
    ("flat", "shaders/flat.v.pica"),
    ("spark", "shaders/spark.v.pica shaders/spark.g.pica"),
    ("scene", "shaders/scene.shlist"),
];

const FLAT: [&str; 3] = ["flat.shbin", "flat.shbin.o", "game"];
const SPARK: [&str; 3] = ["game", "spark.shbin", "spark.shbin.o"];
const SCENE: [&str; 3] = ["game", "scene.shbin", "scene.shbin.o"];
const FLAT_AND_SCENE: [&str; 5] = ["flat.shbin", "flat.shbin.o", "game", "scene.shbin", "scene.shbin.o"];
const ALL: [&str; 7] = [
    "flat.shbin",
    "flat.shbin.o",
    "game",
    "scene.shbin",
    "scene.shbin.o",
    "spark.shbin",
    "spark.shbin.o",
];

/// Not the one in the path.
fn the_drop_in_is_called_in_the_tools_of_devkitpro() {
    let stock = MakeProject::new(RULES, "stock.mk", &[]);
    fs::create_dir_all(stock.project.folder.path("tools/bin")).unwrap();
    // A failing program. These are links because the system runs no file that is open for writing, and children of
    // other tests may briefly inherit open files of this process.
    let link = |program| stock.project.run("ln", ["-sf", program, "tools/bin/picasso"]);
    link("/bin/false");
    let script = format!("! make {} 2>&1", stock.arguments.join(" "));
    let said = stock.project.run("sh", ["-c", &script]);
    assert!(said.contains("Error 1"), "{said}");
    link(PICASSO);
    assert_eq!(stock.make(), ALL);
    stock.assert_all_linked("--compat=picasso");
}

fn b1_make_stock_project() {
    let helper = &blocks(GUIDE, "make")[0];
    assert_eq!(blocks(README, "make"), [helper.as_str()]);
    let stock = MakeProject::stock();
    stock.assert_all_linked("");
    assert!(stock.make().is_empty());
    for (source, remade) in [
        ("flat.v.pica", FLAT.as_slice()),
        ("lib/light.inc", &FLAT_AND_SCENE),
        ("lib/common.pica", &SCENE),
        ("scene.shlist", &SCENE),
        ("spark.g.pica", &SPARK),
    ] {
        assert_eq!(stock.remade(source), remade, "{source}");
    }
    for include in ["added.inc", "added.pica", "lib/added.pica"] {
        stock.add_and_remove_include("flat.v.pica", include, &FLAT);
    }
}

fn b1_make_vertex_and_geometry_pair() {
    let stock = MakeProject::stock();
    for source in ["spark.v.pica", "spark.g.pica"] {
        for include in ["added.inc", "added.pica", "lib/added.pica"] {
            stock.add_and_remove_include(source, include, &SPARK);
        }
    }
    // Shaders of both kinds.
    stock.write("both.pica", "; nothing yet\n");
    for source in ["spark.v.pica", "spark.g.pica"] {
        let text = stock.read(source);
        stock.write(source, &format!(".include \"both.pica\"\n{text}"));
    }
    assert_eq!(stock.make(), SPARK);
    assert_eq!(stock.remade("both.pica"), SPARK);
    stock.assert_all_linked("");
}

fn b1_make_list() {
    let stock = MakeProject::stock();
    for source in ["near.v.pica", "far.v.pica"] {
        stock.add_and_remove_include(source, "lib/added.inc", &SCENE);
    }
    // An input with a suffix unknown to the rules is added and removed.
    let list = stock.read("scene.shlist");
    let far = stock.read("far.v.pica").replace("far", "farther");
    stock.write("farther.vsh", &far);
    stock.write("scene.shlist", &format!("{list}farther.vsh\n"));
    assert_eq!(stock.make(), SCENE);
    assert_eq!(stock.remade("farther.vsh"), SCENE);
    stock.assert_all_linked("");
    stock.write("scene.shlist", &list);
    stock.remove("farther.vsh");
    assert_eq!(stock.make(), SCENE);
    assert!(stock.make().is_empty());
    stock.assert_all_linked("");
}

fn b1_make_older_project() {
    let command = blocks(GUIDE, "make")[1].trim().to_owned();
    let older = MakeProject::new("", "older.mk", &[format!("PICASSO={command}")]);
    let assert_linked = || {
        for (shader, sources) in &SHADERS[..2] {
            let output = format!("build/{shader}.shbin.o");
            older.project.assert_linked(&output, sources);
        }
    };
    assert_eq!(older.make(), ["flat.shbin.o", "spark.shbin.o"]);
    assert_linked();
    assert!(older.make().is_empty());
    for (source, remade) in [("lib/light.inc", "flat.shbin.o"), ("spark.g.pica", "spark.shbin.o")] {
        assert_eq!(older.remade(source), [remade], "{source}");
    }
    let source = older.read("spark.v.pica");
    older.write("added.pica", "; nothing yet\n");
    older.write("spark.v.pica", &format!(".include \"added.pica\"\n{source}"));
    assert_eq!(older.make(), ["spark.shbin.o"]);
    assert_eq!(older.remade("added.pica"), ["spark.shbin.o"]);
    older.write("spark.v.pica", &source);
    older.remove("added.pica");
    assert_eq!(older.make(), ["spark.shbin.o"]);
    assert!(older.make().is_empty());
    assert_linked();
}

/// Configures a project with devkitPro's functions.
fn configure(project: &Project, generator: &str, picasso: &str) {
    let path = |name: &str| project.folder.path(name).display().to_string();
    let options = [
        format!("-DCMAKE_PROJECT_INCLUDE={}", path("devkitpro.cmake")),
        format!("-DCTR_BIN2S={}", path("bin2s")),
        format!("-DCTR_PICASSO_EXE={picasso}"),
        format!("-G{generator}"),
    ];
    let arguments = ["-S", ".", "-B", "build"].map(str::to_owned);
    project.run("cmake", arguments.iter().chain(&options));
}

fn build(project: &Project) -> String {
    project.run("cmake", ["--build", "build"])
}

fn b1_cmake_drop_in() {
    let project = Project::new("devkitpro");
    let text = "cmake_minimum_required(VERSION 3.20)\n\
        project(game LANGUAGES NONE)\n\
        ctr_add_shader_library(spark shaders/spark.v.pica shaders/spark.g.pica)\n\
        dkp_add_asset_target(game_romfs ${CMAKE_CURRENT_BINARY_DIR}/romfs)\n\
        dkp_install_assets(game_romfs TARGETS spark)\n";
    project.folder.write("CMakeLists.txt", text);
    configure(&project, "Unix Makefiles", PICASSO);
    assert_eq!(made(&build(&project)), ["asset spark.shbin", "spark.shbin"]);
    let sources = "--compat=picasso shaders/spark.v.pica shaders/spark.g.pica";
    project.assert_linked("build/romfs/spark.shbin", sources);
}

fn b2_cmake_embedding_and_assets(generator: &str) {
    let project = Project::new("devkitpro");
    let module = fs::read(workspace("cli/cmake/FindPica200.cmake")).unwrap();
    project.folder.write("cmake/FindPica200.cmake", module);
    let [text] = <[String; 1]>::try_from(blocks(GUIDE, "cmake")).unwrap();
    project.folder.write("CMakeLists.txt", text);
    for stage in ["v", "g"] {
        let source = project.folder.read(format!("shaders/spark.{stage}.pica"));
        project.folder.write(format!("scene.{stage}.pica"), source);
    }
    configure(&project, generator, "/bin/false");
    let assert_built = |expected: &[&str]| {
        assert_eq!(made(&build(&project)), expected);
        for output in ["build/scene.shbin", "build/romfs/scene.shbin"] {
            project.assert_linked(output, "scene.v.pica scene.g.pica");
        }
        project.run("sh", ["-c", "build/game >shown"]);
        project.assert_linked("shown", "scene.v.pica scene.g.pica");
    };
    let all = ["asset scene.shbin", "scene.shbin", "scene_shbin"];
    assert_built(&all);
    assert_built(&[]);
    project.touch("scene.g.pica");
    assert_built(&all);

    // An include is added, changed and removed.
    let source = project.folder.read("scene.v.pica");
    let write = |name: &str, text: &[u8]| {
        project.folder.write(Path::new(name), text);
        project.touch(name);
    };
    write("added.pica", b"; nothing yet\n");
    write(
        "scene.v.pica",
        &[b".include \"added.pica\"\n", source.as_slice()].concat(),
    );
    assert_built(&all);
    write("added.pica", b".equ added, 1\n");
    assert_built(&all);
    write("scene.v.pica", &source);
    fs::remove_file(project.folder.path("added.pica")).unwrap();
    assert_built(&all);
    assert_built(&[]);
}
