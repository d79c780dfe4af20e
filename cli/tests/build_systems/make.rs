//! GNU make, with rules as in console SDKs.

use crate::Check;
use crate::project::{Project, made};

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "make/a_program_is_linked_with_the_output_of_either_program",
        tools: &["make", "cc"],
        run: a_program_is_linked_with_the_output_of_either_program,
    },
    Check {
        name: "make/outputs_of_a_touched_source_are_made_again",
        tools: &["make"],
        run: outputs_of_a_touched_source_are_made_again,
    },
    Check {
        name: "make/mistakes_stop_the_build",
        tools: &["make"],
        run: mistakes_stop_the_build,
    },
];

/// The programs that rules call, each with its header option, and the picald options that give the same output.
const PROGRAMS: [(&str, &str, &str); 3] = [
    ("picasso", "-h", "--compat=picasso"),
    ("picald --compat=picasso", "--header", "--compat=picasso"),
    ("picald", "--header", ""),
];

fn a_program_is_linked_with_the_output_of_either_program() {
    for (program, header, options) in PROGRAMS {
        let project = Project::new("make");
        let set = [format!("SHADER_AS={program}"), format!("HEADER={header}")];
        let said = project.run("make", &set);
        assert_eq!(made(&said), ["flat.shbin", "scene.shbin", "spark.shbin"]);
        for (name, sources) in [
            ("flat", "shaders/flat.v.pica"),
            ("spark", "shaders/spark.v.pica shaders/spark.g.pica"),
            ("scene", "shaders/scene.shlist"),
        ] {
            project.run("sh", ["-c", &format!("./show {name} >shown")]);
            project.assert_linked("shown", &format!("{options} {sources}"));
        }
        let uniforms = project.run("./show", ["uniforms"]);
        assert_eq!(uniforms, "projection 0 4\ntints 4 2\nlit 1 fog 4\n");
        assert!(made(&project.run("make", &set)).is_empty());
    }
}

fn outputs_of_a_touched_source_are_made_again() {
    let project = Project::new("make");
    let shaders = ["flat.shbin", "spark.shbin", "scene.shbin"];
    assert_eq!(made(&project.run("make", shaders)).len(), 3);
    for (source, remade) in [
        ("flat.v.pica", ["flat.shbin"].as_slice()),
        ("spark.g.pica", &["spark.shbin"]),
        ("spark.v.pica", &["spark.shbin"]),
        ("lib/common.pica", &["scene.shbin"]),
        ("near.v.pica", &["scene.shbin"]),
    ] {
        project.touch(&format!("shaders/{source}"));
        assert_eq!(made(&project.run("make", shaders)), remade, "{source}");
        assert!(made(&project.run("make", shaders)).is_empty(), "{source}");
    }
}

/// This includes an unknown option, with which picasso exits successfully.
fn mistakes_stop_the_build() {
    let project = Project::new("make");
    let make = |arguments: &str| {
        let script = format!("! make -s {arguments} 2>&1");
        project.run("sh", ["-c", &script])
    };
    assert!(make("flat.shbin SHADER_AS='picasso --bogus'").contains("option `--bogus`"));
    project
        .folder
        .write("shaders/flat.v.pica", ".proc main\nmvo r0, v0\n.end\n");
    let said = make("flat.shbin");
    assert!(
        said.contains("shaders/flat.v.pica:2: error: unknown instruction `mvo`"),
        "{said}"
    );
    assert!(!project.folder.path("flat.shbin").exists());
}
