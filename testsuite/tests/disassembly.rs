//! Disassemblies of shader binaries reassemble to identical shader binaries; without options, to binaries with the same
//! meaning.

use std::io;

use libtest_mimic::{Arguments, Failed, Trial};
use pica200_cli::relink::{Reassembled, RelinkOptions, Relinked, link_sources, reassemble, relink};
use pica200_disasm::{disassemble, disassemble_object};
use pica200_link::{Compat, LinkOptions};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_testsuite::generated;
use pica200_testsuite::programs::{Program, cases, examples, golden};
use pica200_testsuite::run::run;

/// The option sets with which programs are linked.
const WAYS: [(Compat, bool, bool); 4] = [
    (Compat::Picasso, false, false),
    (Compat::None, false, false),
    (Compat::None, true, false),
    (Compat::None, false, true),
];

/// The number of generated programs of several shaders and libraries.
const GENERATED: u64 = 24;

/// Programs that round-trip with the same meaning in different bytes, with the reason.
const OTHER_BYTES: [(&str, &str); 5] = [
    (
        "cases/words/0",
        "its words jump to places without labels, and the new labels are in the file",
    ),
    (
        "cases/missing-end-on-a-path/0",
        "its shaders run on into each other, which blocks of one shader cannot state",
    ),
    (
        "cases/local-labels/0",
        "its local labels are not in the file, and their new names are",
    ),
    (
        "cases/local-procedures/0",
        "two procedures have one name, and only objects say that it is theirs",
    ),
    (
        "cases/local-procedures/1",
        "two procedures have one name, and only objects say that it is theirs",
    ),
];

/// Programs that round-trip with another meaning without the right options, with the reason.
const NEEDS_OPTIONS: [(&str, &str); 1] = [(
    "cases/entry-at-label-without-end/0",
    "a shader starts behind the last word, where whatever the linker places there follows",
)];

fn main() -> io::Result<()> {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = Vec::new();
    let generated = (0..GENERATED).map(|seed| generated::program(seed, 20));
    for (programs, least) in [
        (golden()?, 227),
        (examples()?, 5),
        (cases()?, 100),
        (generated.collect(), 1),
    ] {
        let count = programs.len();
        trials.push(Trial::test(format!("at_least_{least}_programs"), move || {
            expect(count >= least, format!("there are {count}"))
        }));
        trials.extend(
            programs
                .into_iter()
                .map(|program| Trial::test(program.name.clone(), move || check(&program))),
        );
    }
    for (name, _) in OTHER_BYTES.into_iter().chain(NEEDS_OPTIONS) {
        let exists = trials.iter().any(|trial| trial.name() == name);
        let why = format!("there is no {name}");
        trials.push(Trial::test(format!("exists/{name}"), move || expect(exists, why)));
    }
    trials.push(Trial::test("lines_that_loc_cannot_state", check_other_lines));
    libtest_mimic::run(&arguments, trials).exit();
}

fn expect(good: bool, message: impl Into<String>) -> Result<(), Failed> {
    if good { Ok(()) } else { Err(message.into().into()) }
}

/// Links a program with each option set, and reassembles the disassembly: the bytes must be identical, unless the
/// program is a known exception for one of the option sets.
fn check(program: &Program) -> Result<(), Failed> {
    let is_in = |list: &[(&str, &str)]| list.iter().any(|(name, _)| *name == program.name);
    let expected = !is_in(&OTHER_BYTES);
    let needs_options = is_in(&NEEDS_OPTIONS);
    let mut same_bytes = true;
    for (compat, debug, strip) in WAYS {
        let options = LinkOptions {
            debug,
            strip,
            ..LinkOptions::with_compat(compat)
        };
        let outcome = run(&program.sources, &program.assembling, Some(&options));
        for input in &outcome.objects {
            check_object(&input.object).map_err(|why| format!("{}\n{why}", input.name))?;
        }
        if let Some(bytes) = &outcome.shbin {
            let same = check_binary(bytes, expected, needs_options).map_err(|why| format!("{options:?}\n{why}"))?;
            same_bytes &= same;
        }
    }
    let message = format!("{} comes back with the same bytes", program.name);
    expect(same_bytes == expected, message)
}

/// Checks line tables with line 0 and with file names that no source can state: the disassembly omits them, and links.
fn check_other_lines() -> Result<(), Failed> {
    let options = LinkOptions {
        debug: true,
        ..LinkOptions::with_compat(Compat::None)
    };
    let mut checked = 0;
    for program in examples()? {
        let outcome = run(&program.sources, &program.assembling, Some(&options));
        let Some(bytes) = outcome.shbin else { continue };
        for name in ["", "a\tb.vsh", "a\"b.vsh", "light.vsh"] {
            let mut shbin = Shbin::read(&bytes)?;
            shbin.program.files = vec![name.into()];
            for (line, number) in shbin.program.lines.iter_mut().zip(0..) {
                (line.file, line.line) = (0, number % 3);
            }
            let linked = link_sources(&disassemble(&shbin)?, &RelinkOptions::default());
            expect(linked.is_ok(), format!("{} with {name:?}", program.name))?;
            checked += usize::from(!shbin.program.lines.is_empty());
        }
    }
    expect(checked > 0, "no program has lines")
}

/// Checks that the disassembly is complete and links to the same meaning, or even to identical bytes. Returns true if
/// the bytes are identical. Unless the program needs options, the disassembly must also link to the same meaning
/// without any.
fn check_binary(bytes: &[u8], same_bytes: bool, needs_options: bool) -> Result<bool, String> {
    let shbin = Shbin::read(bytes).map_err(|error| error.to_string())?;
    let disassembly = disassemble(&shbin).map_err(|error| error.to_string())?;
    let relinked = relink(bytes, &shbin, &disassembly);
    let found = match relinked {
        Relinked::SameBytes(_) => Some(true),
        Relinked::SameMeaning(..) if !same_bytes => Some(false),
        _ => None,
    };
    let plain = link_sources(&disassembly, &RelinkOptions::default());
    let plain = plain.map(|linked| differences(&shbin, &linked));
    if let Some(same) = found
        && disassembly.unstated.is_empty()
        && (needs_options || plain.as_ref().is_ok_and(Vec::is_empty))
    {
        return Ok(same);
    }
    let texts: Vec<_> = disassembly.sources.iter().map(|source| source.text.as_str()).collect();
    let (texts, unstated) = (texts.join("\n; ----\n"), disassembly.unstated);
    Err(format!(
        "{relinked:?}\nwithout options: {plain:?}\n{unstated:?}\n{texts}"
    ))
}

/// Checks that the disassembly of an object assembles to the same object, except for source locations.
fn check_object(object: &Object) -> Result<(), String> {
    let disassembly = disassemble_object(object);
    let again = reassemble(object, &disassembly);
    if again == Reassembled::Same && disassembly.unstated.is_empty() {
        return Ok(());
    }
    let text = disassembly.sources.first().map_or("", |source| &source.text);
    Err(format!("{text}\nwanted {object:#?}\nfound {again:#?}"))
}
