//! The compiler's options: the same in all programs, in documents, and in builds.

use std::fs;
use std::path::Path;

use bstr::BStr;
use pica200::Build;
use pica200::build::DiskFiles;
use pica200::job::options::{BuildOption, Group, Kind, Value, in_group};
use pica200_cli::command_lines;
use pica200_dxbc::FourCc;
use pica200_dxbc::container::build;
use pica200_dxbc::program::{
    Component, Components, Index, Instruction, Mask, MinPrecision, Opcode, Operand, Program, ProgramKind, RegisterKind,
    Swizzle, Token, Version,
};
use pica200_dxbc::signature::{ComponentType, Element, Signature, SystemValue};

use crate::support::Folder;

/// An option with a value that changes a translation. Flags are found in the option table.
struct Row {
    /// The container.
    container: &'static str,
    /// Command-line arguments.
    option: &'static str,
    /// Line of a document.
    key: &'static str,
    /// Method of a build.
    method: fn(Build) -> Build,
    /// True if the shader is an error without the option.
    is_needed: bool,
}

const ROWS: [Row; 4] = [
    Row {
        container: "vs-passthrough",
        option: "--map-output COLOR=view",
        key: "map-output = { COLOR = \"view\" }",
        method: |build| build.map_output("COLOR", "view"),
        is_needed: false,
    },
    Row {
        container: "vs-mvp",
        option: "--ignore-output TEXCOORD",
        key: "ignore-output = \"TEXCOORD\"",
        method: |build| build.ignore_output("TEXCOORD"),
        is_needed: false,
    },
    Row {
        container: "vs-vertexid",
        option: "--vertex-id=attribute",
        key: "vertex-id = \"attribute\"",
        method: |build| build.vertex_id_attribute(true),
        is_needed: true,
    },
    Row {
        container: "palette",
        option: "--array-length cb0=20",
        key: "array-length = \"cb0=20\"",
        method: |build| build.array_length("cb0", 20),
        is_needed: true,
    },
];

/// Returns a container that reads a register of a constant buffer of 200 registers with a computed index.
fn palette() -> Vec<u8> {
    let element = |name, register, component_type| Element {
        offset: 0,
        stream: 0,
        name: BStr::new(name),
        index: 0,
        system_value: SystemValue::NONE,
        component_type,
        register,
        mask: 15,
        rw_mask: 15,
        min_precision: MinPrecision::FULL,
    };
    let signature = |id: &[u8; 4], elements| Signature {
        offset: 0,
        id: FourCc(*id),
        elements,
    };
    let inputs = vec![element("BONE", 0, ComponentType::UINT)];
    let outputs = vec![Element {
        rw_mask: 0,
        ..element("POSITION", 0, ComponentType::FLOAT)
    }];
    let register = |kind, number: u32, components| Operand::register(kind, &[number], components);
    let all = Components::Mask(Mask::ALL);
    let input = register(RegisterKind::INPUT, 0, Components::Select(Component::X));
    let mut bone = Operand::register(
        RegisterKind::CONSTANT_BUFFER,
        &[0, 0],
        Components::Swizzle(Swizzle::IDENTITY),
    );
    bone.indices[1] = Index::Relative(Box::new(input));
    let buffer = Operand::register(RegisterKind::CONSTANT_BUFFER, &[0, 200], Components::None);
    let output = || register(RegisterKind::OUTPUT, 0, all);
    let instruction = |opcode, operands| Instruction::new(Token::new(opcode), operands);
    let program = Program {
        version: Version::new(ProgramKind::VERTEX, 4, 0),
        instructions: vec![
            instruction(Opcode::DCL_CONSTANTBUFFER, vec![buffer]),
            instruction(Opcode::DCL_INPUT, vec![register(RegisterKind::INPUT, 0, all)]),
            instruction(Opcode::DCL_OUTPUT, vec![output()]),
            instruction(Opcode::MOV, vec![output(), bone]),
            instruction(Opcode::RET, Vec::new()),
        ],
        trailing: Vec::new(),
    };
    let inputs = signature(b"ISGN", inputs).write().unwrap();
    let outputs = signature(b"OSGN", outputs).write().unwrap();
    let program = program.write().unwrap();
    build(&[
        (FourCc(*b"ISGN"), &inputs),
        (FourCc(*b"OSGN"), &outputs),
        (FourCc(*b"SHDR"), &program),
    ])
    .unwrap()
}

#[test]
fn arrays_that_cannot_be_shortened_are_reported() {
    let folder = Folder::with([("palette.dxbc", palette())]);
    let said = [
        "--array-length cb0=20 --array-length bones=3",
        "--array-length cb0=300 --array-length cb0=20",
        "--array-length cb0=300",
    ]
    .map(|options| folder.picac(&format!("palette.dxbc {options} -o a.vsh")).all());
    insta::assert_snapshot!("array_length", said.concat());
    for wrong in ["cb0", "cb0=0", "=3", "cb0=x"] {
        let outcome = folder.picac(&format!("palette.dxbc --array-length {wrong}"));
        assert_eq!(outcome.status, 2, "{wrong}");
        assert!(outcome.stderr.contains("NAME=N"), "{}", outcome.stderr);
    }
    let text = "sources = \"palette.dxbc\"\narray-length = [\"cb0\"]\n";
    folder.write("wrong.variants.toml", text);
    let said = folder.picald("wrong.variants.toml -o a.shbin").errors();
    assert!(said.contains("`cb0` is not NAME=N"), "{said}");
}

#[test]
fn options_change_the_translation_everywhere() {
    for Row {
        container,
        option,
        key,
        method,
        is_needed,
    } in ROWS
    {
        let folder = match container {
            "palette" => Folder::with([("palette.dxbc", palette())]),
            container => Folder::with_containers(&[container]),
        };
        let without = folder.picac(&format!("{container}.dxbc -A warnings -o without.shbin"));
        if is_needed {
            without.errors();
        } else {
            without.silent();
            check_change(&folder, container, option);
        }
        check_everywhere(&folder, container, option, key, method);
    }
}

/// Each compiler flag changes the translation of a golden file. The snapshot has the difference.
#[test]
fn switches_change_a_translation_everywhere() {
    let mut checked = 0;
    for switch in in_group(Group::Compiling).filter(|row| matches!(row.kind, Kind::Switch)) {
        for flag in switch.flags {
            let value = Value::Switch(flag.value);
            let container = changed_by(switch, value);
            let container = container.unwrap_or_else(|| panic!("--{} changes no translation", flag.long));
            let folder = Folder::with_containers(&[&container]);
            let option = format!("--{}", flag.long);
            check_change(&folder, &container, &option);
            let changed = folder.changed_lines("without.shbin", "with.shbin");
            insta::assert_snapshot!(format!("switch_{}", flag.long), format!("{container}\n{changed}"));
            let key = format!("{} = {}", switch.name, flag.value);
            check_everywhere(&folder, &container, &option, &key, |build| build.set(switch, value));
            checked += 1;
        }
    }
    assert!(checked > 2, "only {checked} switches");
}

/// Returns the first golden container whose translation depends on an option.
fn changed_by(option: &BuildOption, value: Value<'_>) -> Option<String> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testsuite/golden/dxbc");
    let entries = fs::read_dir(golden).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "dxbc"))
        .collect();
    paths.sort();
    let found = paths.iter().find(|path| {
        let build = Build::new("golden").file(path).allow("warnings");
        let [without, with] = [build.clone(), build.set(option, value)].map(|build| build.compile(&DiskFiles));
        matches!((without, with), (Ok(without), Ok(with)) if without.binaries[0].bytes != with.binaries[0].bytes)
    })?;
    Some(found.file_stem().unwrap().to_str().unwrap().to_owned())
}

/// Checks that an option of picac changes the binary of a container.
fn check_change(folder: &Folder, container: &str, option: &str) {
    let line = format!("{container}.dxbc -A warnings");
    folder.picac(&format!("{line} -o without.shbin")).silent();
    folder.picac(&format!("{line} {option} -o with.shbin")).silent();
    assert_ne!(folder.read("without.shbin"), folder.read("with.shbin"), "{option}");
}

/// Checks that an option has the same effect in all programs, documents and builds.
fn check_everywhere(folder: &Folder, container: &str, option: &str, key: &str, method: impl FnOnce(Build) -> Build) {
    let line = format!("{container}.dxbc -A warnings");
    folder.picac(&format!("{line} {option} -o with.shbin")).silent();
    let expected = folder.read("with.shbin");
    folder.picald(&format!("{line} {option} -o linked.shbin")).silent();
    assert_eq!(folder.read("linked.shbin"), expected, "{option}");
    let source = Build::new("with").file(folder.path(format!("{container}.dxbc")));
    let build = method(source.allow("warnings"));
    let compiled = build.compile(&DiskFiles).unwrap();
    assert_eq!(compiled.binaries[0].bytes, expected, "{option}");
    // A run on the PICA200 executes as many instructions.
    let run = folder.picarun(&format!("{line} {option} --target=pica200"));
    let text = String::from_utf8(run.silent()).unwrap();
    let (_, instructions) = text.rsplit_once("instructions: ").unwrap();
    let case = format!("name = \"all\"\ninstructions = {instructions}");
    let head = format!("shader = \"{container}.dxbc\"\ntarget = \"pica200\"\nallow = \"warnings\"\n{key}");
    folder.write("all.test.toml", format!("{head}\n[[case]]\n{case}"));
    folder.picarun("--test all.test.toml").silent();
    let sources = format!("sources = \"{container}.dxbc\"\nallow = \"warnings\"\n{key}");
    folder.write("all.variants.toml", format!("{sources}\n[numbers]\nN = [0, 1]\n"));
    let run = folder.picarun("all.variants.toml").silent();
    let of_variation = String::from_utf8(run).unwrap();
    assert!(of_variation.ends_with(instructions), "{option}");
}

#[test]
fn the_language_is_an_option_everywhere() {
    let folder = Folder::with([("good.dxbc", crate::support::GOOD)]);
    folder.picald("good.dxbc --lang=assembly -s -o a.shbin").silent();
    let expected = folder.read("a.shbin");
    let build = || Build::new("good").file(folder.path("good.dxbc")).strip(true);
    let compiled = build().lang("assembly").compile(&DiskFiles).unwrap();
    assert_eq!(compiled.binaries[0].bytes, expected);
    let text = "sources = \"good.dxbc\"\nlang = \"assembly\"\nallow = \"warnings\"\n";
    folder.write("good.variants.toml", format!("{text}[numbers]\nN = [0, 1]\n"));
    folder.picald("good.variants.toml -o b.shbin").silent();
    folder.picarun("good.dxbc --lang=assembly").silent();
    build().compile(&DiskFiles).unwrap_err();
    let unknown = build().lang("pascal").compile(&DiskFiles).unwrap_err();
    assert!(unknown.to_string().contains("unknown language `pascal`"), "{unknown}");
    let unknown = build().map_output("COLOR", "colour").compile(&DiskFiles).unwrap_err();
    assert!(unknown.to_string().contains("did you mean `color`?"), "{unknown}");
}

#[test]
fn documents_have_wrong_values() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let text = "\
sources = \"vs-mvp.dxbc\"
map-output = { COLOR = \"colour\", TEXCOORD = 1 }
ignore-output = [1]
shader-entry = true
vertex-id = \"counter\"
fix-depth = \"yes\"
fast-round = 1
strict-math = []
lang = \"direct3\"
hlsl-entry = 1
hlsl-profile = false
hlsl-compiler = \"fxc\"
";
    folder.write("wrong.variants.toml", text);
    let said = folder.picald("wrong.variants.toml -o a.shbin --error-format=short");
    insta::assert_snapshot!("wrong_values", said.errors());
}

/// Each compiler option is available in all programs, as a key and as a method.
#[test]
fn each_option_is_in_all_programs() {
    let commands: Vec<_> = command_lines()
        .into_iter()
        .filter(|command| ["picac", "picald", "picarun"].contains(&command.get_name()))
        .collect();
    assert_eq!(commands.len(), 3);
    let mut names = None;
    for command in &commands {
        let mut groups = command.get_groups();
        let group = groups.find(|group| group.get_id() == "CompilingOptions");
        let is_own = |id| group.unwrap().get_args().any(|arg| arg == id);
        let own = command.get_arguments().filter(|arg| is_own(arg.get_id()));
        let own: Vec<_> = own.filter_map(|arg| arg.get_long()).collect();
        assert!(own.len() > 10, "{own:?}");
        assert_eq!(names.get_or_insert(own.clone()), &own);
    }
    let rows: String = ROWS.map(|row| row.option).join(" ");
    let files = [
        include_str!("hlsl.rs"),
        include_str!("languages.rs"),
        include_str!("options.rs"),
    ];
    let tests = files.concat() + &rows;
    let page = include_str!("../../docs/keys.md");
    // Another test tries all flags.
    let switches = in_group(Group::Compiling).filter(|row| matches!(row.kind, Kind::Switch));
    let switches: Vec<_> = switches.flat_map(|row| row.flags).map(|flag| flag.long).collect();
    for name in names.into_iter().flatten() {
        let is_tested = switches.contains(&name) || tests.contains(&format!("--{name}"));
        assert!(is_tested, "no test has --{name}");
        let is_key = name != "hlsl-compiler";
        assert_eq!(page.contains(&format!("`{name}`")), is_key, "{name}");
    }
}

/// Unknown names are a warning: `--shader-entry`, `--map-output`, `--ignore-output`.
#[test]
fn names_that_match_nothing_are_warnings() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    for option in ["--map-output NOTHING=view", "--ignore-output NOTHING"] {
        let outcome = folder.picac(&format!("vs-mvp.dxbc {option} -o a.vsh"));
        assert_eq!(outcome.status, 0);
        assert!(
            outcome.stderr.contains("warning[unmatched-option]"),
            "{}",
            outcome.stderr
        );
    }
}
