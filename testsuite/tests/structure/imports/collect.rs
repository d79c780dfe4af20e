//! Collection of the paths in one file.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, Macro, Meta, Path, UseTree, Visibility};

use super::{Facts, ItemPath};

/// Collects the facts about the file of a module, and the modules that it declares for tests only.
pub(super) fn collect(file: &File, module: &[String], is_module: &dyn Fn(&[String]) -> bool) -> (Facts, Vec<ItemPath>) {
    let mut names = Names {
        scope: Scope::new(module, is_module),
        found: Facts::default(),
    };
    names.visit_file(file);
    let mut paths = Paths {
        scope: Scope::new(module, is_module),
        found: names.found,
        for_tests: Vec::new(),
    };
    paths.visit_file(file);
    (paths.found, paths.for_tests)
}

/// A scope in a file.
struct Scope<'m> {
    /// The path of the innermost module, which may be inline.
    module: ItemPath,
    is_module: &'m dyn Fn(&[String]) -> bool,
}

impl<'m> Scope<'m> {
    fn new(module: &[String], is_module: &'m dyn Fn(&[String]) -> bool) -> Self {
        Self {
            module: module.to_vec(),
            is_module,
        }
    }

    /// Resolves a path to an absolute path of this crate; returns `None` for paths of other crates and local names.
    fn absolute(&self, path: &[String]) -> Option<ItemPath> {
        let (first, behind) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(behind.to_vec()),
            "self" => Some([&self.module, behind].concat()),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                let kept = self.module.len().checked_sub(ups)?;
                Some([&self.module[..kept], &path[ups..]].concat())
            }
            _ => {
                let child = [&self.module, std::slice::from_ref(first)].concat();
                (self.is_module)(&child).then(|| [&self.module, path].concat())
            }
        }
    }

    /// Returns the path of a module that is declared here.
    fn child(&self, module: &ItemMod) -> ItemPath {
        [self.module.as_slice(), &[module.ident.unraw().to_string()]].concat()
    }
}

/// Returns true if attributes restrict an item to tests.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else {
            return false;
        };
        list.path.is_ident("cfg") && list.tokens.to_string() == "test"
    })
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Flattens a `use` tree to its paths, each with the name that it introduces; `None` for `*` and `_`.
fn flatten(tree: &UseTree, before: &[String], paths: &mut Vec<(Option<String>, ItemPath)>) {
    let with = |name: &syn::Ident| {
        if name == "self" && !before.is_empty() {
            before.to_vec()
        } else {
            [before, &[name.unraw().to_string()]].concat()
        }
    };
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &with(&path.ident), paths),
        UseTree::Name(name) => {
            let path = with(&name.ident);
            paths.push((path.last().cloned(), path));
        }
        UseTree::Rename(rename) => {
            let name = Some(rename.rename.unraw().to_string());
            paths.push((name.filter(|name| name != "_"), with(&rename.ident)));
        }
        UseTree::Glob(_) => paths.push((None, before.to_vec())),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, before, paths);
            }
        }
    }
}

/// Collects the names introduced by `use`.
struct Names<'m> {
    scope: Scope<'m>,
    found: Facts,
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes_of(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let outside = self.scope.module.clone();
        self.scope.module = self.scope.child(module);
        visit::visit_item_mod(self, module);
        self.scope.module = outside;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut paths = Vec::new();
        flatten(&item.tree, &[], &mut paths);
        for (name, path) in paths {
            if let (Some(name), Some(path)) = (name, self.scope.absolute(&path)) {
                self.found.names.insert(name, path);
            }
        }
    }
}

/// Collects the used paths.
struct Paths<'m> {
    scope: Scope<'m>,
    found: Facts,
    for_tests: Vec<ItemPath>,
}

impl Paths<'_> {
    fn add(&mut self, path: &[String]) {
        let first = path.first();
        let named = first.and_then(|first| self.found.names.get(first));
        let absolute = match named {
            Some(target) => Some([target.as_slice(), path.get(1..).unwrap_or_default()].concat()),
            // Alone, `self` and `super` are a value and a visibility.
            None if path.len() > 1 => self.scope.absolute(path),
            None => None,
        };
        self.found.uses.extend(absolute);
    }

    /// Adds the paths in the tokens of a macro.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: ItemPath = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.add(&path);
                        path.clear();
                    }
                    path.push(name.unraw().to_string());
                    colons = 0;
                }
                other => {
                    self.add(&path);
                    path.clear();
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.add(&path);
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes_of(item)) {
            visit::visit_item(self, item);
        } else if let Item::Mod(module) = item {
            self.for_tests.push(self.scope.child(module));
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let outside = self.scope.module.clone();
        self.scope.module = self.scope.child(module);
        visit::visit_item_mod(self, module);
        self.scope.module = outside;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !matches!(item.vis, Visibility::Inherited) {
            return;
        }
        let mut paths = Vec::new();
        flatten(&item.tree, &[], &mut paths);
        for (name, path) in paths {
            let Some(path) = self.scope.absolute(&path) else {
                continue;
            };
            // A named module import is used where a path goes through that name.
            if name.is_none() || !(self.scope.is_module)(&path) {
                self.found.uses.insert(path);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names = path.segments.iter();
        let names: ItemPath = names.map(|name| name.ident.unraw().to_string()).collect();
        self.add(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        visit::visit_macro(self, call);
        self.add_tokens(call.tokens.clone());
    }

    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}
