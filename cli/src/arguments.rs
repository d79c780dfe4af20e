//! Response files on command lines.
//!
//! `@FILE` is replaced by the arguments in the file. Arguments are separated by white space; single or double quotes
//! group them. A backslash makes the next character literal, also inside quotes, as in GCC. Response files may include
//! others with `@FILE`. Paths are relative to the current directory, not to the response file.
//!
//! Unlike in GCC, an argument that begins with `@` never is a file of that name: write `./@name`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use bstr::{ByteSlice, ByteVec};
use pica200_asm::Files;

use pica200::diagnostic::reason;

/// The maximum depth of nested response files.
const MAX_NESTING: usize = 16;

/// The maximum number of response files per command line.
const MAX_RESPONSE_FILES: usize = 1000;

/// The maximum total size of response files in bytes.
const MAX_TOTAL_SIZE: usize = 1 << 26;

/// Replaces response files by their arguments. The first argument, the program's name, is left alone.
///
/// # Errors
///
/// Returns an error if a response file cannot be used.
pub(crate) fn expand(arguments: Vec<OsString>, files: &dyn Files) -> Result<Vec<OsString>, String> {
    let mut expansion = Expansion {
        files,
        open: Vec::new(),
        reads: 0,
        bytes: 0,
        words: Vec::with_capacity(arguments.len()),
    };
    let mut arguments = arguments.into_iter();
    expansion.words.extend(arguments.next());
    arguments.try_for_each(|argument| expansion.add(argument))?;
    Ok(expansion.words)
}

struct Expansion<'f> {
    files: &'f dyn Files,
    /// The response files being read, outermost first.
    open: Vec<PathBuf>,
    reads: usize,
    bytes: usize,
    words: Vec<OsString>,
}

impl Expansion<'_> {
    fn add(&mut self, word: OsString) -> Result<(), String> {
        match response_file(&word)? {
            Some(path) => self.open(path),
            None => {
                self.words.push(word);
                Ok(())
            }
        }
    }

    fn open(&mut self, path: PathBuf) -> Result<(), String> {
        let name = path.display().to_string();
        if self.open.contains(&path) {
            return Err(format!("the response file `{name}` includes itself"));
        }
        if self.open.len() >= MAX_NESTING {
            return Err(format!(
                "response files are nested more than {MAX_NESTING} deep, up to `{name}`"
            ));
        }
        let text = self.files.read(&path).map_err(|error| {
            let why = reason(&error);
            format!("cannot read the response file `{name}`: {why}")
        })?;
        self.reads += 1;
        self.bytes = self.bytes.saturating_add(text.len());
        if self.reads > MAX_RESPONSE_FILES || self.bytes > MAX_TOTAL_SIZE {
            return Err(format!(
                "there are more than {MAX_RESPONSE_FILES} response files up to `{name}`, or they are larger than {MAX_TOTAL_SIZE} \
                 bytes"
            ));
        }
        let words = split(&text).map_err(|why| format!("the response file `{name}` {why}"))?;
        self.open.push(path);
        for word in words {
            let not_text = |_| format!("the response file `{name}` contains an argument that is not valid UTF-8");
            self.add(word.into_os_string().map_err(not_text)?)?;
        }
        self.open.pop();
        Ok(())
    }
}

/// Returns the path of the response file if the argument is one.
fn response_file(argument: &OsString) -> Result<Option<PathBuf>, String> {
    let Some(path) = <[u8]>::from_os_str(argument)
        .and_then(|bytes| bytes.strip_prefix(b"@"))
        .filter(|path| !path.is_empty())
    else {
        return Ok(None);
    };
    let path = path.to_path().map(Path::to_owned);
    let argument = argument.display();
    path.map(Some).map_err(|_| format!("`{argument}` lacks a file name"))
}

/// Splits a response file into arguments.
fn split(text: &[u8]) -> Result<Vec<Vec<u8>>, &'static str> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut words = Vec::new();
    // The current argument; quotes may begin an empty one.
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                let kept = bytes.next().ok_or("ends after a backslash")?;
                word.get_or_insert_default().push(kept);
            }
            _ if quote == Some(byte) => quote = None,
            b'"' | b'\'' if quote.is_none() => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            _ if quote.is_none() && byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    if quote.is_some() {
        return Err("ends within quotes");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "an unexpected result fails the test")]
mod tests {
    use std::collections::HashMap;
    use std::io;

    use super::*;

    /// In-memory files.
    #[derive(Debug)]
    struct Texts(HashMap<String, String>);

    impl Files for Texts {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            let text = path.to_str().and_then(|path| self.0.get(path));
            Ok(text.ok_or(io::ErrorKind::NotFound)?.clone().into_bytes())
        }
    }

    fn expanded(files: &[(&str, &str)], line: &[&str]) -> Result<String, String> {
        let file = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let arguments = line.iter().map(OsString::from).collect();
        let words = expand(arguments, &Texts(files.iter().map(file).collect()))?;
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        Ok(words.join("|"))
    }

    /// Expands a chain of files 1, 2 and so on, each of which includes the next one `times` times.
    fn expand_chain(files: usize, times: usize) -> Result<String, String> {
        let file = |number: usize| {
            let next = format!("@{} ", number + 1);
            (number.to_string(), next.repeat(times))
        };
        let mut texts: HashMap<_, _> = (1..files).map(file).collect();
        texts.insert(files.to_string(), "x".to_owned());
        let words = expand(vec!["p".into(), "@1".into()], &Texts(texts))?;
        Ok(words.join(std::ffi::OsStr::new("|")).to_string_lossy().into_owned())
    }

    #[test]
    fn words_are_split_as_gcc_does() {
        let words = |text| expanded(&[("f", text)], &["p", "x", "@f", "y"]);
        assert_eq!(words("").as_deref(), Ok("p|x|y"));
        assert_eq!(words(" a\tb\r\nc ").as_deref(), Ok("p|x|a|b|c|y"));
        assert_eq!(words("'a b'\"c d\" e").as_deref(), Ok("p|x|a bc d|e|y"));
        assert_eq!(
            words(r#"a\ b "c\"d" 'e\'f' g\\h"#).as_deref(),
            Ok(r#"p|x|a b|c"d|e'f|g\h|y"#)
        );
        assert_eq!(words("'' a\"\"").as_deref(), Ok("p|x||a|y"));
        assert_eq!(words("\u{FEFF}größe").as_deref(), Ok("p|x|größe|y"));
        assert_eq!(words("'\"' \"'\"").as_deref(), Ok("p|x|\"|'|y"));
    }

    #[test]
    fn response_files_name_others() {
        let files = [("a", "1 @b 2"), ("b", "'@c'"), ("c", "3")];
        assert_eq!(expanded(&files, &["@a", "@a", "@a"]).as_deref(), Ok("@a|1|3|2|1|3|2"));
        assert_eq!(expanded(&files, &["p", "@", "a@b"]).as_deref(), Ok("p|@|a@b"));
    }

    #[test]
    fn response_files_that_cannot_be_used_are_errors() {
        let said = |files: &[_]| expanded(files, &["p", "@a"]).unwrap_err();
        assert!(said(&[]).starts_with("cannot read the response file `a`: "));
        assert_eq!(said(&[("a", "\\")]), "the response file `a` ends after a backslash");
        assert_eq!(said(&[("a", "'x")]), "the response file `a` ends within quotes");
        assert_eq!(
            said(&[("a", "@b"), ("b", "@a")]),
            "the response file `a` includes itself"
        );
    }

    #[test]
    fn response_files_have_limits() {
        assert_eq!(expand_chain(16, 1).as_deref(), Ok("p|x"));
        assert_eq!(
            expand_chain(17, 1).unwrap_err(),
            "response files are nested more than 16 deep, up to `17`"
        );
        assert_eq!(expand_chain(9, 2).unwrap().len(), 1 + 2 * (1 << 8));
        let said = expand_chain(10, 2).unwrap_err();
        assert!(said.ends_with(", or they are larger than 67108864 bytes"), "{said}");
    }
}
