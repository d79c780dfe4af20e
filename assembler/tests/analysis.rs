//! Analyses of all sources of the workspace, and of random mutations of them: no query panics, and the results are
//! consistent.

mod sources;

use std::fs;
use std::path::Path;

use pica200_asm::analysis::{Analysis, Callers, FileId, FileSpan, Meaning, TokenClass, Use};
use pica200_asm::text::Span;
use pica200_asm::{AssemblyOptions, DiskFiles, Lookup, assemble_in};
use pica200_objfmt::isa::descriptor::Component;

use self::sources::sources;

fn analyse(path: &Path, source: &[u8]) -> Analysis {
    let options = AssemblyOptions::default();
    Analysis::new("source", source, &options, &lookup(path))
}

fn lookup(path: &Path) -> Lookup<'_> {
    Lookup {
        files: &DiskFiles,
        directory: path.parent().unwrap_or(Path::new("")),
    }
}

/// Makes every query of an analysis, and cross-checks the results.
fn check(path: &Path, source: &[u8]) {
    let analysis = analyse(path, source);
    let options = AssemblyOptions::default();
    let assembly = assemble_in("source", source, &options, &lookup(path));
    assert_eq!(analysis.diagnostics(), assembly.diagnostics, "{path:?}");
    assert_eq!(analysis.text(), assembly.text, "{path:?}");
    if let Some(object) = &assembly.object {
        assert_eq!(analysis.word_count(), object.code.len(), "{path:?}");
    }
    check_places(path, &analysis);
    check_symbols(path, &analysis);
    check_code(path, &analysis);
    check_files(path, &analysis);
}

/// Returns true if a location is in the text of its file.
fn is_inside(analysis: &Analysis, place: FileSpan) -> bool {
    let file = analysis.file(place.file);
    file.is_some_and(|file| file.text.get(place.span.range()).is_some())
}

fn check_places(path: &Path, analysis: &Analysis) {
    let text = analysis.text();
    let size = u32::try_from(text.len()).expect("small");
    let step = 1 + size / 40;
    for start in (0..size).step_by(step as usize) {
        for end in [start, start + 1, start + 7] {
            let span = Span::new(start, end.min(size));
            let Some(origin) = analysis.origin(span) else {
                continue;
            };
            let place = origin.location.span;
            let file = analysis.file(origin.location.file).expect("a file");
            assert!(
                place.end as usize <= file.text.len() && place.start <= place.end,
                "{path:?}"
            );
            if end == start + 1 && text.is_char_boundary(start as usize) {
                let spans = analysis.spans_of(origin.location);
                assert!(
                    spans.iter().any(|s| s.start <= start && start < s.end),
                    "{path:?} {start}"
                );
            }
        }
    }
    let included = analysis.includes().iter().map(|include| include.location);
    let calls = analysis.calls().iter().map(|call| call.name);
    let bodies = analysis
        .macros()
        .iter()
        .flat_map(|defined| [defined.location, defined.body]);
    let conditionals = analysis.conditionals().map(|conditional| conditional.location);
    let inactive = analysis.inactive().iter().copied();
    for place in included.chain(calls).chain(bodies).chain(conditionals).chain(inactive) {
        assert!(is_inside(analysis, place), "{path:?} {place:?}");
    }
}

fn check_symbols(path: &Path, analysis: &Analysis) {
    for symbol in analysis.symbols() {
        assert!(!symbol.text().is_empty(), "{path:?} {symbol:?}");
        let meaning = symbol.meaning().expect("a meaning");
        if let (Meaning::Procedure { index }, Some(span)) = (&meaning, symbol.definition_span()) {
            assert_eq!(analysis.procedures()[*index].name, span, "{path:?}");
        }
        let _ = (symbol.documentation(), symbol.scope(), symbol.is_read_only());
        let definitions = symbol.occurrences().filter(|found| found.usage == Use::Definition);
        let expected = usize::from(symbol.definition().is_some());
        assert_eq!(definitions.count(), expected, "{path:?} {}", symbol.text());
        for found in symbol.occurrences() {
            assert!(is_inside(analysis, found.location), "{path:?} {found:?}");
            if found.is_exact {
                assert_eq!(analysis.text_of(found.location), symbol.text(), "{path:?}");
                let at = analysis.occurrence_at(found.location.file, found.location.span.start);
                let at = at.expect("an occurrence");
                assert_eq!(at.location, found.location, "{path:?}");
            }
        }
    }
}

fn check_code(path: &Path, analysis: &Analysis) {
    let mut words = vec![false; analysis.word_count()];
    let nops = analysis.padding_nops().iter().map(|nop| nop.word);
    let instructions: Vec<_> = analysis.instructions().collect();
    for word in nops.chain(instructions.iter().map(|found| found.word())) {
        let slot = words.get_mut(word as usize).expect("a word of the code");
        assert!(!std::mem::replace(slot, true), "{path:?}: word {word} twice");
    }
    assert!(words.iter().all(|known| *known), "{path:?}");
    let liveness = analysis.liveness(Callers::Source);
    let anywhere = analysis.liveness(Callers::Anywhere);
    let step = 1 + instructions.len() / 8;
    for found in instructions.iter().step_by(step) {
        assert!(analysis.text().get(found.span().range()).is_some());
        let at = analysis.instruction_at(found.keyword().start).expect("an instruction");
        assert_eq!(at.id(), found.id(), "{path:?}");
        let of_word = analysis.instruction_of_word(found.word());
        assert_eq!(of_word.map(|found| found.id()), Some(found.id()), "{path:?}");
        for source in found.sources() {
            assert!(found.span().start <= source.span.start && source.span.end <= found.span().end);
        }
        let _ = (found.destination(), found.transfer(), found.block());
        for register in 0..16 {
            let live = liveness.live_after(found.id(), register);
            let most = anywhere.live_after(found.id(), register);
            assert_eq!(live.union(most), most, "{path:?}");
        }
        let _ = liveness.reaching(found.id(), 3, Component::X);
        let reach = anywhere.reaching(found.id(), 0, Component::Y);
        assert!(reach.instructions.iter().all(|id| id.index() < instructions.len()));
    }
    for procedure in analysis.procedures() {
        assert!(procedure.words.end as usize <= analysis.word_count());
        assert!(procedure.instructions as usize <= procedure.words.len());
    }
    let _ = analysis.blocks().len();
}

fn check_files(path: &Path, analysis: &Analysis) {
    let mut ids: Vec<FileId> = vec![Analysis::SOURCE];
    ids.extend(analysis.includes().iter().filter_map(|include| include.file));
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), analysis.files().len(), "{path:?}");
    for id in ids {
        let text = &analysis.file(id).expect("a file").text;
        let mut end = 0;
        for token in analysis.tokens(id) {
            assert!(
                end <= token.span.start && text.get(token.span.range()).is_some(),
                "{path:?} {token:?}"
            );
            end = token.span.end;
            if token.class == TokenClass::Number {
                let _ = analysis.evaluate(token.span);
            }
        }
        let size = u32::try_from(text.len()).expect("small");
        for offset in (0..=size).step_by(1 + text.len() / 25) {
            let expected = analysis.expected_at(id, offset);
            if let Some(word) = expected.map(|expected| expected.word) {
                assert!(text.get(word.range()).is_some() && word.start <= offset, "{path:?}");
            }
            let _ = (analysis.expression_at(offset), analysis.procedure_at(offset));
        }
        assert!(analysis.expected_at(id, size + 1).is_none());
    }
}

#[test]
fn all_sources_have_answers_that_fit_together() {
    for path in sources() {
        check(&path, &fs::read(&path).expect("the source can be read"));
    }
}

/// Reproducible random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        // Steele and Vigna's SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let mixed = usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or(0);
        mixed % limit.max(1)
    }
}

const PIECES: &[&str] = &[
    "",
    "\n",
    " ",
    ";",
    ",",
    ".",
    "[",
    "]",
    "(",
    ")",
    "\\",
    "\"",
    ".end\n",
    "\n.else\n",
    "\n.macro m a, b=r0\n",
    "\n.endm\n",
    "\nm r1\n",
    "\n.rept 2, i\n",
    "\n.endr\n",
    "\n.if 0\n",
    "\n.endif\n",
    "\n.proc p\n",
    "\ncall p\n",
    "\nfor i0\n",
    "\nbreak\n",
    "\njmpu b0, l\nl:\n",
    "\n.alias a r0\n",
    "\n# 7 \"f\"\n",
    "\u{e9}",
    "\0",
    "r0",
    "\n.include \"x\"\n",
];

/// Returns a source with a piece of it replaced.
fn change(source: &str, random: &mut Random) -> String {
    let boundary = |mut at: usize| {
        while !source.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(random.below(source.len() + 1));
    let end = boundary((start + random.below(20)).min(source.len())).max(start);
    let piece = match random.below(3) {
        0 => {
            let from = boundary(random.below(source.len() + 1));
            let to = boundary((from + random.below(60)).min(source.len())).max(from);
            source[from..to].to_owned()
        }
        _ => PIECES[random.below(PIECES.len())].to_owned(),
    };
    format!("{}{piece}{}", &source[..start], &source[end..])
}

/// Checks a number of sources, each after some mutations.
fn check_changes(count: usize, seed: u64) {
    let all = sources();
    let mut random = Random(seed);
    for _ in 0..count {
        let path = &all[random.below(all.len())];
        let source = fs::read(path).expect("the source can be read");
        let mut source = String::from_utf8_lossy(&source).into_owned();
        for _ in 0..1 + random.below(4) {
            source = change(&source, &mut random);
        }
        check(path, source.as_bytes());
    }
}

#[test]
fn changed_sources_have_answers_that_fit_together() {
    check_changes(150, 1);
}

#[test]
#[ignore = "it takes minutes"]
fn many_changed_sources_have_answers_that_fit_together() {
    check_changes(20_000, 2);
}
