//! The queue of the basic allocator: heaviest first.

use avarice_mir::VReg;

/// A binary heap by spill weight. What comes first among equal weights depends on how the heap is kept, and
/// shows in the allocation: so it is kept as C++'s `priority_queue` is (sift to the bottom, then up).
#[derive(Clone, Debug, Default)]
pub struct SpillWeightQueue {
    heap: Vec<(f32, VReg)>,
}

impl SpillWeightQueue {
    /// Adds a register.
    pub fn push(&mut self, reg: VReg, weight: f32) {
        self.heap.push((weight, reg));
        let hole = self.heap.len() - 1;
        self.sift_up(hole, (weight, reg));
    }

    /// Takes the heaviest register.
    pub fn pop(&mut self) -> Option<VReg> {
        let last = self.heap.pop()?;
        let Some(top) = self.heap.first().copied() else {
            return Some(last.1);
        };
        let len = self.heap.len();
        let mut hole = 0;
        while 2 * hole + 2 < len {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let child = if self.heap[right].0 < self.heap[left].0 {
                left
            } else {
                right
            };
            self.heap[hole] = self.heap[child];
            hole = child;
        }
        if 2 * hole + 1 < len {
            self.heap[hole] = self.heap[2 * hole + 1];
            hole = 2 * hole + 1;
        }
        self.sift_up(hole, last);
        Some(top.1)
    }

    fn sift_up(&mut self, mut hole: usize, value: (f32, VReg)) {
        while hole > 0 && self.heap[(hole - 1) / 2].0 < value.0 {
            self.heap[hole] = self.heap[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        self.heap[hole] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaviest_comes_first() {
        let mut queue = SpillWeightQueue::default();
        let weights = [1.0, 7.5, 3.0, f32::INFINITY, 0.0, 3.0, 2.0];
        for (number, weight) in weights.iter().enumerate() {
            queue.push(VReg::from_u32(number as u32), *weight);
        }
        let popped: Vec<f32> = std::iter::from_fn(|| queue.pop())
            .map(|reg| weights[reg.as_u32() as usize])
            .collect();
        let mut sorted = weights.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(popped, sorted);
    }
}
