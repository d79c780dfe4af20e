//! Loops, `switch`, and jump statements.

use super::text::Level;
use super::types::Type;
use super::{Access, Writer};

impl Writer {
    pub(super) fn repeat(&mut self) {
        let count = self.from(1, 4);
        let counter = self.name("i");
        self.body.loops += 1;
        let is_in_switch = std::mem::take(&mut self.body.is_in_switch);
        match self.random.below(6) {
            0..=2 => self.for_loop(&counter, count),
            3 => {
                // The trip count is a uniform, or a float is the counter.
                let head = format!("for (float {counter} = 0.0; {counter} < 1.0; {counter} += 0.25)");
                self.line(&head);
                self.loop_body(&counter, Type::FLOAT, Access::Counter(usize::MAX), "");
            }
            4 => {
                self.line(&format!("int {counter} = 0;"));
                self.line(&format!("while ({counter} < {count})"));
                self.loop_body(&counter, Type::INT, Access::Read, &format!("{counter}++;"));
            }
            _ => {
                self.line(&format!("int {counter} = 0;"));
                self.line("do");
                self.loop_body(&counter, Type::INT, Access::Read, &format!("{counter} += 1;"));
                self.line(&format!("while ({counter} < {count});"));
            }
        }
        self.body.is_in_switch = is_in_switch;
        self.body.loops -= 1;
    }

    fn for_loop(&mut self, counter: &str, count: usize) {
        let counts = self.scopes[0].iter().filter(|variable| variable.text.contains("count"));
        let counts: Vec<_> = counts.filter(|found| found.ty == Type::INT).collect();
        let bound = match counts.first().map(|variable| variable.text.clone()) {
            Some(uniform) if self.chance(2) => uniform,
            _ => count.to_string(),
        };
        let is_constant = bound == count.to_string();
        let step = *self.choose(&["#++", "++#", "# += 1"]);
        let head = match self.random.below(5) {
            0 => {
                let last = count - 1;
                format!("int {counter} = {last}; {counter} >= 0; {counter}--")
            }
            1 if self.version.is_modern() && is_constant => {
                format!("uint {counter} = 0u; {counter} < {bound}u; {counter}++")
            }
            _ => format!("int {counter} = 0; {counter} < {bound}; {}", step.replace('#', counter)),
        };
        let ty = if head.starts_with("uint") {
            Type::UINT
        } else {
            Type::INT
        };
        self.line(&format!("for ({head})"));
        let count = if is_constant { count } else { count.max(3) };
        self.loop_body(counter, ty, Access::Counter(count), "");
    }

    /// Writes the body of a loop, with a first statement that `continue` does not skip.
    fn loop_body(&mut self, counter: &str, ty: Type, access: Access, first: &str) {
        self.line("{");
        self.scopes.push(Vec::new());
        self.add(counter, ty, access);
        self.scopes.push(Vec::new());
        if !first.is_empty() {
            self.line(first);
        }
        let count = self.from(1, 3);
        self.statements(count);
        self.scopes.pop();
        self.scopes.pop();
        self.line("}");
    }

    pub(super) fn switch(&mut self) {
        let selector = if self.chance(3) {
            format!("{} % 4u", self.expression(&Type::UINT, 1).within(Level::Unary))
        } else {
            self.expression(&Type::INT, 1).text
        };
        let suffix = if selector.ends_with("% 4u") { "u" } else { "" };
        self.line(&format!("switch ({selector}) {{"));
        let is_in_switch = std::mem::replace(&mut self.body.is_in_switch, true);
        let cases = self.from(1, 4);
        let default = self.random.below(cases + 2);
        for case in 0..cases {
            if case == default {
                self.line("default:");
                if self.chance(2) {
                    self.case_body();
                }
            }
            self.line(&format!("case {case}{suffix}:"));
            if !self.chance(5) {
                self.case_body();
            }
        }
        // A label must be followed by a statement.
        self.line(&format!("case 9{suffix}:"));
        self.line("    break;");
        self.body.is_in_switch = is_in_switch;
        self.line("}");
    }

    fn case_body(&mut self) {
        self.block();
        if !self.chance(4) {
            self.line("break;");
        }
    }

    /// Writes a conditional `return`, `break` or `continue`.
    pub(super) fn leave(&mut self) {
        let mut ways: Vec<String> = Vec::new();
        match self.body.result.clone() {
            None => ways.push("return;".to_owned()),
            Some(ty) => ways.push(format!("return {};", self.expression(&ty, 1).text)),
        }
        if self.body.loops > 0 {
            ways.extend(["continue;".to_owned(), "continue;".to_owned()]);
        }
        if self.body.loops > 0 || self.body.is_in_switch {
            ways.extend(["break;".to_owned(), "break;".to_owned()]);
        }
        let way = self.choose(&ways).clone();
        let condition = self.condition(2).text;
        if self.chance(2) {
            self.line(&format!("if ({condition}) {way}"))
        } else {
            self.line(&format!("if ({condition}) {{ {way} }}"))
        }
    }
}
