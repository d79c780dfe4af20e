//! Variant files: their contents, and the binaries that they become.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod dividing;
mod mistakes;
mod running;
#[path = "../support/mod.rs"]
mod support;

use pica200_objfmt::formats::shbin::Shbin;
use support::Folder;

/// A shader with lights and fog. Its procedure `transform` is the same in all variations.
pub(crate) const LIT: &str = "\
.in inpos v0
.in innrm v1
.fvec projection[4]
.if LIGHTS > 0
.fvec lights[LIGHTS]
.endif
.out position position
.out color color
.constf one(0, 1, -1, 0.5)
.proc transform
    dp4 position.x, projection[0], r0
    dp4 position.y, projection[1], r0
    dp4 position.z, projection[2], r0
    dp4 position.w, projection[3], r0
.end
.proc main
    mov r0.xyz, inpos.xyz
    mov r0.w, one.y
    call transform
    mov r1, one.xxxy
    .if LIGHTS > 0
    .rept LIGHTS, I
    dp3 r2, lights[\\I].xyz, innrm.xyz
    add r1, r1, r2
    .endr
    .endif
    .if FOG
    mul r1, r1, r0.zzzz
    .endif
    mov color, r1
    end
.end
";

pub(crate) const FILE: &str = "\
sources = \"lit.vsh\"
exclude = [{ LIGHTS = 0, FOG = [\"linear\", \"exp\"] }]

[numbers]
LIGHTS = [0, 1, 2]
FOG = { none = 0, linear = 1, exp = 2 }

[defaults]
LIGHTS = 1
FOG = \"linear\"
";

fn folder() -> Folder {
    Folder::with([("lit.vsh", LIT), ("lit.variants.toml", FILE)])
}

/// `linear` and `exp` become the same shader.
#[test]
fn each_result_is_in_the_binary_once() {
    let folder = folder();
    folder.picald("lit.variants.toml -o all.shbin").silent();
    let shbin = Shbin::read(&folder.read("all.shbin")).unwrap();
    assert_eq!(shbin.shaders.len(), 5);
    let labels = shbin.shaders.iter().flat_map(|shader| &shader.labels);
    let mut transforms: Vec<_> = labels
        .filter(|label| label.name == "transform")
        .map(|label| label.word)
        .collect();
    transforms.dedup();
    assert_eq!(transforms, [0]);
}

#[test]
fn the_name_of_the_output_is_that_of_the_file() {
    let folder = folder();
    folder.picald("lit.variants.toml").silent();
    assert!(folder.path("lit.shbin").is_file());
}

/// In the combined binary, each variation does what it does alone.
#[test]
fn variations_mean_what_they_mean_alone() {
    let folder = folder();
    folder.picald("lit.variants.toml -o all.shbin").silent();
    let run = "--in v0=1,2,3 --in v1=0.5,1,2 --uniform projection=1,0,0,0/0,2,0,0/0,0,3,0/1,1,1,1";
    let expected = [(0, 0, 0), (1, 0, 1), (1, 1, 2), (1, 2, 2), (2, 0, 3), (2, 1, 4)];
    for (lights, fog, shader) in expected {
        let lit = match lights {
            0 => String::new(),
            1 => "--uniform lights=1,2,3".to_owned(),
            _ => "--uniform lights=1,2,3/3,2,1".to_owned(),
        };
        let alone = format!("lit.vsh -D LIGHTS={lights} -D FOG={fog} {run} {lit}");
        let together = format!("all.shbin --shader {shader} {run} {lit}");
        assert_eq!(
            folder.picarun(&alone).silent(),
            folder.picarun(&together).silent(),
            "LIGHTS={lights} FOG={fog}"
        );
    }
}

#[test]
fn picarun_links_the_chosen_variation() {
    let folder = folder();
    let run = "--in v0=1,2,3 --in v1=0.5,1,2";
    let chosen = folder.picarun(&format!("lit.variants.toml -D LIGHTS=2 -D FOG=0 {run}"));
    let alone = folder.picarun(&format!("lit.vsh -D LIGHTS=2 -D FOG=0 {run}"));
    assert_eq!(chosen.silent(), alone.silent());
    let default = folder.picarun(&format!("lit.variants.toml {run}"));
    let alone = folder.picarun(&format!("lit.vsh -D LIGHTS=1 -D FOG=1 {run}"));
    assert_eq!(default.silent(), alone.silent());
    insta::assert_snapshot!(folder.picarun("lit.variants.toml -D LIGHTS=3").errors());
    insta::assert_snapshot!(folder.picarun("lit.variants.toml -D LIGHTS=0").errors());
}

#[test]
fn the_map_compares_variations() {
    let folder = folder();
    let map = folder.picald("lit.variants.toml -o x.shbin --map -").silent();
    let map = String::from_utf8(map).unwrap();
    let (_, table) = map.split_once("\nVariations, ").unwrap();
    insta::assert_snapshot!(table);
    let json = folder.picald("lit.variants.toml -o x.shbin --map-json -").silent();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    let variations = serde_json::to_string_pretty(&json["variations"]).unwrap();
    insta::assert_snapshot!(variations);
}

#[test]
fn mistakes_of_sources_name_the_first_variation() {
    let folder = folder();
    let wrong = LIT.replace("mov color, r1", "mov color, r1\n.if LIGHTS == 2\nmov r20, r1\n.endif");
    folder.write("lit.vsh", &wrong);
    insta::assert_snapshot!(folder.picald("lit.variants.toml").errors());
}

#[test]
fn numbers_that_change_nothing_draw_a_warning() {
    let folder = folder();
    folder.write(
        "lit.variants.toml",
        FILE.replace("[defaults]", "SHADOWS = [0, 1]\n[defaults]"),
    );
    let outcome = folder.picald("lit.variants.toml -o all.shbin");
    assert!(
        outcome
            .stderr
            .contains("warning[variants-alike]: all variants are the same for every value of `SHADOWS`")
    );
    let denied = folder.picald("lit.variants.toml -D variants-alike -o x.shbin");
    assert_eq!(denied.status, 1);
}

#[test]
fn dependencies_are_the_file_and_its_sources() {
    let folder = folder();
    folder.write("lit.vsh", format!(".include \"more.inc\"\n{LIT}"));
    folder.write("more.inc", "; nothing\n");
    folder.picald("lit.variants.toml -o all.shbin -MD -MF all.d").silent();
    let rule = String::from_utf8(folder.read("all.d")).unwrap();
    let words: Vec<_> = rule.split_whitespace().filter(|word| *word != "\\").collect();
    assert_eq!(words, ["all.shbin:", "lit.vsh", "lit.variants.toml", "more.inc"]);
}

#[test]
fn programs_that_take_sources_refuse_the_file() {
    let folder = folder();
    insta::assert_snapshot!(folder.picasm("lit.variants.toml").errors());
    insta::assert_snapshot!(folder.picald("lit.variants.toml -r -o x.dvoj").errors());
    insta::assert_snapshot!(folder.picald("lit.variants.toml lit.vsh -o x.shbin").errors());
    insta::assert_snapshot!(folder.picald("lit.variants.toml --compat=picasso -o x.shbin").errors());
    insta::assert_snapshot!(folder.picald("lit.variants.toml -D LIGHTS=1 -o x.shbin").errors());
}

/// Together, the variations exceed the code limit.
#[test]
fn limits_name_the_largest_variations() {
    let folder = Folder::with([
        (
            "big.vsh",
            ".out position position\n.constf k(N, 0, 0, 1)\n.proc main\n.rept N * 100\nmov r0, v0\n.endr\n\
             mov position, k\nend\n.end\n",
        ),
        (
            "big.variants.toml",
            "sources = \"big.vsh\"\n[numbers]\nN = [1, 2, 3, 4]\n",
        ),
    ]);
    insta::assert_snapshot!(folder.picald("big.variants.toml -o x.shbin").errors());
}
