//! Bytes with their meaning.

use pica200::text::page::{Column, Page, Style, column};

const BYTES: [Column; 3] = [
    column("", 6, Style::Faint),
    column("", 23, Style::Plain),
    column("", 0, Style::Plain),
];

/// The number of bytes on a line.
const LINE: usize = 8;

/// Shows bytes and their meaning, on as many lines as needed.
pub fn show(page: &mut Page, offset: usize, bytes: &[u8], text: &str) {
    for (n, line) in bytes.chunks(LINE).enumerate() {
        let text = if n == 0 { text } else { "" };
        show_line(page, offset + n * LINE, line, text);
    }
}

fn show_line(page: &mut Page, offset: usize, bytes: &[u8], text: &str) {
    let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    page.row(&BYTES, &[format!("{offset:06x}").as_str(), &digits.join(" "), text]);
}

/// Shows bytes without a known meaning, with their characters.
pub fn characters(page: &mut Page, offset: usize, bytes: &[u8]) {
    for (n, line) in bytes.chunks(LINE).enumerate() {
        let shown = |byte: &u8| match byte {
            b' '..=b'~' => char::from(*byte),
            _ => '.',
        };
        let text: String = line.iter().map(shown).collect();
        show_line(page, offset + n * LINE, line, text.trim_end());
    }
}
