//! Page of a profile: sources with the cost of each line.

use maud::{Markup, html};
use pica200::text::page::word_offset;

use super::heat::HeatScale;
use super::sources::{View, heat, lines};
use super::{Section, page, table};
use crate::cost::{Cost, coverage};
use crate::model::SourceText;
use crate::svg::Ids;

/// The model of a profile page.
#[derive(Clone, Debug)]
pub struct ProfilePage {
    /// The heading.
    pub name: String,
    /// Facts, shown first: names and values.
    pub facts: Vec<(String, String)>,
    /// The unit of code.
    pub unit: Unit,
    /// The cost of all words.
    pub total: Cost,
    /// The procedures, in table order.
    pub procedures: Vec<ProcedureRow>,
    /// The sources that have code, with line costs.
    pub sources: Vec<SourceText>,
    /// Instructions without source text.
    pub words: Vec<WordRow>,
}

/// The unit of code: its name.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The lowercase singular.
    pub one: &'static str,
    /// The capitalized plural.
    pub title: &'static str,
}

/// The cost of a procedure, without its callees.
#[derive(Clone, Debug)]
pub struct ProcedureRow {
    /// Its name.
    pub name: String,
    /// Its first word.
    pub first: u32,
    /// The line of this word: indices of the source and its row.
    pub line: Option<(usize, usize)>,
    /// The execution count of the first word, for an actual procedure.
    pub entries: Option<u64>,
    /// Its cost.
    pub cost: Cost,
}

/// The cost of a word.
#[derive(Clone, Debug)]
pub struct WordRow {
    /// Its address, or the index of the step.
    pub word: u32,
    /// Its file and line, if known.
    pub place: Option<String>,
    /// The instruction.
    pub instruction: String,
    /// Its execution count.
    pub count: u64,
}

/// Renders a profile page.
pub fn profile_to_html(profile: &ProfilePage) -> String {
    let ids = Ids::default();
    let head = html! {
        dl.facts { @for (name, value) in &profile.facts { dt { (name) } dd { (value) } } }
    };
    let mut sections = vec![Section::new("procedures", "Procedures", procedures(profile, &ids))];
    let caption = format!(
        "Lines without numbers have no code of this shader. Lines marked `never` have code that was not executed. {}: executed, of all.",
        profile.unit.title
    );
    let heat = heat(&profile.sources);
    for (index, source) in profile.sources.iter().enumerate() {
        let view = View {
            first: "",
            words: &|_| html! {},
            notes: &|_, _| html! {},
            executed: Some(profile.unit.title),
            caption: &caption,
        };
        let body = lines(source, index, (heat, Some(profile.total)), &view, &ids);
        sections.push(Section::new(format!("source{index}"), source.name.clone(), body));
    }
    if !profile.words.is_empty() {
        sections.push(Section::new("words", "Words without source", words(profile, &ids)));
    }
    page(&profile.name, &head, &sections)
}

/// Renders the procedures, with links to their first words.
fn procedures(profile: &ProfilePage, ids: &Ids) -> Markup {
    let heat = HeatScale::of(profile.procedures.iter().map(|row| row.cost.instructions));
    let Unit { one, title } = profile.unit;
    let caption = format!(
        "Instructions of each procedure itself, without those of the procedures that it calls. Entries: the number of times that its first {one} was executed. {title}: executed, of all."
    );
    let titles = ["Procedure", "Instructions", "Share", "HeatScale", "Entries", title];
    let id = |row: &ProcedureRow| match row.line {
        Some(line) => ids.line(line),
        None => ids.word(row.first),
    };
    let rows = html! {
        tbody {
            @for row in &profile.procedures {
                tr class=(heat.class(row.cost.instructions)) {
                    th scope="row" { a href=(Ids::link(&id(row))) { (row.name) } }
                    (heat.cells(&row.cost, &profile.total))
                    td.number { @match row.entries { Some(entries) => (entries), None => "-" } }
                    td.number { (coverage(&row.cost)) }
                }
            }
        }
    };
    table("procedures", &caption, &titles, &rows)
}

/// Renders the instructions without source text.
fn words(profile: &ProfilePage, ids: &Ids) -> Markup {
    let heat = HeatScale::of(profile.words.iter().map(|word| word.count));
    let titles = ["Word", "Instructions", "Share", "HeatScale", "Line", "Instruction"];
    let rows = html! {
        tbody {
            @for word in &profile.words {
                @let cost: Cost = [word.count].into_iter().collect();
                tr id=(ids.word(word.word)) class=(heat.class(word.count)) {
                    th.number scope="row" { (word_offset(word.word)) }
                    (heat.cells(&cost, &profile.total))
                    td.place { (word.place.as_deref().unwrap_or("-")) }
                    td.instruction { code { (word.instruction) } }
                }
            }
        }
    };
    table(
        "code",
        "Words of the code whose source is not available.",
        &titles,
        &rows,
    )
}
