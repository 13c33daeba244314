//! Rules on where a link leads and how it is written.
//! In: a link with its facts. Out: findings of group `url`.
//! Never: a parse. The class of a host yields one rule only; its spelling is a fact of its own.

use std::iter;

use super::Found;
use super::Setting;
use super::Sink;
use crate::finding::Evidence;
use crate::link::Host;
use crate::link::HostClass;
use crate::link::HostKind;
use crate::link::Link;
use crate::link::LinkFacts;
use crate::link::Origin;
use crate::link::RawParts;
use crate::link::Shape;
use crate::link::Spelling;
use crate::link::UrlProblem;
use crate::policy::ServerDomains;
use crate::text::Span;

pub(super) fn url_invalid(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(problem) = link.facts.problem() else { return };
    let has_own_rule = problem == UrlProblem::IdnaInvalid || link.facts.danger().is_some();
    if is_member(link) && !has_own_rule {
        sink.add(Found::at(link.part).span(link.within(link.facts.problem_span())).reason(problem.phrase()));
    }
}

pub(super) fn url_scheme_dangerous(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let Some(reason) = link.facts.danger() {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().scheme)).reason(reason));
    }
}

pub(super) fn url_scheme_not_allowed(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let scheme = link.facts.scheme();
    let allowed = matches!(scheme, "https" | "http") || setting.policy.allow_schemes.iter().any(|own| own == scheme);
    if is_member(link) && link.facts.url().is_some() && link.facts.danger().is_none() && !allowed {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().scheme)));
    }
}

pub(super) fn url_plain_http(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let leaves_machine = link.facts.host().is_some_and(|host| host.class != HostClass::Loopback);
    if is_member(link) && link.facts.scheme() == "http" && leaves_machine {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().scheme)));
    }
}

pub(super) fn url_userinfo(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let Some(userinfo) = link.facts.parts().userinfo {
        sink.add(Found::at(link.part).span(link.within(Some(userinfo))));
    }
}

pub(super) fn url_encoded_address(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(host) = link.facts.host() else { return };
    if host.is_encoded_address() {
        sink.add(at_host(link, host));
    }
}

/// One difference between the text and what a browser opens is one finding: here where parsers go to different hosts.
pub(super) fn url_parser_confusion(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let odd = link.facts.oddities();
    let before_path = Some(Span::new(0, link.facts.parts().rest.range().start));
    let differences = [
        (odd.backslash, "a backslash where a slash belongs"),
        (odd.tab_before_path, "a tab or line end before the path"),
        (odd.missing_slashes, "missing slashes after the scheme"),
        (odd.extra_slashes, "too many slashes after the scheme"),
        (odd.unencoded_at, "more than one @ before the path"),
        (odd.unencoded_userinfo, "a space or bracket before the @"),
    ];
    if is_member(link) && link.facts.is_network() {
        sink.extend(first(differences).map(|reason| Found::at(link.part).span(before_path).reason(reason)));
    }
}

/// Here where the person who reads the link is misled and parsers agree.
pub(super) fn url_obfuscated(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let odd = link.facts.oddities();
    let RawParts { host, port, rest, .. } = link.facts.parts();
    let rest = Some(rest);
    let disguised = link.facts.host().is_some_and(|host| host.address.is_none() && host.spelling == Spelling::Encoded);
    let differences = [
        (disguised && odd.percent_host, (host, "the host is percent-encoded")),
        (disguised, (host, "browsers replace or delete characters of the host")),
        (odd.delimiter_look_alike, (host, "a character of the host passes for a slash, colon or question mark")),
        (odd.blank_around, (None, "blanks or control characters stand around it")),
        (odd.empty_port, (port, "the port is empty")),
        (odd.padded_port, (port, "the port is padded with zeros")),
        (odd.at_after_host, (rest, "an @ follows the host, as if the host were a user name")),
        (odd.backslash_in_path, (rest, "a backslash in the path is read as a slash")),
        (odd.dot_segment, (rest, "dots lead back up the path")),
        (odd.blank_in_rest, (rest, "a blank, tab or line end stands inside")),
        (odd.encoded_blanks, (rest, "a run of encoded blanks pushes the end out of sight")),
        (odd.encoded_control, (rest, "a control character is encoded in it")),
        (odd.double_percent, (rest, "the path is encoded twice")),
    ];
    if is_member(link) && link.facts.is_network() {
        let found = |(span, reason)| Found::at(link.part).span(span).reason(reason);
        sink.extend(first(differences).map(found));
    }
}

pub(super) fn url_non_ascii_rest(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let odd = link.facts.oddities();
    if !is_member(link) || !link.facts.is_network() || !(odd.non_ascii_rest || odd.control_in_rest) {
        return;
    }
    let rest = link.facts.parts().rest;
    let is_odd = |character: char| !character.is_ascii() || (character.is_control() && !"\t\n\r".contains(character));
    let found = rest.of(link.raw).char_indices().find(|(_, character)| is_odd(*character));
    let span = found.map(|(at, character)| {
        let start = rest.range().start + at;
        Span::new(start, start + character.len_utf8())
    });
    sink.add(Found::at(link.part).span(span));
}

pub(super) fn url_shell_metacharacter(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_member(link) {
        let found = |span| Found::at(link.part).span(Some(span));
        sink.extend(link.shell_metacharacter().map(found));
    }
}

pub(super) fn url_too_long(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let length = link.raw.len();
    if is_member(link) && length > READABLE {
        sink.add(Found::at(link.part).evidence(Evidence::Count(u64::try_from(length).unwrap_or(u64::MAX))));
    }
}

pub(super) fn url_host_malformed(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(host_shape(link).and_then(malformed).map(|reason| at_raw_host(link).reason(reason)));
}

pub(super) fn url_host_irregular(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(shape) = host_shape(link).filter(|shape| malformed(*shape).is_none()) else { return };
    let forms = [
        (shape.underscore, "an underscore"),
        (shape.trailing_dot, "a dot at the end"),
        (shape.edge_hyphen, "a hyphen at the edge of a label"),
    ];
    sink.extend(first(forms).map(|reason| at_raw_host(link).reason(reason)));
}

pub(super) fn url_private_address(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_class(link, HostClass::Private, sink);
}

pub(super) fn url_metadata_endpoint(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_class(link, HostClass::Metadata, sink);
}

pub(super) fn url_special_use_name(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_class(link, HostClass::Inside, sink);
}

pub(super) fn url_loopback(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_member(link) && !comes_from_elsewhere(link, setting) {
        of_class(link, HostClass::Loopback, sink);
    }
}

pub(super) fn url_loopback_remote_server(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_member(link) && comes_from_elsewhere(link, setting) {
        of_class(link, HostClass::Loopback, sink);
    }
}

pub(super) fn url_documentation_name(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_member(link) {
        of_class(link, HostClass::Documentation, sink);
    }
}

pub(super) fn url_address_literal(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(host) = link.facts.host().filter(|host| host.address.is_some()) else { return };
    if is_member(link) && matches!(host.class, HostClass::Public | HostClass::Special) {
        sink.add(at_host(link, host));
    }
}

pub(super) fn url_dns_embedded_address(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(chosen) = link.facts.host().and_then(|host| host.chosen_address()) else { return };
    let reason = chosen.reason;
    let evidence = chosen.address.map_or(Evidence::Reason(reason), |address| Evidence::Address { address, reason });
    sink.add(at_raw_host(link).evidence(evidence));
}

pub(super) fn url_port_unusual(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_loopback = link.facts.host().is_some_and(|host| host.class == HostClass::Loopback);
    let is_unusual = link.facts.unusual_port().is_some() && link.facts.blocked_port().is_none();
    if is_member(link) && link.facts.is_network() && is_unusual && !is_loopback {
        sink.add(Found::at(link.part).span(link.facts.parts().port));
    }
}

pub(super) fn url_port_blocked(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_member(link) && link.facts.is_network() {
        let found = |reason| Found::at(link.part).span(link.facts.parts().port).reason(reason);
        sink.extend(link.facts.blocked_port().map(found));
    }
}

pub(super) fn url_shared_host(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_member(link) {
        let reason = link.facts.host().and_then(|host| host.shared());
        sink.extend(reason.map(|reason| at_raw_host(link).reason(reason)));
    }
}

/// Where the policy lists domains of the server, they decide. Else a redirect may lead to the same site only.
pub(super) fn url_off_domain(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(host) = link.facts.host().filter(|_| is_member(link) && link.facts.is_network()) else { return };
    let expected = |domains: &&ServerDomains| {
        let server = setting.context.server.as_ref();
        server.is_some_and(|server| domains.is_of(server.name(), server.facts().and_then(LinkFacts::url)))
    };
    let mut listed = setting.policy.servers.iter().filter(expected);
    let reason = match listed.next() {
        Some(first) if iter::once(first).chain(listed).any(|domains| domains.covers(host.ascii())) => return,
        Some(_) => "none of the domains that the policy expects of this server",
        None if leaves_site(link, host) => "another site than the one that redirects to it",
        None => return,
    };
    sink.add(at_raw_host(link).reason(reason));
}

/// Bytes of a URL that somebody may still read.
const READABLE: usize = 2048;

/// What the first true row says.
fn first<T, const N: usize>(rows: [(bool, T); N]) -> Option<T> {
    rows.into_iter().find(|(is_so, _)| *is_so).map(|(_, what)| what)
}

/// The form of the host name that a browser looks up.
fn host_shape(link: &Link<'_>) -> Option<Shape> {
    let host = link.facts.host().filter(|host| host.kind == HostKind::Domain)?;
    (is_member(link) && link.facts.is_network()).then_some(host.shape)
}

/// Why no name server knows the name.
fn malformed(shape: Shape) -> Option<&'static str> {
    first([
        (shape.empty_label, "a label is empty"),
        (shape.long_label, "a label is longer than 63 bytes"),
        (shape.long_name, "the name is longer than 253 bytes"),
        (shape.irregular_byte, "a character is no letter, digit or hyphen"),
    ])
}

/// True where who sends the person to this link does not run on the person's machine.
fn comes_from_elsewhere(link: &Link<'_>, setting: &Setting<'_>) -> bool {
    let server = setting.context.server.as_ref();
    let source = link.redirected_from.and_then(LinkFacts::host);
    server.is_some_and(|server| !server.is_on_this_machine())
        || source.is_some_and(|host| host.class != HostClass::Loopback)
}

/// True for a redirect to another site.
fn leaves_site(link: &Link<'_>, host: Host<'_>) -> bool {
    let source = link.redirected_from.and_then(LinkFacts::host);
    source.is_some_and(|source| site(source) != site(host))
}

/// The registrable domain; the host where it has none.
fn site(host: Host<'_>) -> &str {
    host.registrable().unwrap_or(host.ascii())
}

fn of_class(link: &Link<'_>, class: HostClass, sink: &mut Sink<'_>) {
    if let Some(host) = link.facts.host().filter(|host| host.class == class) {
        sink.add(at_host(link, host));
    }
}

fn at_host(link: &Link<'_>, host: Host<'_>) -> Found {
    let reason = host.reason;
    let evidence = host.address.map_or(Evidence::Reason(reason), |address| Evidence::Address { address, reason });
    at_raw_host(link).evidence(evidence)
}

fn at_raw_host(link: &Link<'_>) -> Found {
    Found::at(link.part).span(link.within(link.facts.parts().host))
}

/// True for the `url` member. A link in a text is judged by where it leads only: the rules of group `text` have said
/// already that it is there.
fn is_member(link: &Link<'_>) -> bool {
    link.origin == Origin::UrlMember
}
