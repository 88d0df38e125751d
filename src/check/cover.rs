//! Move statements that add nothing to earlier ones: same verb and clauses, wider directions and sets.

use super::contents::contents;
use super::values::settled;
use crate::bits::SiteSet;
use crate::model::{Action, Chain, Directions, Effects, Set};

/// How many pairs of sets are compared for one pair of statements.
const MOST_COMPARED: usize = 1000;

/// Whether every move of the narrow action is one of the wide one too, as far as simple reasoning tells.
pub fn covers(wide: &Action, narrow: &Action) -> bool {
    let mut widened = narrow.clone();
    let mut compared = MOST_COMPARED;
    let mut fits = |narrow: &mut Set, wide: &Set| {
        let fits = is_within(narrow, wide, &mut compared);
        wide.clone_into(narrow);
        fits
    };
    let fits = match (&mut widened, wide) {
        (Action::Place { onto, .. }, Action::Place { onto: wide, .. }) => fits(onto, wide),
        (Action::Remove { from }, Action::Remove { from: wide }) => fits(from, wide),
        (
            Action::Step { movers, directions, onto, .. },
            Action::Step { movers: who, directions: ways, onto: wide, .. },
        )
        | (
            Action::Slide { movers, directions, onto, .. },
            Action::Slide { movers: who, directions: ways, onto: wide, .. },
        ) => fits(movers, who) && run_within(directions, ways) && fits(onto, wide),
        (
            Action::Jump { movers, directions, over, onto, effects, chain, .. },
            Action::Jump { movers: who, directions: ways, over: wide_over, onto: wide_onto, effects: choice, .. },
            // A jump that must go on goes on wherever it may: of those, only the same adds nothing.
        ) if *chain != Chain::Must => {
            choose_within(effects, *choice)
                && fits(movers, who)
                && run_within(directions, ways)
                && fits(over, wide_over)
                && fits(onto, wide_onto)
        }
        _ => true,
    };
    // What has been widened is as in the wide one by now; the rest must be so anyway.
    fits && widened == *wide && narrow.changes_nothing() == wide.changes_nothing()
}

fn run_within(narrow: &mut Directions, wide: &Directions) -> bool {
    let fits = narrow.0.len() == wide.0.len() && narrow.0.iter().zip(&wide.0).all(|(few, many)| few.0 & !many.0 == 0);
    wide.clone_into(narrow);
    fits
}

fn choose_within(narrow: &mut Effects, wide: Effects) -> bool {
    let Effects { removing, exchanging, keeping } = std::mem::replace(narrow, wide);
    (!removing || wide.removing) && (!exchanging || wide.exchanging) && (!keeping || wide.keeping)
}

/// Whether every site of the narrow set is always one of the wide one, as far as simple reasoning tells.
pub fn lies_within(narrow: &Set, wide: &Set) -> bool {
    is_within(narrow, wide, &mut { MOST_COMPARED })
}

/// Whether every site of the narrow set is always one of the wide one. Each comparison takes one of those allowed.
fn is_within(narrow: &Set, wide: &Set, compared: &mut usize) -> bool {
    if *compared == 0 {
        return false;
    }
    *compared -= 1;
    if narrow == wide || contents(narrow).0 == 0 {
        return true;
    }
    if let (Some(few), Some(many)) = (settled(narrow), settled(wide)) {
        let at = |sets: &[SiteSet], side: usize| sets[side.min(sets.len() - 1)];
        return (0..few.len().max(many.len())).all(|side| (at(few, side) & !at(many, side)).is_empty());
    }
    match (narrow, wide) {
        (Set::Or(left, right), _) => is_within(left, wide, compared) && is_within(right, wide, compared),
        (_, Set::And(left, right)) => is_within(narrow, left, compared) && is_within(narrow, right, compared),
        (_, Set::Or(left, right)) if is_within(narrow, left, compared) || is_within(narrow, right, compared) => true,
        (Set::And(left, right), _) => is_within(left, wide, compared) || is_within(right, wide, compared),
        (Set::Own | Set::Enemy | Set::Ally | Set::Of(_) | Set::OfKind(_), Set::Pieces) => true,
        (Set::Not(more), Set::Not(less)) => is_within(less, more, compared),
        (_, Set::Not(shut_out)) => contents(narrow).0 & contents(shut_out).0 == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Site;
    use crate::model::DirectionSet;

    fn sites(sites: &[usize]) -> Set {
        let mut set = SiteSet::EMPTY;
        sites.iter().for_each(|&site| set.insert(Site::new(site)));
        Set::Sites(set)
    }

    fn and(left: Set, right: Set) -> Set {
        Set::And(Box::new(left), Box::new(right))
    }

    fn or(left: Set, right: Set) -> Set {
        Set::Or(Box::new(left), Box::new(right))
    }

    fn not(set: Set) -> Set {
        Set::Not(Box::new(set))
    }

    #[test]
    fn sets_lie_within_wider_ones() {
        for (narrow, wide, expected) in [
            (sites(&[1]), sites(&[1, 2]), true),
            (sites(&[1, 3]), sites(&[1, 2]), false),
            (Set::Own, Set::Pieces, true),
            (Set::Pieces, Set::Own, false),
            (and(Set::Empty, sites(&[1])), Set::Empty, true),
            (and(Set::Empty, sites(&[1])), and(Set::Empty, sites(&[1, 2])), true),
            (and(Set::Empty, sites(&[3])), and(Set::Empty, sites(&[1, 2])), false),
            (Set::Enemy, or(Set::Empty, Set::Enemy), true),
            (or(Set::Empty, Set::Enemy), Set::Empty, false),
            (Set::Own, not(Set::Enemy), true),
            (Set::Last, not(Set::Enemy), false),
            (not(Set::Pieces), not(Set::Own), true),
            (and(Set::Own, Set::Enemy), Set::Last, true),
        ] {
            assert_eq!(is_within(&narrow, &wide, &mut 100), expected, "{narrow:?} {wide:?}");
        }
    }

    #[test]
    fn comparing_ends() {
        let narrow = (0..200).fold(Set::Own, |set, _| and(set, Set::Last));
        let wide = (0..200).fold(Set::Ally, |set, _| or(set, Set::Enemy));
        let mut compared = MOST_COMPARED;
        assert!(!is_within(&and(narrow, Set::Last), &and(wide, Set::Last), &mut compared));
    }

    #[test]
    fn only_the_same_clauses_are_covered() {
        let step = |ways: u32, onto: Set, removing: bool| Action::Step {
            movers: Set::Own,
            directions: Directions(vec![DirectionSet(ways)]),
            onto,
            removing,
            glide: None,
        };
        assert!(covers(&step(0b1111, Set::Empty, false), &step(0b0101, Set::Empty, false)));
        assert!(!covers(&step(0b0101, Set::Empty, false), &step(0b1111, Set::Empty, false)));
        assert!(!covers(&step(0b1111, Set::Empty, true), &step(0b0101, Set::Empty, false)));
        let jump = |over: Set, removing: bool, chain: Chain| Action::Jump {
            movers: Set::Own,
            directions: Directions(vec![DirectionSet(15)]),
            over,
            onto: Set::Empty,
            effects: Effects { removing, exchanging: !removing, keeping: false },
            at_end: false,
            flying: false,
            chain,
            straight: false,
            glide: None,
        };
        assert!(covers(&jump(Set::Pieces, true, Chain::May), &jump(Set::Enemy, true, Chain::May)));
        assert!(!covers(&jump(Set::Pieces, true, Chain::Must), &jump(Set::Enemy, true, Chain::Must)));
        assert!(covers(&jump(Set::Enemy, true, Chain::Must), &jump(Set::Enemy, true, Chain::Must)));
        assert!(!covers(&jump(Set::Pieces, true, Chain::May), &jump(Set::Enemy, false, Chain::May)));
    }
}
