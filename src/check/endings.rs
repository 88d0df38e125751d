//! How a game ends, and what is amiss when it cannot.

use super::Checker;
use super::phases::{Body, Scope};
use crate::diag::{Code, Diagnostic};
use crate::model::{Condition, Ending, EndingKind};
use crate::source::Span;
use crate::syntax::tree::{EndingWord, Expr, Name};

impl<'t> Checker<'t, '_> {
    /// Reads `out`, `win`, `lose` or `draw` `when …`.
    pub fn ending(&mut self, word: &'t EndingWord, when: &'t Expr, span: Span, whose: Scope, body: &mut Body<'t>) {
        let (kind, name) = match word {
            EndingWord::Out => (EndingKind::Out, "out"),
            EndingWord::Win => (EndingKind::Win, "win"),
            EndingWord::Lose => (EndingKind::Lose, "lose"),
            EndingWord::Draw(label) => (EndingKind::Draw(self.label(label)), "draw"),
        };
        self.end(kind, name, when, span, whose, body);
    }

    /// Reads `last turns each, then draw "label", when …`.
    pub fn last_turns(&mut self, label: &'t Name, when: &'t Expr, span: Span, whose: Scope, body: &mut Body<'t>) {
        let kind = EndingKind::LastTurns(self.label(label));
        self.end(kind, "last turns", when, span, whose, body);
    }

    fn end(&mut self, kind: EndingKind, name: &str, when: &'t Expr, span: Span, whose: Scope, body: &mut Body<'t>) {
        self.for_all(span, whose, name);
        let Some(condition) = self.condition(when) else { return };
        match condition {
            Condition::Constant(holds) => {
                let message = if holds { "this holds from the first turn on" } else { "this can never hold" };
                let label = format!("always {}", if holds { "so" } else { "false" });
                let problem = Diagnostic::warning(Code::ConstantEnding, when.span, message, label);
                self.report(problem.help("compare something that changes during play, such as `count own`"));
            }
            _ => self.findings.refute(Code::ConstantEnding, when.span),
        }
        body.endings.push(Ending { span, kind, when: condition });
    }

    /// A draw's name, which records give.
    fn label(&mut self, label: &'t Name) -> String {
        if label.value.trim().is_empty() {
            let message = "a draw needs a name";
            let problem = Diagnostic::error(Code::EmptyLabel, label.span, message, "records name the draw by this");
            self.report(problem.help("write what makes it a draw, as in `draw \"repetition\" when repeats >= 3`"));
        }
        label.value.clone()
    }
}
