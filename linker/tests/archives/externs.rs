//! Members that are taken for uniforms and constants.

use insta::assert_snapshot;
use pica200_link::LinkOptions;
use pica200_objfmt::isa::opcode::Opcode;

use super::support::{Source, Src};
use super::{archive, archive_with, define, diagnostics, from, library, names, object, selected};

/// Returns a library that declares constants.
fn constants(name: &str, constants: &[&str]) -> Source {
    let mut source = Source::new(name);
    source.library();
    for constant in constants {
        source.constf(constant, 1.0);
    }
    source
}

/// Returns a shader that reads a constant and a uniform of other files.
fn reader(constant: &'static str, uniform: &'static str) -> Source {
    let mut source = Source::new("main");
    source.extern_constf(constant);
    source.extern_fvec(uniform);
    // Names that no code reads need no declaration.
    source.extern_constf("unread");
    source.procedure("main", |s| {
        s.mov(0, Src::Name(constant, 0));
        s.mov(0, Src::Name(uniform, 0));
        s.op(Opcode::End);
    });
    source
}

#[test]
fn b7_uniforms_and_constants_of_others_need_members() {
    let light = || {
        let mut light = Source::new("light");
        light.library();
        light.fvec("light", 1);
        light.fvec_at("unread", 1, 7);
        light
    };
    let own = || {
        let mut own = Source::new("own");
        own.library();
        own.private();
        own.constf("half", 2.0);
        own.fvec("light", 1);
        own
    };
    let sources = || {
        [
            own(),
            constants("unread", &["unread"]),
            constants("half", &["half"]),
            light(),
            constants("again", &["half"]),
        ]
    };
    // With picaar's index, and with another tool's, which does not name objects.
    for lib in [archive(sources()), archive_with(sources(), &[&[][..]; 5])] {
        let selection = selected([object(reader("half", "light")), from("lib.a", &lib)]);
        assert_eq!(
            names(&selection),
            ["main.dvoj", "lib.a(half.dvoj)", "lib.a(light.dvoj)"]
        );
        let output = selection.link(&LinkOptions::default());
        let shader = &output.expect("output").output.shbin.shaders[0];
        assert_eq!(shader.constants.len(), 1);
        assert_eq!(shader.uniforms[0].name, "light");
        // Objects that are given come first.
        let given = [
            object(reader("half", "light")),
            object(constants("mine", &["half"])),
            object(light()),
            from("lib.a", &lib),
        ];
        assert_eq!(names(&selected(given)), ["main.dvoj", "mine.dvoj", "light.dvoj"]);
    }
}

#[test]
fn b7_members_for_procedures_come_before_members_for_constants() {
    let both = || {
        let mut both = constants("both", &["half"]);
        define(&mut both, &[("f", "")]);
        both
    };
    let lib = archive([constants("half", &["half", "light"]), both()]);
    let mut main = Source::new("main");
    main.extern_constf("half");
    main.procedure("main", |s| {
        s.mov(0, Src::Name("half", 0));
        s.call("f");
        s.op(Opcode::End);
    });
    let selection = selected([object(main), from("lib.a", &lib)]);
    assert_eq!(names(&selection), ["main.dvoj", "lib.a(both.dvoj)"]);
    assert!(selection.link(&LinkOptions::default()).is_ok());
}

#[test]
fn b7_archives_without_a_uniform_or_constant_are_reported() {
    // A procedure does not declare a constant of its name.
    let lib = archive([library("light", &[("light", ""), ("half", "")])]);
    let selection = selected([object(reader("half", "lihgt")), from("lib.a", &lib)]);
    assert_snapshot!(diagnostics(&selection), @r"
    error[undefined-constant]: no file of the link declares constant `half` for other files
      at main.dvoj(main.pica:5): not declared
      at main.dvoj(main.pica:1): named here
      help: also searched: `lib.a`
    error[undefined-uniform]: no file of the link declares uniform `lihgt` for other files
      at main.dvoj(main.pica:6): not declared
      at main.dvoj(main.pica:2): named here
      help: also searched: `lib.a`
    ");
    let mut similar = constants("light", &["halt", "lihgts"]);
    similar.fvec("light", 1);
    let lib = archive([similar]);
    let selection = selected([object(reader("half", "lihgt")), from("lib.a", &lib)]);
    assert_snapshot!(diagnostics(&selection), @r"
    error[undefined-constant]: no file of the link declares constant `half` for other files
      at main.dvoj(main.pica:5): not declared
      at main.dvoj(main.pica:1): named here
      help: did you mean `halt`? (also searched: `lib.a`)
    error[undefined-uniform]: no file of the link declares uniform `lihgt` for other files
      at main.dvoj(main.pica:6): not declared
      at main.dvoj(main.pica:2): named here
      help: did you mean `light`? (also searched: `lib.a`)
    ");
    let mut exchanged = constants("light", &["light"]);
    exchanged.fvec("half", 1);
    let lib = archive([exchanged]);
    let selection = selected([object(reader("half", "light")), from("lib.a", &lib)]);
    assert_snapshot!(diagnostics(&selection), @r"
    error[undefined-constant]: no file of the link declares constant `half` for other files
      at main.dvoj(main.pica:5): not declared
      at main.dvoj(main.pica:1): named here
      help: `half` is a uniform: name it with `fvec`, `ivec` or `bool`
    error[undefined-uniform]: no file of the link declares uniform `light` for other files
      at main.dvoj(main.pica:6): not declared
      at main.dvoj(main.pica:2): named here
      help: `light` is a constant: name it with `constf`, `consti` or `constfa`
    ");
    let lib = archive_with([library("f", &[("f", "")])], &[&["constant:half"]]);
    let mut main = Source::new("main");
    main.extern_constf("half");
    main.procedure("main", |s| s.mov(0, Src::Name("half", 0)));
    let selection = selected([object(main), from("lib.a", &lib)]);
    assert_snapshot!(diagnostics(&selection), @r"
    error[stale-index]: the index of `lib.a` lists `constant:half` in this member, which does not define it
      at lib.a(f.dvoj): does not define it
    ");
}
