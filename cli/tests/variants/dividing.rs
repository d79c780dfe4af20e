//! Variations that are divided among several binaries.

use pica200::build::{Build, DiskFiles};
use serde_json::Value;

use super::support::Folder;

/// Each unit of N takes 100 words; vertex shaders reach 512. `O` makes no difference.
const SOURCE: &str = "\
.out position position
.fvec lights[N]
.constf k(N, 0, 0, 1)
.proc main
.rept N * 100
add r0, lights[N-1], r0
.endr
mov position, r0
mov position.w, k
end
.end
";

const FILE: &str = "\
sources = \"big.vsh\"
exclude = [{ N = 2, O = 1 }]
allow = \"warnings\"
[numbers]
N = [1, 2, 3, 4]
O = [0, 1]
";

fn folder() -> Folder {
    Folder::with([("big.vsh", SOURCE), ("big.variants.toml", FILE)])
}

/// Asserts that the directory has exactly the binaries with these numbers.
#[track_caller]
fn assert_binaries(folder: &Folder, count: usize) {
    for number in 0..=count {
        let is_there = folder.path(format!("big.{number}.shbin")).is_file();
        assert_eq!(is_there, number < count, "{number}");
    }
    assert!(!folder.path("big.shbin").exists());
}

#[test]
fn each_variation_is_in_a_binary_and_means_what_it_means_alone() {
    let folder = folder();
    folder
        .picald("big.variants.toml --split --map big.map --map-json big.json")
        .silent();
    assert_binaries(&folder, 3);
    let map: Value = serde_json::from_slice(&folder.read("big.json")).unwrap();
    assert_eq!(map["binaries"].as_array().map(Vec::len), Some(3));
    let combinations = map["variations"]["combinations"].as_array().unwrap();
    assert_eq!(combinations.len(), 7);
    for combination in combinations {
        let shader = &combination["shaders"][0];
        let (binary, index) = (&shader["binary"], &shader["index"]);
        let (n, o) = (&combination["values"]["N"], &combination["values"]["O"]);
        let set = "--in v0=1 --uniform lights[0]=1,2,3";
        let alone = folder.picarun(&format!("big.variants.toml -A warnings -D N={n} -D O={o} {set}"));
        let divided = folder.picarun(&format!("big.{binary}.shbin --shader {index} {set}"));
        assert_eq!(alone.silent(), divided.silent(), "{combination}");
    }
    let map = String::from_utf8(folder.read("big.map")).unwrap();
    assert_eq!(map.matches("Binary ").count(), 4, "{map}");
    let (_, table) = map.split_once("\nVariations, ").unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn one_binary_has_a_number_too() {
    let folder = folder();
    folder.write("big.variants.toml", FILE.replace("2, 3, 4", "2"));
    folder.picald("big.variants.toml --split -o big.shbin").silent();
    assert_binaries(&folder, 1);
    folder.picald("big.variants.toml -o whole").silent();
    assert_eq!(folder.read("big.0.shbin"), folder.read("whole"));
    folder.picald("big.variants.toml --split -o all").silent();
    assert_eq!(folder.read("all.0"), folder.read("whole"));
}

#[test]
fn all_binaries_are_targets_of_the_dependencies() {
    let folder = folder();
    folder.picald("big.variants.toml --split -o big.shbin -MD").silent();
    let rule = String::from_utf8(folder.read("big.d")).unwrap();
    assert_eq!(
        rule,
        "big.0.shbin big.1.shbin big.2.shbin: \\\n  big.vsh \\\n  big.variants.toml\n"
    );
    let rule = folder.picald("big.variants.toml --split -o x.shbin -M -MT stamp");
    assert!(rule.silent().starts_with(b"stamp: \\\n"));
    assert!(!folder.path("x.0.shbin").exists());
}

/// A variation that exceeds a binary's limits.
#[test]
fn nothing_is_written_if_a_variation_does_not_fit() {
    let folder = folder();
    let file = FILE.replace("4]", "6]").replace("allow", "warn");
    folder.write("big.variants.toml", file);
    let outcome = folder.picald("big.variants.toml --split -D vertex-code-too-far --map big.map");
    insta::assert_snapshot!(outcome.errors());
    assert_binaries(&folder, 0);
    assert!(!folder.path("big.map").exists());
}

#[test]
fn outputs_that_cannot_be_written_leave_nothing() {
    let folder = folder();
    std::fs::create_dir(folder.path("big.1.shbin")).unwrap();
    let said = folder.picald("big.variants.toml --split").errors();
    assert!(said.contains("big.1.shbin"), "{said}");
    assert!(!folder.path("big.0.shbin").exists());
    folder.write("x.1.shbin", SOURCE);
    folder.write("x.variants.toml", FILE.replace("big.vsh", "x.1.shbin"));
    let said = folder.picald("x.variants.toml --split").errors();
    assert!(said.contains("the output `x.1.shbin` is also an input"), "{said}");
}

#[test]
fn division_needs_variations_and_files() {
    let folder = folder();
    insta::assert_snapshot!(folder.picald("big.vsh -D N=1 --split -o x.shbin").errors());
    let usage = |arguments: &str| {
        let outcome = folder.picald(arguments);
        assert_eq!(outcome.status, 2);
        outcome.stderr
    };
    insta::assert_snapshot!(usage("big.variants.toml --split -o -"));
    for option in ["-r", "-a list.txt"] {
        let said = usage(&format!("big.variants.toml --split -o x {option}"));
        assert!(said.contains("cannot be used with"), "{said}");
    }
}

#[test]
fn builds_divide_as_picald_does() {
    let folder = folder();
    folder
        .picald("big.variants.toml --split -o big.shbin --rust big.rs --c big.h --map big.map")
        .silent();
    let build = Build::new("big")
        .file(folder.path("big.variants.toml"))
        .out_dir(folder.path("out"))
        .split(true)
        .c(true)
        .map(true);
    let built = build.run().unwrap();
    assert_eq!(built.binaries.len(), 3);
    for name in ["big.0.shbin", "big.1.shbin", "big.2.shbin", "big.rs", "big.h"] {
        let path = format!("out/{name}");
        assert_eq!(folder.read(&path), folder.read(name), "{name}");
    }
    // The map names sources by their paths.
    let map = String::from_utf8(folder.read("out/big.map")).unwrap();
    let table = |map: &str| map.split_once("\nVariations, ").unwrap().1.to_owned();
    let of_picald = String::from_utf8(folder.read("big.map")).unwrap();
    assert_eq!(table(&map), table(&of_picald));

    let refused = |build: Build| build.compile(&DiskFiles).unwrap_err().to_string();
    let source = folder.path("big.vsh");
    insta::assert_snapshot!(refused(Build::new("big").file(&source).define("N", 1).split(true)));
    insta::assert_snapshot!(refused(
        Build::new("big").file(&source).variants("N", [1, 2]).split(true)
    ));
}
