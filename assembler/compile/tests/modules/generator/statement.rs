//! Statements.

use super::scalar::Partial;
use super::types::{FLOAT, INT, Kind, Type, UINT};
use super::{Context, Use, Writer};

/// Maximum number of blocks nested.
const DEEPEST: u8 = 3;

impl Writer {
    /// Statements of a block that is open. Returns whether the last one leaves the block, so that none can follow.
    pub(super) fn statements(&mut self, count: usize, context: Context) -> bool {
        for _ in 0..count {
            let Some(rest) = self.statements.checked_sub(1) else {
                return false;
            };
            self.statements = rest;
            if self.statement(context) {
                return true;
            }
        }
        false
    }

    fn statement(&mut self, context: Context) -> bool {
        let inner = Context {
            depth: context.depth + 1,
            ..context
        };
        let kind = self.random.below(19);
        match kind {
            9..=15 if context.depth >= DEEPEST => self.assignment(),
            16 => self.guarded_branch(),
            17 => self.guarded_loop(),
            18 => self.guarded_array(),
            0..=3 => self.variable(),
            4..=7 => self.assignment(),
            8 => return self.jump(context),
            9..=11 => return self.branch(inner),
            12 => self.counted_loop(inner),
            13 => self.bounded_loop(inner),
            14 => self.switch(inner),
            _ => {
                self.line("{");
                let leaves = self.block(2, inner);
                self.line("}");
                return leaves;
            }
        }
        false
    }

    /// Returns the statements of a new block, between brackets that are there.
    fn block(&mut self, most: usize, context: Context) -> bool {
        let count = 1 + self.random.below(most);
        self.scopes.push(Vec::new());
        let leaves = self.statements(count, context);
        self.scopes.pop();
        leaves
    }

    /// A variable that a branch changes where a function is defined, or where it is not.
    fn guarded_branch(&mut self) {
        let argument = match self.read(&FLOAT) {
            Some(found) if !found.contains("TABLE") => found,
            _ => return self.variable(),
        };
        let name = self.name("g");
        let first = self.expression(&FLOAT, 0);
        self.line(&format!("var {name}: f32 = {first};"));
        let Partial { call, conditions } = self.partial(&argument, "f32");
        let assign = *self.choose(&["=", "=", "+=", "-="]);
        let [holds, fails] = conditions;
        match self.random.below(4) {
            0 => self.line(&format!("if !{fails} {{ {name} {assign} {call}; }}")),
            1 => self.line(&format!(
                "if {fails} || {argument} > 2.5f {{ {name} = 1.0f; }} else {{ {name} {assign} {call}; }}"
            )),
            _ => self.line(&format!("if {holds} {{ {name} {assign} {call}; }}")),
        }
        self.add(&name, FLOAT, Use::Local);
    }

    /// An array with an element that is chosen where a function is defined.
    fn guarded_array(&mut self) {
        let size = 1 + self.random.below(4);
        let ty = Kind::Float.of_size(size);
        let of_type = self.type_name(&ty);
        let argument = match self.read(&FLOAT) {
            Some(found) if !found.contains("TABLE") => found,
            _ => return self.variable(),
        };
        let Partial { call, conditions } = self.partial(&argument, "f32");
        let length = 2 + self.random.below(6);
        let place = self.random.below(length);
        let elements: Vec<_> = (0..length)
            .map(|number| {
                if number == place {
                    format!("{of_type}({call})")
                } else {
                    self.expression(&ty, 0)
                }
            })
            .collect();
        let elements = elements.join(", ");
        let [array, index, name] = ["a", "i", "e"].map(|front| self.name(front));
        let other = self.index(length);
        self.line(&format!("var {index} = u32({other});"));
        let holds = &conditions[0];
        self.line(&format!(
            "if ({index} == {place}u) != {holds} {{ {index} = ({place}u + u32(!{holds})) % {length}u; }}"
        ));
        self.line(&format!("var {array} = array<{of_type}, {length}>({elements});"));
        self.line(&format!("var {name} = {array}[{index}];"));
        self.add(&name, ty, Use::Local);
    }

    /// A loop that ends before a function is not defined any more.
    fn guarded_loop(&mut self) {
        let [argument, sum] = ["x", "s"].map(|front| self.name(front));
        let first = self.expression(&FLOAT, 0);
        let Partial { call, conditions } = self.partial(&argument, "f32");
        let rounds = 1 + self.random.below(4);
        let counter = self.name("k");
        self.line(&format!("var {argument}: f32 = {first};"));
        self.line(&format!("var {sum}: f32 = 0.5f;"));
        self.line(&format!(
            "for (var {counter} = 0i; {counter} < {rounds}i; {counter}++) {{"
        ));
        self.line(&format!("    if {} {{ break; }}", conditions[1]));
        self.line(&format!("    {sum} += {call};"));
        self.line(&format!("    {argument} -= 0.4f;"));
        self.line("}");
        self.add(&sum, FLOAT, Use::Local);
    }

    fn variable(&mut self) {
        let ty = self.any_type();
        let name = self.name("v");
        let depth = 1 + u8::from(self.chance(2)) + u8::from(self.chance(3));
        let value = self.expression(&ty, depth);
        let of_type = self.type_name(&ty);
        match self.random.below(5) {
            0 | 1 => {
                self.line(&format!("let {name} = {value};"));
                // Arrays that are values have any index.
                self.add(&name, ty, Use::Read);
            }
            2 if self.chance(2) => {
                self.line(&format!("var {name}: {of_type};"));
                self.add(&name, ty, Use::Local);
            }
            3 if self.has_tables() && self.chance(2) => self.copy_of_table(&name),
            _ => {
                self.line(&format!("var {name}: {of_type} = {value};"));
                self.add(&name, ty, Use::Local);
            }
        }
    }

    /// A local copy of a table, as indices needed them in the past.
    fn copy_of_table(&mut self, name: &str) {
        let is_table = |text: &str| text.starts_with("TABLE");
        let tables = self.globals.iter().filter(|found| is_table(&found.text));
        let tables: Vec<_> = tables.cloned().collect();
        if tables.is_empty() {
            return;
        }
        let table = self.choose(&tables).clone();
        self.line(&format!("var {name} = {};", table.text));
        self.add(name, table.ty, Use::Indexed);
    }

    fn assignment(&mut self) {
        let Some(target) = self.target() else {
            return self.variable();
        };
        let depth = 1 + u8::from(self.chance(2));
        let value = self.expression(&target.ty, depth);
        let text = target.text;
        let op = match &target.ty {
            Type::Scalar(Kind::Float) | Type::Vector(Kind::Float, _) => *self.choose(&["=", "=", "+=", "-=", "*="]),
            Type::Scalar(Kind::Int) => *self.choose(&["=", "=", "+=", "-="]),
            Type::Matrix(..) => *self.choose(&["=", "+="]),
            _ => "=",
        };
        self.line(&format!("{text} {op} {value};"));
    }

    /// Returns a `return`, `break` or `continue`, which is in a branch or ends the block.
    fn jump(&mut self, context: Context) -> bool {
        let is_bare = context.depth > 0 && self.chance(3);
        let jump = match self.random.below(3) {
            0 if context.is_in_loop => "continue;".to_owned(),
            1 if context.is_in_loop || context.is_in_switch => "break;".to_owned(),
            _ => match self.result.clone() {
                Some(result) => format!("return {};", self.expression(&result, 1)),
                None => {
                    self.assignment();
                    return false;
                }
            },
        };
        if is_bare {
            self.line(&jump);
            return true;
        }
        let condition = self.condition();
        self.line(&format!("if {condition} {{ {jump} }}"));
        false
    }

    fn branch(&mut self, context: Context) -> bool {
        let condition = self.condition();
        self.line(&format!("if {condition} {{"));
        let mut all_leave = self.block(3, context);
        while self.chance(4) {
            let condition = self.condition();
            self.line(&format!("}} else if {condition} {{"));
            all_leave &= self.block(2, context);
        }
        if self.chance(2) {
            self.line("} else {");
            all_leave &= self.block(3, context);
        } else {
            all_leave = false;
        }
        self.line("}");
        all_leave
    }

    /// Returns the trip count of a loop.
    fn rounds(&mut self) -> String {
        match self.random.below(4) {
            0 => {
                let number = self.expression(&INT, 1);
                format!("clamp({number}, 0i, 3i)")
            }
            1 => {
                let number = self.expression(&UINT, 0);
                format!("i32(min({number}, 4u))")
            }
            _ => format!("{}i", 1 + self.random.below(4)),
        }
    }

    fn counted_loop(&mut self, context: Context) {
        let counter = self.name("i");
        let rounds = self.rounds();
        let step = *self.choose(&["++", "++", " += 2i"]);
        self.line(&format!(
            "for (var {counter} = 0i; {counter} < {rounds}; {counter}{step}) {{"
        ));
        self.scopes.push(Vec::new());
        self.add(&counter, INT, Use::Read);
        let context = Context {
            is_in_loop: true,
            is_in_switch: false,
            ..context
        };
        let count = 1 + self.random.below(3);
        self.statements(count, context);
        self.scopes.pop();
        self.line("}");
    }

    /// A loop with a counter beside its condition, so that it ends.
    fn bounded_loop(&mut self, context: Context) {
        let counter = self.name("n");
        let rounds = 1 + self.random.below(4);
        self.line(&format!("var {counter} = 0i;"));
        let context = Context {
            is_in_loop: true,
            is_in_switch: false,
            ..context
        };
        if self.chance(2) {
            let condition = self.condition();
            self.line(&format!("while {counter} < {rounds}i && {condition} {{"));
            self.scopes.push(Vec::new());
            self.line(&format!("{counter}++;"));
            self.add(&counter, INT, Use::Read);
            let count = 1 + self.random.below(3);
            self.statements(count, context);
            self.scopes.pop();
        } else {
            self.loop_with_end(&counter, rounds, context);
        }
        self.line("}");
    }

    fn loop_with_end(&mut self, counter: &str, rounds: usize, context: Context) {
        self.line("loop {");
        self.scopes.push(Vec::new());
        self.add(counter, INT, Use::Read);
        // The end reads it, so it is before all jumps.
        let value = self.expression(&FLOAT, 2);
        let name = self.name("w");
        self.line(&format!("let {name} = {value};"));
        self.add(&name, FLOAT, Use::Read);
        self.scopes.push(Vec::new());
        let count = 1 + self.random.below(3);
        let leaves = self.statements(count, context);
        self.scopes.pop();
        if !leaves || self.chance(2) {
            self.line("continuing {");
            self.scopes.push(Vec::new());
            self.line(&format!("{counter}++;"));
            if self.chance(2) {
                self.assignment();
            }
            let condition = self.condition();
            self.line(&format!("break if {counter} >= {rounds}i || {condition};"));
            self.scopes.pop();
            self.line("}");
        } else {
            // The block may be left by `continue`.
            self.line(&format!(
                "continuing {{ {counter}++; break if {counter} >= {rounds}i; }}"
            ));
        }
        self.scopes.pop();
    }

    fn switch(&mut self, context: Context) {
        let (selector, suffix) = if self.chance(2) {
            (self.expression(&INT, 1), "i")
        } else {
            (self.expression(&UINT, 1), "u")
        };
        self.line(&format!("switch {selector} {{"));
        let context = Context {
            is_in_switch: true,
            ..context
        };
        let mut value = 0;
        for _ in 0..=self.random.below(3) {
            let mut values = Vec::new();
            for _ in 0..=self.random.below(2) {
                value += self.random.below(2);
                values.push(format!("{value}{suffix}"));
                value += 1;
            }
            self.line(&format!("case {}: {{", values.join(", ")));
            self.block(2, context);
            self.line("}");
        }
        let default = if self.chance(3) {
            format!("case default, {value}{suffix}: {{")
        } else {
            "default: {".to_owned()
        };
        self.line(&default);
        self.block(2, context);
        self.line("}");
        self.line("}");
    }
}
