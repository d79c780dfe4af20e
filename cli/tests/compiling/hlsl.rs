//! Inputs in HLSL, which another program compiles.

use crate::support::{Folder, container};

/// A program in place of a compiler: it writes the container `made`, if there is one, and says what it is asked.
#[cfg(unix)]
const COMPILER: &str = "\
#!/bin/sh
echo \"$*\" >> \"$0.arguments\"
cat \"$0.said\" >&2
while [ $# -gt 0 ]; do
    case $1 in
    -o | /Fo) out=$2; shift ;;
    esac
    shift
done
[ -e \"$0.made\" ] || exit 3
cp \"$0.made\" \"$out\"
";

/// A folder with a source, and a compiler of this name that says a text and makes a container.
#[cfg(unix)]
fn with_compiler(name: &str, said: &str, made: Option<&str>) -> Folder {
    let folder = Folder::with([("src/mesh.hlsl", "float4 main() {}\n")]);
    // The system runs no file that a program has open for writing. What this process has open, programs that other tests
    // start meanwhile have open for a moment, too; so another process writes the file.
    let script = "cat >\"$0\" && chmod +x \"$0\"";
    let mut shell = folder.command("sh");
    crate::support::outcome(shell.args(["-c", script, name]).write_stdin(COMPILER)).silent();
    folder.write(format!("{name}.said"), said);
    if let Some(made) = made {
        folder.write(format!("{name}.made"), container(made));
    }
    folder
}

#[cfg(unix)]
#[test]
fn a_compiler_makes_the_container() {
    for (name, expected) in [
        (
            "vkd3d-compiler",
            "-x hlsl -b dxbc-tpf -p vs_4_1 -e vertex -o OUT ./mesh.hlsl",
        ),
        ("fxc.sh", "/nologo /T vs_4_1 /E vertex /Fo OUT ./mesh.hlsl"),
    ] {
        let folder = with_compiler(name, "", Some("vs-passthrough"));
        folder.write("src/mesh.dxbc", container("vs-passthrough"));
        let options = format!("--hlsl-compiler ./{name} --hlsl-entry vertex --hlsl-profile vs_4_1");
        folder
            .picac(&format!("src/mesh.hlsl {options} -o hlsl.vsh"))
            .silent();
        folder.picac("src/mesh.dxbc -o dxbc.vsh").silent();
        assert_eq!(folder.read("hlsl.vsh"), folder.read("dxbc.vsh"));
        let arguments = String::from_utf8(folder.read(format!("{name}.arguments"))).unwrap();
        let words: Vec<_> = arguments.split_whitespace().collect();
        let shown: Vec<_> = words
            .iter()
            .map(|word| match word.ends_with("shader.dxbc") {
                true => "OUT",
                false => word,
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
        // All programs read HLSL.
        folder
            .picald(&format!("src/mesh.hlsl {options} -o a.shbin"))
            .silent();
        folder.picarun(&format!("src/mesh.hlsl {options}")).silent();
        // A source without a file has another name.
        let piped = folder.command(crate::support::PICAC);
        let outcome = crate::support::outcome(
            { piped }
                .args(["-", "--lang=hlsl", "-o", "-", "--hlsl-compiler"])
                .arg(format!("./{name}"))
                .write_stdin("float4 main() {}"),
        );
        assert!(!outcome.silent().is_empty());
        let arguments = String::from_utf8(folder.read(format!("{name}.arguments"))).unwrap();
        assert!(arguments.ends_with(" source.hlsl\n"), "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn included_files_are_dependencies() {
    let folder = with_compiler("compiler", "", Some("vs-passthrough"));
    let text = "#include \"inc/light.hlsli\"\n#include \"missing.hlsli\"\n";
    folder.write("src/mesh.hlsl", text);
    folder.write("src/inc/light.hlsli", "#include \"math.hlsli\"\n");
    folder.write("src/inc/math.hlsli", "#include \"light.hlsli\"\n");
    let read = "src/mesh.hlsl \\\n  src/inc/light.hlsli \\\n  src/inc/math.hlsli\n";
    for program in [crate::support::PICAC, crate::support::PICALD] {
        let options = "src/mesh.hlsl --hlsl-compiler ./compiler -o a.shbin -MD";
        folder.run(program, options.split(' ')).silent();
        let rule = String::from_utf8(folder.read("a.d")).unwrap();
        assert_eq!(rule, format!("a.shbin: \\\n  {read}"));
    }
    // An output does not replace a file that is read.
    let outcome = folder
        .picac("src/mesh.hlsl --hlsl-compiler ./compiler -o a.vsh -MD -MF src/inc/math.hlsli");
    assert!(outcome.errors().contains("src/inc/math.hlsli"));
    let build = pica200::Build::new("mesh")
        .file(folder.path("src/mesh.hlsl"))
        .hlsl_compiler(folder.path("compiler"));
    let compiled = build.compile(&pica200::build::DiskFiles).unwrap();
    let expected = ["src/inc/light.hlsli", "src/inc/math.hlsli", "src/mesh.hlsl"];
    assert_eq!(compiled.read(), expected.map(|name| folder.path(name)));
}

#[cfg(unix)]
#[test]
fn messages_of_the_compiler_have_lines() {
    let said = "\
src/mesh.hlsl:3:5: E5005: Variable \"x\" is not defined.
src/mesh.hlsl:4:1: W5300: Implicit truncation.
src/mesh.hlsl:7:9: E5000: syntax error, unexpected ID.
";
    let folder = with_compiler("compiler", said, None);
    let options = "--hlsl-compiler ./compiler -o mesh.vsh";
    let outcome = folder.picac(&format!("src/mesh.hlsl {options}"));
    insta::assert_snapshot!("hlsl_errors", outcome.errors());
    assert!(!folder.list().contains(&"mesh.vsh".to_owned()));
    let warning = "mesh.hlsl(4,1-3): warning X3206: implicit truncation of vector type\n";
    let folder = with_compiler("fxc", warning, Some("vs-passthrough"));
    let options = "--hlsl-compiler ./fxc -o mesh.vsh";
    let outcome = folder.picac(&format!("src/mesh.hlsl {options}"));
    insta::assert_snapshot!("hlsl_warning", outcome.all());
    let denied = folder.picac(&format!("src/mesh.hlsl {options} -D hlsl-warning"));
    assert!(denied.errors().contains("error[hlsl-warning]"));
}

#[cfg(unix)]
#[test]
fn compilers_that_are_of_no_use_are_errors() {
    // What vkd3d-compiler 1.2 says.
    let said = "Invalid source type 'hlsl' specified.\nUsage: vkd3d-compiler [options...] [file]\n";
    let folder = with_compiler("vkd3d-compiler", said, None);
    let old = folder.picac("src/mesh.hlsl --hlsl-compiler ./vkd3d-compiler -o a.vsh");
    insta::assert_snapshot!("hlsl_old_compiler", old.errors());
    let folder = with_compiler("compiler", "Segmentation fault\n", None);
    let broken = folder.picac("src/mesh.hlsl --hlsl-compiler ./compiler -o a.vsh");
    insta::assert_snapshot!("hlsl_broken_compiler", broken.errors());
}

#[test]
fn a_missing_compiler_is_an_error() {
    let folder = Folder::with([("mesh.hlsl", "float4 main() {}\n")]);
    let missing = folder.picac("mesh.hlsl --hlsl-compiler ./missing -o a.vsh");
    insta::assert_snapshot!("hlsl_missing_compiler", missing.errors());
    assert_eq!(folder.list(), ["mesh.hlsl"]);
    // Builds start no program that they do not name.
    let build = pica200::Build::new("mesh").file(folder.path("mesh.hlsl"));
    let error = build.compile(&pica200::build::DiskFiles).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("Build::hlsl_compiler"), "{said}");
}
