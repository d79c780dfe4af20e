use super::*;

/// Returns the graph of sources, whose modules are given as paths with `::`.
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

/// Returns the cycles, each with the parent module and the modules in it.
fn circles(modules: &Modules) -> Vec<(String, Vec<String>)> {
    let circles = modules.circles().into_iter();
    let names = |circle: Circle<'_>| {
        let modules = circle.modules.into_iter().map(str::to_owned);
        (circle.around.join("::"), modules.collect())
    };
    circles.map(names).collect()
}

/// Returns a cycle of two modules.
fn circle(around: &str, modules: [&str; 2]) -> (String, Vec<String>) {
    (around.to_owned(), modules.map(str::to_owned).to_vec())
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
        let modules = graph(&[("", "mod a; mod b;"), ("a", text), ("b", ""), ("a::inner", "")]);
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
fn siblings_must_not_use_each_other() {
    let modules = graph(&[
        ("", "mod a; mod b; mod c; mod d;"),
        ("a", "use crate::b::OfB;"),
        ("b", "use crate::c::OfC;"),
        ("c", "use crate::a::OfA;"),
        ("d", "use crate::a::OfA;"),
    ]);
    let all = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(circles(&modules), [(String::new(), all)]);
    let lines = modules.circles().first().map(ToString::to_string);
    let expected = "in ``, these use each other: a, b, c\n    a uses b\n    b uses c\n    c uses a\n";
    assert_eq!(lines.as_deref(), Some(expected));
}

#[test]
fn folders_must_not_use_each_other() {
    // No file is in a cycle.
    let modules = graph(&[
        ("", "mod a; mod b;"),
        ("a", "mod high; mod low;"),
        ("a::high", "use crate::b::OfB;"),
        ("a::low", ""),
        ("b", "use crate::a::low::OfLow;"),
    ]);
    assert_eq!(circles(&modules), [circle("", ["a", "b"])]);
}

#[test]
fn parents_and_children_may_use_each_other() {
    let files = [
        ("", "mod a; use a::OfB; struct Outer;"),
        (
            "a",
            "mod b; mod c; pub use b::OfB; struct Own; fn f() { b::g(); c::g(); }",
        ),
        ("a::b", "use super::Own; use crate::Outer;"),
        ("a::c", "use super::Own;"),
    ];
    assert_eq!(circles(&graph(&files)), []);
    let mut knotted = files;
    knotted[2].1 = "use super::Own; use super::c::OfC;";
    knotted[3].1 = "use super::Own; use super::OfB;";
    assert_eq!(circles(&graph(&knotted)), [circle("a", ["b", "c"])]);
}
