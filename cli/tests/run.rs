//! `picarun`: outputs of shaders, traces, and error messages.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod support;

use pica200_objfmt::formats::shbin::Shbin;
use serde_json::Value;
use support::{CALLER, Folder, LIBRARY, PICARUN, SHADER, outcome};

/// A geometry shader: two triangles, the second of them inverted.
const GEOMETRY: &str = "\
.gsh point c0
.in inPosition
.out outPosition position
.out outColor color.xy
.entry draw
.proc vertex
\tadd r0, inPosition, r0
\tmov outPosition, r0
\tmov outColor, v1
\temit
.end
.proc draw
\tsetemit 0
\tcall vertex
\tsetemit 1
\tcall vertex
\tsetemit 2, prim
\tcall vertex
\tsetemit 0, prim inv
\tcall vertex
\tend
.end
";

/// A shader that does not end.
const ENDLESS: &str = "\
.out pos position
.proc main
\tmov pos, v0
again:
\tnop
\tjmpu b0, again
\tjmpu !b0, again
\tend
.end
";

/// A shader that uses addresses, flags and loops.
const CONTROL: &str = "\
.constf k(1, 2, 3, 4)
.consti twice(1, 5, 2, 0)
.out pos position
.proc main
\tmova a0.xy, k
\tcmp k.xy, ge, lt, v0
\tfor twice
\t\tnop
\t.end
\trcp r0, v0
\tmov pos, r0
\tend
.end
";

fn folder() -> Folder {
    let folder = Folder::with([
        ("a.vsh", SHADER),
        ("draw.gsh", GEOMETRY),
        ("endless.vsh", ENDLESS),
        ("control.vsh", CONTROL),
    ]);
    folder.picald("-g a.vsh -o a.shbin").silent();
    folder.picald("a.vsh draw.gsh -o both.shbin").silent();
    folder
}

#[track_caller]
fn stdout(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.picarun(arguments).silent()).unwrap()
}

const SET: &str = "--in inPosition=1,2,3 --in v1=0.5,0.25,0,1 --uniform scale=2,2,2,1 \
                   --uniform rows=1,2,3,4/-1,0,0.5,0 --int count=1,0,1";

#[test]
fn outputs_have_their_properties_and_components() {
    let folder = folder();
    let text = stdout(&folder, &format!("a.shbin {SET}"));
    insta::assert_snapshot!("outputs", text);
    assert_eq!(stdout(&folder, &format!("a.vsh {SET}")), text);
    assert_eq!(stdout(&folder, &format!("both.shbin --entry main {SET}")), text);
    folder.picasm("a.vsh -o a.dvoj").silent();
    assert_eq!(stdout(&folder, &format!("a.dvoj {SET}")), text);
    let lit = stdout(&folder, &format!("a.vsh {SET} --bool lit=true"));
    assert!(lit.contains("(0.5, 0.25, 0)"), "{lit}");
}

#[test]
fn the_name_of_a_file_has_no_effect() {
    let folder = folder();
    folder.write("shader.txt", folder.read("a.shbin"));
    assert_eq!(stdout(&folder, "shader.txt"), stdout(&folder, "a.vsh"));
    for name in ["a.shbin", "a.vsh"] {
        let mut command = folder.command(PICARUN);
        let piped = outcome(command.arg("-").write_stdin(folder.read(name))).silent();
        assert_eq!(piped, stdout(&folder, "a.vsh").into_bytes());
    }
}

#[test]
fn geometry_shaders_emit() {
    let folder = folder();
    let values = "--in inPosition=1,2,3,4 --in v1=0.5";
    let text = stdout(&folder, &format!("both.shbin --shader 1 {values}"));
    insta::assert_snapshot!("geometry", text);
    let json = stdout(&folder, &format!("draw.gsh --trace=json {values}"));
    let results = json.lines().filter(|line| !line.contains("\"kind\":\"instruction\""));
    insta::assert_snapshot!("geometry_json", results.collect::<Vec<_>>().join("\n"));
}

#[test]
fn traces_show_each_instruction() {
    let folder = folder();
    let arguments = format!("a.vsh {SET} --trace=text");
    insta::assert_snapshot!("trace_text", stdout(&folder, &arguments));
    folder.picald("a.vsh -o plain.shbin").silent();
    let plain = stdout(&folder, "plain.shbin --trace=text");
    insta::assert_snapshot!("trace_text_without_lines", plain);
    let control = stdout(&folder, "control.vsh --trace=text");
    insta::assert_snapshot!("trace_text_control", control);
    let geometry = stdout(&folder, "draw.gsh --trace=text");
    insta::assert_snapshot!("trace_text_geometry", geometry);
}

#[test]
fn traces_can_be_json() {
    let folder = folder();
    let json = stdout(&folder, "control.vsh --trace=json");
    insta::assert_snapshot!("trace_json", &json);
    let all = json + &stdout(&folder, "draw.gsh --trace=json");
    for line in all.lines() {
        let object: Value = serde_json::from_str(line).unwrap();
        assert!(object["kind"].is_string(), "{line}");
    }
}

#[test]
fn numbers_can_be_shown_as_bits() {
    let folder = folder();
    let values = "--in inPosition=0.1,0,0 --uniform scale=1,1,1,1";
    let exact = stdout(&folder, &format!("a.vsh {values}"));
    assert!(exact.contains("(0.1, 0, 0, 1)"), "{exact}");
    let cut = stdout(&folder, &format!("a.vsh {values} --float24"));
    assert!(cut.contains("(0.09999"), "{cut}");
}

#[test]
fn files_have_rows() {
    let folder = folder();
    let want = stdout(&folder, "a.vsh --uniform rows=1,2,3,4/5,6,7,8");
    let files = [
        "value = [[1, 2, 3, 4], [5.0, 6.0, 7.0, 8.0]]\n",
        "value = [[9]]\nrows = [[1, 2, 3, 4], [5, 6, 7, 8]]\n",
    ];
    for text in files {
        folder.write("m.toml", text);
        assert_eq!(stdout(&folder, "a.vsh --uniform rows=@m.toml"), want);
    }
    folder.write("one.toml", "value = [5, 6, 7, 8]\n");
    let two = "a.vsh --uniform rows=1,2,3,4 --uniform rows[1]=@one.toml";
    assert_eq!(stdout(&folder, two), want);
    let register = stdout(&folder, "a.vsh --uniform c1=1,2,3,4/5,6,7,8");
    assert_eq!(register, want);
    assert_eq!(stdout(&folder, "a.vsh --uniform c0[1]=1,2,3,4/5,6,7,8"), want);
}

/// Returns the messages for arguments, one after the other.
#[track_caller]
fn errors(folder: &Folder, arguments: &[&str]) -> String {
    let said = arguments.iter().map(|arguments| {
        let said = folder.picarun(arguments).errors();
        format!("$ picarun {arguments}\n{said}")
    });
    said.collect::<Vec<_>>().join("\n")
}

#[test]
fn faults_state_their_place() {
    let folder = folder();
    // The checks detect that it never ends.
    let allow = "-A endless-loop endless.vsh";
    folder.picald(&format!("-g {allow} -o endless.shbin")).silent();
    folder.picald(&format!("-s {allow} -o bare.shbin")).silent();
    folder.write("over.vsh", ".out pos position\n.proc main\n\tmov pos, v0\n.end\n");
    let linked = folder.picald("--compat=picasso over.vsh -o over.shbin");
    assert_eq!(linked.status, 0, "{}", linked.stderr);
    let said = errors(
        &folder,
        &[
            "endless.vsh --budget 100",
            "endless.shbin --budget 100 --error-format=short",
            "bare.shbin --budget 0 --error-format=json",
            "over.shbin",
        ],
    );
    insta::assert_snapshot!("faults", said);
    // The default budget ends it as well.
    assert!(folder.picarun("endless.vsh").errors().contains("10000000"));
    // The trace is shown, the outputs are not.
    let traced = folder.picarun("endless.vsh --trace=text --budget 3");
    assert_eq!(traced.status, 1);
    let text = String::from_utf8(traced.stdout).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn words_that_cannot_be_executed_are_named() {
    let folder = folder();
    let shader = |word: &str| format!(".out pos position\n.proc main\n\tmov pos, v0\n\t.word {word}\n\tend\n.end\n");
    folder.write("unknown.vsh", shader("0x40000000"));
    folder.write("emit.vsh", shader("0xA8000000"));
    let linked = folder.picald("--compat=picasso emit.vsh -o emit.shbin");
    assert_eq!(linked.status, 0, "{}", linked.stderr);
    let mut missing = Shbin::read(&folder.read("a.shbin")).unwrap();
    missing.program.descriptors.clear();
    folder.write("missing.shbin", missing.write().unwrap());
    folder.write(
        "many.gsh",
        ".gsh point c0\n.consti most(255, 0, 0, 0)\n.out pos position\n.proc main\n\tfor most\n\t\tfor most\n\
         \t\t\temit\n\t\t\tnop\n\t\t.end\n\t\tnop\n\t.end\n\temit\n\tend\n.end\n",
    );
    let said = errors(&folder, &["unknown.vsh", "emit.shbin", "missing.shbin", "many.gsh"]);
    insta::assert_snapshot!("faults_of_words", said);
}

#[test]
fn several_inputs_are_linked() {
    let folder = folder();
    folder.write("call.vsh", CALLER);
    folder.write("library/helper.vsh", LIBRARY);
    folder.picasm("library/helper.vsh -o helper.dvoj").silent();
    let linked = stdout(&folder, "call.vsh library/helper.vsh --in v0=1,2");
    assert!(linked.contains("(1, 2, 0, 1)"), "{linked}");
    assert_eq!(stdout(&folder, "helper.dvoj call.vsh --in v0=1,2"), linked);
    let second = stdout(&folder, "a.vsh draw.gsh --shader 1");
    assert_eq!(second, stdout(&folder, "both.shbin --entry draw"));
    // Files of the same name are distinguished.
    folder.write("library/call.vsh", LIBRARY);
    let trace = stdout(&folder, "call.vsh library/helper.vsh --trace=text");
    assert!(trace.contains(" helper.vsh:3 "), "{trace}");
    let trace = stdout(&folder, "call.vsh library/call.vsh --trace=text");
    assert!(trace.contains(" call.vsh (2):3 "), "{trace}");
    // A fault shows the line in its file.
    folder.write(
        "library/call.vsh",
        LIBRARY.replace("nop\n.end", ".word 0x40000000\n.end"),
    );
    let said = errors(
        &folder,
        &[
            "call.vsh library/call.vsh",
            "call.vsh",
            "a.shbin draw.gsh",
            "draw.gsh missing.vsh both.shbin",
            "a.vsh draw.gsh --shader 2",
        ],
    );
    insta::assert_snapshot!("several_inputs", said);
}

#[test]
fn closing_the_output_ends_the_run() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let folder = folder();
    // A full trace would take very long.
    let mut command = Command::new(PICARUN);
    command.args(["endless.vsh", "--trace=json", "--budget"]);
    command.arg(u64::MAX.to_string());
    command.current_dir(folder.path("")).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut start = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(&start, b"{\"kind\":\"i");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn values_that_cannot_be_set_are_errors() {
    let folder = folder();
    let said = errors(
        &folder,
        &[
            "a.vsh --in inPositoin=1 --bool lti=true",
            "a.vsh --uniform unheard=1",
            "control.vsh --bool unheard=true",
            "a.vsh --uniform inColor=1",
            "a.vsh --in o0=1",
            "a.vsh --in v16=1",
            "a.vsh --uniform rows[2]=1",
            "a.vsh --uniform rows=1/2/3",
            "a.vsh --uniform scale=1/2",
            "a.vsh --int i3=1,2,3/1,2,3",
            "a.vsh --uniform c300=1",
            "a.vsh --uniform c99999999999999999999=1",
            "a.vsh --uniform c=1",
            "a.vsh --in i300=1",
        ],
    );
    insta::assert_snapshot!("cannot_set", said);
}

#[test]
fn invalid_files_of_values() {
    let folder = folder();
    let files = [
        "row = [[1]]",
        "\nvalue = [[1]",
        "value = 1",
        "value = []",
        "value = [[1], 2]",
        "value = [['x']]",
        "value = [[]]",
        "value = [1, 2, 3, 4, 5]",
        "value = [[1], [2], [3]]",
    ];
    let said = files.map(|text| {
        folder.write("m.toml", text);
        let said = folder.picarun("a.vsh --uniform rows=@m.toml").errors();
        format!("{}\n{said}", text.trim())
    });
    insta::assert_snapshot!("files_of_values", said.join("\n"));
    folder.write("m.toml", b"\xFF");
    let said = folder.picarun("a.vsh --uniform rows=@m.toml").errors();
    assert!(said.contains("`m.toml`: it is not valid UTF-8"), "{said}");
    folder.write("m.toml", "value = ".to_owned() + &"[".repeat(100_000));
    folder.picarun("a.vsh --uniform rows=@m.toml").errors();
    let said = folder.picarun("a.vsh --in v0=@missing.toml").errors();
    assert!(said.contains("cannot read `missing.toml`"), "{said}");
}

#[test]
fn files_that_cannot_be_run() {
    let folder = folder();
    folder.write("bad.vsh", "\tmvo r0, r1\n");
    folder.write("cut.shbin", &folder.read("a.shbin")[..100]);
    folder.write("library.vsh", ".nodvle\n.proc helper\n\tnop\n.end\n");
    let mut outside = folder.read("a.shbin");
    let start = outside.windows(4).position(|four| four == b"DVLE").unwrap();
    outside[start + 8] = 200;
    folder.write("outside.shbin", outside);
    let said = errors(
        &folder,
        &[
            "missing.vsh",
            "bad.vsh",
            "library.vsh",
            "cut.shbin",
            "outside.shbin",
            "a.shbin --shader 1",
            "both.shbin --entry drwa",
        ],
    );
    insta::assert_snapshot!("cannot_run", said);
}

#[test]
fn invalid_arguments_are_usage_errors() {
    let folder = folder();
    let cases = [
        ("", "<FILE>"),
        ("- -", "standard input can be read only once"),
        ("a.vsh --profile-html -", "cannot go to standard output"),
        ("a.vsh --stride 1", "--vertex"),
        ("a.vsh --primitive 1", "--vertex"),
        ("a.vsh --vertex 1 --stride 0", "zero"),
        ("a.vsh --vertex 1 --stride 256", "too large"),
        ("a.vsh --vertex 1 --primitive 0", "zero"),
        ("a.vsh --vertex 1/x", "`x` is not a number"),
        ("a.vsh --vertex @", "missing file name after `@`"),
        ("a.vsh --shader 0 --entry main", "--entry"),
        ("a.vsh --shader x", "invalid digit"),
        ("a.vsh --budget=-1", "--budget"),
        ("a.vsh --trace=xml", "text, json"),
        ("a.vsh --in v0", "missing `=`"),
        (
            "a.vsh --in =1",
            "missing name; expected a name from the file, or a register",
        ),
        (
            "a.vsh --in v0[x]=1",
            "`x` is not an element; expected a number from 0 to 255",
        ),
        ("a.vsh --in v0=", "`` is not a number"),
        ("a.vsh --in v0=1,x", "`x` is not a number"),
        ("a.vsh --in v0=1,2,3,4,5", "`1,2,3,4,5` does not have 1 to 4 numbers"),
        ("a.vsh --in v0=@", "missing file name after `@`"),
        ("a.vsh --int i0=1,2", "`1,2` does not have 3 or 4 numbers"),
        ("a.vsh --int i0=1,2,256", "`256` is not an integer from 0 to 255"),
        ("a.vsh --int i0=@x", "`@x` is not a 32-bit integer"),
        ("a.vsh --bool b0=1", "`1` is neither `true` nor `false`"),
    ];
    let said = folder.picarun("a.vsh --int i0=1,2").stderr;
    insta::assert_snapshot!("wrong_value", said);
    for (arguments, said) in cases {
        let outcome = folder.picarun(arguments);
        assert_eq!(outcome.status, 2, "{arguments}");
        assert!(outcome.stdout.is_empty(), "{arguments}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
}

#[test]
fn damaged_files_run_or_are_errors() {
    let folder = folder();
    let sound = folder.read("both.shbin");
    for offset in (0..sound.len()).step_by(5) {
        let mut damaged = sound.clone();
        damaged[offset] ^= 0xFF;
        folder.write("damaged.shbin", damaged);
        for shader in ["0", "1"] {
            let arguments = format!(
                "damaged.shbin --budget 1000 --trace=text --profile --profile-html page.html --shader {shader}"
            );
            let outcome = folder.picarun(&arguments);
            let said = &outcome.stderr;
            assert!(matches!(outcome.status, 0 | 1), "{offset}: {said}");
            assert_eq!(outcome.status == 0, said.is_empty(), "{offset}: {said}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = folder();
    let full = std::fs::File::create("/dev/full").unwrap();
    let mut command = std::process::Command::new(PICARUN);
    let command = command.arg("a.vsh").current_dir(folder.path(""));
    let output = command.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot write `<stdout>`"), "{said}");
}
