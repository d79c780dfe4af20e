//! Execution of translations: `picarun --target`, and test files.

use crate::support::Folder;
use pica200::Build;
use pica200::testing::{Binary, Machines, Number};

/// The names of containers that a PICA200 can run.
const TRANSLATED: [&str; 12] = [
    "vs-dots",
    "vs-if-else",
    "vs-light",
    "vs-loop-const",
    "vs-loop-dynamic",
    "vs-many-outputs",
    "vs-mvp",
    "vs-passthrough",
    "vs-round",
    "vs-saturate-abs-neg",
    "vs-select",
    "vs-struct-cb",
];

#[test]
fn both_machines_agree() {
    let folder = Folder::with_containers(&TRANSLATED);
    for name in TRANSLATED {
        let outcome = folder.picarun(&format!("{name}.dxbc --target=both --in v0=0.5,-2,3.25,1"));
        assert_eq!(outcome.status, 0, "{name}: {}", outcome.stderr);
    }
    let shown = folder.picarun(
        "vs-mvp.dxbc --target=both --in POSITION=1,2,3 --in texcoord0=0.5,0.25 \
         --uniform wvp=2,0,0,0/0,3,0,0/0,0,4,0/5,0,0,1",
    );
    insta::assert_snapshot!("both", shown.all());
}

#[test]
fn values_have_the_names_of_the_container() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let values = "--in POSITION=1,2,3 --in TEXCOORD=0.5,0.25 --uniform wvp=2,0,0,0/0,3,0,0/0,0,4,0/5,0,0,1";
    let on_pica = folder.picarun(&format!("vs-mvp.dxbc {values} --target=pica200"));
    let text = String::from_utf8(on_pica.silent()).unwrap();
    let expected = "\
o0     SV_Position  (7, 6, 12, 1)
o1.xy  TEXCOORD     (0.5, 0.25)
instructions: 6
";
    assert_eq!(text, expected);
    // Registers, and vertices one by one.
    let fed = "--vertex 1,2,3/0.5,0.25 --vertex 0,0,0 --uniform cb0[0]=2,0,0,5 --target=both";
    let text = folder.picarun(&format!("vs-mvp.dxbc {fed}")).all();
    insta::assert_snapshot!("both_with_vertices", text);
    let cut = folder.picarun(&format!("vs-mvp.dxbc {values} --target=pica200 --float24"));
    assert_eq!(String::from_utf8(cut.silent()).unwrap(), expected);
    let outcome = folder.picarun(&format!("vs-mvp.dxbc {values} --float24"));
    assert!(outcome.usage().contains("`--float24`"));
}

#[test]
fn traces_and_profiles_show_the_lines_of_the_container() {
    let folder = Folder::with_containers(&["vs-passthrough"]);
    let options = "--target=pica200 --in POSITION=1,2,3 --trace=text --profile";
    let text = folder.picarun(&format!("vs-passthrough.dxbc {options}"));
    insta::assert_snapshot!("trace_and_profile", text.all());
    let json = folder.picarun("vs-passthrough.dxbc --target=both --trace=json --profile");
    for line in String::from_utf8(json.silent()).unwrap().lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    folder
        .picarun("vs-passthrough.dxbc --target=pica200 --profile-html page.html")
        .silent();
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.contains("mov o0.xyzw, v0.xyzw"));
}

#[test]
fn outputs_that_differ_are_an_error() {
    // A difference of large numbers loses what 24-bit floats cannot represent.
    let folder = Folder::with_containers(&["vs-mvp"]);
    let values = "--in POSITION=1000,-1000,0 --uniform wvp=1.001,0,0,0/1,1,0,0/0,0,1,0/0,0,0,1";
    let outcome = folder.picarun(&format!("vs-mvp.dxbc {values} --target=both --float24"));
    assert_eq!(outcome.status, 1);
    insta::assert_snapshot!("translation_differs", outcome.all());
    folder.picarun(&format!("vs-mvp.dxbc {values} --target=both")).silent();
}

#[test]
fn targets_are_for_containers() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    for arguments in ["good.vsh --target=pica200", "vs-mvp.dxbc good.vsh --target=both"] {
        let said = folder.picarun(arguments).usage();
        assert!(said.contains("`--target` requires a DXBC container"), "{said}");
    }
    let said = folder.picarun("vs-mvp.dxbc --target=vulkan").invalid_value();
    assert!(said.contains("direct3d, pica200, both"), "{said}");
    let file = "shader = \"good.vsh\"\ntarget = \"both\"\n[[case]]\nname = \"a\"\ninstructions = 2\n";
    folder.write("good.test.toml", file);
    let said = folder.picarun("--test good.test.toml --error-format=short");
    assert!(
        said.stderr.contains("`target` requires a DXBC container"),
        "{}",
        said.stderr
    );
    folder.write("wrong.test.toml", file.replace("both", "vulkan"));
    let said = folder.picarun("--test wrong.test.toml --error-format=short");
    assert!(said.stderr.contains("unknown target `vulkan`"), "{}", said.stderr);
}

const CASES: &str = "\
[uniforms]
wvp = [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 0], [5, 0, 0, 1]]
[[case]]
name = \"moved\"
inputs = { POSITION = [1, 2, 3], TEXCOORD = [0.5, 0.25] }
expect = { SV_Position = [7, 6, 12, 1], TEXCOORD = [0.5, 0.25] }
[[case]]
name = \"wrong\"
inputs = { POSITION = [1, 2, 3] }
expect = { SV_Position = [7, 6, 13, 1] }
[[case]]
name = \"short\"
instructions = 6
";

#[test]
fn test_files_choose_the_machine() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    for target in ["pica200", "both"] {
        let file = format!("shader = \"vs-mvp.dxbc\"\ntarget = \"{target}\"\n{CASES}");
        folder.write("mvp.test.toml", file);
        let outcome = folder.picarun("--test mvp.test.toml");
        insta::assert_snapshot!(format!("test_file_{target}"), outcome.all());
        // The command line takes precedence.
        let outcome = folder.picarun("--test mvp.test.toml --target=direct3d");
        let text = String::from_utf8(outcome.stdout).unwrap();
        assert!(text.contains("instructions: expected 6, got 31"), "{text}");
    }
}

#[test]
fn outputs_that_are_left_out_have_no_expectations() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let head = "shader = \"vs-mvp.dxbc\"\ntarget = \"both\"\nignore-output = \"TEXCOORD\"\n";
    let case = "[[case]]\nname = \"a\"\nexpect = { TEXCOORD = [0, 0] }\n";
    folder.write("left.test.toml", format!("{head}{case}"));
    let said = folder.picarun("--test left.test.toml --error-format=short");
    assert!(
        said.stderr.contains("the translation drops this output"),
        "{}",
        said.stderr
    );
    let shown = folder.picarun("vs-mvp.dxbc --target=pica200 --ignore-output TEXCOORD");
    let text = String::from_utf8(shown.silent()).unwrap();
    assert!(!text.contains("TEXCOORD"), "{text}");
}

#[test]
fn cases_in_rust_run_on_both_machines() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let build = Build::new("mvp").file(folder.path("vs-mvp.dxbc"));
    for (machines, instructions) in [(Machines::Direct3d, 31), (Machines::Pica200, 6), (Machines::Both, 6)] {
        let binary = Binary::from_build_on(&build, machines).unwrap();
        let shader = binary.shader(0).unwrap();
        let case = shader
            .case()
            .input("POSITION", [1.0, 2.0, 3.0])
            .uniform(
                "wvp",
                [
                    [2.0, 0.0, 0.0, 0.0],
                    [0.0, 3.0, 0.0, 0.0],
                    [0.0, 0.0, 4.0, 0.0],
                    [5.0, 0.0, 0.0, 1.0],
                ],
            )
            .expect("SV_Position", [7.0, 6.0, 12.0, 1.0])
            .instructions(instructions);
        let outcome = case.check().unwrap();
        assert_eq!(outcome.named[0][0].value[0], Number::Float(7.0));
        let failure = case.expect("SV_Position.x", 8.0).check().unwrap_err();
        assert!(failure.to_string().contains("expected 8, got 7"), "{failure}");
    }
}
