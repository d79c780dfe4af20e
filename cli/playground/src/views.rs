//! Drawings and texts about a file.

use pica200_report::model::{Part, Shader};
use pica200_report::svg::{HeatMap, Ids, flow, lifetimes, uniforms};
use serde::Serialize;

use crate::answer::RequestError;
use crate::loaded_file::LoadedFile;

/// A part of a view.
#[derive(Serialize, Debug)]
pub(crate) struct ViewPart {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl ViewPart {
    fn svg(name: String, svg: String) -> Self {
        Self {
            name,
            svg: Some(svg),
            text: None,
        }
    }
}

/// Returns a view by name.
pub(crate) fn view(subject: &LoadedFile, name: &str) -> Result<Vec<ViewPart>, RequestError> {
    let draw: fn(&Part, &Ids) -> Vec<ViewPart> = match name {
        "flow" => flows,
        "registers" => registers,
        "uniforms" => maps,
        "map" => {
            let text = subject.map.clone();
            let part = text.map(|text| ViewPart {
                name: subject.name.clone(),
                svg: None,
                text: Some(text),
            });
            return Ok(part.into_iter().collect());
        }
        _ => {
            let message = format!("there is no view `{name}`; the views are `flow`, `registers`, `uniforms` and `map`");
            return Err(RequestError::new(message));
        }
    };
    let model = subject.model();
    let several = model.parts.len() > 1;
    let parts = model.parts.iter().enumerate().flat_map(|(number, part)| {
        // All members of an archive share one page.
        let ids = if several {
            Ids::new(format!("p{number}-"))
        } else {
            Ids::default()
        };
        let drawn = draw(part, &ids).into_iter();
        drawn.map(|drawn| ViewPart {
            name: match &part.name {
                Some(member) => format!("{member}: {}", drawn.name),
                None => drawn.name,
            },
            ..drawn
        })
    });
    Ok(parts.collect())
}

fn flows(part: &Part, ids: &Ids) -> Vec<ViewPart> {
    let heats = || HeatMap {
        count: &|_| None,
        max: 0,
    };
    let drawn = part.procedures.iter().map(|of| {
        let svg = flow(&of.flow, &of.name, heats(), ids);
        ViewPart::svg(of.name.clone(), svg)
    });
    drawn.collect()
}

fn registers(part: &Part, ids: &Ids) -> Vec<ViewPart> {
    let of_shader = |shader: &Shader| {
        let procedures = part.lives(shader).into_iter().flatten();
        let drawn = procedures.map(|(name, lives)| {
            let title = match part.shaders.len() {
                0 | 1 => name.to_owned(),
                _ => format!("{}: {name}", shader.name),
            };
            ViewPart::svg(title, lifetimes(&lives, name, ids))
        });
        drawn.collect::<Vec<_>>()
    };
    part.shaders.iter().flat_map(of_shader).collect()
}

fn maps(part: &Part, ids: &Ids) -> Vec<ViewPart> {
    let drawn = part.shaders.iter().map(|shader| {
        let own = Ids::new(ids.other("u", shader.number));
        ViewPart::svg(shader.name.clone(), uniforms(&shader.uniforms, &own))
    });
    drawn.collect()
}
