//! Link options change the layout of a program, not its behaviour: on the same values, all variants have the same
//! outputs, as does the reassembled disassembly.

mod compare;
mod dialects;
mod exchange;
mod pseudo;
mod values;

use pica200_cli::relink::{Relinked, link_sources, relink};
use pica200_disasm::disassemble;
use pica200_link::{CombineResult, Compat, Input, LinkOptions, combine, link};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::corpus::folder;
use pica200_testsuite::generated;
use pica200_testsuite::programs::{Program, cases, examples, golden};
use pica200_testsuite::run::{Outcome, run};

use compare::ComparisonStats;

fn linked(program: &Program, options: LinkOptions) -> Shbin {
    let outcome = run(&program.sources, &program.assembling, Some(&options));
    built(&program.name, outcome)
}

fn built(name: &str, outcome: Outcome) -> Shbin {
    let Some(output) = outcome.output else {
        unreachable!("{name} does not link:\n{}", outcome.diagnostics);
    };
    output.shbin
}

fn all() -> Vec<Program> {
    let mut programs = golden().expect("the golden files can be read");
    programs.extend(examples().expect("the examples can be read"));
    programs
}

/// Returns the indices of the shaders that differ in two files, each with the first difference.
fn differing(files: [&Shbin; 2]) -> Vec<(usize, String)> {
    let differences = differences(files[0], files[1]);
    let first = |number| {
        let shader = format!("DVLE {number}");
        let of_shader = |place: &str| place == "DVLB" || place.split(',').next().is_some_and(|start| start == shader);
        let mut found = differences.iter();
        let found = found.find(|difference| of_shader(&difference.location))?;
        Some((number, found.to_string()))
    };
    (0..files[0].shaders.len()).filter_map(first).collect()
}

/// B3: only names can make a file larger than picasso's.
#[test]
fn stripped_files_are_not_larger_than_those_of_picasso() {
    let (mut stripped, mut of_picasso) = (0, 0);
    let programs = golden().expect("the golden files can be read");
    let single = programs.iter().filter(|program| program.name.starts_with("single/"));
    for program in single {
        let options = LinkOptions {
            strip: true,
            ..LinkOptions::default()
        };
        let size = |options| linked(program, options).write().map_or(0, |bytes| bytes.len());
        let sizes = [size(options), size(LinkOptions::with_compat(Compat::Picasso))];
        assert!(0 < sizes[0] && sizes[0] <= sizes[1], "{}: {sizes:?}", program.name);
        stripped += sizes[0];
        of_picasso += sizes[1];
    }
    assert!(stripped * 10 < of_picasso * 9, "{stripped} of {of_picasso} bytes");
}

#[test]
fn compatible_links_do_the_same() {
    let mut compared = ComparisonStats::default();
    let mut left_out = String::new();
    for program in all() {
        let default = LinkOptions::default();
        let [compatible, default, whole] =
            [LinkOptions::with_compat(Compat::Picasso), default, default.whole()].map(|o| linked(&program, o));
        let files = [&compatible, &default];
        // With --compat the meaning can change: constants of other files are not loaded.
        let differing = differing([&compatible, &whole]);
        let numbers: Vec<_> = differing.iter().map(|(number, _)| *number).collect();
        let same = compared.compare(&program.name, files, &numbers);
        same.expect("both links do the same");
        for (_, text) in differing {
            left_out += &format!("{}: {text}\n", program.name);
        }
    }
    compared.check();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder("golden"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("not-compared", left_out));
}

/// The number of generated programs.
const GENERATED: u64 = 96;

#[test]
fn leaving_out_and_merging_makes_no_difference() {
    let mut compared = ComparisonStats::default();
    let mut saved = 0;
    for program in (0..GENERATED).map(|seed| generated::program(seed, 20)) {
        let default = LinkOptions::default();
        let [whole, default] = [default.whole(), default].map(|o| linked(&program, o));
        let same = compared.compare(&program.name, [&whole, &default], &[]);
        same.expect("both links do the same");
        saved += whole.program.code.len() - default.program.code.len();
    }
    assert!(saved > 1000, "only {saved} words were left out");
    assert!(compared.has_run(5000), "{compared:?}");
}

/// Compares batches with separate machines, for generated programs.
fn compare_generated_batches(seeds: std::ops::Range<u64>) -> ComparisonStats {
    let mut compared = ComparisonStats::default();
    for program in seeds.map(|seed| generated::program(seed, 20)) {
        let shbin = linked(&program, LinkOptions::default());
        let same = compared.compare_batches(&program.name, &shbin);
        same.expect("a batch does what machines do");
    }
    compared
}

#[test]
fn batches_do_what_machines_do() {
    let mut compared = compare_generated_batches(0..GENERATED / 8);
    for program in all() {
        let shbin = linked(&program, LinkOptions::default());
        let same = compared.compare_batches(&program.name, &shbin);
        same.expect("a batch does what machines do");
    }
    assert!(compared.has_run_vertices(10_000), "{compared:?}");
}

/// Run with `cargo test --release -p pica200-testsuite --test behaviour -- --ignored`.
#[test]
#[ignore = "it takes minutes"]
fn batches_of_many_programs_do_what_machines_do() {
    let compared = compare_generated_batches(0..10_000);
    assert!(compared.has_run_vertices(1_000_000), "{compared:?}");
}

/// Links a program with as few free registers as possible. Also returns true if constants were packed.
fn linked_tightly(seed: u64) -> (Shbin, bool) {
    let options = LinkOptions {
        map: true,
        ..LinkOptions::default()
    };
    let link = |taken| {
        let program = generated::program(seed, taken);
        run(&program.sources, &program.assembling, Some(&options)).output
    };
    let output = (40..=92)
        .rev()
        .find_map(link)
        .expect("with 40 registers taken, the program fits");
    let map = output.map.expect("the options ask for a map");
    let mut sharers = map.items.iter().flat_map(|item| &item.shared_with);
    let packed = sharers.any(|sharer| sharer.components.is_some());
    (output.shbin, packed)
}

#[test]
fn packed_constants_make_no_difference() {
    let mut compared = ComparisonStats::default();
    let mut packed = 0;
    for seed in 0..GENERATED {
        let loose = linked(&generated::program(seed, 20), LinkOptions::default());
        let (tight, is_packed) = linked_tightly(seed);
        let same = compared.compare("generated", [&loose, &tight], &[]);
        same.unwrap_or_else(|text| unreachable!("program {seed}: {text}"));
        packed += usize::from(is_packed);
    }
    assert!(packed >= 10, "{packed} were packed");
    assert!(compared.has_run(5000), "{compared:?}");
}

/// Combines adjacent objects where `may_join` allows it, and reads them from their bytes. Also returns the number of
/// combined objects.
fn in_groups(objects: &[Input], may_join: impl Fn(&Input) -> bool) -> (Vec<Input>, usize) {
    let mut groups: Vec<(Input, Vec<Input>)> = Vec::new();
    let mut joined = 0;
    for input in objects {
        if let Some((whole, parts)) = groups.last_mut()
            && may_join(input)
            && parts.iter().all(&may_join)
        {
            parts.push(input.clone());
            if let Ok(CombineResult { object, .. }) = combine(parts) {
                let bytes = object.write().expect("a combined object can be written");
                assert_eq!(Object::read(&bytes).as_ref(), Ok(&object));
                whole.object = object;
                joined += 1;
                continue;
            }
            parts.pop();
        }
        groups.push((input.clone(), vec![input.clone()]));
    }
    (groups.into_iter().map(|(whole, _)| whole).collect(), joined)
}

/// Links objects unchanged, and after combining them.
fn check_groups(program: &Program, may_join: impl Fn(&Input) -> bool, compared: &mut ComparisonStats) -> usize {
    let objects = run(&program.sources, &program.assembling, None).objects;
    let (groups, joined) = in_groups(&objects, may_join);
    // Some cases test links that fail.
    if joined == 0 || link(&objects, &LinkOptions::default()).is_err() {
        return 0;
    }
    let debug = LinkOptions {
        debug: true,
        ..LinkOptions::default()
    };
    for options in [LinkOptions::default(), debug] {
        let [apart, grouped] = [&objects, &groups].map(|inputs| match link(inputs, &options) {
            Ok(linked) => linked.output.shbin,
            Err(errors) => unreachable!("{} does not link: {errors:?}", program.name),
        });
        let same = compared.compare(&program.name, [&apart, &grouped], &[]);
        same.expect("both links do the same");
        let found: Vec<_> = differences(&apart, &grouped);
        assert!(found.is_empty(), "{}: {found:?}", program.name);
    }
    joined
}

#[test]
fn combined_objects_link_to_the_same_program() {
    let mut compared = ComparisonStats::default();
    let is_library = |input: &Input| input.object.library;
    let mut programs = all();
    programs.extend(cases().expect("the cases can be read"));
    programs.extend((0..GENERATED).map(|seed| generated::program(seed, 20)));
    let mut joined = [0, 0];
    for program in &programs {
        joined[0] += check_groups(program, |_| true, &mut compared);
        joined[1] += check_groups(program, is_library, &mut compared);
    }
    assert!(joined.iter().all(|&count| count > 25), "{joined:?}");
}

#[test]
fn disassembled_programs_do_the_same() {
    let mut compared = ComparisonStats::default();
    for program in all() {
        let shbin = linked(&program, LinkOptions::default());
        let bytes = shbin.write().expect("a linked binary can be written");
        let disassembly = disassemble(&shbin).expect("a linked binary can be disassembled");
        let (Relinked::SameBytes(recipe) | Relinked::SameMeaning(recipe, _)) = relink(&bytes, &shbin, &disassembly)
        else {
            unreachable!("{} does not survive disassembly", program.name);
        };
        let again = link_sources(&disassembly, &recipe).expect("a disassembled program links");
        let same = compared.compare(&program.name, [&shbin, &again], &[]);
        same.expect("a reassembled program does the same");
    }
    compared.check();
}

/// Links a body between declarations and `end`.
fn small(declarations: &str, body: &str) -> Shbin {
    let text = format!("{declarations}\n.out o position\n.proc main\n{body}\nend\n.end\n");
    let source = CaseSource {
        name: "main.pica".into(),
        text: text.into(),
        ..CaseSource::default()
    };
    let outcome = run(&[source], &Default::default(), Some(&LinkOptions::default()));
    built(body, outcome)
}

#[test]
fn other_programs_are_told_apart() {
    const GEOMETRY: &str = ".gsh variable c20 1\n.fvec k\n.bool on\n.ivec turns";
    for (declarations, one, other) in [
        ("", "add o, v0, v0", "mul o, v0, v0"),
        ("", "mov o, v0", "mov o, v1"),
        ("", "mov o, v0", "mov r0, v1\nmov o, v0"),
        ("", "mov o, v0", "nop\nmov o, v0"),
        ("", "mov o, c7", "mov o, c8"),
        (".fvec k[2]", "mov o, k[0]", "mov o, k[1]"),
        (
            ".bool on[2]",
            "mov o, v0\nifu on[0]\nmov o, v1\n.end",
            "mov o, v0\nifu on[1]\nmov o, v1\n.end",
        ),
        (
            ".ivec turns[2]",
            "for turns[0]\nadd o, v0, r0\n.end",
            "for turns[1]\nadd o, v0, r0\n.end",
        ),
        ("", "for i1\nmov o, v0\n.end", "for i2\nmov o, v0\n.end"),
        (GEOMETRY, "mov o, c0\nemit", "mov o, c1\nemit"),
        (
            GEOMETRY,
            "mov o, k\nsetemit 0, prim\nemit",
            "mov o, k\nsetemit 1, prim\nemit",
        ),
        (
            GEOMETRY,
            "mov o, k\nsetemit 0, prim\nemit",
            "mov o, k\nsetemit 0, prim inv\nemit",
        ),
        (GEOMETRY, "mov o, k\nsetemit 0\nemit", "mov o, k\nsetemit 0, prim\nemit"),
    ] {
        let [one, other] = [one, other].map(|body| small(declarations, body));
        let compare = |files| ComparisonStats::default().compare("small", files, &[]);
        assert_eq!(compare([&one, &one]), Ok(()));
        assert!(compare([&one, &other]).is_err(), "{one:?} {other:?}");
    }
}
