//! No spelling of an address makes it harmless.
//!
//! Addresses are the ends of every block of `rules/data/special-addresses.csv`, and the metadata addresses.

use std::fmt::Write as _;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

use elicitlint::{Context, Linter, Revision, Severity};

use crate::differentials::unescaped;

const BLOCKS: &str = include_str!("../../rules/data/special-addresses.csv");
const METADATA: &str = include_str!("../../rules/data/metadata-addresses.csv");

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(2).map(|line| line.split(',').collect())
}

/// First and last address of a block of the table, and its class.
struct Block {
    first: IpAddr,
    last: IpAddr,
    class: &'static str,
}

fn blocks() -> Vec<Block> {
    let block = |row: Vec<&'static str>| {
        let (network, length) = row[0].split_once('/').unwrap();
        let length: u32 = length.parse().unwrap();
        let first: IpAddr = network.parse().unwrap();
        let last = match first {
            IpAddr::V4(first) => Ipv4Addr::from(first.to_bits() | u32::MAX.checked_shr(length).unwrap_or(0)).into(),
            IpAddr::V6(first) => Ipv6Addr::from(first.to_bits() | u128::MAX.checked_shr(length).unwrap_or(0)).into(),
        };
        Block { first, last, class: row[1] }
    };
    let blocks: Vec<_> = rows(BLOCKS).map(block).collect();
    assert!(blocks.len() > 60, "{} blocks", blocks.len());
    blocks
}

/// The class of the smallest block that holds the address.
fn class(blocks: &[Block], address: IpAddr) -> &'static str {
    let holds =
        |block: &&Block| block.first.is_ipv4() == address.is_ipv4() && (block.first..=block.last).contains(&address);
    // Of nested blocks, the smallest begins last and ends first.
    blocks.iter().filter(holds).max_by_key(|block| (block.first, std::cmp::Reverse(block.last))).unwrap().class
}

/// IPv4 addresses at the ends of all blocks that are not public, with their classes.
fn special_v4() -> Vec<(Ipv4Addr, &'static str)> {
    let blocks = blocks();
    let ends = blocks.iter().flat_map(|block| [block.first, block.last]);
    let mut special: Vec<_> = ends
        .filter_map(|address| match (address, class(&blocks, address)) {
            (_, "public") | (IpAddr::V6(_), _) => None,
            (IpAddr::V4(v4), class) => Some((v4, class)),
        })
        .collect();
    special.extend(rows(METADATA).filter_map(|row| Some((row[0].parse().ok()?, "metadata"))));
    special.sort();
    special.dedup_by_key(|(address, _)| *address);
    special
}

/// Every way to write an IPv4 address that a browser reads, but the usual one.
fn disguises(address: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = address.octets();
    let (bits, dotted) = (address.to_bits(), address.to_string());
    let percent = |text: &str, is: fn(char) -> bool| {
        text.chars().fold(String::new(), |mut all, character| {
            if is(character) {
                write!(all, "%{:02X}", u32::from(character)).unwrap()
            } else {
                all.push(character)
            }
            all
        })
    };
    let wide = |character: char| match character {
        '.' => '\u{ff0e}',
        digit => char::from_u32(u32::from(digit) + 0xfee0).unwrap(),
    };
    let mut disguises = vec![
        format!("{bits}"),
        format!("0x{bits:08X}"),
        format!("0x0000{bits:x}"),
        format!("0{bits:o}"),
        format!("0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("0{a:03o}.{b}.{c}.{d}"),
        format!("{a}.0x{b:x}.0{c:o}.{d}"),
        format!("{a}.{b}.{}", bits & 0xffff),
        format!("{a}.{}", bits & 0x00ff_ffff),
        format!("0x{a:x}.{}", bits & 0x00ff_ffff),
        format!("{dotted}."),
        percent(&dotted, |_| true),
        percent(&dotted, |character| character == '.'),
        dotted.chars().map(wide).collect(),
        dotted.replace('.', "\u{3002}"),
        dotted.replace('.', "\u{ff61}"),
        dotted.replace('.', "\u{ad}."),
        format!("\u{200b}{dotted}"),
    ];
    // 0.0.0.0 in octal is `00`; what is written as usual after all is no disguise.
    disguises.retain(|disguise| *disguise != dotted);
    disguises
}

/// An IPv4 address inside an IPv6 address, in every form that gets out again.
fn wrappings(address: Ipv4Addr) -> Vec<String> {
    let bits = address.to_bits();
    let (high, low) = (bits >> 16, bits & 0xffff);
    let (high_inverted, low_inverted) = (!bits >> 16, !bits & 0xffff);
    vec![
        format!("[::ffff:{address}]"),
        format!("[::FFFF:{high:X}:{low:X}]"),
        format!("[0:0:0:0:0:ffff:{high:x}:{low:04x}]"),
        format!("[::{address}]"),
        format!("[::ffff:0:{high:x}:{low:x}]"),
        format!("[64:ff9b::{address}]"),
        format!("[64:ff9b::{high:x}:{low:x}]"),
        format!("[64:ff9b:1::{high:x}:{low:x}]"),
        format!("[64:ff9b:1:{high:x}:{:x}:{:x}::]", low >> 8, (low & 0xff) << 8),
        format!("[2002:{high:x}:{low:x}::1]"),
        format!("[2001:0:{high:x}:{low:x}:8000:0:{high_inverted:x}:{low_inverted:x}]"),
        format!("[2001:0:808:808:8000:0:{high_inverted:x}:{low_inverted:x}]"),
        format!("[2606:4700::5efe:{high:x}:{low:x}]"),
        format!("[2606:4700::200:5efe:{high:x}:{low:x}]"),
    ]
}

/// Rules that fire on a host, and the worst severity.
fn judge(linter: &Linter, host: &str) -> (Vec<String>, Option<Severity>) {
    judge_url(linter, &format!("https://{host}/"))
}

fn judge_url(linter: &Linter, url: &str) -> (Vec<String>, Option<Severity>) {
    let report = linter.vet_url(url, &Context::new(Revision::V2025_11_25));
    let rules = report.findings().iter().map(|finding| report.rule(finding).id().to_owned()).collect();
    (rules, report.findings().iter().map(|finding| finding.severity()).max())
}

/// The least severity of a plain address of this class, and the rule that says so.
fn plain(class: &str) -> (&'static str, Severity) {
    match class {
        "metadata" => ("url-metadata-endpoint", Severity::Error),
        "private" => ("url-private-address", Severity::Warning),
        "loopback" => ("url-loopback", Severity::Info),
        "special" | "public" => ("url-address-literal", Severity::Info),
        _ => panic!("{class}"),
    }
}

#[test]
fn a_plain_address_is_judged_by_its_class_alone() {
    let (linter, blocks) = (Linter::new(), blocks());
    let ends = blocks.iter().flat_map(|block| [block.first, block.last]);
    for address in ends.filter(IpAddr::is_ipv4) {
        let (rule, severity) = plain(class(&blocks, address));
        assert_eq!(judge(&linter, &address.to_string()), (vec![rule.to_owned()], Some(severity)), "{address}");
    }
    for row in rows(METADATA) {
        let address: IpAddr = row[0].parse().unwrap();
        let host = if address.is_ipv4() { address.to_string() } else { format!("[{address}]") };
        assert_eq!(judge(&linter, &host), (vec!["url-metadata-endpoint".to_owned()], Some(Severity::Error)), "{host}");
    }
}

#[test]
fn a_disguised_address_is_an_error_beside_its_class() {
    let linter = Linter::new();
    for (address, class) in special_v4().into_iter().chain([(Ipv4Addr::new(8, 8, 8, 8), "public")]) {
        for disguise in disguises(address) {
            let (rules, severity) = judge(&linter, &disguise);
            let (own, _) = plain(class);
            assert_eq!(severity, Some(Severity::Error), "{address} as {disguise}: {rules:?}");
            assert!(rules.contains(&"url-encoded-address".to_owned()), "{address} as {disguise}: {rules:?}");
            assert!(rules.contains(&own.to_owned()), "{address} as {disguise}: {rules:?}");
            let hides = usize::from(rules.contains(&"text-hidden-characters".to_owned()));
            assert_eq!(rules.len(), 2 + hides, "{address} as {disguise}: {rules:?}");
        }
    }
}

#[test]
fn a_wrapped_address_is_as_bad_as_what_it_wraps() {
    let linter = Linter::new();
    for (address, class) in special_v4() {
        for wrapping in wrappings(address) {
            let (rules, severity) = judge(&linter, &wrapping);
            // Reachable addresses are no worse for the wrapping, and a field of Teredo that is zero holds no address.
            let (is_reachable, is_nothing) = (class == "special", address.is_unspecified());
            let least = match class {
                _ if is_nothing => Severity::Warning,
                "special" => Severity::Info,
                _ => Severity::Error,
            };
            assert!(severity >= Some(least), "{address} as {wrapping}: {rules:?}");
            if !is_reachable && !is_nothing {
                assert!(rules.contains(&"url-encoded-address".to_owned()), "{address} as {wrapping}: {rules:?}");
            }
        }
    }
}

#[test]
fn every_block_of_ipv6_is_found_in_every_spelling() {
    let (linter, blocks) = (Linter::new(), blocks());
    for address in blocks.iter().flat_map(|block| [block.first, block.last]) {
        let (IpAddr::V6(v6), class) = (address, class(&blocks, address)) else { continue };
        if class == "public" {
            continue;
        }
        let groups = v6.segments();
        let long = groups.map(|group| format!("{group:04x}")).join(":");
        let last = Ipv4Addr::from((u32::from(groups[6]) << 16) | u32::from(groups[7]));
        let dotted =
            format!("{}:{last}", groups[..6].iter().map(|group| format!("{group:x}")).collect::<Vec<_>>().join(":"));
        for text in [v6.to_string(), v6.to_string().to_uppercase(), long, dotted] {
            let (rules, severity) = judge(&linter, &format!("[{text}]"));
            let (own, _) = plain(class);
            // A wrapped IPv4 address may make it worse.
            assert!(severity >= Some(plain(class).1), "{text}: {rules:?}");
            let embeds = rules.contains(&"url-encoded-address".to_owned());
            assert!(embeds || rules == [own], "{text}: {rules:?}");
        }
    }
}

#[test]
fn public_addresses_beside_every_block_are_information() {
    let (linter, blocks) = (Linter::new(), blocks());
    let mut tried = 0;
    for block in &blocks {
        let (IpAddr::V4(first), IpAddr::V4(last)) = (block.first, block.last) else { continue };
        for bits in [first.to_bits().wrapping_sub(1), last.to_bits().wrapping_add(1)] {
            let address = Ipv4Addr::from(bits);
            if class(&blocks, address.into()) == "public" {
                let expected = (vec!["url-address-literal".to_owned()], Some(Severity::Info));
                assert_eq!(judge(&linter, &address.to_string()), expected, "{address}");
                tried += 1;
            }
        }
    }
    assert!(tried > 20, "{tried} addresses");
}

/// Rules of which one names what a spelling means, by its class and by what it parses to.
fn named(class: &str, outcome: &str) -> &'static [&'static str] {
    match (class, outcome) {
        (_, "error") => &["url-invalid", "idn-invalid"],
        ("loopback-plain", _) => &["url-loopback"],
        // Names that look like this machine and are not: `broadcasthost`, `mcp.example.com.local`, `127.0.0.1..`.
        ("loopback-obfuscated", "domain") => &["url-loopback", "url-special-use-name"],
        // 0.0.0.0 is written as usual, and many systems take it to this machine.
        ("loopback-obfuscated", _) => &["url-loopback", "url-encoded-address", "url-private-address"],
        ("metadata-obfuscated", _) => &["url-metadata-endpoint"],
        ("private-ip", _) => &["url-private-address"],
        ("ip-obfuscated", _) => &["url-encoded-address"],
        ("ip-boundary", _) => &["url-address-literal", "url-private-address"],
        ("ip-overflow-or-malformed", "domain") => &["url-special-use-name"],
        ("ipv6-special", _) => &["url-private-address", "url-loopback", "url-metadata-endpoint"],
        _ => panic!("{class} as {outcome}"),
    }
}

#[test]
fn spellings_from_public_lists_get_the_class_of_what_they_mean() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/ip-spellings.csv");
    let Ok(table) = fs::read_to_string(&path) else {
        eprintln!("skipped: there are no spellings at {}", path.display());
        return;
    };
    let (linter, blocks) = (Linter::new(), blocks());
    assert_eq!(table.lines().skip(1).count(), 306);
    for line in table.lines().skip(1) {
        let row: Vec<_> = line.splitn(5, ',').collect();
        let (url, class_of_row, outcome, value) = (unescaped(row[0]), row[1], row[2], row[3]);
        let (rules, severity) = judge_url(&linter, &url);
        let has = |rule: &str| rules.iter().any(|found| found == rule);
        assert!(named(class_of_row, outcome).iter().any(|rule| has(rule)), "{line}: {rules:?}");
        if outcome == "error" {
            assert_eq!(severity, Some(Severity::Error), "{line}: {rules:?}");
        }
        if outcome == "ipv4" {
            let address: IpAddr = value.parse().unwrap();
            let is_metadata = rows(METADATA).any(|row| row[0] == value);
            let (own, _) = plain(if is_metadata { "metadata" } else { class(&blocks, address) });
            assert!(has(own), "{line}: {rules:?}");
            // An address that the text does not show is in disguise.
            assert!(url.contains(value) || has("url-encoded-address"), "{line}: {rules:?}");
        }
    }
}
