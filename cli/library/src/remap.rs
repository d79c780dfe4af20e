//! Rules for file names in outputs, so that outputs do not depend on the build directory.

use std::str::FromStr;

use pica200_link::LinkOutput;
use pica200_objfmt::formats::object::Object;

/// Path separators: sources may come from any system.
const SEPARATORS: [char; 2] = ['/', '\\'];

/// Rules for file names. The last rule that matches a name wins.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Remap {
    /// The rules.
    pub rules: Vec<RemapRule>,
}

/// A path prefix and its replacement, `FROM=TO`. FROM ends at the last `=`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemapRule {
    /// Without trailing separators.
    from: String,
    to: String,
}

impl FromStr for RemapRule {
    type Err = String;

    fn from_str(argument: &str) -> Result<Self, String> {
        let (from, to) = argument
            .rsplit_once('=')
            .ok_or_else(|| "expected a path, `=` and its replacement".to_owned())?;
        if from.is_empty() {
            return Err("expected a path before the `=`".to_owned());
        }
        Ok(Self::new(from, to))
    }
}

impl RemapRule {
    /// Creates a rule that replaces the path prefix `from` by `to`. An empty `from` matches nothing.
    pub(crate) fn new(from: &str, to: &str) -> Self {
        Self {
            from: from.trim_end_matches(SEPARATORS).to_owned(),
            to: to.to_owned(),
        }
    }

    /// Returns the new name, if the name has the prefix.
    fn apply(&self, name: &str) -> Option<String> {
        let rest = name.strip_prefix(&self.from)?;
        let to = &self.to;
        match rest.strip_prefix(SEPARATORS) {
            Some(inner) if to.is_empty() || to.ends_with(SEPARATORS) => Some(format!("{to}{inner}")),
            Some(_) => Some(format!("{to}{rest}")),
            None => rest.is_empty().then(|| to.clone()),
        }
        // A file name is not empty.
        .filter(|name| !name.is_empty())
    }
}

impl Remap {
    /// Renames the source files of an object.
    pub(crate) fn object(&self, object: &mut Object) {
        object.files.iter_mut().for_each(|name| self.name(name));
    }

    /// Renames the files in the outputs of a link.
    pub(crate) fn output(&self, output: &mut LinkOutput) {
        for file in &mut output.shbin.program.files {
            let mut name = file.to_string();
            self.name(&mut name);
            *file = name.into();
        }
        if let Some(map) = &mut output.map {
            map.names_mut().for_each(|name| self.name(name));
        }
    }

    fn name(&self, name: &mut String) {
        if let Some(other) = self.rules.iter().rev().find_map(|rule| rule.apply(name)) {
            *name = other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remapped(rules: &[&str], name: &str) -> String {
        let parsed: Result<Vec<RemapRule>, _> = rules.iter().map(|rule| rule.parse()).collect();
        let options = Remap {
            rules: parsed.expect("the rules are right"),
        };
        let mut name = name.to_owned();
        options.name(&mut name);
        name
    }

    #[test]
    fn prefixes_end_where_a_folder_or_the_name_does() {
        assert_eq!(remapped(&["/a/b=c"], "/a/b/d/e.h"), "c/d/e.h");
        assert_eq!(remapped(&["/a/b/=c"], "/a/b/d.h"), "c/d.h");
        assert_eq!(remapped(&["/a/b=c/"], "/a/b/d.h"), "c/d.h");
        assert_eq!(remapped(&["/a/b=c"], "/a/bd.h"), "/a/bd.h");
        assert_eq!(remapped(&["/a/b=c"], "/a/b"), "c");
        assert_eq!(remapped(&["/a/b=c"], "x/a/b/d.h"), "x/a/b/d.h");
        assert_eq!(remapped(&["/=c"], "/a/b"), "c/a/b");
        assert_eq!(remapped(&["/=c"], "a/b"), "a/b");
        assert_eq!(remapped(&[r"C:\a=c"], r"C:\a\b.h"), r"c\b.h");
    }

    #[test]
    fn prefixes_can_be_taken_away_but_no_name_becomes_empty() {
        assert_eq!(remapped(&["/a/b="], "/a/b/d.h"), "d.h");
        assert_eq!(remapped(&["/a/b="], "/a/b"), "/a/b");
        assert_eq!(remapped(&["/a/b="], "/a/b/"), "/a/b/");
    }

    #[test]
    fn the_last_rule_that_fits_counts_and_only_that() {
        assert_eq!(remapped(&["a=1", "a/b=2", "x=3"], "a/b/c"), "2/c");
        assert_eq!(remapped(&["a/b=2", "a=1"], "a/b/c"), "1/b/c");
        assert_eq!(remapped(&["b=c", "a=b"], "a/x"), "b/x");
        assert_eq!(remapped(&["a=b=c"], "a=b/x"), "c/x");
        assert_eq!(remapped(&[], "a/x"), "a/x");
    }

    #[test]
    fn rules_have_both_parts() {
        assert!("a".parse::<RemapRule>().is_err_and(|why| why.contains("`=`")));
        assert!(
            "=a".parse::<RemapRule>()
                .is_err_and(|why| why.contains("before the `=`"))
        );
    }
}
