//! A record taken apart, and put together again with lengths and hashes that fit.

use serde_json::Value;

/// A record in parts.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) head: Value,
    pub(crate) sections: Vec<Section>,
}

/// What stands behind the head: games, their end, or times.
#[derive(Clone)]
pub(crate) struct Section {
    pub(crate) kind: u8,
    pub(crate) first: u64,
    pub(crate) count: u32,
    pub(crate) plain: Vec<u8>,
    /// The length that it claims, where that is not the true one.
    pub(crate) says_plain: Option<u32>,
}

const SECTION_HEAD: usize = 29;

impl Parts {
    /// Takes a whole record apart.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let length = u32_at(bytes, 8) as usize;
        let head = serde_json::from_slice(&bytes[12..12 + length]).unwrap();
        let (mut sections, mut rest) = (Vec::new(), &bytes[12 + length..]);
        while rest.len() >= SECTION_HEAD {
            let packed = u32_at(rest, 17) as usize;
            let plain = &rest[SECTION_HEAD..SECTION_HEAD + packed];
            let plain = match packed {
                0 => Vec::new(),
                _ => zstd::bulk::decompress(plain, u32_at(rest, 13) as usize).unwrap(),
            };
            let first = u64::from_le_bytes(rest[1..9].try_into().unwrap());
            sections.push(Section { kind: rest[0], first, count: u32_at(rest, 9), plain, says_plain: None });
            rest = &rest[SECTION_HEAD + packed..];
        }
        Self { head, sections }
    }

    /// The record that these parts make.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let head = serde_json::to_vec(&self.head).unwrap();
        let mut out = b"CROUPIER".to_vec();
        out.extend((head.len() as u32).to_le_bytes());
        out.extend(head);
        self.sections.iter().for_each(|section| section.write(&mut out));
        out
    }
}

impl Section {
    fn write(&self, out: &mut Vec<u8>) {
        let packed = match self.plain.len() {
            0 => Vec::new(),
            _ => zstd::bulk::compress(&self.plain, 1).unwrap(),
        };
        out.push(self.kind);
        out.extend(self.first.to_le_bytes());
        out.extend(self.count.to_le_bytes());
        out.extend(self.says_plain.unwrap_or(self.plain.len() as u32).to_le_bytes());
        out.extend((packed.len() as u32).to_le_bytes());
        out.extend(&blake3::hash(&packed).as_bytes()[..8]);
        out.extend(packed);
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}
