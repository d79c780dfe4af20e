use super::*;
use crate::isa::opcode::OPCODES;

/// Formats the word of an opcode with fields, and a descriptor with a mask and the letters of each source.
fn text(word: u32, mask: &str, sources: &[&str]) -> String {
    let component = |letter| Component::from_letter(letter).expect("a swizzle letter");
    let mask = mask.bytes().map(component).fold(Mask::NONE, Mask::with);
    let mut descriptor = Descriptor::default().with_mask(mask);
    for (n, source) in sources.iter().enumerate() {
        let letters = source.trim_start_matches('-').as_bytes();
        let letters = std::array::from_fn(|n| component(letters[n]));
        let select = SourceSelect {
            negate: source.starts_with('-'),
            swizzle: Swizzle::from_components(letters),
        };
        descriptor = descriptor.with_source(n, select);
    }
    instruction(word, |_| Some(descriptor))
}

/// Formats an opcode with the registers r1 (destination), then sources r2, r3, r4, or the fields that it has instead.
fn example(opcode: Opcode) -> String {
    let fields = opcode.fields();
    let mut word = opcode.base_word();
    if let Some(field) = fields.destination {
        word = field.set(word, 0x11);
    }
    for (field, number) in fields.source_fields().zip(0x12..) {
        word = field.set(word, number);
    }
    if let Some([count, place]) = fields.target {
        word = place.set(count.set(word, 3), 12);
    }
    if let Some([_, x, _]) = fields.condition {
        word = x.set(word, 1);
    }
    if let Some(field) = fields.uniform {
        word = field.set(word, 2);
    }
    if let Some([vertex, primitive, _]) = fields.emit {
        word = primitive.set(vertex.set(word, 2), 1);
    }
    if let Some([x, y]) = fields.comparisons {
        word = y.set(x.set(word, 2), 5);
    }
    text(word, "xyw", &["xyzw", "-wzyx", "yyyy"])
}

#[test]
fn every_opcode() {
    let examples: Vec<_> = OPCODES.iter().map(|info| example(info.opcode)).collect();
    insta::assert_snapshot!(examples.join("\n"));
}

#[test]
fn swizzles_are_short() {
    let swizzled = |mask: &str, letters: &str| {
        // `mov r0, r1`.
        text(0x13 << 26 | 0x10 << 21 | 0x11 << 12, mask, &[letters])
    };
    for (mask, letters, wanted) in [
        ("xyzw", "xyzw", "mov r0, r1"),
        ("xyzw", "xxxx", "mov r0, r1.x"),
        ("xyzw", "xyyy", "mov r0, r1.xy"),
        ("xyzw", "xyzz", "mov r0, r1.xyz"),
        ("xyzw", "wzyx", "mov r0, r1.wzyx"),
        ("xyzw", "-yyyw", "mov r0, -r1.yyyw"),
        ("xy", "zwxx", "mov r0.xy, r1.zw"),
        ("xy", "xyxx", "mov r0.xy, r1"),
        ("w", "xyzx", "mov r0.w, r1.x"),
        ("yz", "xwxx", "mov r0.yz, r1.wwx"),
        ("", "xxxx", "mov r0._, r1"),
    ] {
        assert_eq!(swizzled(mask, letters), wanted, "{mask} {letters}");
    }
}

#[test]
fn operands_have_signs_and_indices() {
    let word = 0x13 << 26 | 0x24 << 12;
    let with = |index: u32| text(word | index << 19, "xy", &["-zwxx"]);
    assert_eq!(with(0), "mov o0.xy, -c4.zw");
    assert_eq!(with(1), "mov o0.xy, -c4[a0.x].zw");
    assert_eq!(with(2), "mov o0.xy, -c4[a0.y].zw");
    assert_eq!(with(3), "mov o0.xy, -c4[aL].zw");
    // The wide source of `madi` is the third.
    let madi = Opcode::Madi.base_word() | 3 << 22 | 0x21 << 5;
    assert_eq!(text(madi, "x", &["xxxx"; 3]), "madi o0.x, v0, v0, c1[aL]");
}

#[test]
fn conditions_and_flags() {
    let jump = |bits: u32| text(Opcode::Jmpc.base_word() | bits << 22 | 9 << 10, "", &[]);
    assert_eq!(jump(0b1100), "jmpc cmp.x || cmp.y, 9");
    assert_eq!(jump(0b1001), "jmpc cmp.x && !cmp.y, 9");
    assert_eq!(jump(0b0010), "jmpc !cmp.x, 9");
    assert_eq!(jump(0b0111), "jmpc cmp.y, 9");
    let sense = |bit| text(Opcode::Jmpu.base_word() | bit | 9 << 10, "", &[]);
    assert_eq!([sense(0), sense(1)], ["jmpu b0, 9", "jmpu !b0, 9"]);
    let emit = |bits: u32| text(Opcode::Setemit.base_word() | bits << 22, "", &[]);
    let flags = ["setemit 0", "setemit 0, inv", "setemit 0, prim", "setemit 0, prim inv"];
    assert_eq!([0, 1, 2, 3].map(emit), flags);
}

#[test]
fn what_the_language_cannot_say_is_marked() {
    assert_eq!(text(0x4000_0000, "", &[]), "unknown word 40000000");
    let cmp = Opcode::Cmp.base_word() | 6 << 24 | 7 << 21;
    assert_eq!(text(cmp, "", &["xyzw"; 2]), "cmp v0, ?6, ?7, v0");
    let missing = instruction(0x13 << 26 | 9, |_| None);
    assert_eq!(missing, "mov o0, v0  ; descriptor 9 is missing");
}

#[test]
fn values_of_constants_tell_their_bits() {
    let float = |bits: [u32; 4]| {
        let components = bits.map(|bits| Float24::from_bits(bits).expect("24 bits"));
        constant(ConstantValue::Float(components))
    };
    assert_eq!(float([0x3F_0000, 0xBE_8000, 0, 0x80_0000]), "(1, -0.75, 0, -0)");
    assert_eq!(
        float([0x7F_0000, 0xFF_0000, 0x7F_0001, 1]),
        "(inf, -inf, f24$7F0001, f24$000001)"
    );
    assert_eq!(constant(ConstantValue::Integer([3, 0, 255, 1])), "(3, 0, 255, 1)");
    assert_eq!(constant(ConstantValue::Boolean(true)), "true");
    assert_eq!([table_register(0x14), table_register(0x77)], ["c4", "register 77"]);
}
