//! HLSL inputs, which another program compiles.

use crate::support::{Folder, container};

/// A fake compiler: it writes the container `made`, if there is one, and prints its arguments.
#[cfg(unix)]
const COMPILER: &str = "\
#!/bin/sh
echo \"$*\" >> \"$0.arguments\"
cat \"$0.said\" >&2
while [ $# -gt 0 ]; do
    case $1 in
    -o | /Fo | -Fo) out=$2; shift ;;
    esac
    shift
done
[ -e \"$0.made\" ] || exit 3
cp \"$0.made\" \"$out\"
";

/// Creates a directory with a source, and a compiler of this name that prints a text and writes a container.
#[cfg(unix)]
fn with_compiler(name: &str, said: &str, made: Option<&str>) -> Folder {
    with_output(name, said, made.map(container))
}

/// Creates the directory with a compiler that writes something else.
#[cfg(unix)]
fn with_output(name: &str, said: &str, made: Option<Vec<u8>>) -> Folder {
    let folder = Folder::with([("src/mesh.hlsl", "float4 main() {}\n")]);
    // The system runs no file that a program has open for writing. Children of other tests may briefly inherit the open
    // files of this process, so another process writes the file.
    let script = "cat >\"$0\" && chmod +x \"$0\"";
    let mut shell = folder.command("sh");
    crate::support::outcome(shell.args(["-c", script, name]).write_stdin(COMPILER)).silent();
    folder.write(format!("{name}.said"), said);
    if let Some(made) = made {
        folder.write(format!("{name}.made"), made);
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
        folder.picac(&format!("src/mesh.hlsl {options} -o hlsl.vsh")).silent();
        folder.picac("src/mesh.dxbc -o dxbc.vsh").silent();
        assert_eq!(folder.read("hlsl.vsh"), folder.read("dxbc.vsh"));
        let arguments = String::from_utf8(folder.read(format!("{name}.arguments"))).unwrap();
        let words: Vec<_> = arguments.split_whitespace().collect();
        let shown: Vec<_> = words
            .iter()
            .map(|word| if word.ends_with("shader.dxbc") { "OUT" } else { word })
            .collect();
        assert_eq!(shown.join(" "), expected);
        // All programs read HLSL.
        folder.picald(&format!("src/mesh.hlsl {options} -o a.shbin")).silent();
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

/// Returns a SPIR-V shader, as the output of a compiler.
#[cfg(all(unix, feature = "compile"))]
fn module() -> Vec<u8> {
    let path = "testsuite/golden/spirv/optimized/mvp.spv";
    std::fs::read(crate::support::workspace(path)).unwrap()
}

#[cfg(all(unix, feature = "compile"))]
#[test]
fn compilers_to_spirv_are_called_in_their_way() {
    for (name, expected) in [
        (
            "dxc",
            "-nologo -spirv -T vs_6_0 -E vertex -D LIGHTS=2 -I FOLDER/inc -Fo OUT ./mesh.hlsl",
        ),
        (
            "glslangValidator",
            "-D -V -S vert -e vertex --auto-map-bindings --auto-map-locations -DLIGHTS=2 -IFOLDER/inc -o OUT \
             ./mesh.hlsl",
        ),
    ] {
        let folder = with_output(name, "", Some(module()));
        let options = "--hlsl-entry vertex --hlsl-profile vs_4_1 -D LIGHTS=2 -I inc";
        let picald = folder.picald(&format!(
            "src/mesh.hlsl --hlsl-compiler ./{name} {options} -o hlsl.shbin"
        ));
        picald.silent();
        folder.write("src/mesh.spv", module());
        folder.picald("src/mesh.spv -o spv.shbin -s").silent();
        let arguments = String::from_utf8(folder.read(format!("{name}.arguments"))).unwrap();
        let root = folder.path("").display().to_string();
        let arguments = arguments.replace(root.trim_end_matches('/'), "FOLDER");
        let words = arguments.split_whitespace();
        let shown: Vec<_> = words
            .map(|word| if word.ends_with("shader.dxbc") { "OUT" } else { word })
            .collect();
        assert_eq!(shown.join(" "), expected);
    }
}

#[cfg(unix)]
#[test]
fn numbers_are_macros() {
    let folder = with_compiler("vkd3d-compiler", "", Some("vs-passthrough"));
    // The compiler keeps its source.
    let script = "for last; do :; done; cp \"$last\" \"$0.source\"; cp \"$0.made\" \"${10}\"\n";
    folder.write("kept", script);
    let text = folder.read("kept");
    let mut shell = folder.command("sh");
    let write = "printf '#!/bin/sh\\n' >vkd3d-compiler; cat >>vkd3d-compiler";
    crate::support::outcome(shell.args(["-c", write]).write_stdin(text)).silent();
    folder
        .picald("src/mesh.hlsl --hlsl-compiler ./vkd3d-compiler -D LIGHTS=2 -D SCALE=0.5 -o a.shbin")
        .silent();
    let source = String::from_utf8(folder.read("vkd3d-compiler.source")).unwrap();
    assert_eq!(
        source,
        "#define LIGHTS 2\n#define SCALE 0.5\n#line 1 \"mesh.hlsl\"\nfloat4 main() {}\n"
    );
}

/// A relative directory in `PATH` would be resolved against the source's directory, in which the compiler runs.
#[cfg(unix)]
#[test]
fn programs_beside_a_source_are_not_started() {
    let folder = with_compiler("src/vkd3d-compiler", "", Some("vs-passthrough"));
    let run = |path: &str| {
        let mut command = folder.command(crate::support::PICAC);
        let command = command.args(["src/mesh.hlsl", "-o", "a.vsh"]).env("PATH", path);
        crate::support::outcome(command)
    };
    for path in [".", "src", ".:src:", ""] {
        let said = run(path).errors();
        assert!(said.contains("error[no-hlsl-compiler]"), "{said}");
        assert!(!folder.path("src/vkd3d-compiler.arguments").exists(), "{path}");
    }
    let absolute = folder.path("src").display().to_string();
    run(&format!("{absolute}:/usr/bin:/bin")).silent();
    assert!(folder.path("src/vkd3d-compiler.arguments").exists());
}

/// The real glslangValidator, if installed.
#[cfg(all(unix, feature = "compile"))]
#[test]
fn an_installed_compiler_makes_spirv() {
    let source = "\
struct Out { float4 place : SV_Position; float2 uv : TEXCOORD0; };
Out vertex(float4 place : POSITION, float2 uv : TEXCOORD0)
{
    Out o; o.place = place; o.uv = uv * LIGHTS; return o;
}
";
    let folder = Folder::with([("mesh.hlsl", source)]);
    let compiler = "--hlsl-compiler glslangValidator --hlsl-entry vertex";
    let mut which = folder.command("sh");
    if !which
        .args(["-c", "command -v glslangValidator"])
        .output()
        .unwrap()
        .status
        .success()
    {
        return crate::support::skip("glslangValidator is not installed");
    }
    let text = folder.picac(&format!("mesh.hlsl {compiler} -D LIGHTS=2 -o -")).silent();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("texcoord0"), "{text}");
    let said = folder.picac(&format!("mesh.hlsl {compiler} -o a.vsh")).errors();
    assert!(said.contains("error[hlsl-error]: 'LIGHTS'"), "{said}");
    assert!(said.contains("mesh.hlsl:4"), "{said}");
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
    // An output does not overwrite a file that is read.
    let outcome = folder.picac("src/mesh.hlsl --hlsl-compiler ./compiler -o a.vsh -MD -MF src/inc/math.hlsli");
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
fn messages_about_included_files_name_them() {
    let said = "inc/light.hlsli:3:5: E5005: Variable \"x\" is not defined.\n";
    let folder = with_compiler("compiler", said, None);
    let outcome = folder.picac("src/mesh.hlsl --hlsl-compiler ./compiler -o mesh.vsh");
    let said = outcome.errors();
    assert!(said.contains("src/inc/light.hlsli:3"), "{said}");
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
    // The message of vkd3d-compiler 1.2.
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
    // Builds run no program that they do not name.
    let build = pica200::Build::new("mesh").file(folder.path("mesh.hlsl"));
    let error = build.compile(&pica200::build::DiskFiles).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("Build::hlsl_compiler"), "{said}");
}
