//! Comments that suppress warnings: `; picasm: allow(NAME, ...)` for a line, `; picasm: allow-file(NAME, ...)` for a
//! file. They are comments so that other assemblers also accept the source. The names are not checked: a source may
//! also allow diagnostics of other programs.

use bstr::ByteSlice;

use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS, diagnose};
use crate::syntax::ast::Ast;
use crate::text::code;
use crate::text::{Lines, Span};

/// Prefix of such a comment.
const PREFIX: &str = "picasm:";

/// Keywords after the prefix, and whether each applies to the whole file.
const KEYWORDS: [(&str, bool); 2] = [("allow", false), ("allow-file", true)];

/// Returns the text after the prefix of a comment addressed to the assembler, or `None` for other comments. The comment
/// starts with `;`.
pub fn tool_comment(comment: &str) -> Option<&str> {
    let inside = comment.trim_start_matches([';', ' ', '\t']);
    inside.strip_prefix(PREFIX).map(str::trim_start)
}

/// The scope of an allowance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Scope {
    /// In the whole source, including its includes.
    Source,
    /// In the included file with this index.
    File(u32),
    /// On the line with this span.
    Line(Span),
}

/// A diagnostic name that a source allows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Allowance {
    /// Its scope.
    pub(crate) scope: Scope,
    /// The name.
    pub name: String,
    /// The span of the name in the comment.
    pub span: Span,
}

/// The diagnostics that a source allows.
#[derive(Clone, Default, Debug)]
pub struct Allowances {
    /// The entries, sorted for binary search.
    entries: Vec<Allowance>,
}

impl Allowances {
    fn new(mut entries: Vec<Allowance>) -> Self {
        entries.sort();
        Self { entries }
    }

    /// Returns all allowances: for the whole source, then for files, then for lines.
    pub fn iter(&self) -> impl Iterator<Item = &Allowance> {
        self.entries.iter()
    }

    /// Returns true if the source allows the diagnostic `name` at a byte offset. `lines` are the lines of the source.
    pub fn allows(&self, name: &str, offset: u32, lines: &Lines) -> bool {
        if self.entries.is_empty() {
            return false;
        }
        let file = lines.position(lines.index(offset)).file;
        self.allows_everywhere(name)
            || self.has(Scope::File(file), name)
            || self.line(offset).is_some_and(|line| self.has(Scope::Line(line), name))
    }

    /// Returns true if the whole source allows the diagnostic `name`.
    pub fn allows_everywhere(&self, name: &str) -> bool {
        self.has(Scope::Source, name)
    }

    fn has(&self, scope: Scope, name: &str) -> bool {
        let key = (scope, name);
        let order = |entry: &Allowance| (entry.scope, entry.name.as_str()).cmp(&key);
        self.entries.binary_search_by(order).is_ok()
    }

    /// Returns the line that contains the offset if it allows any diagnostic.
    fn line(&self, offset: u32) -> Option<Span> {
        let begins_before = |entry: &Allowance| match entry.scope {
            Scope::Line(line) => line.start <= offset,
            Scope::Source | Scope::File(_) => true,
        };
        let next = self.entries.partition_point(begins_before);
        match self.entries.get(next.checked_sub(1)?)?.scope {
            Scope::Line(line) if offset <= line.end => Some(line),
            _ => None,
        }
    }
}

/// A line with such a comment.
struct AllowComment<'s> {
    /// The line without its line ending.
    line: Span,
    /// The offset of the comment.
    comment: u32,
    /// Offset of the text after the prefix, and the text.
    at: u32,
    text: &'s str,
}

/// Reads the comments that suppress warnings. Also returns the warnings about malformed comments.
pub(crate) fn read(text: &str, ast: &Ast, lines: &Lines) -> (Allowances, Vec<Diagnostic>) {
    Reader { text, ast, lines }.read()
}

/// Returns the file index of the source itself.
pub(crate) fn main_file(ast: &Ast, lines: &Lines) -> u32 {
    let first = ast.statements.first();
    first.map_or(0, |first| lines.main_file(first.keyword.start))
}

/// Reads allowance comments.
struct Reader<'s> {
    text: &'s str,
    ast: &'s Ast,
    lines: &'s Lines,
}

impl<'s> Reader<'s> {
    fn read(&self) -> (Allowances, Vec<Diagnostic>) {
        let (mut entries, mut invalid) = (Vec::new(), Vec::new());
        let mut next = Span::default();
        let mut from = 0;
        let text = self.text.as_bytes();
        while let Some(found) = text.get(from..).and_then(|rest| rest.find(PREFIX)) {
            let line = self.line_at(from + found);
            from = line.range().end;
            if let Some(comment) = self.allow_comment(line)
                && let Err(message) = self.read_allowance(&comment, &mut next, &mut entries)
                // One error more than the limit shows that there were too many.
                && invalid.len() <= MAX_DIAGNOSTICS
            {
                let span = Span::new(comment.comment, line.end);
                let help = "the forms are `; picasm: allow(NAME, ...)`, for the line or, alone on its line, for the \
                            next statement, and `; picasm: allow-file(NAME, ...)`";
                invalid.push(diagnose(Code::InvalidAllow, span, message).with_help(help));
            }
        }
        (Allowances::new(entries), invalid)
    }

    /// Returns the line that contains the offset, without its line ending.
    fn line_at(&self, at: usize) -> Span {
        let end_of_line = |byte: u8| byte == b'\r' || byte == b'\n';
        let text = self.text.as_bytes();
        let (before, after) = text.split_at(at.min(text.len()));
        let start = before.iter().rposition(|&byte| end_of_line(byte));
        let end = after.iter().position(|&byte| end_of_line(byte));
        Span::from_range(start.map_or(0, |n| n + 1)..end.map_or(text.len(), |n| at + n))
    }

    /// Returns the text after the prefix if the comment of a line starts with it.
    fn allow_comment(&self, line: Span) -> Option<AllowComment<'s>> {
        let text = line.text(self.text);
        // A prefix in the file name of a line marker is not a comment.
        let comment = if text.trim_start().starts_with('#') {
            None
        } else {
            comment_offset(text)
        }?;
        let offset = |n: usize| line.start + Span::from_range(0..n).end;
        let after = tool_comment(text.get(comment..)?)?;
        Some(AllowComment {
            line,
            comment: offset(comment),
            at: offset(text.len() - after.len()),
            text: after,
        })
    }

    /// Adds the names that a comment allows, or returns its error. `next` is the line to which the previous comment
    /// applied.
    fn read_allowance(
        &self,
        comment: &AllowComment<'_>,
        next: &mut Span,
        entries: &mut Vec<Allowance>,
    ) -> Result<(), String> {
        let (form, rest) = comment.text.split_at(name_len(comment.text));
        let known = KEYWORDS.iter().find(|(name, _)| *name == form);
        let Some((_, whole_file)) = known else {
            return Err(match form {
                "" => format!("`{PREFIX}` is not followed by `allow` or `allow-file`"),
                form => format!("unknown form `{form}` after `{PREFIX}`"),
            });
        };
        let inside = rest.trim_start().strip_prefix('(');
        let Some((inside, (names, _))) = inside.and_then(|inside| Some((inside, inside.split_once(')')?))) else {
            return Err(format!("`{form}` needs its names in parentheses"));
        };
        let scope = match whole_file {
            true => self.file_scope(comment.comment),
            false => Scope::Line(
                self.allowed_line(comment, next)
                    .ok_or("no statement follows this comment")?,
            ),
        };
        let mut at = comment.at + length(comment.text) - length(inside);
        for part in names.split(',') {
            let name = part.trim();
            if name.is_empty() || name_len(name) != name.len() {
                return Err(format!("`{name}` is not the name of a diagnostic"));
            }
            let start = at + length(part) - length(part.trim_start());
            entries.push(Allowance {
                scope,
                name: name.to_owned(),
                span: Span::new(start, start + length(name)),
            });
            at += length(part) + 1;
        }
        Ok(())
    }

    /// Returns the file that contains the offset: the source itself, or an included one.
    fn file_scope(&self, offset: u32) -> Scope {
        let file = self.lines.position(self.lines.index(offset)).file;
        // No statement precedes the first line marker, so the comment belongs to no included file.
        if file <= main_file(self.ast, self.lines) {
            Scope::Source
        } else {
            Scope::File(file)
        }
    }

    /// Returns the line to which a comment applies: its own line or, for a comment alone on its line, the next line
    /// that has code. Consecutive comments can apply to the same line.
    fn allowed_line(&self, comment: &AllowComment<'_>, next: &mut Span) -> Option<Span> {
        let before = Span::new(comment.line.start, comment.comment).text(self.text);
        if !before.trim().is_empty() {
            return Some(comment.line);
        }
        if next.start > comment.line.start {
            return Some(*next);
        }
        let end = length(self.text);
        let mut line = comment.line;
        while line.end < end {
            line = self.line_at(line.range().end + 1);
            let statement = code(line.text(self.text)).trim();
            if !statement.is_empty() && !statement.starts_with('#') {
                *next = line;
                return Some(line);
            }
        }
        None
    }
}

/// Returns the offset of a line's comment.
fn comment_offset(line: &str) -> Option<usize> {
    let len = code(line).len();
    (len < line.len()).then_some(len)
}

/// Returns the number of leading bytes of `text` that belong to a name.
fn name_len(text: &str) -> usize {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.bytes().take_while(in_name).count()
}

/// Returns the length of a piece of a source.
fn length(text: &str) -> u32 {
    Span::from_range(0..text.len()).end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AssemblyOptions, assemble};

    /// Returns the allowances of a source (the line from 1, 0 for all lines, and the name) and the error messages.
    fn read(source: &str) -> (Vec<(usize, String)>, Vec<String>) {
        let assembly = assemble("a", source.as_bytes(), &AssemblyOptions::default());
        let line = |scope: Scope| match scope {
            Scope::Line(line) => assembly.lines.index(line.start) + 1,
            Scope::Source | Scope::File(_) => 0,
        };
        let allowed = assembly.allowances.iter();
        let allowed = allowed.map(|entry| (line(entry.scope), entry.name.clone()));
        let invalid = assembly.diagnostics.iter();
        let invalid = invalid.filter(|diagnostic| diagnostic.code == Code::InvalidAllow);
        for entry in assembly.allowances.iter() {
            assert_eq!(source.get(entry.span.range()), Some(entry.name.as_str()));
            let at = match entry.scope {
                Scope::Line(line) => line.end,
                Scope::Source | Scope::File(_) => 0,
            };
            assert!(assembly.allowances.allows(&entry.name, at, &assembly.lines));
        }
        (allowed.collect(), invalid.map(|d| d.message.clone()).collect())
    }

    #[test]
    fn comments_apply_to_their_line_the_next_statement_or_the_file() {
        let source = "\
.alias a r0 ; picasm: allow(one, two-three) for a reason
;;  picasm:allow( one ,two )

; picasm: allow(three)
\t; and words
x: ; picasm: allow(four)
; picasm: allow-file(five) ; and more
";
        let allowed = [
            (0, "five"),
            (1, "one"),
            (1, "two-three"),
            (6, "four"),
            (6, "one"),
            (6, "three"),
            (6, "two"),
        ];
        let allowed = allowed.map(|(line, name)| (line, name.to_owned()));
        assert_eq!(read(source), (allowed.to_vec(), Vec::new()));
    }

    #[test]
    fn other_comments_allow_nothing() {
        for source in [
            "; see picasm: allow(one)",
            "; note ; picasm: allow(one)",
            "picasm: nop",
            "# 1 \"; picasm: allow(one)\"",
            "; Picasm: allow(one)",
        ] {
            assert_eq!(read(source), (Vec::new(), Vec::new()), "{source}");
        }
    }

    #[test]
    fn mistakes_are_reported() {
        for (source, said) in [
            ("; picasm: alow(x)", "unknown form `alow` after `picasm:`"),
            ("; picasm:", "`picasm:` is not followed by `allow` or `allow-file`"),
            ("; picasm: allow x", "`allow` needs its names in parentheses"),
            ("; picasm: allow-file(x", "`allow-file` needs its names in parentheses"),
            ("; picasm: allow-file()", "`` is not the name of a diagnostic"),
            ("x: ; picasm: allow(a b)", "`a b` is not the name of a diagnostic"),
            ("; picasm: allow(a)", "no statement follows this comment"),
        ] {
            assert_eq!(read(source), (Vec::new(), vec![said.to_owned()]));
        }
    }

    #[test]
    fn lines_are_distinguished() {
        let source = "; picasm: allow-file(all)\nx: ; picasm: allow(here)\ny:\nz: ; picasm: allow(there)\n";
        let assembly = assemble("a", source.as_bytes(), &AssemblyOptions::default());
        let allows = |name, line: usize| {
            let start = assembly.lines.start(line).expect("the line exists");
            assembly.allowances.allows(name, start, &assembly.lines)
        };
        for line in 0..4 {
            assert!(allows("all", line));
            assert_eq!(allows("here", line), line == 1);
            assert_eq!(allows("there", line), line == 3);
        }
        assert!(assembly.allowances.allows_everywhere("all"));
        assert!(!assembly.allowances.allows_everywhere("here"));
    }

    #[test]
    fn a_comment_before_the_first_line_marker_applies_to_the_file() {
        let source = "; picasm: allow-file(all)\n# 1 \"b\"\nx:\n";
        let assembly = assemble("a", source.as_bytes(), &AssemblyOptions::default());
        assert!(assembly.allowances.allows_everywhere("all"));
    }
}
