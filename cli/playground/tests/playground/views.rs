//! Views of built files.

use crate::requests::{SHADER, built, error, example, parse};
use pica200_playground::Playground;

#[test]
fn views_have_a_part_for_each_procedure_or_shader() {
    let mut playground = Playground::new();
    example(&mut playground, "particles");
    let names = |view: &str| -> Vec<String> {
        let parts = parse(&playground.view(view));
        let parts = parts.as_array().unwrap().iter();
        parts.map(|part| part["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("map"), ["particles.vsh"]);
    assert_eq!(names("uniforms").len(), 2);
    assert!(names("flow").len() >= 2);
    assert!(names("registers").iter().all(|name| name.contains(": ")));
}

#[test]
fn drawings_are_svg_with_links_to_words() {
    let playground = built("a.pica", SHADER);
    for view in ["flow", "registers", "uniforms"] {
        let parts = parse(&playground.view(view));
        let svg = parts[0]["svg"].as_str().unwrap();
        assert!(svg.starts_with("<svg"), "{view}: {svg}");
    }
    assert!(playground.view("flow").contains("#w0"));
    let map = parse(&playground.view("map"));
    assert!(map[0]["text"].as_str().unwrap().contains("scale"), "{map}");
}

#[test]
fn unknown_views_are_answered() {
    let playground = built("a.pica", SHADER);
    assert_eq!(
        error(&parse(&playground.view("x"))),
        "there is no view `x`; the views are `flow`, `registers`, `uniforms` and `map`"
    );
    assert_eq!(error(&parse(&Playground::new().view("flow"))), "nothing is built yet");
}
