//! Options: what they allow, what a variant sets them to, and the combinations they make.

use super::names::{Definition, Meaning};
use super::{Checker, Combination, Program, constant, names};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{GameOption, OptionValue};
use crate::source::Spanned;
use crate::syntax::tree::{Expr, ExprKind, Item, ItemKind, Name};

/// The most combinations that options may make.
pub const MAX_COMBINATIONS: usize = 4096;

/// The most options of a game.
const MAX_OPTIONS: usize = 64;

/// An option as the file declares it.
#[derive(Clone, PartialEq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Name,
    /// The value when none is chosen.
    pub default: OptionValue,
    /// Every value that may be chosen.
    pub allowed: Vec<OptionValue>,
    /// The value that a variant's `set` fixes it to; it can then no longer be chosen.
    pub fixed: Option<OptionValue>,
}

/// The options that the items declare. They stand outside every `if`, so that they can be chosen before anything is read.
pub fn declared(items: &[Item], sink: &mut Sink) -> Vec<Declared> {
    let mut options: Vec<Declared> = Vec::new();
    for item in items {
        match &item.kind {
            ItemKind::Option { name, default, allowed } => {
                if let Some(first) = options.iter().find(|known| known.name.value == name.value) {
                    let message = format!("the option `{}` is declared twice", name.value);
                    let problem = Diagnostic::error(Code::DefinedTwice, name.span, message, "declared again here");
                    sink.report(problem.and(first.name.span, "first declared here").help("keep one of them"));
                } else if options.len() >= MAX_OPTIONS {
                    let message = format!("a game may have {MAX_OPTIONS} options at most");
                    let problem = Diagnostic::error(Code::TooManyCombinations, name.span, message, "one too many");
                    sink.report(problem.help("drop the options that matter least"));
                    return options;
                } else {
                    options.extend(option(name, default, allowed, sink));
                }
            }
            ItemKind::If { then, otherwise, .. } => {
                inside_if(then, sink);
                inside_if(otherwise, sink);
            }
            _ => {}
        }
    }
    options
}

fn inside_if(items: &[Item], sink: &mut Sink) {
    for item in items {
        match &item.kind {
            ItemKind::Option { .. } => {
                let message = "an option cannot stand within `if`";
                let label = "options are chosen before anything is read";
                let problem = Diagnostic::error(Code::MisplacedStatement, item.span, message, label);
                sink.report(problem.help("move it out; forbid combinations with `require`"));
            }
            ItemKind::If { then, otherwise, .. } => {
                inside_if(then, sink);
                inside_if(otherwise, sink);
            }
            _ => {}
        }
    }
}

fn option(name: &Name, default: &Expr, allowed: &[Expr], sink: &mut Sink) -> Option<Declared> {
    let value = literal(default, sink);
    let values: Option<Vec<OptionValue>> = allowed.iter().map(|expr| literal(expr, sink)).collect();
    let (default_value, mut values) = (value?, values?);
    if values.is_empty() {
        if let OptionValue::Number(number) = default_value {
            let message = format!("the option `{}` does not say what it allows", name.value);
            let problem = Diagnostic::error(Code::OptionValue, default.span, message, "the only number it names");
            sink.report(problem.help(format!(
                "list the numbers: `option {} = {number} of {number}, {}`",
                name.value,
                i64::from(number) + 1
            )));
            return None;
        }
        values = vec![OptionValue::Switch(false), OptionValue::Switch(true)];
    }
    for (at, (value, expr)) in values.iter().zip(allowed).enumerate().take(MAX_COMBINATIONS) {
        if std::mem::discriminant(value) != std::mem::discriminant(&default_value) {
            let message = format!("the option `{}` mixes numbers with yes and no", name.value);
            let problem =
                Diagnostic::error(Code::OptionValue, expr.span, message, format!("`{value}` is of the other kind"));
            sink.report(problem.and(default.span, "than this"));
            return None;
        }
        if let Some(first) = values[..at].iter().position(|known| known == value) {
            let message = format!("`{value}` is allowed twice");
            let problem = Diagnostic::error(Code::OptionValue, expr.span, message, "listed again here");
            sink.report(problem.and(allowed[first].span, "first listed here").help("drop one of them"));
            return None;
        }
    }
    if !values.contains(&default_value) {
        let message = format!("the default of `{}` is not among the values it allows", name.value);
        let problem = Diagnostic::error(Code::OptionValue, default.span, message, "not listed after `of`");
        sink.report(problem.help(format!("allowed are {}", values_in_words(&values))));
        return None;
    }
    Some(Declared { name: name.clone(), default: default_value, allowed: values, fixed: None })
}

/// A value written out: options depend on nothing.
pub fn literal(expr: &Expr, sink: &mut Sink) -> Option<OptionValue> {
    let number = match &expr.kind {
        ExprKind::Switch(value) => return Some(OptionValue::Switch(*value)),
        ExprKind::Number(number) => Some(*number),
        ExprKind::Negative(inner) => match &inner.kind {
            ExprKind::Number(number) => Some(-*number),
            _ => None,
        },
        _ => None,
    };
    let Some(number) = number else {
        let message = "an option's value must be written out";
        let problem = Diagnostic::error(Code::OptionValue, expr.span, message, "neither a number nor `yes` or `no`");
        let meant = match &expr.kind {
            ExprKind::Name(name) => names::meant(name).filter(|word| matches!(*word, "yes" | "no")),
            _ => None,
        };
        sink.report(match meant {
            Some(word) => problem.help(format!("write `{word}`")),
            None if matches!(expr.kind, ExprKind::List(_)) => problem.help("list the values without brackets"),
            None if matches!(expr.kind, ExprKind::Binary(..)) => {
                problem.help("write out each value, with commas between: `1, 2, 3`; work out others with `let`")
            }
            None => problem.help("options depend on nothing else; work out what follows from them with `let`"),
        });
        return None;
    };
    let Ok(number) = i32::try_from(number) else {
        let label = format!("numbers go from {} to {}", i32::MIN, i32::MAX);
        sink.report(Diagnostic::error(Code::NumberRange, expr.span, "this number goes past the limits", label));
        return None;
    };
    Some(OptionValue::Number(number))
}

/// Values in a row: `2`, `3` and `4`.
pub fn values_in_words(values: &[OptionValue]) -> String {
    super::list(&values.iter().map(ToString::to_string).collect::<Vec<_>>(), "and")
}

/// Fixes an option as a variant's `set name = value` says.
pub fn fix(options: &mut [Declared], name: &Name, value: &Expr, sink: &mut Sink) {
    let Some(option) = options.iter_mut().find(|option| option.name.value == name.value) else { return };
    let Some(chosen) = literal(value, sink) else { return };
    if !option.allowed.contains(&chosen) {
        let message = format!("`{}` cannot be {chosen}", name.value);
        let problem = Diagnostic::error(Code::OptionValue, value.span, message, "not a value that the option allows");
        let problem = problem.and(option.name.span, "the option");
        sink.report(problem.help(format!("allowed are {}", values_in_words(&option.allowed))));
        return;
    }
    option.fixed = Some(chosen);
}

impl Program {
    /// The options that may be chosen, each with its default as the value in force.
    pub fn choices(&self) -> impl Iterator<Item = GameOption> {
        let free = self.options.iter().filter(|option| option.fixed.is_none());
        free.map(|option| GameOption {
            name: option.name.value.clone(),
            value: option.default,
            default: option.default,
            allowed: option.allowed.clone(),
        })
    }

    /// Every combination of the values that may be chosen, those that a `require` forbids too.
    pub fn combinations(&self, sink: &mut Sink) -> Option<Vec<Combination>> {
        let choices: Vec<GameOption> = self.choices().collect();
        let count = choices.iter().try_fold(1usize, |count, option| count.checked_mul(option.allowed.len()));
        if count.is_none_or(|count| count > MAX_COMBINATIONS) {
            let last = self.options.iter().rfind(|option| option.fixed.is_none())?;
            let message = "the options make too many combinations";
            let label = format!("with this one, more than {MAX_COMBINATIONS}");
            let problem = Diagnostic::error(Code::TooManyCombinations, last.name.span, message, label);
            sink.report(problem.help("allow fewer values, or drop an option"));
            return None;
        }
        let mut combinations: Vec<Combination> = vec![Vec::new()];
        for option in &choices {
            let longer = combinations.iter().flat_map(|combination| {
                option.allowed.iter().map(|&value| {
                    let mut longer = combination.clone();
                    longer.push((option.name.clone(), value));
                    longer
                })
            });
            combinations = longer.collect();
        }
        Some(combinations)
    }
}

impl<'t> Checker<'t, '_> {
    /// Makes the options readable, with the values in force.
    pub fn define_options(&mut self, combination: &Combination) {
        for option in &self.program.options {
            let chosen = combination.iter().find(|(name, _)| *name == option.name.value).map(|&(_, value)| value);
            let value = constant(option.fixed.or(chosen).unwrap_or(option.default));
            let meaning = Meaning::Value(Some(value));
            let name: &Spanned<String> = &option.name;
            let used = option.fixed.is_some();
            let definition = Definition { used, ..Definition::new(meaning, "option", name.span) };
            self.names.insert(&name.value, definition);
        }
    }
}
