//! What a host is: address or name, how near it stands, how it was written, which domain somebody registered.
//! In: the parsed host and the host as written. Out: `HostFacts`, without a copy of either.
//! Never: DNS, a Unicode table for an ASCII host, a judgement.

use crate::link::address;
use crate::link::names::Names;
use crate::link::service;
use crate::link::service::ChosenAddress;
use crate::link::suffix::Section;
use crate::link::suffix::SuffixList;
use crate::link::table;
use crate::text::Span;
use std::net::IpAddr;
use std::net::Ipv4Addr;
use std::ops::Deref;
use std::sync::LazyLock;

/// How near a host stands, worst first. A host has one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HostClass {
    /// A cloud metadata or platform control service.
    Metadata,
    /// This machine.
    Loopback,
    /// An address that the IANA registries do not call globally reachable.
    Private,
    /// A name that only resolves inside a network, or nowhere in the public DNS.
    Inside,
    /// An address that is reachable but not for the web, or a public one inside another.
    Special,
    /// A name under `.example`.
    Documentation,
    /// Everything else.
    Public,
}

impl HostClass {
    /// The class that a table of `rules/data` names.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        match word {
            "documentation" => Some(Self::Documentation),
            "inside" => Some(Self::Inside),
            "loopback" => Some(Self::Loopback),
            "private" => Some(Self::Private),
            "public" => Some(Self::Public),
            "special" => Some(Self::Special),
            _ => None,
        }
    }
}

/// What the URL Standard reads a host as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostKind {
    /// A name.
    Domain,
    /// An IPv4 address in any spelling.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// Text after the slashes of a scheme that the URL Standard does not know, and which is no host name by its
    /// rules: the `extension` of `goose://extension`.
    Opaque,
}

/// Whether a host was written as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// The text is the canonical one, or its Unicode form; letter case aside.
    Plain,
    /// The canonical text is another: address as decimal, octal, hexadecimal or short; percent-encoded, mapped or
    /// deleted characters.
    Encoded,
}

/// The form of a host name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// No dot in it.
    pub(crate) single_label: bool,
    /// A root dot at the end.
    pub(crate) trailing_dot: bool,
    /// Two dots in a row, or a dot at the start.
    pub(crate) empty_label: bool,
    /// A label over 63 bytes (RFC 1035 section 2.3.4).
    pub(crate) long_label: bool,
    /// Over 253 bytes, without the root dot.
    pub(crate) long_name: bool,
    /// A byte that is no letter, digit, hyphen, underscore or dot.
    pub(crate) irregular_byte: bool,
    /// An underscore.
    pub(crate) underscore: bool,
    /// A label that begins or ends with a hyphen.
    pub(crate) edge_hyphen: bool,
    /// A label that begins with `xn--`.
    pub(crate) punycode: bool,
}

/// Facts about a host. What borrows its text is on [`Host`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostFacts {
    pub(crate) kind: HostKind,
    pub(crate) class: HostClass,
    /// Why it has its class: the name of a row of the tables.
    pub(crate) reason: &'static str,
    /// The address that `class` is about, unwrapped.
    pub(crate) address: Option<IpAddr>,
    /// How the host carries an IPv4 address in an IPv6 address.
    pub(crate) wrapper: Option<&'static str>,
    /// An IPv4 address that is not public is wrapped in an IPv6 address.
    pub(crate) wraps_non_public: bool,
    pub(crate) spelling: Spelling,
    /// Where the public suffix stands in the list; unknown for addresses.
    pub(crate) section: Section,
    pub(crate) shape: Shape,
    /// The registrable domain in [`Host::ascii`].
    pub(crate) registrable: Option<Span>,
}

/// A host: facts and the text that they are about.
#[derive(Clone, Copy, Debug)]
pub struct Host<'a> {
    pub(crate) text: &'a str,
    pub(crate) facts: &'a HostFacts,
}

impl Deref for Host<'_> {
    type Target = HostFacts;

    fn deref(&self) -> &HostFacts {
        self.facts
    }
}

impl<'a> Host<'a> {
    /// Canonical ASCII text without the root dot; an IPv6 address in its brackets.
    #[must_use]
    pub fn ascii(&self) -> &'a str {
        without_root(self.text)
    }

    /// The text in Unicode (UTS 46), for display; the ASCII text where it has no other form.
    pub(crate) fn unicode(&self) -> String {
        match self.facts.shape.punycode {
            true => url::quirks::domain_to_unicode(self.ascii()),
            false => self.ascii().to_owned(),
        }
    }

    /// The domain that somebody registered: the public suffix and one label. None for addresses and for suffixes.
    #[must_use]
    pub fn registrable(&self) -> Option<&'a str> {
        self.facts.registrable.map(|span| span.of(self.ascii()))
    }

    /// As [`Host::registrable`], by another list than the one that the facts were found with.
    pub(crate) fn registrable_by(&self, suffixes: &dyn SuffixList) -> Option<&'a str> {
        let name = self.name()?;
        registrable(name, suffixes.suffix(name).0).map(|span| span.of(name))
    }

    /// Why what it shows may be anybody's: pages, short links and tunnels of our own list, and the names below a
    /// suffix of which somebody lets out names. None where it is nobody's but the owner's.
    pub(crate) fn shared(&self) -> Option<&'static str> {
        let name = self.name()?;
        let below_private = self.facts.section == Section::Private && self.facts.registrable.is_some();
        service::shared(name).or(below_private.then_some("domain below which anybody can have a name"))
    }

    /// The address that the writer of the name chose; none where no name service lets anybody choose.
    pub(crate) fn chosen_address(&self) -> Option<ChosenAddress> {
        self.name().and_then(service::chosen_address)
    }

    /// The name; none for addresses and for text that is no host.
    fn name(&self) -> Option<&'a str> {
        (self.facts.kind == HostKind::Domain).then(|| self.ascii())
    }
}

impl HostFacts {
    /// True where an address is written so that a person does not see which one it is.
    #[must_use]
    pub fn is_encoded_address(&self) -> bool {
        self.wraps_non_public || (self.address.is_some() && self.spelling == Spelling::Encoded)
    }

    /// Facts about the host of a URL.
    ///
    /// `host` is the parsed host and `text` its canonical text, `written` what the raw URL holds.
    pub(crate) fn of(host: &url::Host<&str>, text: &str, written: &str, suffixes: &dyn SuffixList) -> Self {
        match *host {
            url::Host::Domain(name) => Self::of_name(name, spelling(written, text), suffixes),
            url::Host::Ipv4(address) => Self::of_address(address.into(), spelling(written, text)),
            url::Host::Ipv6(address) => {
                let spelling = if is_dotted_form(written, text) { Spelling::Plain } else { spelling(written, text) };
                Self::of_address(address.into(), spelling)
            }
        }
    }

    /// Facts about the host text of a scheme that the URL Standard does not know. It may reach a resolver all the same,
    /// so it is read as a host; a word that is no name of the tables stays opaque.
    pub(crate) fn of_opaque(text: &str, suffixes: &dyn SuffixList) -> Self {
        let facts = match url::Host::parse(text) {
            Ok(url::Host::Domain(name)) => {
                let facts = Self::of_name(&name, spelling(text, &name), suffixes);
                // Spans are about the text that stands in the URL.
                Self { registrable: facts.registrable.filter(|_| name == text), ..facts }
            }
            Ok(url::Host::Ipv4(address)) => Self::of_address(address.into(), spelling(text, &address.to_string())),
            Ok(url::Host::Ipv6(address)) => Self::of_address(address.into(), Spelling::Plain),
            Err(_) => {
                Self { section: Section::Unknown, registrable: None, ..Self::of_name(text, Spelling::Plain, suffixes) }
            }
        };
        if [SINGLE_LABEL, UNDELEGATED].contains(&facts.reason) {
            return Self { kind: HostKind::Opaque, class: HostClass::Public, reason: "opaque host", ..facts };
        }
        facts
    }

    fn of_address(address: IpAddr, spelling: Spelling) -> Self {
        let facts = address::classify(address);
        Self {
            kind: if address.is_ipv4() { HostKind::Ipv4 } else { HostKind::Ipv6 },
            class: facts.class,
            reason: facts.reason,
            address: Some(facts.address),
            wrapper: facts.wrapper,
            wraps_non_public: facts.wraps_non_public,
            spelling,
            section: Section::Unknown,
            shape: Shape::default(),
            registrable: None,
        }
    }

    fn of_name(name: &str, spelling: Spelling, suffixes: &dyn SuffixList) -> Self {
        let shape = Shape::of(name);
        let name = without_root(name);
        let (suffix, section) = suffixes.suffix(name);
        let (class, reason) = class_of(name, shape, section);
        Self {
            kind: HostKind::Domain,
            class,
            reason,
            address: None,
            wrapper: None,
            wraps_non_public: false,
            spelling,
            section,
            shape,
            registrable: registrable(name, suffix),
        }
    }
}

impl Shape {
    fn of(text: &str) -> Self {
        let name = without_root(text);
        let mut shape = Self {
            trailing_dot: text.len() > name.len(),
            long_name: name.len() > 253,
            single_label: true,
            ..Self::default()
        };
        let mut length: usize = 0;
        let mut before = b'.';
        for byte in name.bytes().chain([b'.']) {
            match byte {
                b'.' => {
                    shape.empty_label |= length == 0;
                    shape.long_label |= length > 63;
                    shape.edge_hyphen |= before == b'-';
                    length = 0;
                    before = byte;
                    continue;
                }
                b'-' => shape.edge_hyphen |= length == 0,
                b'_' => shape.underscore = true,
                _ => shape.irregular_byte |= !byte.is_ascii_alphanumeric(),
            }
            length += 1;
            before = byte;
        }
        shape.single_label = !name.contains('.');
        shape.punycode = name.split('.').any(|label| label.starts_with("xn--"));
        shape
    }
}

const SINGLE_LABEL: &str = "single label";
const UNDELEGATED: &str = "top-level domain that is not delegated";

/// Class of a name in lower-case ASCII without root dot, and the reason.
fn class_of(name: &str, shape: Shape, section: Section) -> (HostClass, &'static str) {
    if let Some((found, _)) = NAMES.look_up(name, |row, is_whole| row.suffix || is_whole) {
        return (found.class, found.reason);
    }
    if shape.single_label {
        return (HostClass::Inside, SINGLE_LABEL);
    }
    if section == Section::Unknown {
        return (HostClass::Inside, UNDELEGATED);
    }
    (HostClass::Public, "public name")
}

/// The suffix and the label before it.
fn registrable(name: &str, suffix: usize) -> Option<Span> {
    let before = name.get(..name.len().checked_sub(suffix)?)?.strip_suffix('.')?;
    let start = before.rfind('.').map_or(0, |dot| dot + 1);
    (start < before.len()).then(|| Span::new(start, name.len()))
}

fn without_root(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// Compares the host as written with its canonical text. Tabs and line ends in it are a fact of the raw text.
fn spelling(written: &str, canonical: &str) -> Spelling {
    if written.eq_ignore_ascii_case(canonical) {
        return Spelling::Plain;
    }
    let written = written.replace(['\t', '\n', '\r'], "");
    let same = if written.is_ascii() {
        written.eq_ignore_ascii_case(canonical)
    } else {
        // The small letters of Cherokee are mapped to its capitals (UTS 46), and no others.
        written.to_lowercase() == url::quirks::domain_to_unicode(canonical).to_lowercase()
    };
    if same { Spelling::Plain } else { Spelling::Encoded }
}

/// True for the canonical text with the last 32 bits as dotted IPv4, which RFC 5952 section 5 recommends for addresses
/// that embed one and the URL Standard does not write.
fn is_dotted_form(written: &str, canonical: &str) -> bool {
    let dotted = written.strip_suffix(']').and_then(|inner| inner.rsplit_once(':'));
    dotted.is_some_and(|(before, last)| {
        last.parse().is_ok_and(|address: Ipv4Addr| {
            let [_, _, _, _, _, _, high, low] = address.to_ipv6_compatible().segments();
            canonical.eq_ignore_ascii_case(&format!("{before}:{high:x}:{low:x}]"))
        })
    })
}

/// A row of `special-names.csv` or `metadata-names.csv`.
struct Name {
    suffix: bool,
    class: HostClass,
    reason: &'static str,
}

impl Name {
    fn special([name, kind, class, reason]: [&'static str; 4]) -> Option<(&'static str, Self)> {
        let suffix = match kind {
            "suffix" => true,
            "exact" => false,
            _ => return None,
        };
        Some((name, Self { suffix, class: HostClass::from_word(class)?, reason }))
    }

    fn metadata([name, provider]: [&'static str; 2]) -> (&'static str, Self) {
        (name, Self { suffix: false, class: HostClass::Metadata, reason: provider })
    }
}

static NAMES: LazyLock<Names<Name>> = LazyLock::new(|| {
    let special = table::rows(SPECIAL_TABLE).filter_map(Name::special);
    Names::new(table::rows(METADATA_TABLE).map(Name::metadata).chain(special))
});

const SPECIAL_TABLE: &str = include_str!("../../rules/data/special-names.csv");
const METADATA_TABLE: &str = include_str!("../../rules/data/metadata-names.csv");

#[cfg(test)]
#[path = "tests_host.rs"]
mod tests;
