//! Ninja.

use crate::Check;
use crate::project::{Project, made};

pub(crate) const CHECKS: &[Check] = &[Check {
    name: "ninja/outputs_of_a_touched_source_are_made_again",
    tools: &["ninja"],
    run: outputs_of_a_touched_source_are_made_again,
}];

/// All outputs.
const ALL: [&str; 6] = [
    "common.dvoj",
    "far.dvoj",
    "flat.shbin",
    "near.dvoj",
    "scene.shbin",
    "spark.shbin",
];

fn ninja(project: &Project) -> String {
    project.run("ninja", ["-j2"])
}

fn outputs_of_a_touched_source_are_made_again() {
    let project = Project::new("ninja");
    assert_eq!(made(&ninja(&project)), ALL);
    project.assert_linked("flat.shbin", "shaders/flat.v.pica");
    project.assert_linked("scene.shbin", "shaders/scene.shlist");
    project.assert_linked(
        "spark.shbin",
        "--compat=picasso shaders/spark.v.pica shaders/spark.g.pica",
    );
    assert!(made(&ninja(&project)).is_empty());
    for (source, remade) in [
        ("lib/light.inc", ["flat.shbin", "near.dvoj", "scene.shbin"].as_slice()),
        ("flat.v.pica", &["flat.shbin"]),
        ("spark.g.pica", &["spark.shbin"]),
        ("near.v.pica", &["near.dvoj", "scene.shbin"]),
        ("lib/common.pica", &["common.dvoj", "scene.shbin"]),
    ] {
        project.touch(&format!("shaders/{source}"));
        assert_eq!(made(&ninja(&project)), remade, "{source}");
        assert!(made(&ninja(&project)).is_empty(), "{source}");
    }
}
