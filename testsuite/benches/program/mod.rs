//! Generated programs of any length for benchmarks.

use std::fmt::Write;

/// Returns a typical program of about this many instructions: names, comments, blocks, swizzles and calls.
pub(crate) fn program(instructions: usize) -> String {
    let mut text = String::from(
        "; transforms, lights and passes on a vertex\n\
         .fvec projection[4], modelView[4], bones[48], lightDir, lightClr[2]\n\
         .constf consts(0.0, 1.0, 0.5, 3.0)\n\
         .consti count(3, 0, 1, 0)\n\
         .bool skinned, lit\n\
         .out outPos position\n\
         .out outClr color\n\
         .out outTex texcoord0.xy\n\
         .alias zero consts.xxxx\n\
         .alias one consts.yyyy\n\
         .in inPos v0\n\
         .in inClr v1\n\
         .in inTex v2\n\n",
    );
    const BODY: [&str; 16] = [
        "\tmov r0, inPos",
        "\tmov r0.w, one ; a point",
        "\tdp4 r1.x, modelView[0], r0",
        "\tdp4 r1.y, modelView[1], r0",
        "\tdp4 r1.z, modelView[2], r0",
        "\tmul r2.xyz, lightClr[0].rgb, r1.zzz",
        "\tmad r3.xyz, r2.xyz, consts.zzz, r1.xyz",
        "\tmax r3, zero, r3",
        "\tdp4 r4.x, bones[a0.x + 1], r0",
        "\trsq r5.x, r4.x",
        "\tmul r5, r5.xxxx, r4 ; normalised",
        "\tadd outPos.xyz, -r5.xyz, r3.xyz",
        "\tcmp zero, lt, ge, r5",
        "\tmad r6, r5.wzyx, lightDir, -r3",
        "\tslt r7.xy, r6.xy, consts.xy",
        "\tmov outTex, inTex",
    ];
    let procedures = instructions.div_ceil(200);
    for procedure in 0..procedures {
        writeln!(text, ".proc part{procedure}").expect("strings take everything");
        for line in 0..instructions.min(200) {
            text.push_str(BODY[(line * 7 + procedure) % BODY.len()]);
            text.push('\n');
        }
        text.push_str("\tnop\n.end\n\n");
    }
    text.push_str(".proc main\n");
    for procedure in 0..procedures {
        writeln!(text, "\tcall part{procedure}").expect("strings take everything");
    }
    text.push_str("\tmov outClr, inClr\n\tend\n.end\n");
    text
}
