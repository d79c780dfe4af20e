use super::*;

/// The graph of sources, each with its module as a path with `::`.
fn graph(sources: &[(&str, &str)]) -> Modules {
    let sources = sources.iter();
    let sources = sources.map(|(module, text)| (path(module), (*text).to_owned()));
    Modules::of_sources(&sources.collect())
}

fn path(text: &str) -> ItemPath {
    let names = text.split("::").filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

fn used(modules: &Modules, module: &str) -> Vec<String> {
    let used = modules.used_by(&path(module));
    used.map(|module| module.join("::")).collect()
}

fn knots(modules: &Modules) -> Vec<Vec<String>> {
    let knots = modules.knots().into_iter();
    let names = |knot: Vec<&ItemPath>| knot.into_iter().map(|module| module.join("::")).collect();
    knots.map(names).collect()
}

#[test]
fn files_have_the_names_of_their_modules() {
    let names = ["lib.rs", "a.rs", "a/mod.rs", "a/b.rs"];
    let modules = names.map(|name| module_of(Path::new(name)).join("::"));
    assert_eq!(modules, ["", "a", "a", "a::b"]);
}

#[test]
fn paths_lead_to_other_files() {
    let uses = [
        "use crate::b::{self, Item};  fn f() { b::g() }",
        "use crate::{b::Item as Other};",
        "use super::b::*;",
        "use crate::b::Trait as _;",
        "fn f(x: crate::b::Item) {}",
        "fn f() -> bool { matches!(g(), crate::b::Item::First) }",
        "macro_rules! m { () => { $crate::b::Item } }",
        "mod inner { fn f() { super::super::b::g() } }",
        "fn f() { use crate::b; b::g() }",
    ];
    for text in uses {
        let modules = graph(&[("", "mod a; mod b;"), ("a", text), ("b", "")]);
        assert_eq!(used(&modules, "a"), ["b"], "{text}");
    }
}

#[test]
fn other_words_are_no_uses() {
    let texts = [
        "mod inner;",
        "use crate::b;",
        "pub use crate::b::Item;",
        "pub(in crate::b) fn f() {}",
        "use std::b::Item;",
        "fn f(b: usize) -> usize { b }",
        "// crate::b::Item",
        "const TEXT: &str = \"crate::b::Item\";",
        "m! { pub(super) struct S; }",
        "#[cfg(test)] use crate::b::Item;",
        "#[cfg(test)] mod tests { use crate::b::Item; }",
    ];
    for text in texts {
        let modules = graph(&[
            ("", "mod a; mod b;"),
            ("a", text),
            ("b", ""),
            ("a::inner", ""),
        ]);
        assert_eq!(used(&modules, "a"), [""; 0], "{text}");
    }
}

#[test]
fn items_are_where_they_are_declared() {
    let modules = graph(&[
        ("", "mod a; mod b; pub use b::Item;"),
        ("a", "use crate::Item; use super::b::Own;"),
        ("b", "mod c; pub use c::Item; pub struct Own;"),
        ("b::c", "pub enum Item {}"),
    ]);
    assert_eq!(used(&modules, "a"), ["b", "b::c"]);
    // Only re-exports.
    assert_eq!(used(&modules, ""), [""; 0]);
}

#[test]
fn files_for_tests_do_not_count() {
    let modules = graph(&[
        ("", "mod a; #[cfg(test)] mod checks;"),
        ("a", "fn f() {}"),
        ("checks", "mod deep; use crate::a::f;"),
        ("checks::deep", "use crate::a::f;"),
    ]);
    assert_eq!(modules.uses.len(), 2);
}

#[test]
fn siblings_in_a_circle_are_a_knot() {
    let modules = graph(&[
        ("", "mod a; mod b; mod c; mod d;"),
        ("a", "use crate::b::OfB;"),
        ("b", "mod inner;"),
        ("b::inner", "use crate::c::OfC;"),
        ("c", "use crate::a::OfA; use crate::b::inner::Inner;"),
        ("d", "use crate::a::OfA;"),
    ]);
    assert_eq!(knots(&modules), [["b::inner", "c"]]);
}

#[test]
fn parents_and_children_are_no_knot() {
    let files = [
        ("", "mod a; use a::OfB; struct Outer;"),
        (
            "a",
            "mod b; mod c; pub use b::OfB; struct Own; fn f() { b::g(); c::g(); }",
        ),
        ("a::b", "use super::Own; use crate::Outer;"),
        ("a::c", "use super::Own;"),
    ];
    assert_eq!(knots(&graph(&files)), [[""; 0]; 0]);
    let mut knotted = files;
    knotted[2].1 = "use super::Own; use super::c::OfC;";
    knotted[3].1 = "use super::Own; use super::OfB;";
    assert_eq!(knots(&graph(&knotted)), [["a::b", "a::c"]]);
}
