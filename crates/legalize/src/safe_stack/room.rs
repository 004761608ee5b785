//! Places of objects in the room that a function makes on the unsafe stack.

/// Bytes below the base pointer that are given away, in order.
#[derive(Default)]
pub(super) struct Room {
    regions: Vec<Region>,
}

/// Bytes from `start` to `end` below the base pointer.
#[derive(Clone, Copy)]
struct Region {
    start: u64,
    end: u64,
    is_free: bool,
}

impl Room {
    /// Finds a place for `size` bytes with this alignment: how far below the base pointer it begins.
    pub(super) fn place(&mut self, size: u64, align: u64) -> u64 {
        let fit = |from: u64| (from + size).next_multiple_of(align) - size;
        let mut start = fit(0);
        for region in &self.regions {
            match () {
                () if start >= region.end => {}
                () if !region.is_free => start = fit(region.end),
                () if start + size <= region.end => break,
                () => {}
            }
        }
        let end = start + size;
        let last = self.size();
        if end > last {
            if start > last {
                self.add(last, start, true);
            }
            self.add(start.max(last), end, false);
        }
        self.take(start, end);
        end
    }

    /// Bytes from the base pointer down to the lowest object.
    pub(super) fn size(&self) -> u64 {
        self.regions.last().map_or(0, |region| region.end)
    }

    fn add(&mut self, start: u64, end: u64, is_free: bool) {
        self.regions.push(Region {
            start,
            end,
            is_free,
        });
    }

    /// Marks the bytes as given away.
    fn take(&mut self, start: u64, end: u64) {
        let mut cut = Vec::with_capacity(self.regions.len() + 2);
        for region in self.regions.drain(..) {
            let mut from = region.start;
            for to in [start, end, region.end] {
                let to = to.clamp(from, region.end);
                if to > from {
                    let is_taken = from >= start && to <= end;
                    cut.push(Region {
                        start: from,
                        end: to,
                        is_free: region.is_free && !is_taken,
                    });
                }
                from = to;
            }
        }
        self.regions = cut;
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn small_objects_fill_gaps() {
        let mut room = Room::default();
        assert_eq!(room.place(8, 8), 8);
        assert_eq!(room.place(64, 64), 128);
        assert_eq!(room.place(4, 4), 12);
        assert_eq!(room.size(), 128);
    }
}
