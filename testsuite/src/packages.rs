//! Links in the pages of packages, which registries show without the rest of the repository.

use std::collections::BTreeMap;

/// The files of all published packages, and where the rest of the repository is.
#[derive(Clone, Default, Debug)]
pub struct Packages {
    /// By the path from the root of the repository: the package and the path in it.
    files: BTreeMap<String, (String, String)>,
    /// The address of a file of the repository, without its path; `None` if the repository has no address.
    repository: Option<String>,
}

impl Packages {
    /// No packages. `repository` is an address such as `https://github.com/OWNER/NAME`, and `tag` a tag there.
    pub fn new(repository: Option<&str>, tag: &str) -> Self {
        Self {
            files: BTreeMap::new(),
            repository: repository.map(|address| format!("{address}/blob/{tag}")),
        }
    }

    /// Adds the files of a package, by their paths in it.
    pub fn add<'f>(&mut self, package: &str, folder: &str, files: impl IntoIterator<Item = &'f str>) {
        for file in files {
            let place = (package.to_owned(), file.to_owned());
            self.files.insert(plain(&format!("{folder}/{file}")), place);
        }
    }

    /// The page at a path from the root, as its package has it: links to files of other packages lead to docs.rs, and
    /// those to other files lead to the repository; without an address of it, only their text stays.
    pub fn page(&self, path: &str, text: &str) -> String {
        let mut changed = String::new();
        let mut in_block = false;
        for line in text.split_inclusive('\n') {
            let is_fence = line.trim_start().starts_with("```");
            in_block ^= is_fence;
            if in_block || is_fence {
                changed.push_str(line);
            } else {
                changed.push_str(&self.line(path, line));
            }
        }
        changed
    }

    fn line(&self, path: &str, line: &str) -> String {
        let mut changed = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](") {
            let Some((target, after)) = after.split_once(')') else {
                break;
            };
            changed.push_str(before);
            rest = after;
            match self.target(path, target) {
                Some(target) => changed.push_str(&format!("]({target})")),
                None => remove_bracket(&mut changed),
            }
        }
        changed + rest
    }

    /// The target of a link of a page; `None` if nobody could follow it.
    fn target(&self, path: &str, target: &str) -> Option<String> {
        let (file, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
        if file.is_empty() || file.contains("://") {
            return Some(target.to_owned());
        }
        let (folder, _) = path.rsplit_once('/').unwrap_or_default();
        let found = plain(&format!("{folder}/{file}"));
        let package = |path: &str| self.files.get(path);
        match (package(&found), package(path)) {
            (Some((package, _)), Some((own, _))) if package == own => Some(target.to_owned()),
            (Some((package, within)), _) => Some(format!(
                "https://docs.rs/crate/{package}/latest/source/{within}{anchor}"
            )),
            (None, _) => {
                let repository = self.repository.as_ref()?;
                Some(format!("{repository}/{found}{anchor}"))
            }
        }
    }
}

/// Removes the last bracket that is open, and the sign of a picture before it.
fn remove_bracket(text: &mut String) {
    if let Some(at) = text.rfind('[') {
        text.remove(at);
        if text[..at].ends_with('!') {
            text.remove(at - 1);
        }
    }
}

/// A relative path without `.` and `..`.
fn plain(path: &str) -> String {
    let mut names = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::Packages;

    fn packages(repository: Option<&str>) -> Packages {
        let mut packages = Packages::new(repository, "v1.0.0");
        packages.add("cli", "cli", ["docs/a.md", "docs/b.md", "README.md"]);
        packages.add("link", "linker", ["LINKING.md"]);
        packages
    }

    #[test]
    fn links_lead_to_packages_and_to_the_repository() {
        let page = "[a](b.md#x), [b](../../linker/LINKING.md#y) ![c](../../examples/c.png)\n```\n[d](../../e)\n```\n[f](#g) [h](https://i)\n";
        let expected = "[a](b.md#x), [b](https://docs.rs/crate/link/latest/source/LINKING.md#y) ";
        let rest = "\n```\n[d](../../e)\n```\n[f](#g) [h](https://i)\n";
        assert_eq!(packages(None).page("cli/docs/a.md", page), format!("{expected}c{rest}"));
        let with = packages(Some("https://j/k"));
        let picture = "![c](https://j/k/blob/v1.0.0/examples/c.png)";
        assert_eq!(with.page("cli/docs/a.md", page), format!("{expected}{picture}{rest}"));
    }

    #[test]
    fn text_that_is_no_link_stays() {
        for text in ["", "a [b] (c)", "[a](b", "`x[1]`", "no link\r\n"] {
            assert_eq!(packages(None).page("cli/README.md", text), text);
        }
    }
}
