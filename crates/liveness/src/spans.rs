//! Finds the live ranges that reach into a part of the code, without visiting each of them.
//!
//! When slot indexes move, the ranges that have an end there must follow. Most have none: they lie elsewhere, or they
//! are one segment from before that part to after it. A dense table knows enough about each range to tell, and a
//! summary of each group of neighbours makes it possible to skip most of the table. It has a bit for each of 64 equal
//! parts of the code, its zones, where a member may have a place:
//!
//! ```text
//!   members  [16,32]  [48,480]  [400,2000 hollow]       of a hollow one, only the ends count
//!   zones    1        1111      ···1···········1
//!   group    1111····1···········1                      moved: a place in zone 6 concerns no member
//! ```
//!
//! Groups of groups have such a summary as well.
//!
//! Code that may change a range reports it ([`Spans::touch`]): then nothing is known about it until it is visited.

use crate::live_interval::LiveInterval;
use crate::live_range::LiveRange;
use crate::slot_index::SlotIndex;

/// Members of a group, and groups of a group of groups.
const GROUP: usize = 32;

/// A range of more values takes long to look at.
const LARGE: usize = 64;

/// What is known of one range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    first: SlotIndex,
    last: SlotIndex,
    pub(crate) kind: Kind,
}

/// More about a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing is known.
    Unknown,
    /// Nothing is known of a large range, which was met once since it may have changed.
    Met,
    /// Some values do not begin a segment.
    Partial,
    /// All values begin a segment; see [`LiveRange::is_complete`].
    Complete,
    /// As well, and it has no place of its own between its first and last.
    Hollow,
}

impl Member {
    /// A range that is live nowhere.
    pub(crate) const NONE: Self = Self {
        first: SlotIndex::NONE,
        last: SlotIndex::ZERO,
        kind: Kind::Complete,
    };
    const UNKNOWN: Self = Self {
        first: SlotIndex::ZERO,
        last: SlotIndex::NONE,
        kind: Kind::Unknown,
    };

    /// What is to be known of an interval that was known as `before`.
    pub(crate) fn of(interval: &LiveInterval, before: Kind) -> Self {
        let range = interval.range();
        let subs = || interval.sub_ranges().map(|sub| &sub.range);
        let complete = match before {
            // Most likely it is being split, and changes again before the next code moves.
            Kind::Unknown if range.values().len() > LARGE => {
                return Self {
                    kind: Kind::Met,
                    ..Self::UNKNOWN
                };
            }
            Kind::Unknown | Kind::Met => range.is_complete() && subs().all(LiveRange::is_complete),
            Kind::Partial => false,
            Kind::Complete | Kind::Hollow => true,
        };
        if !complete {
            // Values without segments may be anywhere.
            return Self {
                kind: Kind::Partial,
                ..Self::UNKNOWN
            };
        }
        let (first, last) = match range.segments() {
            // Its sub-ranges may be there already.
            [] if interval.has_sub_ranges() => return Self::UNKNOWN,
            [] => return Self::NONE,
            [first, ..] => (first.start, range.end_index()),
        };
        let simple = range.segments().len() == 1 && range.values().len() == 1;
        let kind = if simple && !interval.has_sub_ranges() {
            Kind::Hollow
        } else {
            Kind::Complete
        };
        Self { first, last, kind }
    }

    /// Where it may have places.
    #[inline]
    fn zones(&self, zone_bits: u32) -> Zones {
        if self.first > self.last {
            return 0;
        }
        if self.kind == Kind::Hollow {
            return 1 << zone(self.first, zone_bits) | 1 << zone(self.last, zone_bits);
        }
        zones_between(self.first, self.last, zone_bits)
    }

    /// Whether a place that is moved may be one of the range's, given the first and last of all that are.
    #[inline]
    fn is_concerned(&self, first: SlotIndex, last: SlotIndex) -> bool {
        self.first <= last
            && first <= self.last
            && (self.kind != Kind::Hollow || first <= self.first || self.last <= last)
    }
}

/// Parts of the code, a bit each.
type Zones = u64;

/// The table.
#[derive(Debug, Default)]
pub(crate) struct Spans {
    members: Vec<Member>,
    groups: Vec<Zones>,
    groups_of_groups: Vec<Zones>,
    /// By member: how often it may have changed.
    versions: Vec<u32>,
    /// A zone has 2 to the power of this many slots; the last one also includes everything after it.
    zone_bits: u32,
}

impl Spans {
    /// Begins with this many ranges, of which nothing is known, in code up to `end`.
    pub(crate) fn reset(&mut self, count: usize, end: SlotIndex) {
        self.members.clear();
        self.groups.clear();
        self.groups_of_groups.clear();
        self.versions.clear();
        self.zone_bits = u32::BITS - (end.raw() / Zones::BITS).leading_zeros();
        self.grow(count);
    }

    fn grow(&mut self, count: usize) {
        self.members.resize(count, Member::UNKNOWN);
        self.versions.resize(count, 0);
        let groups = count.div_ceil(GROUP);
        self.groups.resize(groups, !0);
        self.groups_of_groups.resize(groups.div_ceil(GROUP), !0);
    }

    /// Says that a range may change.
    #[inline]
    pub(crate) fn touch(&mut self, at: usize) {
        if at >= self.members.len() {
            self.grow(at + 1);
        }
        self.members[at] = Member::UNKNOWN;
        self.versions[at] = self.versions[at].wrapping_add(1);
        self.groups[at / GROUP] = !0;
        self.groups_of_groups[at / GROUP / GROUP] = !0;
    }

    /// Says that a range has changed to that of `interval`, and that its values begin segments if they did.
    pub(crate) fn follow(&mut self, at: usize, interval: &LiveInterval) {
        match self.members.get(at).map(|member| member.kind) {
            Some(kind @ (Kind::Complete | Kind::Hollow)) => {
                let member = Member::of(interval, kind);
                let zones = member.zones(self.zone_bits);
                self.members[at] = member;
                self.groups[at / GROUP] |= zones;
                self.groups_of_groups[at / GROUP / GROUP] |= zones;
                self.versions[at] = self.versions[at].wrapping_add(1);
            }
            // What is partial may be anywhere.
            Some(Kind::Partial) => self.versions[at] = self.versions[at].wrapping_add(1),
            Some(Kind::Unknown | Kind::Met) | None => self.touch(at),
        }
    }

    /// Looks at all ranges, whose numbers have changed while [`Self::visit`] was not called.
    pub(crate) fn renew(&mut self, intervals: &[LiveInterval]) {
        self.groups.fill(0);
        self.groups_of_groups.fill(0);
        for (at, (member, interval)) in self.members.iter_mut().zip(intervals).enumerate() {
            *member = match interval.present {
                true => Member::of(interval, member.kind),
                false => Member::NONE,
            };
            let zones = member.zones(self.zone_bits);
            self.groups[at / GROUP] |= zones;
            self.groups_of_groups[at / GROUP / GROUP] |= zones;
        }
    }

    /// Whether all values of a range that is often visited begin a segment.
    pub(crate) fn is_complete(&mut self, at: usize, interval: &LiveInterval) -> bool {
        let Some(member) = self.members.get_mut(at) else {
            return false;
        };
        if member.kind == Kind::Unknown {
            member.kind = Kind::Met;
        }
        if member.kind == Kind::Met {
            *member = Member::of(interval, Kind::Met);
        }
        matches!(member.kind, Kind::Complete | Kind::Hollow)
    }

    /// How often a range may have changed.
    #[inline]
    pub(crate) fn version(&self, at: usize) -> u32 {
        self.versions.get(at).copied().unwrap_or(0)
    }

    /// Calls `visit` for all ranges that may have a place from `first` to `last`; it returns what is to be
    /// known of the range then.
    pub(crate) fn visit(
        &mut self,
        (first, last): (SlotIndex, SlotIndex),
        mut visit: impl FnMut(usize, Kind) -> Member,
    ) {
        let bits = self.zone_bits;
        let moved = zones_between(first, last, bits);
        let groups = self.groups.chunks_mut(GROUP);
        let members = self.members.chunks_mut(GROUP * GROUP);
        let parts = self.groups_of_groups.iter_mut().zip(groups).zip(members);
        for (number, ((all, groups), members)) in parts.enumerate() {
            if *all & moved == 0 {
                continue;
            }
            *all = 0;
            for (place, (group, members)) in
                groups.iter_mut().zip(members.chunks_mut(GROUP)).enumerate()
            {
                if *group & moved != 0 {
                    *group = 0;
                    let from = (number * GROUP + place) * GROUP;
                    for (at, member) in (from..).zip(members) {
                        if member.is_concerned(first, last) {
                            *member = visit(at, member.kind);
                        }
                        *group |= member.zones(bits);
                    }
                }
                *all |= *group;
            }
        }
    }
}

/// The zone of a place.
#[inline]
fn zone(at: SlotIndex, zone_bits: u32) -> u32 {
    (at.raw() >> zone_bits).min(Zones::BITS - 1)
}

/// The zones from one place to another.
#[inline]
fn zones_between(first: SlotIndex, last: SlotIndex, zone_bits: u32) -> Zones {
    let unused = Zones::BITS - 1 - zone(last, zone_bits);
    (!0 << zone(first, zone_bits)) & (!0 >> unused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_a_place_there_is_visited() {
        let index = SlotIndex::from_raw;
        let mut spans = Spans::default();
        spans.reset(40, index(800));
        let member = |at: usize| Member {
            first: index(at as u32 * 16),
            last: index(at as u32 * 16 + 160),
            kind: if at.is_multiple_of(2) {
                Kind::Hollow
            } else {
                Kind::Complete
            },
        };
        spans.visit((index(0), index(8)), |at, _| member(at));
        let mut seen = Vec::new();
        spans.visit((index(320), index(324)), |at, kind| {
            seen.push(at);
            assert_ne!(kind, Kind::Unknown);
            member(at)
        });
        assert_eq!(seen, [10, 11, 13, 15, 17, 19, 20]);
        spans.touch(39);
        seen.clear();
        spans.visit((index(0), index(2)), |at, _| {
            seen.push(at);
            member(at)
        });
        assert_eq!(seen, [0, 39]);
    }
}
