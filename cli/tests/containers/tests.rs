//! Test files whose shader is a container.

use super::folder;

const PASSING: &str = "\
shader = \"vs-mvp.dxbc\"

[uniforms]
wvp = [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 0], [5, 0, 0, 1]]

[[case]]
name = \"the matrix moves the vertex\"
inputs = { POSITION = [1, 2, 3], TEXCOORD = [0.5, 0.25] }
expect = { SV_Position = [7, 6, 12, 1], TEXCOORD0 = [0.5, 0.25], \"TEXCOORD.y\" = 0.25 }
instructions = 31

[[case]]
name = \"each vertex\"
inputs = { TEXCOORD = [8, 9] }
vertices = [[[1, 2, 3], [0, 1]], [[0, 0, 0]]]
instructions = { max = 62 }

[case.expect]
vertices = [{ \"SV_Position.x\" = 7, TEXCOORD = [0, 1] }, { \"SV_Position.xw\" = [5, 1], TEXCOORD = [8, 9] }]

[[case]]
name = \"the only vertex\"
uniforms = { \"cb0[3]\" = [0, 0, 0, 2] }
expect = { \"SV_Position.w\" = 2, vertices = 1 }
";

const TYPES: &str = "\
shader = \"vs-struct-cb.dxbc\"
inputs = { POSITION = [1, 2, 3, 4], NORMAL = [1, 0, 0] }

[uniforms]
\"l[0].dir\" = [1, 10, 100]
\"l[0].colour\" = [1, 2, 3, 4]
\"l[1].power\" = 2
mid = [[1, 2, 3], [0, 0, 0], [0, 0, 0]]
fog = [[0], [0], [0.5]]
pair = [9, -1]

[[case]]
name = \"dark\"
expect = { COLOR = [641.5, 1283.5, 1925.5, 2567.5] }

[[case]]
name = \"bright\"
uniforms = { on = true }
expect = { COLOR = [1283, 2567, 3851, 5135] }
";

const PIXEL: &str = "\
shader = \"ps-discard.dxbc\"

[[case]]
name = \"transparent\"
uniforms = { k = 1 }
expect = { discarded = true }
";

#[test]
fn cases_pass() {
    let folder = folder(&["vs-mvp", "vs-struct-cb", "ps-discard"]);
    folder.write("mvp.test.toml", PASSING);
    folder.write("types.test.toml", TYPES);
    folder.write("pixel.test.toml", PIXEL);
    let said = folder
        .picarun("--test mvp.test.toml types.test.toml pixel.test.toml")
        .silent();
    insta::assert_snapshot!("passed", String::from_utf8(said).unwrap());
    let profile = folder
        .picarun("--test types.test.toml --profile --profile-html page.html")
        .silent();
    let profile = String::from_utf8(profile).unwrap();
    assert!(
        profile.contains("Profile: 82 instructions in 2 runs (41.0 per run), 41 of 41 steps"),
        "{profile}"
    );
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.contains("<td class=\"source\">itof r2.x, cb1[12].yyyy"), "{page}");
}

const FAILING: &str = "\
shader = \"vs-int-math.dxbc\"

[[case]]
name = \"values\"
inputs = { TEXCOORD = [1, 2, 3, 4] }
expect = { TEXCOORD = [1, 4294967295, 3, -4], \"SV_Position.x\" = 2 }
instructions = 1

[[case]]
name = \"several vertices\"
vertices = [[[1]], [[2]]]
expect = { SV_Position = [1, 0, 0, 1], vertices = 3 }

[[case]]
name = \"too long\"
vertices = [[[1]], [[2]]]
budget = 30
expect = { vertices = 2 }
";

#[test]
fn failures_tell_all_that_differs() {
    let folder = folder(&["vs-int-math", "ps-discard"]);
    folder.write("a.test.toml", FAILING);
    folder.write(
        "pixel.test.toml",
        PIXEL.replace("k = 1", "k = 0").replace("true", "false"),
    );
    let outcome = folder.picarun("--test a.test.toml pixel.test.toml");
    assert_eq!(outcome.status, 1);
    insta::assert_snapshot!("failed", outcome.all());
}

const MISTAKES: &str = "\
shader = \"vs-mvp.dxbc\"
float24 = true
uniforms = { wv = 1, wvp = [1, 2], \"cb0[9]\" = 1 }

[[case]]
name = \"a\"
inputs = { POSITIO = 1, POSITION = true }
uniforms = { wvp = true }
vertices = [[[1], [2], [3]]]
stride = 1
primitive = 1
budget = 10

[case.expect]
SV_Positio = 1
SV_Position = [1, 2]
\"TEXCOORD.z\" = 1
discarded = true
triangles = 1
";

#[test]
fn mistakes_have_their_places() {
    let folder = folder(&["vs-mvp", "ps-discard", "gen-ds5"]);
    folder.write("a.test.toml", MISTAKES);
    folder.write("entry.test.toml", PASSING.replacen('\n', "\nentry = \"main\"\n", 1));
    folder.write("index.test.toml", PASSING.replacen('\n', "\nindex = 1\n", 1));
    folder.write(
        "build.test.toml",
        PASSING.replacen('\n', "\ninclude = \"x\"\ndefine = { N = 1 }\n", 1),
    );
    folder.write("gs.test.toml", PASSING.replace("vs-mvp", "gen-ds5"));
    folder.write(
        "pixel.test.toml",
        PIXEL.replace("discarded = true", "vertices = 1") + "vertices = [[[1]]]\n",
    );
    let files = ["a", "entry", "index", "build", "gs", "pixel"];
    let files = files.map(|file| format!("{file}.test.toml")).join(" ");
    let outcome = folder.picarun(&format!("--test {files} --error-limit 0"));
    assert_eq!(outcome.status, 1);
    insta::assert_snapshot!("mistakes", outcome.all());
}
