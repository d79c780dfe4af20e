//! Command lines: help, versions, and usage errors.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod support;

use std::fs;

use support::{Folder, GOOD, PICAAR, PICAC, PICADUMP, PICAFMT, PICALD, PICALS, PICARUN, PICASM};

fn help(program: &str, option: &str) -> String {
    let stdout = Folder::empty().run(program, [option]).silent();
    String::from_utf8(stdout).unwrap()
}

#[test]
fn help_goes_to_standard_output() {
    insta::assert_snapshot!("picasm_short_help", help(PICASM, "-h"));
    insta::assert_snapshot!("picasm_long_help", help(PICASM, "--help"));
    insta::assert_snapshot!("picac_short_help", help(PICAC, "-h"));
    insta::assert_snapshot!("picac_long_help", help(PICAC, "--help"));
    insta::assert_snapshot!("picafmt_short_help", help(PICAFMT, "-h"));
    insta::assert_snapshot!("picafmt_long_help", help(PICAFMT, "--help"));
    insta::assert_snapshot!("picald_short_help", help(PICALD, "-h"));
    insta::assert_snapshot!("picald_long_help", help(PICALD, "--help"));
    insta::assert_snapshot!("picaar_short_help", help(PICAAR, "-h"));
    insta::assert_snapshot!("picaar_long_help", help(PICAAR, "--help"));
    insta::assert_snapshot!("picadump_short_help", help(PICADUMP, "-h"));
    insta::assert_snapshot!("picadump_long_help", help(PICADUMP, "--help"));
    insta::assert_snapshot!("picals_short_help", help(PICALS, "-h"));
    insta::assert_snapshot!("picals_long_help", help(PICALS, "--help"));
    insta::assert_snapshot!("picarun_short_help", help(PICARUN, "-h"));
    insta::assert_snapshot!("picarun_long_help", help(PICARUN, "--help"));
}

#[test]
fn versions_go_to_standard_output() {
    for (program, name) in [
        (PICASM, "picasm"),
        (PICAC, "picac"),
        (PICAFMT, "picafmt"),
        (PICALD, "picald"),
        (PICAAR, "picaar"),
        (PICADUMP, "picadump"),
        (PICALS, "picals"),
        (PICARUN, "picarun"),
    ] {
        let expected = format!("{name} {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(help(program, "--version"), expected);
        assert_eq!(help(program, "-V"), expected);
    }
}

#[test]
fn help_takes_precedence_and_names_need_not_exist() {
    let folder = Folder::empty();
    assert_eq!(folder.picald("--help missing.vsh").status, 0);
    assert_eq!(folder.picasm("missing.vsh -h").status, 0);
}

#[test]
fn the_last_output_counts() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    assert_eq!(folder.picald("a.vsh -o first.shbin -o last.shbin").status, 0);
    assert_eq!(folder.picasm("-o first.dvoj a.vsh -o last.dvoj").status, 0);
    assert!(folder.path("last.shbin").exists() && folder.path("last.dvoj").exists());
    assert!(!folder.path("first.shbin").exists() && !folder.path("first.dvoj").exists());
}

#[test]
fn b8_a_binary_is_written_beside_its_single_input() {
    let folder = Folder::with([("src/a.v.pica", GOOD), ("src/all.shlist", "a.v.pica\n")]);
    folder.picald("src/a.v.pica -o wanted").silent();
    let wanted = folder.read("wanted");
    folder.picasm("src/a.v.pica -o src/object.dvoj").silent();
    for (input, output) in [
        ("src/a.v.pica", "src/a.v.shbin"),
        ("src/all.shlist", "src/all.shbin"),
        ("src/object.dvoj", "src/object.shbin"),
    ] {
        folder.picald(&format!("{input} -MD")).silent();
        assert_eq!(folder.read(output), wanted, "{input}");
        let dependencies = folder.read(output.replace("shbin", "d"));
        assert!(dependencies.starts_with(output.as_bytes()), "{input}");
    }
    let rule = folder.picald("src/a.v.pica -M").silent();
    assert_eq!(rule, b"src/a.v.shbin: \\\n  src/a.v.pica\n");
    // An existing input of that name is not overwritten.
    folder.write("a.shbin", GOOD);
    folder.picald("a.shbin").errors();
    assert_eq!(folder.read("a.shbin"), GOOD.as_bytes());
}

#[test]
fn wrong_usage_is_status_2_and_writes_nothing() {
    let folder = Folder::with([("a.vsh", GOOD), ("b.vsh", GOOD)]);
    let picald = [
        ("", "required arguments"),
        ("a.vsh b.vsh", "linking 2 inputs requires `-o`"),
        ("-", "linking standard input requires `-o`"),
        ("-r a.vsh", "`-r` requires `-o`"),
        ("-o x.shbin", "<INPUT>"),
        ("a.vsh -o", "--output"),
        ("--bogus a.vsh -o x", "--bogus"),
        ("-q a.vsh -o x", "-q"),
        ("-g --compat=picasso a.vsh -o x", "--compat"),
        ("-g -s a.vsh -o x", "--strip"),
        ("--debug --strip a.vsh -o x", "--strip"),
        ("--compat=nihstro a.vsh -o x", "picasso"),
        ("--error-format=xml a.vsh -o x", "human, short, json"),
        ("--color=sometimes a.vsh -o x", "auto, always, never"),
        ("- - -o x", "standard input"),
        ("a.vsh -o - --header -", "standard output"),
        ("a.vsh -o x --rust", "--rust"),
        ("a.vsh -o x --rust y --rust z", "cannot be used multiple times"),
    ];
    for (arguments, said) in picald {
        let outcome = folder.picald(arguments);
        assert_eq!(outcome.status, 2, "{arguments}");
        assert!(outcome.stdout.is_empty(), "{arguments}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    let picasm = [
        ("", "<SOURCE>"),
        ("--bogus a.vsh", "--bogus"),
        ("a.vsh -o", "--output"),
        ("a.vsh b.vsh -o x.dvoj", "x.dvoj"),
        ("a.vsh b.vsh -o -", "2 objects"),
        ("- -", "standard input"),
        ("-", "`-o`"),
        ("- -o ./", "standard input"),
    ];
    for (arguments, said) in picasm {
        let message = folder.picasm(arguments);
        assert_eq!(message.status, 2, "{arguments}");
        assert!(message.stderr.contains(said), "{}", message.stderr);
    }
    let picac = [
        ("", "<SOURCE>"),
        ("a.dxbc", "missing `-o`"),
        ("a.dxbc b.dxbc -o x.vsh", "2 sources require an output directory"),
        ("a.dxbc -o x", "the name `x` does not say what to write"),
        ("a.dxbc -o x.vsh --header x.h", "`-o NAME.shbin`"),
        ("a.dxbc -o x.dvoj -g", "`-g` applies to shader binaries"),
        ("a.dxbc -o x.vsh --map-output A", "expected the name of an output"),
        ("a.dxbc -o x.vsh --map-output =view", "expected the name of an output"),
        ("a.dxbc -o x.vsh --map-output A=colour", "did you mean `color`?"),
        ("a.dxbc -o x.vsh --vertex-id=counter", "attribute"),
        (
            "a.dxbc -o x.vsh --lang=pascal",
            "assembly, direct3d, hlsl, wgsl, glsl, spirv",
        ),
        ("a.dxbc -o - --header -", "`-o NAME.shbin`"),
        ("--bogus a.dxbc -o x.vsh", "--bogus"),
    ];
    for (arguments, said) in picac {
        let outcome = folder.picac(arguments);
        assert_eq!(outcome.status, 2, "{arguments}");
        assert!(outcome.stdout.is_empty(), "{arguments}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    let picafmt = [
        ("", "<SOURCE>"),
        ("--bogus a.vsh", "--bogus"),
        ("- a.vsh -", "standard input"),
        ("a.vsh -o x", "-o"),
    ];
    for (arguments, said) in picafmt {
        let outcome = folder.picafmt(arguments);
        assert_eq!(outcome.status, 2, "{arguments}");
        assert!(outcome.stdout.is_empty(), "{arguments}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    let picadump = [
        ("", "<FILE>"),
        ("--bogus a", "--bogus"),
        ("a b", "2 files"),
        ("--diff a", "`--diff` takes two files"),
        ("--diff a b c", "`--diff` takes two files"),
        ("--diff - -", "standard input"),
        ("-o x a", "--disassemble"),
        ("-o x --json a", "--disassemble"),
        ("--json --dot a", "--dot"),
        ("--raw --code a", "--code"),
        ("--diff --size a b", "--size"),
        ("--extract x --json a", "--json"),
        ("--extract x --headers a", "--headers"),
        ("--addr2line 1 a", "expected a number, decimal or hexadecimal"),
        ("a --addr2line", "--addr2line"),
        ("a --addr2line 0x", "expected a number"),
    ];
    for (arguments, said) in picadump {
        let outcome = folder.picadump(arguments);
        assert_eq!(outcome.status, 2, "{arguments}");
        assert!(outcome.stdout.is_empty(), "{arguments}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    let picaar = [
        ("", "<OPERATION>"),
        ("rc", "<ARCHIVE>"),
        ("z x.a", "unknown letter `z`"),
        ("rT x.a", "unknown letter `T`"),
        ("c x.a", "one of r, q, d, t, x, s is required"),
        ("rd x.a", "only one of r, q, d, t, x"),
        ("d x.a", "`d` requires member names"),
        ("s x.a a", "`s` takes only an archive"),
        ("r x.a --symbols", "`--symbols` can be used only with `t`"),
        ("t -", "not standard input"),
        ("r x.a -", "not standard input"),
        ("--bogus x.a", "--bogus"),
    ];
    for (arguments, said) in picaar {
        let outcome = folder.picaar(arguments);
        assert_eq!(outcome.status, 2, "{arguments}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    assert_eq!(folder.list(), ["a.vsh", "b.vsh"]);
}

#[test]
fn errors_in_the_command_line_show_the_usage() {
    let folder = Folder::empty();
    insta::assert_snapshot!("unknown_option", folder.picald("--bogus").usage());
    insta::assert_snapshot!(
        "one_file_for_two_sources",
        folder.picasm("a.vsh b.vsh -o x.dvoj").usage()
    );
}

#[test]
fn options_may_be_anywhere_and_two_dashes_end_them() {
    let folder = Folder::with([("a.vsh", GOOD), ("-g", GOOD)]);
    folder.picald("a.vsh -o 1").silent();
    for arguments in ["-o2 a.vsh", "--output=2 a.vsh", "--out 2 a.vsh"] {
        folder.picald(arguments).silent();
        assert_eq!(folder.read("1"), folder.read("2"), "{arguments}");
        fs::remove_file(folder.path("2")).unwrap();
    }
    folder.picald("-o 3 -- -g").silent();
    assert!(folder.list().contains(&"3".to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    use std::process::{Command, Stdio};
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let output = Command::new(PICALD)
        .arg("--help")
        .stdout(Stdio::from(full))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("cannot write `<stdout>`: no space left"), "{message}");
}

#[test]
fn one_program_is_all_of_them() {
    const PICA200: &str = env!("CARGO_BIN_EXE_pica200");
    let folder = Folder::with([("a.vsh", GOOD)]);
    let run = |program: &str, arguments: &str| folder.run(program, arguments.split_whitespace());
    for command in pica200_cli::command_lines() {
        let name = command.get_name();
        let version = run(PICA200, &format!("{name} --version")).silent();
        assert!(version.starts_with(format!("{name} ").as_bytes()));
    }
    run(PICA200, "picald -o first.shbin -- a.vsh").silent();
    run(PICA200, "-- picald a.vsh -o second.shbin").silent();
    let (first, second) = (folder.read("first.shbin"), folder.read("second.shbin"));
    assert_eq!(first, second);
    #[cfg(unix)]
    {
        let link = folder.path("picald");
        std::os::unix::fs::symlink(PICA200, &link).unwrap();
        run(link.to_str().unwrap(), "a.vsh -o third.shbin").silent();
        assert_eq!(folder.read("third.shbin"), first);
    }
    let lines = ["", "picalt a.vsh", "--bogus"];
    let mistakes = lines.map(|line| run(PICA200, line).invalid_value());
    let help = String::from_utf8(run(PICA200, "--help").silent()).unwrap();
    insta::assert_snapshot!("one_program", help + &mistakes.concat());
}
