//! Sites, sets of sites that never change, and directions, in words.

use super::list;
use crate::bits::{Site, SiteSet};
use crate::model::{Board, Direction, DirectionSet, Directions, Game, Side, SideSet};

/// The shape of a board, and what the sets are called that have a name on it.
pub(super) struct Places<'g> {
    game: &'g Game,
    all: SiteSet,
    /// The number of columns and of rows; nothing where columns lean.
    grid: Option<(i16, i16)>,
    /// Sets with a name, such as `in row 3`, those that say most first.
    named: Vec<(String, SiteSet)>,
}

/// The directions that have one word together.
const TOGETHER: [(&str, &[&str]); 2] = [
    ("orthogonal", &["north", "east", "south", "west"]),
    ("diagonal", &["northeast", "southeast", "southwest", "northwest"]),
];

impl<'g> Places<'g> {
    pub(super) fn new(game: &'g Game) -> Self {
        let board = &game.board;
        let all = SiteSet::first(board.len());
        let grid = grid(board);
        let mut places = Places { game, all, grid, named: Vec::new() };
        places.named = places.names();
        places
    }

    /// The sets that have a name.
    fn names(&self) -> Vec<(String, SiteSet)> {
        let mut named = vec![("anywhere on the board".to_owned(), self.all)];
        if !self.game.board.is_numbered() {
            named.extend(self.places());
        }
        let regions = self.game.regions.iter().filter(|(_, sets)| sets.windows(2).all(|pair| pair[0] == pair[1]));
        named.extend(regions.map(|(name, sets)| (format!("in `{name}`"), sets[0])));
        named.retain(|(_, set)| !set.is_empty());
        named
    }

    /// The sets that are called by where they are on the board.
    fn places(&self) -> Vec<(String, SiteSet)> {
        let ends = self.ends();
        let outermost = |least: usize| {
            self.sites(|column, row| {
                let axes = self.axes((column, row)).zip(&ends);
                axes.filter(|&(at, &(first, last))| at == first || at == last).count() >= least
            })
        };
        let (corners, edge) = (("at a corner".to_owned(), outermost(2)), ("on the edge".to_owned(), outermost(1)));
        let Some((columns, rows)) = self.grid else { return vec![corners, edge] };
        let is_middle = |at: i16, (first, last): (i16, i16)| (2 * at - first - last).abs() <= 1;
        let centre = self.sites(|column, row| is_middle(column, ends[0]) && is_middle(row, ends[1]));
        let sum = |odd: i16| self.sites(move |column, row| (column + row) % 2 == odd);
        let mut named = vec![
            corners,
            ("in the centre".to_owned(), centre),
            edge,
            ("where column and row add up to an odd number".to_owned(), sum(1)),
            ("where column and row add up to an even number".to_owned(), sum(0)),
        ];
        named.extend((0..rows).map(|at| (format!("in row {}", at + 1), self.sites(|_, row| row == at))));
        named.extend(
            (0..columns).map(|at| (format!("in column {}", self.column(at)), self.sites(|column, _| column == at))),
        );
        named
    }

    /// How far a place is along each axis: on a grid these are columns and rows.
    fn axes(&self, (column, row): (i16, i16)) -> impl Iterator<Item = i16> {
        let axes = if self.grid.is_some() { [column, row, 0] } else { [column, row + column, row - column] };
        axes.into_iter().take(if self.grid.is_some() { 2 } else { 3 })
    }

    /// The first and the last on each axis.
    fn ends(&self) -> Vec<(i16, i16)> {
        let places = &self.game.board.places;
        let count = self.axes((0, 0)).count();
        let along = |axis: usize| places.iter().filter_map(move |&place| self.axes(place).nth(axis));
        (0..count).map(|axis| (along(axis).min().unwrap_or(0), along(axis).max().unwrap_or(0))).collect()
    }

    fn sites(&self, asked: impl Fn(i16, i16) -> bool) -> SiteSet {
        let places = self.game.board.places.iter().enumerate();
        places.filter(|&(_, &(column, row))| asked(column, row)).map(|(site, _)| Site::new(site)).collect()
    }

    /// The letters of a column.
    fn column(&self, at: i16) -> &str {
        let board = &self.game.board;
        let site = board.places.iter().position(|&(column, _)| column == at);
        site.map_or("", |site| board.names[site].trim_end_matches(|letter: char| letter.is_ascii_digit()))
    }

    /// What board it is.
    pub(super) fn board(&self, site: &str) -> String {
        let board = &self.game.board;
        let count = board.len();
        let Some((columns, rows)) = self.grid else {
            return match (1..=count).find(|side| 3 * side * (side - 1) + 1 == count) {
                Some(side) => format!("The board is a hexagon of {count} {site}s, {side} on a side."),
                None => format!("The board has {count} {site}s, of a hexagon."),
            };
        };
        let part = self.part(columns, rows, site);
        if board.is_numbered() {
            return format!(
                "The board has {count} {site}s in {columns} columns and {rows} rows{part}. They are called 1 to {count}, row by \
                 row from the top."
            );
        }
        let letters: Vec<&str> = (0..columns).map(|at| self.column(at)).filter(|letters| !letters.is_empty()).collect();
        let (first, last) = (letters.first().copied().unwrap_or_default(), letters.last().copied().unwrap_or_default());
        format!(
            "The board has {count} {site}s in {columns} columns, {first} to {last} from the left, and {rows} rows, 1 to {rows} \
             from the bottom{part}."
        )
    }

    /// Which squares of the grid belong to the board, if not all do.
    fn part(&self, columns: i16, rows: i16, site: &str) -> String {
        const FEW: usize = 8;
        let places = &self.game.board.places;
        let lacking: Vec<(i16, i16)> = (0..columns)
            .flat_map(|column| (0..rows).map(move |row| (column, row)))
            .filter(|place| !places.contains(place))
            .collect();
        let parity = |odd: i16| {
            let half =
                (0..columns).flat_map(|column| (0..rows).map(move |row| column + row)).filter(|sum| sum % 2 == odd);
            half.count() == places.len() && places.iter().all(|(column, row)| (column + row) % 2 == odd)
        };
        let sum = ["even", "odd"].into_iter().zip(0..).find(|&(_, odd)| parity(odd));
        match (lacking.len(), sum) {
            (0, _) => String::new(),
            (_, Some((sum, _))) => format!(": those where column and row add up to an {sum} number"),
            (1..=FEW, _) if self.has_letters(columns) && !self.game.board.lined => {
                let names = lacking.iter().map(|&(column, row)| format!("{}{}", self.column(column), row + 1));
                let names: Vec<String> = names.collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                format!("; {} {} missing", list(&names, "and"), if names.len() == 1 { "is" } else { "are" })
            }
            _ => format!(", though not a {site} in every place"),
        }
    }

    /// Whether each column has a site, from whose name its letters are known.
    fn has_letters(&self, columns: i16) -> bool {
        !self.game.board.is_numbered() && (0..columns).all(|at| !self.column(at).is_empty())
    }

    /// How the sites of a board with lines are joined.
    pub(super) fn lines(&self, site: &str) -> Option<String> {
        let board = &self.game.board;
        if !board.lined {
            return None;
        }
        let mut groups: Vec<(SiteSet, DirectionSet)> = Vec::new();
        let mut left = DirectionSet(((1u64 << board.directions.len()) - 1) as u32);
        for (_, names) in TOGETHER {
            let named = left.iter().filter(|&at| names.contains(&board.directions[at].name.as_str()));
            let named = DirectionSet(named.fold(0, |set, at| set | 1 << at));
            let through = self.linked(named);
            if named.iter().count() == names.len() && named.iter().all(|at| self.joins_all(at, through)) {
                groups.push((through, named));
                left.0 &= !named.0;
            }
        }
        for at in left.iter() {
            let through = self.linked(DirectionSet(1 << at));
            match groups.iter_mut().find(|(known, _)| *known == through) {
                Some((_, directions)) => directions.0 |= 1 << at,
                None => groups.push((through, DirectionSet(1 << at))),
            }
        }
        let runs = |(through, directions): &(SiteSet, DirectionSet)| {
            let through = if *through == self.all {
                format!("every {site}")
            } else {
                format!("the {site}s {}", self.within(*through))
            };
            match (self.adverb(*directions), self.length(*directions)) {
                (Some(way), Some(length)) if length > 1 => {
                    format!("{way}, each {length} places long, through {through}")
                }
                (Some(way), _) => format!("{way} through {through}"),
                (None, _) => format!("as they are drawn through {through}"),
            }
        };
        let runs: Vec<String> = groups.iter().map(runs).collect();
        Some(format!("Lines join the {site}s, {}.", list(&runs.iter().map(String::as_str).collect::<Vec<_>>(), "and")))
    }

    /// How many places long each link in the directions is, if all are alike.
    fn length(&self, directions: DirectionSet) -> Option<i16> {
        let board = &self.game.board;
        let links = directions.iter().flat_map(|at| board.directions[at].next.iter().zip(&board.places));
        let mut lengths = links.filter_map(|(to, from)| {
            let to = board.places[(*to)?.index()];
            Some((to.0 - from.0).abs().max((to.1 - from.1).abs()))
        });
        let first = lengths.next()?;
        lengths.all(|length| length == first).then_some(first)
    }

    /// The sites that the directions join.
    fn linked(&self, directions: DirectionSet) -> SiteSet {
        let ways = directions.iter().map(|at| &self.game.board.directions[at].next);
        let links = ways.flat_map(|next| next.iter().enumerate());
        links.filter_map(|(from, to)| Some([Site::new(from), (*to)?])).flatten().collect()
    }

    /// Whether the direction joins any two of the sites that are as far from each other as those it joins.
    fn joins_all(&self, at: usize, through: SiteSet) -> bool {
        let board = &self.game.board;
        let next = &board.directions[at].next;
        let step = |from: usize, to: usize| {
            let (from, to) = (board.places[from], board.places[to]);
            (to.0 - from.0, to.1 - from.1)
        };
        let Some(known) = next.iter().enumerate().find_map(|(from, to)| Some(step(from, to.as_ref()?.index()))) else {
            return false;
        };
        let mut pairs = through.iter().flat_map(|from| through.iter().map(move |to| (from, to)));
        pairs.all(|(from, to)| (step(from.index(), to.index()) == known) == (next[from.index()] == Some(to)))
    }

    /// Where the sites are, to stand after a noun: `in row 3`, `at a1 or b2`.
    pub(super) fn within(&self, set: SiteSet) -> String {
        self.called(set).unwrap_or_else(|| format!("at {}", self.enumerated(set, "or")))
    }

    /// Where pieces stand that stand on all of the sites.
    pub(super) fn standing(&self, set: SiteSet, site: &str) -> String {
        let fallback = || format!("on {}", self.listed(set));
        match self.single(set) {
            Some(name) if name.starts_with("where") => format!("on every {site} {name}"),
            Some(name) if name.starts_with("anywhere") => "on the whole board".to_owned(),
            Some(name) if name.starts_with("at a corner") => "at the corners".to_owned(),
            Some(name) => name,
            None => fallback(),
        }
    }

    /// The sites themselves: full rows and columns by their names, the others one by one.
    pub(super) fn listed(&self, set: SiteSet) -> String {
        let mut rest = set;
        let mut parts: Vec<String> = Vec::new();
        for kind in ["row", "column"] {
            let mut whole: Vec<&str> = Vec::new();
            for (name, sites) in &self.named {
                let Some(which) = name.strip_prefix("in ").and_then(|name| name.strip_prefix(kind)) else { continue };
                if sites.count() > 1 && *sites & set == *sites && !(*sites & rest).is_empty() {
                    whole.push(which.trim_start());
                    rest &= !*sites;
                }
            }
            if !whole.is_empty() {
                let several = if whole.len() > 1 { "s" } else { "" };
                parts.push(format!("{kind}{several} {}", list(&whole, "and")));
            }
        }
        parts.extend(self.one_by_one(rest));
        list(&parts.iter().map(String::as_str).collect::<Vec<_>>(), "and")
    }

    /// The sites by their names; of numbers in succession, the first and the last.
    fn one_by_one(&self, set: SiteSet) -> Vec<String> {
        let board = &self.game.board;
        if !board.is_numbered() {
            return set.iter().map(|site| board.name(site).to_owned()).collect();
        }
        let mut numbers: Vec<usize> = set.iter().filter_map(|site| board.name(site).parse().ok()).collect();
        numbers.sort_unstable();
        let runs = numbers.chunk_by(|one, other| one + 1 == *other);
        runs.flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{first} to {last}")],
            few => few.iter().map(usize::to_string).collect(),
        })
        .collect()
    }

    fn enumerated(&self, set: SiteSet, join: &str) -> String {
        let names = self.one_by_one(set);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.is_empty() { "no place at all".to_owned() } else { list(&names, join) }
    }

    /// The set by the words for it: one name, what is outside one, or two joined.
    fn called(&self, set: SiteSet) -> Option<String> {
        if set.is_empty() {
            return None;
        }
        let outside = |wanted: SiteSet| self.single(self.all & !wanted).map(|name| format!("not {name}"));
        let (small, known) = (set.count() <= 2, || self.single(set).or_else(|| outside(set)));
        let names = || self.named.iter().enumerate();
        let pairs = || names().flat_map(|(at, one)| self.named[at + 1..].iter().map(move |other| (one, other)));
        let either = || {
            let mut pairs = pairs().filter(|(one, other)| one.1 | other.1 == set);
            pairs.next().map(|(one, other)| format!("{} or {}", one.0, other.0))
        };
        let both = || {
            let mut pairs = pairs().filter(|(one, other)| one.1 & other.1 == set);
            pairs.next().map(|(one, other)| format!("{} and {}", one.0, other.0))
        };
        let neither = || {
            let mut pairs = pairs().filter(|(one, other)| self.all & !(one.1 | other.1) == set);
            pairs.next().map(|(one, other)| format!("neither {} nor {}", one.0, other.0))
        };
        let except = || {
            let mut pairs = names().flat_map(|(_, one)| self.named.iter().map(move |other| (one, other)));
            let found = pairs.find(|(one, other)| one.1 & !other.1 == set && one.1 != self.all);
            found.map(|(one, other)| format!("{} but not {}", one.0, other.0))
        };
        if small && self.single(set).is_none() {
            None
        } else {
            known().or_else(either).or_else(both).or_else(neither).or_else(except)
        }
    }

    fn single(&self, set: SiteSet) -> Option<String> {
        self.named.iter().find(|(_, known)| *known == set).map(|(name, _)| name.clone())
    }

    /// Where the sites are, of a set that may be another for each side; `owner` is whose.
    pub(super) fn by_side(&self, sets: &[SiteSet], owner: &str) -> String {
        if sets.windows(2).all(|pair| pair[0] == pair[1]) {
            return self.within(sets[0]);
        }
        if let Some((name, _)) = self.game.regions.iter().find(|(_, known)| known == sets) {
            return format!("in {owner} `{name}`");
        }
        let complement: Vec<SiteSet> = sets.iter().map(|&set| self.all & !set).collect();
        if let Some((name, _)) = self.game.regions.iter().find(|(_, known)| *known == complement) {
            return format!("not in {owner} `{name}`");
        }
        let parts = sets
            .iter()
            .enumerate()
            .map(|(side, &set)| format!("for {} {}", self.game.sides[side].name, self.within(set)));
        format!("({})", parts.collect::<Vec<_>>().join("; "))
    }

    /// How one goes in these directions: `orthogonally`, `in any direction`, `north or east`.
    pub(super) fn adverb(&self, directions: DirectionSet) -> Option<String> {
        let board = &self.game.board;
        let whole = (1u64 << board.directions.len()) - 1;
        let names: Vec<&str> = directions.iter().map(|at| board.directions[at].name.as_str()).collect();
        if let Some(word) = together(&names) {
            return Some(format!("{word}ly"));
        }
        if u64::from(directions.0) == whole {
            return Some(if board.lined { "along the lines".to_owned() } else { "in any direction".to_owned() });
        }
        if names.is_empty() || names.iter().any(|name| name.is_empty() || name.starts_with("line ")) {
            None
        } else {
            Some(list(&names, "or"))
        }
    }

    /// How the sides go in directions that may be others for each.
    pub(super) fn ways(&self, directions: &Directions, sides: SideSet) -> String {
        let word = |set: DirectionSet| self.adverb(set).unwrap_or_else(|| "along some lines".to_owned());
        let along = |set: DirectionSet| {
            let is_whole = u64::from(set.0) == (1u64 << self.game.board.directions.len()) - 1;
            let lined = self.game.board.lined && !is_whole;
            if lined { format!("{} along a line", word(set)) } else { word(set).replace("the lines", "a line") }
        };
        let mut sets: Vec<(DirectionSet, Vec<Side>)> = Vec::new();
        for side in sides.iter() {
            let own = directions.0.get(side.index()).copied().unwrap_or_default();
            match sets.iter_mut().find(|(known, _)| *known == own) {
                Some((_, of)) => of.push(side),
                None => sets.push((own, vec![side])),
            }
        }
        match sets.as_slice() {
            [] => String::new(),
            [(set, _)] => along(*set),
            several => {
                let parts = several.iter().map(|(set, of)| {
                    let names: Vec<&str> = of.iter().map(|side| self.game.sides[side.index()].name.as_str()).collect();
                    format!("{}: {}", list(&names, "and"), along(*set))
                });
                format!("({})", parts.collect::<Vec<_>>().join("; "))
            }
        }
    }

    /// What a line in these directions is called: `orthogonal line`, `line in any direction`.
    pub(super) fn line(&self, directions: &Directions) -> String {
        let set = directions.0.first().copied().unwrap_or_default();
        let names: Vec<&str> = set.iter().map(|at| self.game.board.directions[at].name.as_str()).collect();
        match (together(&names), self.adverb(set)) {
            (Some(word), _) => format!("{word} line"),
            (None, Some(words)) => format!("line {words}"),
            (None, None) => "line".to_owned(),
        }
    }

    /// The sites that so many links lead along, in the first of the directions that has room for them.
    pub(super) fn path(&self, directions: &Directions, side: Side, links: usize) -> Option<Vec<&'g str>> {
        let board = &self.game.board;
        let follow = |way: usize, from: Site| {
            let next = &board.directions[way].next;
            let path = std::iter::successors(Some(from), |at| next[at.index()]).take(links + 1);
            let names: Vec<&str> = path.map(|site| board.name(site)).collect();
            (names.len() == links + 1).then_some(names)
        };
        let ways = directions.0.get(side.index())?.iter();
        let starts = ways.flat_map(|way| (0..board.len()).map(move |from| (way, Site::new(from))));
        starts.into_iter().find_map(|(way, from)| follow(way, from))
    }
}

/// The one word for all these directions.
fn together(names: &[&str]) -> Option<&'static str> {
    let is_same = |of: &[&str]| of.len() == names.len() && of.iter().all(|name| names.contains(name));
    TOGETHER.iter().find(|(_, of)| is_same(of)).map(|(word, _)| *word)
}

/// The number of columns and of rows, unless columns lean.
fn grid(board: &Board) -> Option<(i16, i16)> {
    let columns = board.places.iter().map(|place| place.0).max()? + 1;
    let rows = board.places.iter().map(|place| place.1).max()? + 1;
    let leans = board.directions.iter().any(|direction| match (direction.name.as_str(), step(board, direction)) {
        ("north", Some((right, _))) => right != 0,
        ("east", Some((_, up))) => up != 0,
        _ => false,
    });
    (!leans).then_some((columns, rows))
}

/// How far the direction's first link leads: to the right and up.
fn step(board: &Board, direction: &Direction) -> Option<(i16, i16)> {
    let mut links = direction.next.iter().zip(&board.places);
    links.find_map(|(to, from)| to.map(|to| board.places[to.index()]).map(|to| (to.0 - from.0, to.1 - from.1)))
}
