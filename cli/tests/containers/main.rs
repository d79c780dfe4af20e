//! picarun runs the shaders of DXBC containers.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod builder;
mod geometry;
mod golden;
mod mistakes;
#[path = "../support/mod.rs"]
mod support;
mod tests;
mod textures;

use pica200_cli::Status;
use support::{Folder, container, run_here};

/// A matrix that scales and translates, in mathematical rows.
const MATRIX: &str = "wvp = [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 0], [5, 0, 0, 1]]\n";

/// Creates a directory with containers, and a file with a matrix.
fn folder(names: &[&str]) -> Folder {
    let folder = Folder::with_containers(names);
    folder.write("m.toml", MATRIX);
    folder
}

/// Returns the output of picarun for a shader that ends.
#[track_caller]
fn ran(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.picarun(arguments).silent()).unwrap()
}

/// Runs picarun in this process on the bytes of a container; returns its status and its output.
fn run(options: &[String], bytes: &[u8]) -> (Status, Vec<u8>) {
    let mut stdout = Vec::new();
    let status = run_here(pica200_cli::picarun::main, options, bytes, &mut stdout, false);
    (status, stdout)
}

#[test]
fn inputs_and_outputs_have_their_semantics() {
    let folder = folder(&["vs-mvp"]);
    let arguments = "--in POSITION=1,2,3 --in texcoord0=0.5,0.25 --uniform wvp=@m.toml";
    let expected = "\
o0     SV_Position  (7, 6, 12, 1)
o1.xy  TEXCOORD     (0.5, 0.25)
instructions: 31
";
    assert_eq!(ran(&folder, &format!("vs-mvp.dxbc {arguments}")), expected);
    // The first bytes determine the kind of the file.
    folder.write("shader.bin", container("vs-mvp"));
    assert_eq!(ran(&folder, &format!("shader.bin {arguments}")), expected);
    // The same by registers; missing numbers are taken from 0, 0, 0, 1.
    let registers = "--in v0=1,2,3 --in v1=0.5,0.25 --uniform cb0[0]=2,0,0,5 \
                     --uniform cb0[1]=0,3,0,0/0,0,4 --uniform cb0[3]=0";
    let text = ran(&folder, &format!("vs-mvp.dxbc {registers}"));
    assert!(text.starts_with("o0     SV_Position  (7, 6, 13, 1)\n"), "{text}");
}

#[test]
fn variables_have_their_types() {
    let folder = folder(&["vs-struct-cb", "vs-int-math", "vs-loop-dynamic"]);
    let values = "--in POSITION=1,2,3,4 --in NORMAL=1 --uniform small=1,10/100,1000 \
                  --uniform mid=1,2,3/0,0,0/0,0,0 --uniform l[0].dir=1,10,100 --uniform l.colour=1,2,3,4 \
                  --uniform l[1].power=2 --uniform fog[2]=0.5";
    let cases = [
        ("--uniform pair=9,-1", "(641.5, 1283.5, 1925.5, 2567.5)"),
        ("--int pair=9,-1 --uniform on=true", "(1283, 2567, 3851, 5135)"),
        ("--uniform pair=9,-1 --bool on=true", "(1283, 2567, 3851, 5135)"),
        ("--uniform pair=9.0,-1.0 --uniform on=1", "(1283, 2567, 3851, 5135)"),
        (
            "--uniform pair=@pair.toml --uniform on=@on.toml",
            "(1283, 2567, 3851, 5135)",
        ),
        ("--int cb1[12]=9,-1", "(641.5, 1283.5, 1925.5, 2567.5)"),
    ];
    folder.write("pair.toml", "value = [9, -1]\n");
    folder.write("on.toml", "on = [true]\n");
    for (more, colour) in cases {
        let text = ran(&folder, &format!("vs-struct-cb.dxbc {values} {more}"));
        assert!(text.contains("SV_Position  (201, 2010, 3, 4)"), "{text}");
        assert!(text.contains(&format!("COLOR        {colour}\n")), "{more}: {text}");
    }
    // Integers are exact.
    let text = ran(
        &folder,
        "vs-int-math.dxbc --in TEXCOORD=0,0,16777217,-2147483648 --int a=0,0,0,0 --int b=0,0,0,0",
    );
    insta::assert_snapshot!("integers", text);
    let text = ran(
        &folder,
        "vs-loop-dynamic.dxbc --in POSITION=1 --int count=3 --uniform w=2,2,2,2",
    );
    assert!(text.contains("SV_Position  (15, 0, 0, 15)"), "{text}");
}

#[test]
fn a_shader_runs_for_each_vertex() {
    let folder = folder(&["vs-mvp"]);
    folder.write("v.toml", "vertices = [[[4, 5, 6]], [[7], [0.5]]]\n");
    let values = "--in TEXCOORD=8,9 --uniform wvp=@m.toml --vertex 1,2,3/0.5,0.25 --vertex @v.toml";
    insta::assert_snapshot!("vertices", ran(&folder, &format!("vs-mvp.dxbc {values}")));
    let json = ran(&folder, &format!("vs-mvp.dxbc {values} --trace=json"));
    let last: Vec<_> = json.lines().rev().take(4).collect();
    insta::assert_snapshot!("vertices_json", last.join("\n"));
    let outcome = folder.picarun("vs-mvp.dxbc --vertex 1 --vertex 2 --budget 40");
    assert!(
        outcome.errors().contains("run 2, `mul` at dword"),
        "the budget is that of all runs"
    );
}

#[test]
fn pixel_shaders_run() {
    let folder = folder(&["ps-interp", "ps-discard"]);
    let arguments = "--in A=1,2,3,4 --in B=0.5,0.5,0.5,0.5 --in SV_IsFrontFace=1";
    assert_eq!(
        ran(&folder, &format!("ps-interp.dxbc {arguments}")),
        "o0  SV_Target   (1.5, 2.5, 3.5, 4.5)\ninstructions: 4\n"
    );
    let text = ran(&folder, "ps-discard.dxbc --uniform k=1 --trace=text");
    insta::assert_snapshot!("discarded", text);
    let json = ran(&folder, "ps-discard.dxbc --uniform k=1 --trace=json");
    assert!(json.contains("\n{\"kind\":\"discarded\"}\n{\"kind\":\"end\""), "{json}");
}

#[test]
fn traces_show_lines_of_the_disassembly() {
    let folder = folder(&["vs-loop-dynamic"]);
    let arguments = "vs-loop-dynamic.dxbc --in POSITION=1,2,3,4 --int count=1 --uniform w=2,2,2,2";
    let text = ran(&folder, &format!("{arguments} --trace=text"));
    insta::assert_snapshot!("trace", text);
    let json = ran(&folder, &format!("{arguments} --trace=json"));
    insta::assert_snapshot!("trace_json", json);
    let disassembly = folder.shown("-d vs-loop-dynamic.dxbc");
    let lines: Vec<_> = disassembly.lines().collect();
    for line in text.lines().filter(|line| line.starts_with("vs-loop")) {
        let (place, rest) = line.split_once("  ").unwrap();
        let number: usize = place.rsplit(':').next().unwrap().parse().unwrap();
        let instruction = lines[number - 1].trim();
        assert!(rest.trim_start().starts_with(instruction), "{line}: {instruction}");
    }
}

#[test]
fn profiles_have_the_lines_of_the_disassembly() {
    let folder = folder(&["vs-loop-dynamic"]);
    let arguments = "vs-loop-dynamic.dxbc --int count=3 --profile --profile-html page.html";
    let text = ran(&folder, arguments);
    insta::assert_snapshot!("profile", text);
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.contains("<title>Profile of main - pica200</title>"), "{page}");
    assert!(page.contains("<dd>vs_4_0, a vertex shader of Direct3D</dd>"), "{page}");
    assert!(page.contains("<td class=\"source\">  mov r1.y, r1.xxxx"), "{page}");
    let json = ran(&folder, "vs-loop-dynamic.dxbc --int count=3 --profile --trace=json");
    let profile = json.lines().find(|line| line.starts_with("{\"kind\":\"profile\""));
    insta::assert_snapshot!("profile_json", profile.unwrap());
}

/// Damaged containers have arbitrary numbers and names.
#[test]
fn damaged_containers_run_or_are_errors() {
    let options = ["--budget=500", "--trace=text", "--profile", "--profile-html=/dev/null"];
    let options = options.map(ToOwned::to_owned);
    for name in ["vs-struct-cb", "ps-discard", "gen-flow"] {
        let bytes = container(name);
        for at in (0..bytes.len()).step_by(3) {
            let mut damaged = bytes.clone();
            damaged[at] ^= if at % 2 == 0 { 0xFF } else { 0x10 };
            let (status, text) = run(&options, &damaged);
            assert!(matches!(status, Status::Success | Status::Errors), "{name} {at}");
            let text = String::from_utf8(text).unwrap();
            assert!(!text.contains('\x1b'), "{name} {at}");
        }
        for size in (0..bytes.len()).step_by(7) {
            run(&options, &bytes[..size]);
        }
    }
}
