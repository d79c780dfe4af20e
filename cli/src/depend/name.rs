//! Escaping of file names in rules, so that GNU make and Ninja read them alike.
//!
//! Only a subset of the characters that each program accepts is read alike by both. A name that one of them misreads
//! would silently disable its rule, so such a name is an error.

use std::ffi::OsStr;

use bstr::ByteSlice;

/// The position of a name in a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Before the colon.
    Target,
    /// After the colon.
    Input,
}

/// Escapes a name for make and Ninja.
///
/// # Errors
///
/// Returns the part of the name that they would read differently.
pub(super) fn escape(name: &OsStr, role: Role) -> Result<Vec<u8>, String> {
    let name = <[u8]>::from_os_str(name).ok_or("characters that are not Unicode")?;
    let mut text = Vec::with_capacity(name.len());
    if name.starts_with(b"~") {
        // Make expands it to a user's home directory.
        return Err("`~` at the start of a name".to_owned());
    }
    for (at, &byte) in name.iter().enumerate() {
        let rest = name.get(at + 1..).unwrap_or_default();
        check(byte, rest, role)?;
        match byte {
            b':' if is_drive(name, at) => text.push(byte),
            b' ' | b'#' | b':' => text.extend([b'\\', byte]),
            b'$' => text.extend(b"$$"),
            _ => text.push(byte),
        }
    }
    Ok(text)
}

/// Checks a character of a name. `rest` is the part of the name after it.
fn check(byte: u8, rest: &[u8], role: Role) -> Result<(), String> {
    let character = char::from(byte).escape_default();
    let is_read_alike = match byte {
        b' ' | b':' | b')' if rest.is_empty() => {
            return Err(format!("`{character}` at the end of a name"));
        }
        b'\\'
            if !matches!(rest.first(), Some(b'\\' | b'_' | b'.' | b'-' | 128..))
                && !rest.first().is_some_and(u8::is_ascii_alphanumeric) =>
        {
            return Err("a backslash that is not before a letter or digit".to_owned());
        }
        b'[' if rest.contains(&b']') => return Err("`[` and `]`".to_owned()),
        b'%' => role == Role::Input,
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 128.. => true,
        _ => b" !#$()+,-./:@[\\]_{}~".contains(&byte),
    };
    if is_read_alike {
        Ok(())
    } else {
        Err(format!("`{character}`"))
    }
}

/// Returns true if the colon at `at` follows a drive letter. Both programs know drives on Windows.
fn is_drive(name: &[u8], at: usize) -> bool {
    cfg!(windows) && at == 1 && name.first().is_some_and(u8::is_ascii_alphabetic)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a name rejected by mistake fails the test")]
mod tests {
    use super::*;

    fn written(name: &str, role: Role) -> Result<String, String> {
        escape(name.as_ref(), role).map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn names_are_escaped() {
        for role in [Role::Target, Role::Input] {
            assert_eq!(written("a b#$c\\d", role).unwrap(), "a\\ b\\#$$c\\d");
            assert_eq!(written("x~/é", role).unwrap(), "x~/é");
            assert!(written("~/é", role).is_err());
        }
        assert_eq!(written("a%b", Role::Input).unwrap(), "a%b");
        assert!(written("a%b", Role::Target).is_err());
    }

    #[test]
    fn drives_keep_their_colons_where_there_are_drives() {
        let expected = if cfg!(windows) { r"C:\a" } else { r"C\:\a" };
        assert_eq!(written(r"C:\a", Role::Input).unwrap(), expected);
        assert_eq!(written("ab:c", Role::Input).unwrap(), r"ab\:c");
    }
}
