//! The table of variations in a link map.

use super::LinkedVariations;

/// The headings after those of the numbers.
const HEADINGS: [&str; 4] = ["Shaders", "Words", "Descriptors", "Float registers"];

impl LinkedVariations {
    /// The variations as text: their indices, values, shaders in the binary, and figures of each when it is linked alone.
    pub fn table(&self) -> String {
        let axes = self.variations.axes();
        let mut rows: Vec<Vec<String>> = Vec::with_capacity(self.variations.count() + 1);
        let names = axes.iter().map(|axis| axis.name.clone());
        let headings = HEADINGS.iter().map(|heading| (*heading).to_owned());
        rows.push(
            std::iter::once("Index".to_owned())
                .chain(names)
                .chain(headings)
                .collect(),
        );
        for (index, figures) in self.figures.iter().enumerate() {
            let places = self.variations.places(index).into_iter().zip(axes);
            let values = places.map(|(place, axis)| axis.shown(place));
            let mut row: Vec<_> = std::iter::once(index.to_string()).chain(values).collect();
            match figures {
                Some(figures) => {
                    let shaders = self.shaders.iter().filter_map(|shader| {
                        let number = shader.index.get(index).copied().flatten()?;
                        Some(number.to_string())
                    });
                    row.push(shaders.collect::<Vec<_>>().join(","));
                    row.push(figures.words.to_string());
                    row.push(figures.descriptors.to_string());
                    row.push(figures.floats.to_string());
                }
                None => row.push("excluded".to_owned()),
            }
            rows.push(row);
        }
        let columns = rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        let mut text = String::from("\nVariations, each linked alone\n");
        for row in &rows {
            let cells = row.iter().zip(&widths);
            let cells: Vec<_> = cells
                .map(|(cell, width)| format!("{cell:width$}"))
                .collect();
            text.push_str(format!("  {}", cells.join("  ")).trim_end());
            text.push('\n');
        }
        text
    }
}
