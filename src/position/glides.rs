//! Where glides lead, remembered from one position to the next.

use crate::bits::{Bits, Site};
use crate::rules::{Glide, Rules};

/// Where a glide leads.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reach<const W: usize> {
    /// The sites that it may end on, that where it begins among them.
    pub(super) ends: Bits<W>,
    /// The sites one link on from those.
    pub(super) around: Bits<W>,
}

/// Where a glide led from a site, and what it could go through of the sites around.
#[derive(Clone, Copy, Default, Debug)]
struct Known<const W: usize> {
    reach: Reach<W>,
    open: Bits<W>,
}

/// Where the glides of the rules led when last asked for, of each from every site.
#[derive(Clone, Default, Debug)]
pub(super) struct Glides<const W: usize> {
    sites: usize,
    known: Box<[Known<W>]>,
}

impl<const W: usize> Glides<W> {
    pub(super) fn new(rules: &Rules<W>) -> Self {
        let sites = rules.all.count() as usize;
        Glides { sites, known: vec![Known::default(); rules.glides * sites].into() }
    }

    /// Where the glide leads from the site over these sites.
    #[inline(always)]
    pub(super) fn reach(&mut self, glide: &Glide<W>, from: Site, through: Bits<W>) -> Reach<W> {
        let known = &mut self.known[glide.number as usize * self.sites + from.index()];
        // It leads to the same sites as long as those around them are as they were, whatever happened elsewhere.
        if !known.reach.ends.has(from) || through & known.reach.around != known.open {
            let reach = glide.reach(through, from);
            *known = Known { reach, open: through & reach.around };
        }
        known.reach
    }
}

impl<const W: usize> Glide<W> {
    #[inline(never)]
    fn reach(&self, through: Bits<W>, from: Site) -> Reach<W> {
        let (mut ends, mut edge, mut around) = (Bits::one(from), Bits::one(from), Bits::EMPTY);
        while !edge.is_empty() {
            around = edge.iter().fold(around, |around, site| around | self.along.near(site));
            edge = around & through & !ends;
            ends |= edge;
        }
        Reach { ends, around }
    }
}
