//! Selection of archive members.

mod externs;
#[path = "../support/mod.rs"]
mod support;

use insta::assert_snapshot;
use pica200_link::{Input, Item, Library, LinkOptions, Selection, link, select};
use pica200_objfmt::formats::archive::{Archive, NewMember, write};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, picasso, render};

/// Returns a library file with a procedure for each pair, which calls the second name unless that is empty.
fn library(name: &str, procedures: &[(&str, &str)]) -> Source {
    let mut source = Source::new(name);
    source.library();
    define(&mut source, procedures);
    source
}

fn define(source: &mut Source, procedures: &[(&str, &str)]) {
    for (procedure, callee) in procedures {
        source.procedure(procedure, |s| {
            s.mov(0, Src::V(0));
            if !callee.is_empty() {
                s.call(callee);
            }
            s.op(Opcode::Nop);
        });
    }
}

/// Returns a vertex shader that calls procedures.
fn caller(name: &str, callees: &[&str]) -> Source {
    Source::vertex(name, |s| callees.iter().for_each(|callee| s.call(callee)))
}

/// Returns the bytes of an archive of sources, with the index that picaar writes.
fn archive(sources: impl IntoIterator<Item = Source>) -> Vec<u8> {
    let files = files(sources);
    let member = |(name, bytes): &'_ (String, Vec<u8>)| {
        let member = NewMember::from_object(name.as_bytes(), bytes).expect("an object");
        member.symbols
    };
    let symbols: Vec<_> = files.iter().map(member).collect();
    let members: Vec<_> = files
        .iter()
        .zip(symbols)
        .map(|((name, bytes), symbols)| NewMember {
            name: name.as_bytes(),
            bytes,
            symbols,
        })
        .collect();
    write(&members).expect("it can be written")
}

/// Returns the bytes of an archive of sources with a custom index.
fn archive_with(sources: impl IntoIterator<Item = Source>, index: &[&[&str]]) -> Vec<u8> {
    let files = files(sources);
    let members: Vec<_> = files
        .iter()
        .zip(index)
        .map(|((name, bytes), symbols)| NewMember {
            name: name.as_bytes(),
            bytes,
            symbols: symbols.iter().map(|&symbol| symbol.into()).collect(),
        })
        .collect();
    write(&members).expect("it can be written")
}

fn files(sources: impl IntoIterator<Item = Source>) -> Vec<(String, Vec<u8>)> {
    let file = |source: Source| {
        let Input { name, object } = source.input_file();
        (name, object.write().expect("it can be written"))
    };
    sources.into_iter().map(file).collect()
}

/// Returns an object as an input of a link.
fn object(source: Source) -> Item<'static> {
    Item::Object(source.input_file())
}

/// Returns an archive as an input of a link.
fn from<'a>(name: &str, bytes: &'a [u8]) -> Item<'a> {
    Item::Library(Library {
        name: name.to_owned(),
        archive: Archive::read(bytes).expect("an archive"),
    })
}

fn selected<'a>(items: impl IntoIterator<Item = Item<'a>>) -> Selection {
    select(items.into_iter().collect())
}

/// Returns the names of the objects of a selection without diagnostics.
fn names(selection: &Selection) -> Vec<&str> {
    let said: String = selection.diagnostics.iter().map(render).collect();
    assert_eq!(said, "");
    selection.inputs.iter().map(|input| input.name.as_str()).collect()
}

/// Returns the diagnostics of a selection and its link.
fn diagnostics(selection: &Selection) -> String {
    let said: String = selection.diagnostics.iter().map(render).collect();
    if !said.is_empty() {
        return said;
    }
    let linked = selection.link(&LinkOptions::default());
    linked.expect_err("it is wrong").iter().map(render).collect()
}

#[test]
fn only_needed_members_are_taken_and_what_they_need() {
    let lib = archive([
        library("deep", &[("deep", "")]),
        library("unused", &[("unused", "missing")]),
        library("middle", &[("other", ""), ("middle", "deep")]),
        library("top", &[("top", "middle")]),
    ]);
    let selection = selected([object(caller("main", &["top"])), from("lib.a", &lib)]);
    let expected = ["main.dvoj", "lib.a(deep.dvoj)", "lib.a(middle.dvoj)", "lib.a(top.dvoj)"];
    assert_eq!(names(&selection), expected);
    assert!(selection.link(&LinkOptions::default()).is_ok());
    // A shader without undefined procedures takes no members.
    let selection = selected([object(caller("main", &[])), from("lib.a", &lib)]);
    assert_eq!(names(&selection), ["main.dvoj"]);
}

#[test]
fn the_link_is_that_of_the_same_objects_given_one_by_one() {
    let top = || library("top", &[("top", "deep")]);
    let deep = || library("deep", &[("deep", "")]);
    let lib = archive([deep(), library("unused", &[("unused", "")]), top()]);
    let main = || caller("main", &["top"]);
    for options in [LinkOptions::default(), picasso()] {
        let selection = selected([from("lib.a", &lib), object(main())]);
        let found = selection.link(&options).expect("output").output.shbin;
        let inputs = [deep(), top(), main()].map(Source::input_file);
        let expected = link(&inputs, &options).expect("output").output.shbin;
        assert_eq!(found, expected);
    }
}

#[test]
fn members_take_the_place_of_their_archive() {
    let first = archive([library("a", &[("a", "")]), library("b", &[("b", "")])]);
    let second = archive([library("c", &[("c", "a")])]);
    let selection = selected([
        from("first.a", &first),
        object(caller("main", &["c", "b"])),
        from("second.a", &second),
        object(caller("other", &["a"])),
    ]);
    let expected = [
        "first.a(a.dvoj)",
        "first.a(b.dvoj)",
        "main.dvoj",
        "second.a(c.dvoj)",
        "other.dvoj",
    ];
    assert_eq!(names(&selection), expected);
}

#[test]
fn archives_may_need_each_other_in_any_order() {
    let first = archive([library("a", &[("a", "b")]), library("c", &[("c", "")])]);
    let second = archive([library("b", &[("b", "c")])]);
    for swap in [false, true] {
        let mut archives = [("first.a", &first), ("second.a", &second)];
        if swap {
            archives.reverse();
        }
        let archives = archives.map(|(name, bytes)| from(name, bytes));
        let given = archives.into_iter().chain([object(caller("main", &["a"]))]);
        let selection = selected(given);
        assert_eq!(names(&selection).len(), 4);
        assert!(selection.link(&LinkOptions::default()).is_ok());
    }
}

#[test]
fn the_first_definition_counts_and_objects_take_precedence() {
    let first = archive([
        library("later", &[("g", "")]),
        library("f1", &[("f", "")]),
        library("f2", &[("f", "")]),
    ]);
    let second = archive([library("f3", &[("f", "")]), library("h", &[("h", "f")])]);
    let archives = || [from("first.a", &first), from("second.a", &second)];
    let with = |source| selected(archives().into_iter().chain([object(source)]));
    let expected = ["first.a(f1.dvoj)", "second.a(h.dvoj)", "main.dvoj"];
    assert_eq!(names(&with(caller("main", &["f", "h"]))), expected);
    assert_eq!(names(&with(caller("main", &["h", "f"]))), expected);
    let own = |main: &mut Source| define(main, &[("f", "")]);
    let mut main = caller("main", &["h", "f"]);
    own(&mut main);
    assert_eq!(names(&with(main)), ["second.a(h.dvoj)", "main.dvoj"]);
    // The order of an index is irrelevant.
    let sorted = archive_with(
        [
            library("b", &[("x", ""), ("z", "")]),
            library("a", &[("x", ""), ("y", "")]),
        ],
        &[&["z", "x"], &["x", "y"]],
    );
    let selection = selected([from("s.a", &sorted), object(caller("main", &["x"]))]);
    assert_eq!(names(&selection), ["s.a(b.dvoj)", "main.dvoj"]);
}

#[test]
fn the_taken_members_do_not_depend_on_the_order_of_calls() {
    // The second member also defines the procedure of the first.
    let lib = archive([library("one", &[("a", "")]), library("two", &[("a", ""), ("b", "")])]);
    let [forth, back] = [["a", "b"], ["b", "a"]].map(|callees| {
        let selection = selected([object(caller("main", &callees)), from("lib.a", &lib)]);
        let expected = ["main.dvoj", "lib.a(one.dvoj)", "lib.a(two.dvoj)"];
        assert_eq!(names(&selection), expected);
        diagnostics(&selection)
    });
    assert_eq!(forth, back);
    assert_snapshot!(forth, @r"
    error[duplicate-procedure]: duplicate procedure `a`
      at lib.a(two.dvoj)(two.pica:2): defined again here
      at lib.a(one.dvoj)(one.pica:2): first defined here
    ");
}

#[test]
fn members_make_no_shaders_of_their_own() {
    let mut member = Source::new("member");
    member.out(0, 0);
    member.fvec("scale", 1);
    member.procedure("main", |s| s.op(Opcode::End));
    member.procedure("f", |s| s.mov(1, Src::Name("scale", 0)));
    let lib = archive([member]);
    let mut start = Source::new("start");
    start.entry("begin");
    start.procedure("begin", |s| {
        s.call("f");
        s.op(Opcode::End);
    });
    let selection = selected([from("lib.a", &lib), object(start)]);
    assert_eq!(names(&selection), ["lib.a(member.dvoj)", "start.dvoj"]);
    let output = selection.link(&LinkOptions::default()).expect("output").output;
    assert_eq!(output.shbin.shaders.len(), 1);
    assert_eq!(output.shbin.shaders[0].uniforms[0].name, "scale");
}

#[test]
fn a_shader_may_start_in_an_archive() {
    let mut member = Source::new("member");
    member.procedure("main", |s| s.op(Opcode::End));
    member.procedure("begin", |s| s.op(Opcode::End));
    let lib = archive([member]);
    for entry in [None, Some("begin")] {
        let mut shader = Source::new("shader");
        shader.out(0, 0);
        if let Some(name) = entry {
            shader.entry(name);
        }
        let selection = selected([object(shader), from("lib.a", &lib)]);
        assert_eq!(names(&selection), ["shader.dvoj", "lib.a(member.dvoj)"]);
        assert!(selection.link(&LinkOptions::default()).is_ok());
    }
    // A library has no entry point.
    let selection = selected([object(library("only", &[("f", "")])), from("lib.a", &lib)]);
    assert_eq!(names(&selection), ["only.dvoj"]);
}

#[test]
fn objects_that_an_index_does_not_name_are_read() {
    let sources = || [library("a", &[("a", "b")]), library("b", &[("b", "")])];
    for index in [&[&[][..], &[]], &[&["a"][..], &[]], &[&[][..], &["b"]]] {
        let lib = archive_with(sources(), index);
        let selection = selected([object(caller("main", &["a"])), from("lib.a", &lib)]);
        assert_eq!(names(&selection), ["main.dvoj", "lib.a(a.dvoj)", "lib.a(b.dvoj)"]);
    }
}

#[test]
fn members_that_are_not_objects_are_skipped() {
    let bytes = library("a", &[("a", "")]).object().write().expect("it can be written");
    let other = |name: &'static str| NewMember {
        name: name.as_bytes(),
        bytes: b"\x7FELF",
        symbols: vec!["a".into()],
    };
    let member = NewMember::from_object(b"a.dvoj", &bytes).expect("an object");
    let lib = write(&[other("first.o"), member, other("last.o")]).expect("it can be written");
    let selection = selected([object(caller("main", &["a"])), from("lib.a", &lib)]);
    assert_eq!(names(&selection), ["main.dvoj", "lib.a(a.dvoj)"]);
}

#[test]
fn undefined_procedures_are_reported_with_the_archives() {
    let lib = archive([library("light", &[("light", ""), ("shade", "ligth")])]);
    let selection = selected([
        object(caller("main", &["lihgt", "shade", "nothing"])),
        from("lib/liblight.a", &lib),
        from("libfog.a", &lib),
    ]);
    assert_snapshot!(diagnostics(&selection), @r"
    error[undefined-procedure]: procedure `lihgt` is not defined in any file of the link
      at main.dvoj(main.pica:2): not defined
      help: did you mean `light`? (also searched: `lib/liblight.a`, `libfog.a`)
    error[undefined-procedure]: procedure `nothing` is not defined in any file of the link
      at main.dvoj(main.pica:4): not defined
      help: also searched: `lib/liblight.a`, `libfog.a`
    error[undefined-procedure]: procedure `ligth` is not defined in any file of the link
      at lib/liblight.a(light.dvoj)(light.pica:8): not defined
      help: did you mean `light`? (also searched: `lib/liblight.a`, `libfog.a`)
    ");
    let others = ["b.a", "c.a", "d.a", "e.a", "f.a"].map(|name| from(name, &lib));
    let given = [object(caller("main", &["nothing"])), from("a.a", &lib)];
    let selection = selected(given.into_iter().chain(others));
    assert_snapshot!(diagnostics(&selection), @r"
    error[undefined-procedure]: procedure `nothing` is not defined in any file of the link
      at main.dvoj(main.pica:2): not defined
      help: also searched: `a.a`, `b.a`, `c.a`, `d.a`, 2 more
    ");
    let mut shader = Source::new("shader");
    shader.out(0, 0);
    shader.entry("ligt");
    let selection = selected([object(shader), from("lib.a", &lib)]);
    assert_snapshot!(diagnostics(&selection), @r#"
    error[missing-entry]: entry procedure `ligt` is not defined in any file of the link
      at shader.dvoj(shader.pica:2): the shader of this file starts there
      help: did you mean `light`?
    "#);
}

#[test]
fn an_index_that_is_wrong_is_an_error() {
    let lib = archive_with(
        [library("a", &[("a", "")]), library("b", &[("b", "")])],
        &[&["b"], &["a"]],
    );
    let selection = selected([object(caller("main", &["a", "b"])), from("lib.a", &lib)]);
    assert_snapshot!(diagnostics(&selection), @r"
    error[stale-index]: the index of `lib.a` lists `b` in this member, which does not define it
      at lib.a(a.dvoj): does not define it
    error[stale-index]: the index of `lib.a` lists `a` in this member, which does not define it
      at lib.a(b.dvoj): does not define it
    ");
}

#[test]
fn damaged_members_are_errors_if_they_might_be_needed() {
    let damage = |mut lib: Vec<u8>, number: usize| {
        let archive = Archive::read(&lib).expect("an archive");
        let version = archive.members()[number].offset + 60 + 4;
        lib[version] ^= 0xFF;
        lib
    };
    let sources = || [library("a", &[("a", ""), ("c", "")]), library("b", &[("b", "")])];
    let lib = damage(archive(sources()), 0);
    let select_with = |lib: &[u8], callees: &[&str]| selected([object(caller("main", callees)), from("lib.a", lib)]);
    assert_snapshot!(diagnostics(&select_with(&lib, &["a", "b", "c"])), @r"
    error[unreadable-object]: the member cannot be read as an object: DVOJ, at byte 4h: version 7CFCh cannot be linked, only 7C03h: the meaning of relocations in other versions is not published
      at lib.a(a.dvoj): needed for `a`
    ");
    assert_eq!(names(&select_with(&lib, &["b"])), ["main.dvoj", "lib.a(b.dvoj)"]);
    let lib = damage(archive_with(sources(), &[&[], &[]]), 0);
    assert_snapshot!(diagnostics(&select_with(&lib, &["b"])), @r"
    error[unreadable-object]: the member cannot be read as an object: DVOJ, at byte 4h: version 7CFCh cannot be linked, only 7C03h: the meaning of relocations in other versions is not published
      at lib.a(a.dvoj): not in the archive's index, so its definitions are unknown
    ");
    // No link reads the member.
    assert_eq!(names(&select_with(&lib, &[])), ["main.dvoj"]);
}
