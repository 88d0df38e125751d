//! Variants: a file's statements put in the place of those they replace.

use super::{Program, names, options};
use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{Sources, Span};
use crate::syntax::tree::{Expr, Item, ItemKind, Name, Tree};
use std::collections::{HashMap, HashSet};

/// What a statement of a variant replaces: one with the same word and, where it has one, the same name.
type Key = (&'static str, String);

/// What variants say of the statements of others, beside their own.
#[derive(Default)]
struct Changes {
    /// The options that are set, with their values.
    fixed: Vec<(Name, Expr)>,
    /// The names that are dropped, or the words of statements without one, and by which words.
    dropped: Vec<(String, Span)>,
}

/// A statement's word and name; `None` of those that replace nothing.
fn key(item: &Item) -> Option<Key> {
    let (word, name) = match &item.kind {
        ItemKind::About(_) => ("about", None),
        ItemKind::Board(_) => ("board", None),
        ItemKind::Sides { .. } => ("sides", None),
        ItemKind::Kinds(_) => ("pieces", None),
        ItemKind::Setup(_) | ItemKind::SetupMap(_) => ("setup", None),
        ItemKind::Option { name, .. } => ("option", Some(name)),
        ItemKind::Let { name, .. } => ("let", Some(name)),
        ItemKind::Map { name, .. } => ("map", Some(name)),
        ItemKind::Player { name, .. } => ("player", Some(name)),
        ItemKind::Region { name, .. } => ("region", Some(name)),
        ItemKind::Phase(phase) => ("phase", Some(&phase.name)),
        ItemKind::Require(_) | ItemKind::Set { .. } | ItemKind::Without { .. } | ItemKind::If { .. } => return None,
    };
    Some((word, name.map_or_else(String::new, |name| name.value.clone())))
}

/// Calls `visit` for each statement, those within `if`s too.
fn each<'t>(items: &'t [Item], visit: &mut impl FnMut(&'t Item)) {
    for item in items {
        visit(item);
        if let ItemKind::If { then, otherwise, .. } = &item.kind {
            each(then, visit);
            each(otherwise, visit);
        }
    }
}

/// Where a name that expressions may read is defined.
pub fn declaration(items: &[Item], name: &str) -> Option<Span> {
    let mut found = None;
    each(items, &mut |item| {
        let declared = match &item.kind {
            ItemKind::Let { name, .. } | ItemKind::Map { name, .. } | ItemKind::Region { name, .. } => Some(name),
            _ => None,
        };
        if let Some(declared) = declared.filter(|declared| declared.value == name) {
            found.get_or_insert(declared.span);
        }
    });
    found
}

/// Merges the trees, of which each is a variant of the next.
pub fn merge(trees: Vec<Tree>, sources: Sources, is_partial: bool, sink: &mut Sink) -> Option<Program> {
    let title = trees.first()?.head.title.clone();
    let mut items: Option<Vec<Item>> = None;
    let mut changes = Changes::default();
    for tree in trees.into_iter().rev() {
        for item in &tree.items {
            let is_set = matches!(item.kind, ItemKind::Set { .. } | ItemKind::Without { .. });
            if is_set && tree.head.base.is_none() {
                let message = "only a variant can change another file's statements";
                let problem =
                    Diagnostic::error(Code::MisplacedStatement, item.span, message, "there is nothing to change");
                sink.report(problem.help("drop this; a `variant \"title\" of \"base\"` may hold it"));
            }
        }
        nested_changes(&tree.items, sink);
        items = Some(match items {
            None => tree.items,
            Some(base) => apply(base, tree.items, &sources, &mut changes, sink),
        });
    }
    let items = items?;
    let mut options = options::declared(&items, sink);
    for (name, value) in changes.fixed {
        options::fix(&mut options, &name, &value, sink);
    }
    Some(Program { title, items, options, dropped: changes.dropped, is_partial, sources })
}

/// Reports `set` and `without` within `if`.
fn nested_changes(items: &[Item], sink: &mut Sink) {
    for item in items {
        if let ItemKind::If { then, otherwise, .. } = &item.kind {
            each(then, &mut |inner| nested_change(inner, sink));
            each(otherwise, &mut |inner| nested_change(inner, sink));
        }
    }
}

fn nested_change(item: &Item, sink: &mut Sink) {
    let word = match &item.kind {
        ItemKind::Set { .. } => "set",
        ItemKind::Without { .. } => "without",
        _ => return,
    };
    let message = format!("`{word}` cannot stand within `if`");
    let problem = Diagnostic::error(Code::MisplacedStatement, item.span, message, "it holds for the whole variant");
    sink.report(problem.help("move it out of the `if`"));
}

/// The base's statements with the variant's in the place of those they replace. A variant's other statements go as far
/// down as they can: a name stands before the first statement of the variant that mentions it, a phase before the next
/// that the variant replaces.
fn apply(base: Vec<Item>, variant: Vec<Item>, sources: &Sources, changes: &mut Changes, sink: &mut Sink) -> Vec<Item> {
    // Where each key first stands, as the index of a statement that is not within another.
    let mut places: HashMap<Key, usize> = HashMap::new();
    for (index, item) in base.iter().enumerate() {
        each(std::slice::from_ref(item), &mut |item| {
            if let Some(key) = key(item) {
                places.entry(key).or_insert(index);
            }
        });
    }
    let mut gone: HashSet<Key> = HashSet::new();
    let mut own: Vec<Item> = Vec::new();
    for item in variant {
        match &item.kind {
            ItemKind::Set { name, value } => set(name, value, &places, &mut changes.fixed, sink),
            ItemKind::Without { what, name } => {
                if let Some(key) = dropped(what, name.as_ref(), item.span, &places, sink) {
                    let name = if key.1.is_empty() { key.0.to_owned() } else { key.1.clone() };
                    changes.dropped.push((name, item.span));
                    gone.insert(key);
                }
            }
            _ => own.push(item),
        }
    }
    changed_twice(&own, changes, sink);
    let mut at: HashMap<usize, Vec<Item>> = HashMap::new();
    let mut mentioned: HashMap<&str, usize> = HashMap::new();
    let mut next_phase = base.len();
    // From the end, so that what mentions a name has its place when the name's own is looked for.
    for item in own.into_iter().rev() {
        let mut place = base.len();
        let mut is_phase = false;
        each(std::slice::from_ref(&item), &mut |item| {
            let Some(key) = key(item) else { return };
            let is_name = matches!(key.0, "let" | "map" | "region");
            let needed = mentioned.get(key.1.as_str()).copied().filter(|_| is_name);
            is_phase |= key.0 == "phase";
            place = [places.get(&key).copied(), needed].into_iter().flatten().fold(place, usize::min);
        });
        if is_phase {
            next_phase = place.min(next_phase);
            place = next_phase;
        }
        let text = sources.text(item.span);
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            mentioned.entry(word).and_modify(|known| *known = place.min(*known)).or_insert(place);
        }
        gone.extend(key(&item));
        at.entry(place).or_default().push(item);
    }
    let mut merged = Vec::new();
    let mut put = |index: usize, merged: &mut Vec<Item>| {
        merged.extend(at.remove(&index).unwrap_or_default().into_iter().rev());
    };
    let end = base.len();
    for (index, item) in base.into_iter().enumerate() {
        put(index, &mut merged);
        merged.extend(kept(item, &gone));
    }
    put(end, &mut merged);
    merged
}

/// Notes that the variant fixes an option.
fn set(name: &Name, value: &Expr, places: &HashMap<Key, usize>, fixed: &mut Vec<(Name, Expr)>, sink: &mut Sink) {
    if !places.contains_key(&("option", name.value.clone())) {
        return lacks("option", name, places, sink);
    }
    if let Some((first, _)) = fixed.iter().find(|(known, _)| is_same_setting(known, name)) {
        let message = format!("`{}` is set twice", name.value);
        let problem = Diagnostic::error(Code::DefinedTwice, name.span, message, "set again here");
        return sink.report(problem.and(first.span, "first set here").help("keep one of them"));
    }
    fixed.push((name.clone(), value.clone()));
}

/// Reports options that a variant sets and also drops or declares anew; one that it declares anew is no longer as a file
/// further down has set it.
fn changed_twice(own: &[Item], changes: &mut Changes, sink: &mut Sink) {
    let declared = own.iter().filter_map(|item| match &item.kind {
        ItemKind::Option { name, .. } => Some((name.value.as_str(), name.span, "declared anew")),
        _ => None,
    });
    let dropped = changes.dropped.iter().map(|(name, span)| (name.as_str(), *span, "dropped"));
    for (option, span, how) in declared.chain(dropped) {
        let is_set = |(name, _): &&(Name, Expr)| name.value == option && name.span.source == span.source;
        if let Some((name, _)) = changes.fixed.iter().find(is_set) {
            let message = format!("`{option}` is set and also {how}");
            let problem = Diagnostic::error(Code::DefinedTwice, name.span, message, "set here");
            sink.report(problem.and(span, format!("{how} here")).help("keep one of them"));
        }
    }
    let declares = |name: &Name| own.iter().any(|item| key(item) == Some(("option", name.value.clone())));
    changes.fixed.retain(|(name, _)| !declares(name));
}

fn is_same_setting(known: &Name, name: &Name) -> bool {
    known.value == name.value && known.span.source == name.span.source
}

/// The statement without what is gone of it; `None` if it is gone itself.
fn kept(mut item: Item, gone: &HashSet<Key>) -> Option<Item> {
    if key(&item).is_some_and(|key| gone.contains(&key)) {
        return None;
    }
    if let ItemKind::If { then, otherwise, .. } = &mut item.kind {
        for branch in [then, otherwise] {
            *branch = std::mem::take(branch).into_iter().filter_map(|item| kept(item, gone)).collect();
        }
    }
    Some(item)
}

/// The statement of the base that is to be dropped, if it has it.
fn dropped(what: &Name, name: Option<&Name>, span: Span, places: &HashMap<Key, usize>, sink: &mut Sink) -> Option<Key> {
    let word = ["about", "board", "let", "map", "option", "phase", "pieces", "player", "region", "setup", "sides"]
        .into_iter()
        .find(|word| *word == what.value);
    let Some(word) = word else {
        let message = format!("a variant cannot drop a `{}` of its base", what.value);
        let problem = Diagnostic::error(Code::NotInBase, what.span, message, "it has no name to tell it by");
        sink.report(problem.help(droppable(places)));
        return None;
    };
    let is_single = matches!(word, "about" | "board" | "pieces" | "setup" | "sides");
    match name {
        None if !is_single => {
            let message = format!("`without {word}` does not say which");
            let problem = Diagnostic::error(Code::NotInBase, span, message, "a name is missing");
            sink.report(problem.help(format!("add its name, as in `without {word} NAME`")));
            None
        }
        Some(name) if is_single => {
            let message = format!("`{word}` has no name");
            let problem = Diagnostic::error(Code::NotInBase, name.span, message, "drop this word");
            sink.report(problem.help(format!("write `without {word}`")));
            None
        }
        _ => {
            let key: Key = (word, name.map_or_else(String::new, |name| name.value.clone()));
            if !places.contains_key(&key) {
                lacks(word, name.unwrap_or(what), places, sink);
                return None;
            }
            Some(key)
        }
    }
}

/// What a variant may drop of the base, in the order in which it stands there.
fn droppable(places: &HashMap<Key, usize>) -> String {
    let mut known: Vec<(&usize, &Key)> = places.iter().map(|(key, place)| (place, key)).collect();
    known.sort();
    let all: Vec<String> =
        known.iter().take(20).map(|(_, (word, name))| format!("{word} {name}").trim_end().to_owned()).collect();
    match all.as_slice() {
        [] => "there is nothing in the base to drop".to_owned(),
        all => format!("of this base, `without` can drop {}", names::list(all, "and")),
    }
}

/// Says that the base has no such statement, and which is nearest.
fn lacks(word: &str, name: &Name, places: &HashMap<Key, usize>, sink: &mut Sink) {
    let message = if name.value == word {
        format!("the base has no `{word}`")
    } else {
        format!("the base has no {word} `{}`", name.value)
    };
    let mut problem = Diagnostic::error(Code::NotInBase, name.span, message, "not in the file this is a variant of");
    let mut known: Vec<&str> = places.keys().filter(|(what, _)| *what == word).map(|(_, name)| name.as_str()).collect();
    known.sort_unstable();
    if let Some(near) = names::nearest(&name.value, known.iter().copied()) {
        problem = problem.help(format!("did you mean `{near}`?"));
    } else if known.iter().any(|name| !name.is_empty()) {
        problem = problem.help(format!("it has {}", names::list(&known[..known.len().min(12)], "and")));
    }
    sink.report(problem);
}
