//! Benchmark of creating and rendering diagnostics: a source with a thousand warnings.

use divan::Bencher;
use pica200::input::InputFile;
use pica200::render::{Colors, Format, render, render_generally};
use pica200::session::Session;
use pica200_asm::AssemblyOptions;

fn main() {
    divan::main();
}

/// Returns a source whose instructions all have a mask in an unusual order.
fn source() -> InputFile {
    let mut text = ".proc main\n".to_owned();
    for register in (0..16).cycle().take(1000) {
        text.push_str(&format!("\tmov r{register}.yx, v0.xyzw\n"));
    }
    text.push_str("\tend\n.end\n");
    InputFile::new("warnings.pica".into(), text.into())
}

#[divan::bench]
fn assembling(bencher: Bencher<'_, '_>) {
    let source = source();
    bencher.bench(|| {
        let mut session = Session::default();
        session.assemble(divan::black_box(&source), &AssemblyOptions::default());
        session.diagnostics.len()
    });
}

/// Renders text as the programs do.
#[divan::bench]
fn rendering(bencher: Bencher<'_, '_>) {
    let source = source();
    let mut session = Session::default();
    session.assemble(&source, &AssemblyOptions::default());
    assert!(session.diagnostics.len() >= 1000);
    bencher.bench(|| {
        let diagnostics = divan::black_box(&session.diagnostics);
        render(diagnostics, &session.sources, Format::Human, Colors::None)
    });
}

/// Renders the same text with the general renderer only.
#[divan::bench]
fn rendering_generally(bencher: Bencher<'_, '_>) {
    let source = source();
    let mut session = Session::default();
    session.assemble(&source, &AssemblyOptions::default());
    bencher.bench(|| {
        let diagnostics = divan::black_box(&session.diagnostics);
        render_generally(diagnostics, &session.sources, Colors::None)
    });
}
