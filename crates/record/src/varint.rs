//! Numbers in as few bytes as they need: seven bits a byte, lowest first (LEB128).

/// Appends a number.
#[inline]
pub(crate) fn write(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the front; `None` where the bytes end early or it would not fit.
#[inline]
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        // The tenth byte has room for one bit only.
        if place == 9 && byte > 1 {
            return None;
        }
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Takes `length` bytes off the front.
pub(crate) fn take<'a>(bytes: &mut &'a [u8], length: u64) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            write(&mut bytes, number);
            let mut rest = bytes.as_slice();
            assert_eq!(read(&mut rest), Some(number));
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn cut_or_overlong_numbers_are_none() {
        assert_eq!(read(&mut [0x80].as_slice()), None);
        assert_eq!(read(&mut [0xff; 11].as_slice()), None);
    }
}
