//! Members, components and elements of values and places.

use ::naga::{Expression, Handle, SwizzleComponent};

use super::super::ast::Expr;
use super::super::token::{Span, Symbol};
use super::super::types::{Kind, Ty, vector_size};
use super::constant::Constant;
use super::expression::{Meaning, Place, Value};
use super::{BuildResult, Builder, ErrorReported};

/// Which part of a value an index or a name selects.
#[derive(Clone, Copy, Debug)]
enum Selector {
    Known(u32),
    Computed(Handle<Expression>),
}

impl Selector {
    const fn apply(self, base: Handle<Expression>) -> Expression {
        match self {
            Self::Known(index) => Expression::AccessIndex { base, index },
            Self::Computed(index) => Expression::Access { base, index },
        }
    }
}

impl Builder<'_> {
    pub(super) fn member_of(&mut self, base: &Expr, name: Symbol, place: Span, span: Span) -> BuildResult<Meaning> {
        let base = self.meaning(base)?;
        let ty = match &base {
            Meaning::Place(place) => place.value_type(),
            Meaning::Value(value) => value.ty.clone(),
        };
        match ty {
            Ty::Struct(id) => {
                let Some(member) = self.member(id, name).cloned() else {
                    let (text, shown) = (self.text(name).to_owned(), self.shown(&ty));
                    let message = format!("`{shown}` has no member `{text}`");
                    let help = self.similar_member(id, &text);
                    return self.error(place, message, &help);
                };
                let Some(index) = member.index else {
                    let text = self.text(name).to_owned();
                    let message = format!("`{text}` is a texture or a sampler, which has no value");
                    return self.error(place, message, "");
                };
                self.part(base, member.ty, Selector::Known(index), span)
            }
            Ty::Scalar(_) | Ty::Vector(..) => {
                let components = self.components(&ty, name, place)?;
                self.swizzle(base, components, span)
            }
            other => {
                let (text, shown) = (self.text(name).to_owned(), self.shown(&other));
                self.error(place, format!("`{shown}` has no member `{text}`"), "")
            }
        }
    }

    /// Returns a part of a place or a value.
    fn part(&mut self, base: Meaning, ty: Ty, selector: Selector, span: Span) -> BuildResult<Meaning> {
        Ok(match (base, selector) {
            (Meaning::Place(place), _) if place.swizzle.is_none() => {
                let pointer = self.append(selector.apply(place.pointer), span)?;
                Meaning::Place(Place { pointer, ty, ..place })
            }
            (Meaning::Place(place), Selector::Known(index)) => {
                let index = u8::try_from(index).unwrap_or(u8::MAX);
                self.swizzle(Meaning::Place(place), vec![index], span)?
            }
            (Meaning::Place(place), Selector::Computed(_)) => {
                // The index selects the number of the component in the whole vector.
                let numbers = self.component_numbers(place.swizzle.as_deref().unwrap_or_default(), span)?;
                let number = self.append(selector.apply(numbers), span)?;
                let pointer = Selector::Computed(number).apply(place.pointer);
                let pointer = self.append(pointer, span)?;
                Meaning::Place(Place {
                    pointer,
                    ty,
                    swizzle: None,
                    access: place.access,
                })
            }
            (Meaning::Value(value), _) => {
                let expr = self.append(selector.apply(value.expr), span)?;
                Meaning::Value(Value {
                    expr,
                    ty,
                    constant: None,
                })
            }
        })
    }

    /// Returns a vector of the numbers of components.
    fn component_numbers(&mut self, components: &[u8], span: Span) -> BuildResult<Handle<Expression>> {
        let size = u8::try_from(components.len()).unwrap_or(4);
        let ty = self.naga_type(&Ty::Vector(Kind::Uint, size), span)?;
        let mut numbers = Vec::with_capacity(components.len());
        for component in components {
            let number = Constant::Uint(u32::from(*component));
            numbers.push(self.known(number, span)?.expr);
        }
        let components = numbers;
        self.append(Expression::Compose { ty, components }, span)
    }

    /// Returns the components that the letters of a swizzle mean.
    fn components(&mut self, ty: &Ty, name: Symbol, place: Span) -> BuildResult<Vec<u8>> {
        let text = self.text(name).to_owned();
        let size = ty.size().unwrap_or(1);
        let in_set = |letters: &str| {
            let all = text.chars().map(|letter| letters.find(letter));
            all.map(|found| found.and_then(|at| u8::try_from(at).ok()))
                .collect::<Option<Vec<u8>>>()
        };
        let found = ["xyzw", "rgba", "stpq"].into_iter().find_map(in_set);
        match found {
            Some(found) if (1..=4).contains(&found.len()) && found.iter().all(|at| *at < size) => Ok(found),
            _ => {
                let shown = self.shown(ty);
                let message = format!("`{shown}` has no components `{text}`");
                self.error(
                    place,
                    message,
                    "components are called `xyzw`, `rgba` or `stpq`, up to four of one set",
                )
            }
        }
    }

    fn swizzle(&mut self, base: Meaning, components: Vec<u8>, span: Span) -> BuildResult<Meaning> {
        match base {
            Meaning::Value(value) => Ok(Meaning::Value(self.swizzled(&value, &components, span)?)),
            Meaning::Place(place) => {
                let outer = match &place.swizzle {
                    Some(inner) => components
                        .iter()
                        .filter_map(|at| inner.get(usize::from(*at)).copied())
                        .collect(),
                    None => components,
                };
                if let ([only], Ty::Vector(kind, _)) = (outer.as_slice(), &place.ty) {
                    let access = Expression::AccessIndex {
                        base: place.pointer,
                        index: u32::from(*only),
                    };
                    let ty = Ty::Scalar(*kind);
                    let pointer = self.append(access, span)?;
                    return Ok(Meaning::Place(Place {
                        pointer,
                        ty,
                        swizzle: None,
                        access: place.access,
                    }));
                }
                Ok(Meaning::Place(Place {
                    swizzle: Some(outer),
                    ..place
                }))
            }
        }
    }

    /// Returns components of a value.
    pub(super) fn swizzled(&mut self, value: &Value, components: &[u8], span: Span) -> BuildResult<Value> {
        let kind = value.ty.kind().ok_or(ErrorReported)?;
        let ty = Ty::new(kind, u8::try_from(components.len()).unwrap_or(4));
        let expression = match (&value.ty, components) {
            (Ty::Scalar(_), [_]) => return Ok(value.clone()),
            (Ty::Scalar(_), _) => Expression::Splat {
                size: vector_size(u8::try_from(components.len()).unwrap_or(4)),
                value: value.expr,
            },
            (_, [only]) => Expression::AccessIndex {
                base: value.expr,
                index: u32::from(*only),
            },
            _ => {
                let mut pattern = [SwizzleComponent::X; 4];
                for (slot, component) in pattern.iter_mut().zip(components) {
                    *slot = SwizzleComponent::from_index(u32::from(*component));
                }
                Expression::Swizzle {
                    size: vector_size(u8::try_from(components.len()).unwrap_or(4)),
                    vector: value.expr,
                    pattern,
                }
            }
        };
        let expr = self.append(expression, span)?;
        Ok(Value {
            expr,
            ty,
            constant: None,
        })
    }

    pub(super) fn element_of(&mut self, base: &Expr, index: &Expr, span: Span) -> BuildResult<Meaning> {
        let base = self.meaning(base)?;
        let ty = match &base {
            Meaning::Place(place) => place.value_type(),
            Meaning::Value(value) => value.ty.clone(),
        };
        let (element, length) = match &ty {
            Ty::Array(element, length) => ((**element).clone(), *length),
            Ty::Vector(kind, size) => (Ty::Scalar(*kind), u32::from(*size)),
            Ty::Matrix(columns, rows) => (Ty::Vector(Kind::Float, *rows), u32::from(*columns)),
            other => {
                let shown = self.shown(other);
                return self.error(span, format!("`{shown}` has no elements that an index selects"), "");
            }
        };
        let number = self.value(index)?;
        if !number.ty.kind().is_some_and(Kind::is_integer) || number.ty.size() != Some(1) {
            let shown = self.shown(&number.ty);
            let message = format!("the index has the type `{shown}`; it has to be `int` or `uint`");
            return self.error(index.span, message, "convert it: `int(x)`");
        }
        let known = number
            .constant
            .or_else(|| self.constant(index))
            .and_then(Constant::integer);
        let selector = match known {
            Some(known) => match u32::try_from(known) {
                Ok(known) if known < length || length == 0 => Selector::Known(known),
                _ => {
                    let shown = self.shown(&ty);
                    return self.error(index.span, format!("the index {known} is outside of `{shown}`"), "");
                }
            },
            None => Selector::Computed(number.expr),
        };
        self.part(base, element, selector, span)
    }
}
