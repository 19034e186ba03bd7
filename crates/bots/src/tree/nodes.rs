//! The tree's nodes and edges, in lists that keep their room from move to move: once they are long enough, a
//! walk allocates nothing.

use croupier_games::{Move, Seat};

/// The node of the view that is searched.
pub(super) const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;

/// A move of a seat in a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) seat: Seat,
    /// How often it was played.
    pub(super) visits: u32,
    /// How often it could have been, since it was first.
    pub(super) available: u32,
    /// What it brought its seat in all.
    pub(super) sum: f64,
    /// The next edge of the node.
    next: u32,
    /// Where it leads.
    ways: u32,
}

/// Where an edge leads, together with the moves of others at the same time.
#[derive(Debug, Clone, Copy)]
struct Transition {
    /// The edges of the others, as a number; 0 where nobody else moved.
    rest: u64,
    node: u32,
    next: u32,
}

/// A tree.
#[derive(Debug)]
pub(super) struct Nodes<M> {
    /// The first edge of each node.
    nodes: Vec<u32>,
    edges: Vec<Edge<M>>,
    ways: Vec<Transition>,
}

impl<M> Default for Nodes<M> {
    fn default() -> Self {
        Self { nodes: vec![NONE], edges: Vec::new(), ways: Vec::new() }
    }
}

impl<M: Move> Nodes<M> {
    /// Only the root is left.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(NONE);
        self.edges.clear();
        self.ways.clear();
    }

    /// How many edges there are.
    pub(super) fn edges(&self) -> usize {
        self.edges.len()
    }

    pub(super) fn edge(&self, at: u32) -> &Edge<M> {
        &self.edges[at as usize]
    }

    pub(super) fn edge_mut(&mut self, at: u32) -> &mut Edge<M> {
        &mut self.edges[at as usize]
    }

    /// The edges of a node, the latest first.
    pub(super) fn edges_of(&self, node: u32) -> impl Iterator<Item = &Edge<M>> {
        let mut at = self.nodes[node as usize];
        std::iter::from_fn(move || {
            let edge = self.edges.get(at as usize)?;
            at = edge.next;
            Some(edge)
        })
    }

    /// The edge of a move.
    #[inline]
    pub(super) fn find(&self, node: u32, seat: Seat, mv: M) -> Option<u32> {
        let mut at = self.nodes[node as usize];
        while at != NONE {
            let edge = &self.edges[at as usize];
            if edge.mv == mv && edge.seat == seat {
                return Some(at);
            }
            at = edge.next;
        }
        None
    }

    /// A new edge.
    pub(super) fn grow(&mut self, node: u32, seat: Seat, mv: M) -> u32 {
        let next = self.nodes[node as usize];
        let at = self.edges.len() as u32;
        self.edges.push(Edge { mv, seat, visits: 0, available: 1, sum: 0.0, next, ways: NONE });
        self.nodes[node as usize] = at;
        at
    }

    /// Where an edge leads together with the others, and whether nobody was there before.
    pub(super) fn child(&mut self, edge: u32, rest: u64) -> (u32, bool) {
        let mut at = self.edges[edge as usize].ways;
        while at != NONE {
            let way = self.ways[at as usize];
            if way.rest == rest {
                return (way.node, false);
            }
            at = way.next;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(NONE);
        let next = self.edges[edge as usize].ways;
        self.edges[edge as usize].ways = self.ways.len() as u32;
        self.ways.push(Transition { rest, node, next });
        (node, true)
    }
}
