//! Cost of cases: traces and profiles.

use super::{folder, stdout, test};
use crate::support::Folder;

/// Writes a test file of two cases that each execute another part of the code; and one with a third case that fails.
fn costs(folder: &Folder) {
    let head = "shader = 'a.vsh'\n";
    let case = |name: &str, lit: bool, turns: u8, instructions: u8| {
        format!(
            "[[case]]\nname = '{name}'\nuniforms = {{ lit = {lit}, count = [{turns}, 0, 0] }}\ninstructions = \
             {instructions}\n"
        )
    };
    let passing = format!("{head}{}{}", case("dark", false, 2, 10), case("lit", true, 0, 9));
    folder.write("pass.toml", &passing);
    folder.write("fail.toml", passing + &case("wrong", false, 0, 1));
}

#[test]
fn the_last_instructions_are_those_of_a_trace() {
    let folder = folder();
    costs(&folder);
    let words = |text: &str| {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| line.starts_with("0x"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let failed = words(&stdout(&test(&folder, "fail.toml")));
    let traced = folder.picarun("a.vsh --trace=text --int count=0,0,0").silent();
    assert_eq!(failed.len(), 8);
    assert_eq!(failed, words(&String::from_utf8(traced).unwrap()));
}

#[test]
fn cases_have_a_profile_together() {
    let folder = folder();
    costs(&folder);
    let text = stdout(&test(&folder, "pass.toml --profile"));
    insta::assert_snapshot!("profile", text);
    // Failing cases have a cost as well, and each file has its own profile.
    let both = test(&folder, "fail.toml pass.toml --profile");
    assert_eq!(both.status, 1);
    let both = stdout(&both);
    let totals = both.lines().filter(|line| line.starts_with("Profile: "));
    let totals: Vec<_> = totals.collect();
    let want = [
        "Profile: 27 instructions in 3 runs (9.0 per run), 9 of 9 words executed",
        "Profile: 19 instructions in 2 runs (9.5 per run), 9 of 9 words executed",
    ];
    assert_eq!(totals, want);
    let dark = stdout(&test(&folder, "pass.toml --profile --filter dark"));
    let never = "             0    0.0%      0/1  a.vsh:16  mov r0, inColor\n";
    assert!(dark.contains(never), "{dark}");
    // No case, no profile.
    let none = test(&folder, "pass.toml --profile --filter nothing");
    assert_eq!(stdout(&none), "0 passed, 0 failed, 2 left out\n");
    // All runs of a fed shader are counted, and one that does not end normally.
    folder.write(
        "fed.toml",
        "shader = 'draw.gsh'\n[[case]]\nname = 'x'\nvertices = [[1], [2], [3]]\nbudget = 45\nexpect.vertices = 12",
    );
    let fed = stdout(&test(&folder, "fed.toml --profile"));
    assert!(fed.contains("run 3, word "), "{fed}");
    assert!(fed.contains("Profile: 45 instructions in 3 runs "), "{fed}");
    folder.write(
        "left.toml",
        "shader = 'draw.gsh'\n[[case]]\nname = 'x'\nvertices = [[1], [2], [3]]\nstride = 2\ninstructions = 21",
    );
    let left = stdout(&test(&folder, "left.toml --profile"));
    assert!(left.contains("the last one only 1;"), "{left}");
    assert!(left.contains("Profile: 21 instructions in 1 run, "), "{left}");
}

#[test]
fn the_page_of_cases_needs_all_of_them_to_pass() {
    let folder = folder();
    costs(&folder);
    let printed = test(&folder, "pass.toml --profile-html page.html").silent();
    assert_eq!(printed, test(&folder, "pass.toml").silent());
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.contains("<dt>Files</dt><dd>a.vsh</dd>"), "{page}");
    assert!(page.contains("<dt>Runs</dt><dd>2</dd>"), "{page}");
    let failed = test(&folder, "fail.toml --profile-html other.html");
    assert_eq!((failed.status, failed.stderr.as_str()), (1, ""));
    assert!(!folder.path("other.html").exists());
    for input in ["pass.toml", "a.vsh"] {
        let before = folder.read(input);
        let said = test(&folder, &format!("pass.toml --profile-html {input}")).stderr;
        let want = format!("error[output-is-input]: the output `{input}` is also an input");
        assert!(said.starts_with(&want), "{said}");
        assert_eq!(folder.read(input), before);
    }
}
