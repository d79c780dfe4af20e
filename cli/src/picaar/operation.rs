//! Parsing of operation letters.

/// An action on an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    /// `r`: inserts files as members, and replaces members of the same name.
    Replace,
    /// `q`: appends files as members.
    Append,
    /// `d`: deletes members.
    Delete,
    /// `t`: lists the names of members.
    List,
    /// `x`: extracts members to files.
    Extract,
    /// `s` alone: rebuilds the index.
    Index,
}

impl Verb {
    /// All verbs.
    pub(super) const ALL: &'static [Self] = &[
        Self::Replace,
        Self::Append,
        Self::Delete,
        Self::List,
        Self::Extract,
        Self::Index,
    ];

    /// Returns the letter.
    pub(super) const fn letter(self) -> &'static str {
        match self {
            Self::Replace => "r",
            Self::Append => "q",
            Self::Delete => "d",
            Self::List => "t",
            Self::Extract => "x",
            Self::Index => "s",
        }
    }
}

/// An operation with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operation {
    /// The action.
    pub(super) verb: Verb,
    /// `v`: true if the action on each member is reported.
    pub(super) verbose: bool,
}

impl Operation {
    /// Parses operation letters, optionally after a dash.
    pub(super) fn parse(letters: &str) -> Result<Self, String> {
        let mut verb = None;
        let mut verbose = false;
        let mut index = false;
        for letter in letters.strip_prefix('-').unwrap_or(letters).chars() {
            let new = match letter {
                'r' => Verb::Replace,
                'q' => Verb::Append,
                'd' => Verb::Delete,
                't' => Verb::List,
                'x' => Verb::Extract,
                'v' => {
                    verbose = true;
                    continue;
                }
                's' => {
                    index = true;
                    continue;
                }
                // These modifiers are the default.
                'c' | 'D' | 'u' => continue,
                _ => {
                    return Err(format!(
                        "unknown letter `{letter}`; use one of r, q, d, t, x, s, optionally with c, s, u, v, D"
                    ));
                }
            };
            if verb.replace(new).is_some_and(|old| old != new) {
                return Err("use only one of r, q, d, t, x".to_owned());
            }
        }
        let verb = verb.or(index.then_some(Verb::Index));
        let verb = verb.ok_or("one of r, q, d, t, x, s is required")?;
        Ok(Self { verb, verbose })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_in_any_order_and_with_a_dash() {
        let operation = |verb, verbose| Ok(Operation { verb, verbose });
        for letters in ["r", "rc", "rcs", "-rcs", "crs", "cru", "rcD", "-rr"] {
            assert_eq!(Operation::parse(letters), operation(Verb::Replace, false), "{letters}");
        }
        assert_eq!(Operation::parse("vqs"), operation(Verb::Append, true));
        assert_eq!(Operation::parse("d"), operation(Verb::Delete, false));
        assert_eq!(Operation::parse("tv"), operation(Verb::List, true));
        assert_eq!(Operation::parse("-x"), operation(Verb::Extract, false));
        assert_eq!(Operation::parse("sv"), operation(Verb::Index, true));
        for letters in ["", "-", "c", "v", "rt", "dx", "rT", "rS", "--r", "m"] {
            assert!(Operation::parse(letters).is_err(), "{letters}");
        }
    }
}
