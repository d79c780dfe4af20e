//! Errors in variant files.

use std::fmt::Write;

use super::FILE;
use super::support::Folder;

/// Files, each with one error.
const WRONG: &[&str] = &[
    "sources = 1\n",
    "sources = \"lit.vsh\"\n",
    "[numbers]\nA = [1]\n",
    "sources = \"lit.vsh\"\nshader = \"lit.vsh\"\n[numbers]\nA = [1]\n",
    "sources = \"lit.vsh\"\nnumbers = 1\n",
    "sources = \"lit.vsh\"\n[numbers]\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = 1\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = []\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = [1]\nA = [2]\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = [1, 2, 1]\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = [1.5, \"x\", 5000000000]\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = { one = 1, uno = 1 }\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = { 1st = 1, \"\" = 2, \"größe\" = 3 }\n",
    "sources = \"lit.vsh\"\n[numbers]\nc0 = [1]\nA0 = [1]\nlcnt = [1]\n\"a b\" = [1]\n",
    "sources = \"lit.vsh\"\ndefine = { A = 1 }\n[numbers]\nA = [1]\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = [1]\n[defaults]\nB = 1\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = { one = 1 }\n[defaults]\nA = 2\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = { one = 1 }\n[defaults]\nA = \"two\"\n",
    "sources = \"lit.vsh\"\nexclude = [{ A = 1 }]\n[numbers]\nA = [1]\n",
    "sources = \"lit.vsh\"\nexclude = [{ A = 1 }]\n[numbers]\nA = [1, 2]\n",
    "sources = \"lit.vsh\"\nexclude = [{ A = 2 }, { A = 2 }]\n[numbers]\nA = [1, 2]\n",
    "sources = \"lit.vsh\"\nexclude = [{ A = 3 }]\n[numbers]\nA = [1, 2]\n",
    "sources = \"lit.vsh\"\nexclude = [{ B = 3 }]\n[numbers]\nA = [1, 2]\n",
    "sources = \"lit.vsh\"\nexclude = [{}]\n[numbers]\nA = [1, 2]\n",
    "sources = \"lit.vsh\"\nexclude = { A = 1 }\n[numbers]\nA = [1, 2]\n",
    "sources = \"lit.vsh\"\nexclude = [1]\n[numbers]\nA = [1, 2]\n",
    "sources = [\"other.variants.toml\", \"list.shlist\"]\n[numbers]\nA = [1]\n",
    "sources = \"lit.vsh\"\nallow = \"nothing\"\n[numbers]\nA = [1]\n",
    "sources = \"missing.vsh\"\n[numbers]\nA = [1]\n",
    "sources = \"lit.vsh\"\n[numbers]\nA = [0,1,2,3,4,5,6,7,8,9]\nB = [0,1,2,3,4,5,6,7,8,9]\nC = \
     [0,1,2,3,4,5,6,7,8,9]\nD = [0,1,2,3,4]\n",
    "sources = \"lit.vsh\"\nexclude = [{ A = [1, 1, 1] }]\n[numbers]\nA = [1, 2]\n",
    "numbers\n",
];

#[test]
fn mistakes_in_files() {
    let folder = Folder::with([("lit.vsh", super::LIT)]);
    let mut all = String::new();
    for text in WRONG {
        folder.write("x.variants.toml", text);
        let said = folder.picald("x.variants.toml -o x.shbin").errors();
        writeln!(all, "{said}").unwrap();
    }
    insta::assert_snapshot!(all);
}

/// The reader survives any file: truncations, and changed bytes.
#[test]
fn damaged_files_are_errors_or_have_another_meaning() {
    let folder = Folder::with([("lit.vsh", super::LIT)]);
    let bytes = FILE.as_bytes();
    let cuts = (0..bytes.len()).map(|end| bytes[..end].to_vec());
    let flips = (0..bytes.len()).map(|at| {
        let mut flipped = bytes.to_vec();
        flipped[at] ^= 0x41;
        flipped
    });
    for damaged in cuts.chain(flips).step_by(3) {
        folder.write("x.variants.toml", &damaged);
        let outcome = folder.picald("x.variants.toml -o x.shbin");
        assert!(outcome.status <= 1, "{}", outcome.stderr);
    }
}

/// Files that are large enough to be slow. Each is rejected with a bounded number of messages.
#[test]
fn hostile_files_are_refused_at_once() {
    let folder = Folder::with([("lit.vsh", super::LIT)]);
    let numbers = |count: usize| -> String { (0..count).map(|n| format!("A{n} = [1]\n")).collect() };
    let values = |count: usize| -> String { (0..count).map(|n| format!("{n}, ")).collect() };
    let head = "sources = \"lit.vsh\"\n";
    let square = format!("[numbers]\nA = [{0}]\nB = [{0}]\n", values(64));
    let files = [
        format!("{head}[numbers]\n{}", numbers(60_000)),
        format!("{head}[numbers]\nA = [{}]\n", values(4097)),
        format!("{head}[numbers]\nA = [1]\n[defaults]\n{}", numbers(40_000)),
        format!("{head}exclude = [{}]\n{square}", "{A=1},".repeat(100_000)),
        format!("{head}exclude = [{}]\n{square}", "{A=70},".repeat(100_000)),
        format!("{head}exclude = [{{ A = [{}] }}]\n{square}", "1,".repeat(200_000)),
        format!("{head}exclude = {}1{}\n{square}", "[".repeat(2_000), "]".repeat(2_000)),
        format!("{head}exclude = {}1{}\n{square}", "[{A=".repeat(20), "}]".repeat(20)),
    ];
    let mut all = String::new();
    for text in files {
        folder.write("x.variants.toml", text);
        let said = folder.picald("x.variants.toml -o x.shbin").errors();
        let errors: Vec<_> = said.lines().filter(|line| line.starts_with("error")).collect();
        assert!(errors.len() <= 21, "{said}");
        writeln!(all, "{} ({})", errors[0], errors.len()).unwrap();
    }
    insta::assert_snapshot!(all);
}
