//! Which addresses a bot's url may lead to.
//!
//! The name is looked up for every connection and the address that is checked is the address that is called,
//! so a name that changes its mind between the two gains nothing.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// How far urls may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Anywhere: whoever types the url sits at this machine.
    #[default]
    Anywhere,
    /// Only the public internet: urls come from strangers, and must not open this machine or its network to
    /// them.
    PublicOnly,
}

impl Reach {
    /// Whether a bot may be at this address.
    #[must_use]
    pub fn allows(self, address: IpAddr) -> bool {
        self == Self::Anywhere || is_public(address)
    }
}

/// Whether an address is one of the public internet: not this machine, a private network, or a special
/// purpose.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    let special = a == 0
        || v4.is_loopback()
        || v4.is_private()
        || v4.is_link_local()
        || v4.is_documentation()
        || v4.is_multicast()
        // Shared by carriers, set aside for protocols, old relays, for benchmarks, and the rest that is
        // reserved.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 240;
    !special
}

fn is_public_v6(v6: Ipv6Addr) -> bool {
    // An old address in a new coat is judged by what it is.
    if let Some(v4) = v6.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    let [a, b, ..] = v6.segments();
    match (a, b) {
        // Carries an old address to a translator, to a relay (6to4), or in disguise (Teredo).
        (0x64, 0xff9b) | (0x2002, _) | (0x2001, 0) => false,
        // Set aside for protocols, and for documents.
        (0x2001, 0x1..=0x1ff | 0xdb8) | (0x3fff, 0..=0xfff) => false,
        // All that is handed out for general use begins with these three bits.
        _ => a & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_and_private_networks_are_not_public() {
        let inside = "127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 \
                      169.254.169.254 100.64.0.1 198.18.0.1 192.0.2.1 224.0.0.1 255.255.255.255 240.0.0.1 \
                      ::1 :: fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 \
                      64:ff9b::7f00:1 2002:7f00:1::1 2001:db8::1 ::7f00:1";
        for address in inside.split_whitespace() {
            assert!(!is_public(address.parse().unwrap()), "{address}");
            assert!(Reach::Anywhere.allows(address.parse().unwrap()));
        }
    }

    #[test]
    fn the_rest_is() {
        for address in
            "1.1.1.1 172.32.0.1 172.15.0.1 100.128.0.1 2606:4700::1111 ::ffff:8.8.8.8".split_whitespace()
        {
            assert!(Reach::PublicOnly.allows(address.parse().unwrap()), "{address}");
        }
    }
}
