//! Textures of pixel and vertex shaders in containers.

use pica200_render::{Picture, Size, png};

use super::builder::{Port, build_container};
use super::{folder, ran};
use crate::support::Folder;
#[cfg(target_os = "linux")]
use crate::support::{PICARUN, outcome};

/// A frame rate, which pictures without animation ignore.
const RATE: png::Rate = png::Rate { frames_per_second: 1 };

/// Encodes a picture with pixels of these channels.
fn picture(width: u16, height: u16, pixels: &[[u8; 4]]) -> Vec<u8> {
    let size = Size::new(width, height).unwrap();
    let picture = Picture::from_pixels(size, pixels.to_vec()).unwrap();
    png::write(&[picture], RATE).unwrap()
}

/// A cube whose faces have their numbers as colours.
const CUBE: &str = "\
ps_5_0
dcl_resource t0, 6, 5, 0
dcl_sampler s0
sample o0.xyzw, v0.xyzx, t0.xyzw, s0
ret
";

/// A vertex shader that loads and compares.
const VERTEX: &str = "\
vs_5_0
dcl_resource t3, 3, 4, 0
dcl_resource t1, 8, 5, 0
dcl_resource t5, 1, 5, 0
dcl_sampler s1
ld r0.xyzw, l(1, 0, 0, 0), t3.xyzw
utof o0.xyzw, r0.xyzw
sample_c_lz o1.x, v0.xyzx, t1.xxxx, s1, v0.w
resinfo o1.yzw, l(0), t1.xxyz
ret
";

const ALL: u8 = 15;

fn folder_with_pictures() -> Folder {
    let folder = folder(&["ps-textured", "ps5-gather", "vs-mvp"]);
    let pixels = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255; 4]];
    folder.write("four.png", picture(2, 2, &pixels));
    folder.write("wide.png", picture(2, 1, &pixels[..2]));
    for face in 0..6 {
        folder.write(format!("face{face}.png"), picture(1, 1, &[[face * 51, 0, 0, 255]]));
    }
    folder.write("no.png", "no picture");
    let input: [Port; 1] = [(0, "TEXCOORD", 0, ALL)];
    folder.write("cube.dxbc", build_container(CUBE, &input, &[(0, "SV_Target", 0, ALL)]));
    let outputs = [(0, "COLOR", 0, ALL), (0, "TEXCOORD", 1, ALL)];
    folder.write("vertex.dxbc", build_container(VERTEX, &input, &outputs));
    folder
}

#[test]
fn names_and_registers() {
    let folder = folder_with_pictures();
    let common = "ps-textured.dxbc --in COLOR=1,1,1,1 --uniform tint=1,0.5,1,1";
    for (arguments, expected) in [
        ("--texture tex=four.png --in TEXCOORD=0.25,0.25", "(1, 0, 0, 1)"),
        ("--texture t1=four.png --in TEXCOORD=0.5,0.5", "(0.5, 0.25, 0.5, 1)"),
        (
            "--texture t1=four.png --sampler smp=point --in TEXCOORD=0.6,0.4",
            "(0, 0.5, 0, 1)",
        ),
        (
            "--texture t1=four.png --sampler s2=wrap --in TEXCOORD=1,0.25",
            "(0.5, 0.25, 0, 1)",
        ),
        (
            "--texture t1=four.png --sampler s2=point,border,border-color=0.25/1/0/2 --in TEXCOORD=2,0",
            "(0.25, 0.5, 0, 2)",
        ),
    ] {
        let text = ran(&folder, &format!("{common} {arguments}"));
        assert_eq!(
            text,
            format!("o0  SV_Target   {expected}\ninstructions: 4\n"),
            "{arguments}"
        );
    }
}

#[test]
fn faces_and_layers() {
    let folder = folder_with_pictures();
    let faces: String = (0..6).map(|face| format!(" --texture t0=face{face}.png")).collect();
    for (direction, color) in [("1,0,0", "0"), ("0,-1,0", "0.6"), ("0.1,0,-1", "1")] {
        let text = ran(
            &folder,
            &format!("cube.dxbc --sampler s0=point --in TEXCOORD={direction}{faces}"),
        );
        assert!(text.contains(&format!("({color}, 0, 0, 1)")), "{direction}: {text}");
    }
    // The first texture returns integers. The other one has two layers, and compares with 1 on the left, 0 on the
    // right.
    let common = "vertex.dxbc --texture t3=four.png --texture t1=wide.png --texture t1=wide.png";
    let text = ran(&folder, &format!("{common} --vertex 0.1,0.5,1,0.5 --vertex 0.9,0,0,1"));
    assert_eq!(
        text,
        "vertex 0\n  o0  COLOR       (0, 255, 0, 255)\n  o1  TEXCOORD    (1, 2, 1, 2)\n\
         vertex 1\n  o0  COLOR       (0, 255, 0, 255)\n  o1  TEXCOORD    (0, 2, 1, 2)\n\
         instructions: 10 in 2 runs\n"
    );
}

/// The name and the register of one texture give it two pictures.
#[test]
fn two_names_of_one_texture() {
    let folder = folder_with_pictures();
    let said = folder
        .picarun("ps-textured.dxbc --texture t1=four.png --texture tex=wide.png")
        .errors();
    let message = "`--texture t1`: a `texture2d` texture requires 1 picture; found 2";
    assert!(said.contains(message), "{said}");
}

/// A wrong number of pictures is reported before any of them is read.
#[test]
fn the_number_of_pictures_comes_first() {
    let folder = folder_with_pictures();
    let said = folder
        .picarun("ps-textured.dxbc --texture tex=none.png --texture tex=no.png")
        .errors();
    assert!(said.contains("requires 1 picture; found 2"), "{said}");
}

/// A shell passes a picture through a pipe. A path in a test file must be a regular file.
#[cfg(target_os = "linux")]
#[test]
fn pictures_from_pipes() {
    let folder = folder_with_pictures();
    let values = "--in COLOR=1,1,1,1 --uniform tint=1,1,1,1 --in TEXCOORD=0.25,0.25";
    let script = format!("cat four.png | \"$0\" ps-textured.dxbc --texture tex=/dev/fd/0 {values}");
    let output = outcome(folder.command("sh").args(["-c", &script, PICARUN])).silent();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("(1, 0, 0, 1)"), "{text}");
    let tests = TESTS.replace("pictures/four.png", "/dev/fd/0");
    folder.write("pipe.test.toml", tests);
    let script = "cat four.png | \"$0\" --test pipe.test.toml";
    let said = outcome(folder.command("sh").args(["-c", script, PICARUN])).all();
    assert!(said.contains("not a regular file"), "{said}");
}

#[test]
fn what_is_wrong() {
    let folder = folder_with_pictures();
    let mut said = String::new();
    for arguments in [
        "ps-textured.dxbc",
        "ps-textured.dxbc --texture text=four.png --sampler s1=point",
        "ps-textured.dxbc --texture tex=none.png",
        "ps-textured.dxbc --texture tex=no.png --sampler smp=trilinear",
        "ps-textured.dxbc --texture tex=four.png --texture tex=four.png --sampler smp=u=linear",
        "cube.dxbc --texture t0=face0.png",
        "cube.dxbc --texture t0=wide.png --texture t0=four.png",
        "vertex.dxbc --texture t1=wide.png --texture t1=four.png",
        "vertex.dxbc --texture t5=four.png --texture t3=four.png",
        "vs-mvp.dxbc --texture t0=four.png --sampler s0=point",
    ] {
        said += &format!("$ {arguments}\n{}", folder.picarun(arguments).errors());
    }
    insta::assert_snapshot!("texture_mistakes", said);
    for (arguments, why) in [
        (
            "good.vsh --texture t0=four.png",
            "`--texture` applies to shaders of DXBC containers",
        ),
        (
            "good.vsh --sampler s0=point",
            "`--sampler` applies to shaders of DXBC containers",
        ),
    ] {
        let said = folder.picarun(arguments).usage();
        assert!(said.contains(why), "{said}");
    }
    for (arguments, why) in [
        (
            "--texture t0",
            "missing `=`; expected a name or register, `=` and a file",
        ),
        ("--texture =a.png", "missing name"),
        ("--sampler s0=", "expected settings after `=`"),
    ] {
        let said = folder.picarun(&format!("cube.dxbc {arguments}")).invalid_value();
        assert!(said.contains(why), "{said}");
    }
}

const TESTS: &str = "\
shader = \"ps-textured.dxbc\"
textures = { tex = \"pictures/four.png\" }
samplers = { smp = \"linear,wrap\" }
uniforms = { tint = [1, 1, 1, 1] }
inputs = { COLOR = [1, 1, 1, 1] }

[[case]]
name = \"red\"
inputs = { TEXCOORD = [0.25, 0.25] }
expect = { SV_Target = [1, 0, 0, 1] }

[[case]]
name = \"another sampler\"
inputs = { TEXCOORD = [0.9, 0.1] }
samplers = { s2 = \"point\" }
expect = { SV_Target = [0, 1, 0, 1] }

[[case]]
name = \"another picture\"
inputs = { TEXCOORD = [0.25, 0.9] }
textures = { t1 = \"wide.png\" }
expect = { SV_Target = [1, 0, 0, 1] }
";

#[test]
fn test_files() {
    let folder = folder_with_pictures();
    let four = folder.read("four.png");
    folder.write("tests/pictures/four.png", four);
    let wide = folder.read("wide.png");
    folder.write("tests/wide.png", wide);
    let tests = TESTS.replace("ps-textured.dxbc", "../ps-textured.dxbc");
    folder.write("tests/good.test.toml", &tests);
    insta::assert_snapshot!("texture_tests", ran(&folder, "--test tests/good.test.toml"));
    let bad = tests
        .replace("pictures/four.png", "four.png")
        .replace("{ s2 = \"point\" }", "{ s3 = \"point\", smp = 1, s2 = \"nearest\" }")
        .replace(
            "{ t1 = \"wide.png\" }",
            "{ t1 = [\"wide.png\", \"wide.png\"], tex = true }",
        );
    folder.write("tests/bad.test.toml", bad);
    let bad = folder.picarun("--test tests/bad.test.toml").all();
    let source = "shader = \"good.vsh\"\ntextures = { t0 = \"four.png\" }\n[[case]]\nname = \"a\"\nexpect = { o0 = [0, \
                  0, 0, 0] }\n";
    folder.write("pica.test.toml", source);
    let pica = folder.picarun("--test pica.test.toml").all();
    insta::assert_snapshot!("texture_test_mistakes", bad + &pica);
}

/// A picture that is too large, and more pictures than the memory limit allows.
#[test]
fn large_pictures() {
    let folder = folder_with_pictures();
    let size = Size::new(2048, 2048).unwrap();
    let large = png::write(&[Picture::new(size, [1, 2, 3, 4])], RATE).unwrap();
    folder.write("large.png", &large);
    let layers: String = (0..9).map(|_| " --texture t1=large.png").collect();
    let said = folder.picarun(&format!("vertex.dxbc{layers}")).errors();
    let message = "`--texture t1`: all textures together have more than 33554432 texels";
    assert!(said.contains(message), "{said}");
    // The header claims 65535 columns.
    let mut wide = large;
    wide[16..20].copy_from_slice(&0xFFFFu32.to_be_bytes());
    folder.write("wide.png", wide);
    folder.picarun("ps-textured.dxbc --texture tex=wide.png").errors();
}
