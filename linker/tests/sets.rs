//! Links of several sets of objects.

mod support;

use pica200_diagnostics::Diagnostic;
use pica200_link::{Input, Item, LinkOptions, LinkSetsResult, Selection, SetShader, link_sets, select};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, library, render, target};

fn selected(sources: impl IntoIterator<Item = Source>) -> Selection {
    let inputs: Vec<Input> = sources.into_iter().map(Source::input_file).collect();
    select(inputs.into_iter().map(Item::Object).collect())
}

fn linked<const N: usize>(sets: [Vec<Source>; N]) -> Result<LinkSetsResult, Vec<Diagnostic>> {
    let sets: Vec<_> = sets.into_iter().map(selected).collect();
    link_sets(&sets.iter().collect::<Vec<_>>(), &LinkOptions::default())
}

fn output<const N: usize>(sets: [Vec<Source>; N]) -> (Shbin, Vec<Vec<SetShader>>) {
    let LinkSetsResult { linked, shaders } = linked(sets).expect("output");
    let text: String = linked.warnings.iter().map(render).collect();
    assert_eq!(text, "");
    (linked.output.shbin, shaders)
}

fn made(input: usize, shader: usize) -> SetShader {
    SetShader { input, shader }
}

/// Returns a vertex shader that calls `leaf`, and a library with a leaf of `words` moves.
fn calling(words: usize) -> Vec<Source> {
    let main = Source::vertex("main", |s| {
        s.fvec("matrix", 4);
        s.mov(1, Src::Name("matrix", 1));
        s.call("leaf");
    });
    let leaf = library("leaf", |s| {
        s.constf("one", 1.0);
        s.procedure("leaf", |s| {
            (0..words).for_each(|_| s.mov(0, Src::Name("one", 0)));
        });
    });
    vec![main, leaf]
}

#[test]
fn names_are_those_of_the_set() {
    let (shbin, shaders) = output([calling(1), calling(2)]);
    assert_eq!(shaders, [vec![made(0, 0)], vec![made(0, 1)]]);
    let code = &shbin.program.code;
    let lengths = shbin.shaders.iter().map(|shader| {
        let call = shader.entry as usize + 1;
        target(code[call]).1
    });
    assert_eq!(lengths.collect::<Vec<_>>(), [1, 2]);
    let uniforms = shbin.shaders.iter().map(|shader| shader.uniforms[0].first);
    assert_eq!(uniforms.collect::<Vec<_>>(), [0x10, 0x10]);
}

#[test]
fn equal_shaders_are_in_the_file_once() {
    let (shbin, shaders) = output([calling(2), calling(1), calling(2)]);
    let expected = [vec![made(0, 0)], vec![made(0, 1)], vec![made(0, 0)]];
    assert_eq!(shaders, expected);
    let (alone, _) = output([calling(2), calling(1)]);
    assert_eq!(shbin, alone);
}

/// The code is the same, but the consoles pass on different outputs.
#[test]
fn equal_code_with_other_outputs_is_shared() {
    let shader = |property| {
        vec![Source::vertex("main", |s| {
            s.out(property, 0);
            s.mov(0, Src::V(0));
        })]
    };
    let (shbin, shaders) = output([shader(0), shader(2)]);
    assert_eq!(shaders, [vec![made(0, 0)], vec![made(0, 1)]]);
    assert_eq!(shbin.program.code.len(), 2);
    assert_eq!(shbin.shaders[0].entry, shbin.shaders[1].entry);
}

/// Only the vertex shaders differ, so the sets share the geometry shader.
#[test]
fn each_shader_of_a_set_is_shared() {
    let set = |words: usize| {
        let vertex = Source::vertex("vertex", |s| {
            (0..words).for_each(|_| s.mov(0, Src::V(0)));
        });
        let mut geometry = Source::geometry("geometry", 0);
        geometry.fvec("scale", 1);
        geometry.procedure("main", |s| {
            s.mov(0, Src::Name("scale", 0));
            s.op(Opcode::End);
        });
        vec![vertex, geometry]
    };
    let (shbin, shaders) = output([set(1), set(2)]);
    let expected = [vec![made(0, 0), made(1, 1)], vec![made(0, 2), made(1, 1)]];
    assert_eq!(shaders, expected);
    assert_eq!(shbin.shaders.len(), 3);
}

#[test]
fn uniforms_of_other_lengths_are_apart() {
    let shader = |len| {
        vec![Source::vertex("main", |s| {
            s.fvec("bones", len);
            s.fvec("tint", 1);
            s.mov(0, Src::Name("bones", 1));
            s.mov(1, Src::Name("tint", 0));
        })]
    };
    let (shbin, shaders) = output([shader(2), shader(3)]);
    assert_eq!(shaders.concat(), [made(0, 0), made(0, 1)]);
    let registers = |shader: usize| {
        let uniforms = shbin.shaders[shader].uniforms.iter();
        uniforms
            .map(|u| (u.name.to_string(), u.first - 0x10))
            .collect::<Vec<_>>()
    };
    let named =
        |first: (&str, u16), second: (&str, u16)| [first, second].map(|(name, register)| (name.to_owned(), register));
    // `tint` has one register in both.
    assert_eq!(registers(0), named(("bones", 0), ("tint", 2)));
    assert_eq!(registers(1), named(("tint", 2), ("bones", 3)));
}

/// Together, the arrays would need more registers than there are.
#[test]
fn registers_are_those_that_each_set_needs() {
    let set = |set: usize| {
        vec![Source::vertex("main", |s| {
            let names = ["a", "b", "c", "d"];
            s.fvec(names[set % 4], 90);
            s.mov(0, Src::Name(names[set % 4], 0));
            (0..set).for_each(|_| s.mov(1, Src::V(0)));
        })]
    };
    let (shbin, _) = output([set(0), set(1), set(2), set(3)]);
    assert!(shbin.shaders.iter().all(|s| s.uniforms[0].first == 0x10));
}

#[test]
fn names_of_other_sets_are_not_defined() {
    let other = library("lib", |s| s.procedure("leaf", |s| s.mov(0, Src::R(1))));
    let main = Source::vertex("main", |s| s.call("leaf"));
    let second = Source::vertex("second", |s| s.mov(0, Src::V(0)));
    let errors = linked([vec![main], vec![second, other]]).expect_err("it is wrong");
    let text: String = errors.iter().map(render).collect();
    assert!(text.contains("procedure `leaf` is not defined"), "{text}");
}
