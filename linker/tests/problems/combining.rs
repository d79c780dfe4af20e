//! Problems of combining objects, and of an overridden entry.

use insta::assert_snapshot;
use pica200_link::{Item, combine, override_entry};
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{Source, Src, library, render};

/// Returns the errors of combining objects.
fn refused<const N: usize>(sources: [Source; N]) -> String {
    let inputs: Vec<_> = sources.into_iter().map(Source::input_file).collect();
    let refused = combine(&inputs).expect_err("they can be one");
    refused.iter().map(render).collect()
}

#[test]
fn objects_that_cannot_be_one() {
    let reads = |name: &str, place| library(name, |s| s.procedure(&format!("{name}_reads"), |s| s.mov(0, place)));
    let with_label = |name: &str| {
        let mut source = Source::new(name);
        source.procedure(&format!("{name}_all"), |s| {
            s.label("start");
            s.op(Opcode::Nop);
            s.op(Opcode::End);
        });
        source
    };
    let marked = |mut source: Source, mark: fn(&mut Source)| {
        mark(&mut source);
        source
    };
    let empty = |name: &str| library(name, |s| s.procedure(&format!("{name}_empty"), |_| {}));
    let end = |name: &str| Source::vertex(name, |_| {});
    let sets = |place| move |s: &mut Source| s.setf(place, 1.0);
    let texts = [
        refused([]),
        refused([end("a"), end("b")]),
        refused([end("a"), marked(reads("b", Src::C(1)), Source::private)]),
        refused([Source::geometry("a", 3), reads("b", Src::C(1))]),
        refused([end("a"), library("b", sets(Src::C(9)))]),
        refused([library("a", sets(Src::C(9))), reads("b", Src::C(1))]),
        refused([empty("a"), marked(empty("b"), Source::no_padding)]),
        refused([
            marked(with_label("a"), Source::library),
            marked(with_label("b"), |s| s.entry_at("start", 2)),
        ]),
        refused([
            library("a", |s| {
                s.procedure("main", |_| {});
                s.local("main");
            }),
            end("b"),
        ]),
        refused([reads("a", Src::C(1)), reads("a", Src::C(1))]),
        refused([library("a", |s| s.fvec("u", 2)), library("b", |s| s.fvec("u", 3))]),
        refused([
            library("a", |s| s.fvec_at("u", 1, 4)),
            library("b", |s| s.fvec_at("u", 1, 5)),
        ]),
    ];
    assert_snapshot!("objects_that_cannot_be_one", texts.join("\n"));
}

#[test]
fn values_that_nobody_else_reads_can_be_in_one_object() {
    let inputs = [
        Source::vertex("a", |s| s.setf(Src::C(9), 1.0)),
        library("b", |s| s.procedure("f", |s| s.mov(0, Src::V(0)))),
    ];
    let combined = combine(&inputs.map(Source::input_file)).expect("they are one");
    assert_eq!(combined.warnings, []);
    assert_eq!(combined.object.values.len(), 1);
}

#[test]
fn an_entry_is_that_of_one_shader() {
    let said = |sources: Vec<Source>| {
        let files = sources.into_iter().map(Source::input_file);
        let mut items: Vec<_> = files.map(Item::Object).collect();
        let error = override_entry(&mut items, "other").err();
        error.map(|error| render(&error)).unwrap_or_default()
    };
    let end = |name: &str| Source::vertex(name, |_| {});
    let code = library("b", |s| s.procedure("f", |s| s.op(Opcode::Nop)));
    assert_eq!(said(vec![end("a"), code, Source::new("empty")]), "");
    assert_snapshot!("entry_of_two", said(vec![end("a"), end("b")]));
    assert_snapshot!("entry_of_none", said(vec![library("b", |_| {})]));
}
