//! Diagnostics of picarun and other programs on containers, and on values that do not fit.

use super::folder;
use super::support::container;

#[test]
fn values_that_do_not_fit_are_errors() {
    let folder = folder(&["vs-mvp", "vs-struct-cb", "vs-int-math", "vs-passthrough"]);
    folder.write("mixed.toml", "value = [[1, true]]\n");
    let mut said = String::new();
    for arguments in [
        "vs-mvp.dxbc --in POSITIO=1 --in wvp=1 --in POSITION=1,2,3,4 --in POSITION=1/2 --in v40=1",
        "vs-mvp.dxbc --in POSITION[1]=1 --in TEXCOORD1=1",
        "vs-int-math.dxbc --in TEXCOORD=0.5 --in v1=3000000000",
        "vs-struct-cb.dxbc --uniform fo=1 --uniform POSITION=1 --uniform l.colou=1 --uniform fog.x=1",
        "vs-struct-cb.dxbc --uniform fog[3]=1 --uniform fog[=1 --uniform l=1 --uniform on=2 --uniform pair=1",
        "vs-struct-cb.dxbc --uniform fog=1/2/3/4 --uniform fog=1,2 --uniform pair=0.5,1 --uniform fog=@mixed.toml",
        "vs-struct-cb.dxbc --int fog=1 --bool fog=true --int on=1 --bool pair=true,false",
        "vs-struct-cb.dxbc --uniform cb0=1 --uniform cb1[13]=1 --uniform cb1[12]=1/2",
        "vs-passthrough.dxbc --uniform a=1 --uniform cb0[0]=1",
        "vs-mvp.dxbc --vertex 1/2/3 --uniform w=1",
        "vs-int-math.dxbc --vertex 1/2 --vertex 1/0.5",
    ] {
        said += &format!("$ {arguments}\n{}", folder.picarun(arguments).errors());
    }
    insta::assert_snapshot!("cannot_set", said);
}

#[test]
fn vertices_are_for_vertex_shaders() {
    let folder = folder(&["ps-interp"]);
    insta::assert_snapshot!("cannot_feed", folder.picarun("ps-interp.dxbc --vertex 1").errors());
}

#[test]
fn options_for_other_shaders_are_rejected() {
    let folder = folder(&["vs-mvp"]);
    let cases = [
        ("-l x", "--library", "already compiled"),
        ("-L x", "--library-path", "already compiled"),
        ("-n", "--no-nop", "already compiled"),
        ("--no-pseudo", "--no-pseudo", "already compiled"),
        ("-I x", "--include-path", "already compiled"),
        ("-D N=1", "-D NAME=NUMBER", "already compiled"),
        ("--shader 0", "--shader", "one shader"),
        ("--entry main", "--entry", "one shader"),
        ("--float24", "--float24", "32 bits"),
        ("--vertex 1 --stride 1", "--stride", "declares its primitive"),
        ("--vertex 1 --primitive 1", "--primitive", "declares its primitive"),
    ];
    for (arguments, option, why) in cases {
        let said = folder.picarun(&format!("vs-mvp.dxbc {arguments}")).usage();
        let message = format!("error: `{option}` applies to PICA200 shaders; `vs-mvp.dxbc` is a DXBC container: ");
        assert!(said.starts_with(&message) && said.contains(why), "{said}");
    }
}

#[test]
fn values_have_the_form_of_numbers() {
    let folder = folder(&["vs-mvp"]);
    for (argument, why) in [
        ("--in POSITION=1,x", "`x` is not a number"),
        ("--in POSITION=1,2,3,4,5", "does not have 1 to 4 numbers"),
        ("--uniform wvp=true,1", "`true` is not a number"),
        ("--int wvp=1.5", "`1.5` is not a 32-bit integer"),
        ("--int wvp=4294967296", "`4294967296` is not a 32-bit integer"),
        ("--bool wvp=1", "`1` is neither `true` nor `false`"),
        ("--uniform =1", "missing name"),
    ] {
        let said = folder.picarun(&format!("vs-mvp.dxbc {argument}")).invalid_value();
        assert!(said.contains(why), "{argument}: {said}");
    }
}

#[test]
fn containers_that_do_not_run_are_errors() {
    let names = ["gen-ds5", "cs-uav", "gen-op-float2", "gen-flow", "vs-mvp"];
    let folder = folder(&names);
    folder.write("cut.dxbc", &container("vs-mvp")[..100]);
    let mut sum = container("vs-mvp");
    sum[4] ^= 1;
    folder.write("sum.dxbc", sum);
    let mut said = String::new();
    for file in ["gen-ds5", "cs-uav", "gen-flow", "cut", "sum"] {
        let outcome = folder.picarun(&format!("{file}.dxbc --in POSITION=1"));
        said += &format!("$ {file}\n{}", outcome.all());
    }
    insta::assert_snapshot!("cannot_run", said);
}

#[test]
fn faults_have_their_lines() {
    let names = ["ps-textured", "ps-discard", "vs-loop-dynamic"];
    let folder = folder(&names);
    let mut said = String::new();
    for arguments in [
        "ps-textured.dxbc",
        "ps-discard.dxbc --in COLOR=0,0,0,1",
        "vs-loop-dynamic.dxbc --int count=1000000 --budget 1000",
    ] {
        said += &format!("$ {arguments}\n{}", folder.picarun(arguments).errors());
    }
    insta::assert_snapshot!("faults", said);
}

#[test]
fn a_container_is_not_a_source_of_the_assembler() {
    let folder = folder(&["vs-mvp"]);
    let said = folder.picasm("vs-mvp.dxbc -o x.dvoj").errors();
    insta::assert_snapshot!("not_a_source", said);
}
