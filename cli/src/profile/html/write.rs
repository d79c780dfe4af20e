//! Text of a page, escaped so that nothing from files is read as markup.

/// A page under construction.
#[derive(Default, Debug)]
pub(super) struct Html {
    text: String,
}

impl Html {
    /// Adds markup.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Self {
        self.text.push_str(markup);
        self
    }

    /// Adds text, escaped for elements and for attributes in quotes.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\'' => self.text.push_str("&#39;"),
                _ => self.text.push(character),
            }
        }
        self
    }

    /// Adds the head of a table: its caption, and the titles of its columns.
    pub(super) fn head(&mut self, caption: &str, titles: &[&str]) -> &mut Self {
        self.raw("<div class=\"scroll\">\n<table>\n<caption>");
        self.text(caption).raw("</caption>\n<thead>\n<tr>");
        for title in titles {
            self.raw("<th scope=\"col\">").text(title).raw("</th>");
        }
        self.raw("</tr>\n</thead>\n<tbody>\n")
    }

    /// Begins a section with a heading; `id` is the heading's.
    pub(super) fn section(&mut self, id: &str, heading: &str) -> &mut Self {
        self.raw("<section aria-labelledby=\"").raw(id);
        self.raw("\">\n<h2 id=\"").raw(id).raw("\">");
        self.text(heading).raw("</h2>\n")
    }

    /// Ends a section that ends in a table.
    pub(super) fn end(&mut self) -> &mut Self {
        self.raw("</tbody>\n</table>\n</div>\n</section>\n")
    }

    /// Adds a cell of a class.
    pub(super) fn cell(&mut self, class: &str, text: &str) -> &mut Self {
        self.raw("<td class=\"").raw(class).raw("\">");
        self.text(text).raw("</td>")
    }

    /// The page.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        let mut html = Html::default();
        html.cell("c", "</td><script>\"&'");
        let want = "<td class=\"c\">&lt;/td&gt;&lt;script&gt;&quot;&amp;&#39;</td>";
        assert_eq!(html.finish(), want);
    }
}
