//! Inputs that picac and the other programs reject.

use crate::support::{Folder, container};

#[test]
fn all_refusals_are_shown_at_once() {
    let folder = Folder::with_containers(&["gen-sm5-double"]);
    let before = folder.list();
    for arguments in [
        "gen-sm5-double.dxbc -o a.vsh -MD",
        "gen-sm5-double.dxbc -o a.dvoj",
        "gen-sm5-double.dxbc -o a.shbin --header a.h",
    ] {
        let said = folder.picac(arguments).errors();
        for (line, text) in [(9, "dadd r0.xy"), (12, "dmin r0.xyzw")] {
            assert!(said.contains(&format!("gen-sm5-double.dxbc:{line}:1\n")), "{said}");
            assert!(said.contains(&format!("{line} │ {text}")), "{said}");
        }
    }
    folder.picald("gen-sm5-double.dxbc -o a.shbin").errors();
    folder.picarun("gen-sm5-double.dxbc --target=pica200").errors();
    assert_eq!(folder.list(), before, "something was written");
    let json = folder.picac("gen-sm5-double.dxbc -o a.vsh --error-format=json");
    let json = json.errors();
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["name"], "unsupported-operation");
    assert_eq!(first["line"], 9);
}

#[test]
fn other_shaders_and_other_files_are_refused() {
    let folder = Folder::with_containers(&["ps-discard", "gs-expand", "cs-uav", "gen-ds5"]);
    let mut said = String::new();
    for name in ["ps-discard", "gs-expand", "cs-uav", "gen-ds5"] {
        said += &folder
            .picac(&format!("{name}.dxbc -o a.vsh --error-format=short"))
            .errors();
    }
    folder.write("text.dxbc", "hello\n");
    folder.write("empty.dxbc", "");
    folder.write("cut.dxbc", &container("vs-mvp")[..100]);
    folder.write("good.dvoj", "DVOJ");
    folder.write("all.shlist", "good.vsh good.vsh\n");
    let variations = "sources = \"good.vsh\"\n[numbers]\nN = [1, 2]\n";
    folder.write("good.variants.toml", variations);
    folder.picald("good.vsh -o good.shbin").silent();
    for name in [
        "text.dxbc",
        "empty.dxbc",
        "cut.dxbc",
        "good.vsh",
        "good.dvoj",
        "good.shbin",
        "missing.dxbc",
        "all.shlist",
        "good.variants.toml",
    ] {
        said += &folder.picac(&format!("{name} -o a.vsh --error-format=short")).errors();
    }
    insta::assert_snapshot!("refused_files", said);
    assert!(!folder.list().contains(&"a.vsh".to_owned()));
}

#[test]
fn a_language_is_that_of_the_option() {
    let folder = Folder::with([("mvp.bin", container("vs-mvp")), ("mvp.vsh", container("vs-mvp"))]);
    let expected = folder.picac("mvp.bin -o -").silent();
    assert_eq!(folder.picac("mvp.bin --lang=direct3d -o -").silent(), expected);
    assert_eq!(folder.picac("mvp.vsh -o -").silent(), expected);
    folder.write("good.dxbc", crate::support::GOOD);
    folder.picald("good.dxbc -o a.shbin").errors();
    folder.picald("good.dxbc --lang=assembly -o a.shbin").silent();
    let said = folder.picald("mvp.bin --lang=assembly -o b.shbin").errors();
    assert!(said.contains("error[not-a-source]"), "{said}");
    let said = folder.picac("good.dxbc --lang=direct3d -o b.vsh").errors();
    assert!(said.contains("error[damaged-file]"), "{said}");
    // Objects are not compiled.
    folder.picac("mvp.bin -o mvp.dvoj").silent();
    folder.picald("mvp.dvoj --lang=assembly -o b.shbin").silent();
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = Folder::with([("mvp.vsh", container("vs-mvp"))]);
    let said = folder.picac("mvp.vsh -o mvp.vsh").errors();
    assert!(said.contains("error[output-is-input]"), "{said}");
    assert_eq!(folder.read("mvp.vsh"), container("vs-mvp"));
}

#[test]
fn numbers_are_useless_for_compiled_shaders() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let outcome = folder.picac("vs-mvp.dxbc -D LIGHTS=2 -o a.shbin");
    assert!(outcome.stderr.contains("warning[useless-define]"), "{}", outcome.stderr);
    let outcome = folder.picac("vs-mvp.dxbc -D LIGHTS=2 -o a.vsh");
    assert!(outcome.stderr.contains("warning[useless-define]"), "{}", outcome.stderr);
}

#[test]
fn levels_of_the_compilers_warnings_can_be_set() {
    let folder = Folder::with_containers(&["vs-sincos"]);
    folder.picac("vs-sincos.dxbc -o a.vsh").silent();
    let warned = folder.picac("vs-sincos.dxbc -W approximation -o a.vsh");
    assert_eq!(warned.status, 0);
    assert!(warned.stderr.contains("warning[approximation]"), "{}", warned.stderr);
    let denied = folder.picac("vs-sincos.dxbc -D approximation -o b.vsh").errors();
    assert!(denied.contains("error[approximation]"), "{denied}");
    assert!(!folder.list().contains(&"b.vsh".to_owned()));
    let explained = folder.picac("--explain approximation").silent();
    assert!(explained.starts_with(b"approximation (compiler: allow)"));
}
