//! Texts and containers that embed shader binaries.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

use ::base64::Engine;
use ::base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

use super::*;
use crate::formats::shbin::{Program, Shader, Shbin};

/// Returns a shader binary with a number of words.
fn shbin(words: u32) -> Vec<u8> {
    let code = (0..words).map(|word| word.wrapping_mul(0x9E37_79B9));
    let shbin = Shbin {
        program: Program {
            code: code.collect(),
            ..Program::default()
        },
        shaders: vec![Shader::default()],
    };
    shbin.write().unwrap()
}

/// Unwraps the shader binaries of a text.
fn unwrapped(text: &str) -> Vec<Result<WrappedShader<'_>, BrokenBase64>> {
    assert_eq!(WrapperKind::detect(text.as_bytes()), Some(WrapperKind::Base64));
    WrapperKind::Base64.unwrap_shaders(text.as_bytes())
}

/// Unwraps the only shader binary of a text.
fn only(text: &str) -> WrappedShader<'_> {
    let [shader] = <[_; 1]>::try_from(unwrapped(text)).unwrap();
    shader.unwrap()
}

/// Formats base64 in lines of 76 characters, each with an indentation.
fn lines(base64: &str, indentation: &str) -> String {
    let mut text = String::new();
    for (index, character) in base64.chars().enumerate() {
        if index % 76 == 0 {
            text.push('\n');
            text.push_str(indentation);
        }
        text.push(character);
    }
    text
}

#[test]
fn shaders_are_found_in_elements_and_attributes() {
    let shader = shbin(50);
    let base64 = STANDARD.encode(&shader);
    let broken = lines(&base64, "\t  ");
    for (text, line) in [
        (format!("<?xml version=\"1.0\"?>\n<S>{base64}</S>\n"), 2),
        (format!("<S>\r\n{broken}\r\n</S>"), 3),
        (format!("<S data='{base64}'/>"), 1),
        (format!("<S><![CDATA[{broken}\n]]></S>"), 2),
        (format!("<!--{base64}-->"), 1),
        (format!("{{\n\n\"shader\": \"{base64}\", \"x\": 1}}"), 3),
        (base64.clone(), 1),
    ] {
        let found = only(&text);
        assert_eq!(found.bytes, shader, "{text}");
        assert_eq!(found.line, Some(line), "{text}");
        assert!(text[found.offset..].starts_with("RFZM"), "{text}");
    }
}

#[test]
fn both_alphabets_and_references_to_characters_are_read() {
    let shader = shbin(200);
    let base64 = STANDARD.encode(&shader);
    assert!(base64.contains('+') && base64.contains('/') && base64.ends_with('='));
    for text in [
        URL_SAFE_NO_PAD.encode(&shader),
        base64.replace('+', "&#43;").replace('/', "&#x2f;"),
        base64.replace('=', "&#61;"),
        base64.replace('A', "A&#10;&#xA;"),
        format!("&#82;{}", &base64[1..]),
    ] {
        assert_eq!(only(&text).bytes, shader, "{text}");
    }
}

#[test]
fn shaders_that_only_white_space_separates_are_apart() {
    let (a, b) = (shbin(3), shbin(4));
    let text = format!("{}\n{}", URL_SAFE_NO_PAD.encode(&a), STANDARD.encode(&b));
    let found: Vec<_> = unwrapped(&text).into_iter().map(|one| one.unwrap().bytes).collect();
    assert_eq!(found, [a, b]);
}

#[test]
fn text_behind_a_whole_shader_does_not_count() {
    let shader = shbin(3);
    let base64 = URL_SAFE_NO_PAD.encode(&shader);
    assert_eq!(only(&format!("{base64} and so on *")).bytes, shader);
    assert_eq!(only(&format!("{base64}\n== more")).bytes, shader);
}

#[test]
fn broken_base64_has_a_place() {
    let base64 = STANDARD.encode(shbin(50));
    let (head, tail) = base64.split_at(101);
    for (text, place, fault) in [
        (format!("<S>\n  {head}*{tail}</S>"), (2, 2, 104), Fault::Byte(b'*')),
        (format!("\n{head}\n&amp;{tail}"), (2, 3, 1), Fault::Byte(b'&')),
        (format!("{head}\n ={tail}"), (1, 2, 3), Fault::AfterPadding),
        (format!("<S>\n{head}</S>"), (2, 2, 102), Fault::Length(101)),
    ] {
        let (first_line, line, column) = place;
        let wanted = BrokenBase64 {
            first_line,
            line,
            column,
            fault,
        };
        assert_eq!(unwrapped(&text), [Err(wanted)], "{text}");
    }
}

#[test]
fn errors_state_place_and_fault() {
    let message = |fault| {
        let broken = BrokenBase64 {
            first_line: 2,
            line: 4,
            column: 7,
            fault,
        };
        broken.to_string()
    };
    let behind = "; the shader binary in base64 begins in line 2";
    for (fault, wanted) in [
        (Fault::Byte(b'*'), "`*` is not a base64 character"),
        (Fault::Byte(0xE9), "`\\xe9` is not a base64 character"),
        (Fault::AfterPadding, "text follows the padding `=`"),
        (
            Fault::Length(101),
            "the text has 101 characters, but base64 never has one more than a multiple of 4",
        ),
    ] {
        assert_eq!(message(fault), format!("line 4, column 7: {wanted}{behind}"));
    }
}

#[test]
fn a_shader_that_is_cut_off_between_bytes_is_kept() {
    let shader = shbin(50);
    let text = format!("<S>{}</S>", STANDARD.encode(&shader[..90]));
    assert_eq!(only(&text).bytes, &shader[..90]);
}

#[test]
fn containers_have_shaders_among_their_bytes() {
    let (a, b) = (shbin(3), shbin(40));
    let mut file = b"CGFX\xFF\xFE\x14\0".to_vec();
    file.extend(&a);
    file.extend(b"between them\0\0\0\0");
    file.extend(&b);
    assert_eq!(WrapperKind::detect(&file), Some(WrapperKind::Cgfx));
    let found: Vec<_> = WrapperKind::Cgfx
        .unwrap_shaders(&file)
        .into_iter()
        .map(|one| one.unwrap())
        .map(|one| (one.offset, one.line, one.bytes.into_owned()))
        .collect();
    let second = 8 + a.len() + 16;
    assert_eq!(found, [(8, None, a), (second, None, b)]);
    assert_eq!(WrapperKind::Cgfx.unwrap_shaders(b"CGFX"), []);
}

#[test]
fn other_files_wrap_nothing() {
    let base64 = STANDARD.encode(shbin(3));
    for file in [
        &b"DVLB"[..],
        b"",
        b"<?xml version=\"1.0\"?><S>RFZN</S>",
        b".proc main\nend\n.end\n",
        b"DVOB",
        format!("\0{base64}").as_bytes(),
    ] {
        assert_eq!(WrapperKind::detect(file), None, "{}", file.escape_ascii());
    }
}

#[test]
fn every_truncation_and_byte_of_a_text_is_read() {
    let text = format!("<S>{}</S>", lines(&STANDARD.encode(shbin(9)), "  "));
    for length in 0..text.len() {
        WrapperKind::Base64.unwrap_shaders(&text.as_bytes()[..length]);
    }
    for index in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        for byte in [b'*', b'=', b'&', b'<', b'\n', b'A', 0, 0xFF] {
            bytes[index] = byte;
            for found in WrapperKind::Base64.unwrap_shaders(&bytes).into_iter().flatten() {
                assert!(found.bytes.len() <= text.len());
            }
        }
    }
}

#[test]
fn many_starts_are_texts_of_their_own() {
    // Each of these would be read to the end of the file if a start did not end the previous text.
    let text = "RFZMQgAA\n".repeat(100_000);
    assert_eq!(runs(text.as_bytes(), &[&DVLB]).len(), 100_000);
    let gaps = format!("R{}", " ".repeat(1000)).repeat(1000);
    assert_eq!(runs(gaps.as_bytes(), &[&DVLB]), []);
}
