//! Secrets and personal data that a URL carries.
//! In: the parameters of a URL. Out: what each carries, at most one thing, and where its name stands.
//! Never: a value; a look inside a link inside a link.

use super::Parameter;
use super::Position;
use super::card;
use super::email;
use super::parameter_name::Class;
use super::parameter_name::Folded;
use super::parameter_name::QuietWhen;
use super::parameter_name::Row;
use super::parameters;
use super::token;
use crate::link::SuffixList;
use crate::link::raw;
use crate::text::Span;
use crate::text::bytes;

/// What a parameter carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A secret, by its form or by a name that says so.
    Credential,
    /// Perhaps a secret, by a name that is used for other things too.
    SuspectedCredential,
    /// What identifies a person.
    PersonalData,
    /// A signature or a code that lets in who opens the link.
    PreAuthentication,
}

/// One thing that a URL carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carried {
    pub(crate) content: Content,
    /// The name of the parameter in the raw text; the value where it has no name.
    pub(crate) span: Span,
    /// What it is, from a table.
    pub(crate) reason: &'static str,
}

const EMAIL: &str = "an e-mail address";
const CARD: &str = "a card number";
const SHORT: usize = 16;
const FEW_DIGITS: usize = 6;
/// Parameters of OAuth whose value is a link by design (RFC 6749, RFC 8707, client id metadata documents).
const LINKS_BY_DESIGN: [&str; 4] = ["audience", "clientid", "redirecturi", "resource"];

/// True where the value of a parameter is a secret or personal data by its form alone.
#[cfg(feature = "cli")]
pub(super) fn has_form(parameter: &Parameter<'_>, suffixes: &dyn SuffixList) -> bool {
    parameter.value.read(|value| token::find(value, true).is_some() || personal_data(value, suffixes).is_some())
}

/// The URL that a parameter stands in.
pub(super) struct Around<'r> {
    raw: &'r str,
    rest: Span,
    /// The name of the parameter that the URL was found in.
    outer: Option<Span>,
    /// A part of a signature was seen.
    is_signed: bool,
}

impl<'r> Around<'r> {
    pub(super) fn new(raw: &'r str, rest: Span) -> Self {
        Self { raw, rest, outer: None, is_signed: false }
    }

    /// True where a name stands in the URL that makes the parameter of `row` a signature.
    fn has_companion(&self, row: &Row) -> bool {
        let mut names = parameters(self.raw, self.rest).filter_map(|other| Folded::of(other.name));
        names.any(|other| row.is_companion(&other))
    }
}

/// The look for what a URL carries, one parameter after the other.
pub(super) struct Search<'s> {
    suffixes: &'s dyn SuffixList,
    pub(super) found: Vec<Carried>,
}

impl<'s> Search<'s> {
    pub(super) fn new(suffixes: &'s dyn SuffixList) -> Self {
        Self { suffixes, found: Vec::new() }
    }

    /// Looks at a parameter, and at those of a link that is its value.
    pub(super) fn look(
        &mut self,
        around: &mut Around<'_>,
        parameter: &Parameter<'_>,
        name: Option<&Folded>,
        value: &str,
    ) {
        let name = name.filter(|name| !name.as_str().is_empty());
        let row = name.and_then(Row::of);
        // The parts of one signature are one fault.
        let is_part = row.is_some_and(|row| row.class == Class::Presigned);
        let span = around.outer.unwrap_or_else(|| parameter.span());
        let is_inner = around.outer.is_none() && is_link(value, parameter.position, name);
        let found = self.carries(value, name, row, is_inner, around);
        if let Some((content, reason)) = found.filter(|_| !(is_part && around.is_signed)) {
            around.is_signed |= is_part;
            self.add(Carried { content, span, reason });
        }
        if is_inner {
            let rest = raw::scan(value).0.rest;
            let mut inside = Around { outer: Some(span), ..Around::new(value, rest) };
            for parameter in parameters(value, rest).filter(|parameter| !parameter.value.is_empty()) {
                let name = Folded::of(parameter.name);
                parameter.value.read(|value| self.look(&mut inside, &parameter, name.as_ref(), value));
            }
        }
    }

    /// What a parameter carries: by its form, else by its name, else by what stands in it.
    fn carries(
        &self,
        value: &str,
        name: Option<&Folded>,
        row: Option<&'static Row>,
        is_inner: bool,
        around: &Around<'_>,
    ) -> Option<(Content, &'static str)> {
        let named = row.filter(|row| !is_quiet(row, value, around));
        let class = named.map(|row| row.class);
        let named = named.and_then(|row| Some((content(row.class)?, row.reason)));
        if class == Some(Class::Presigned) {
            return named;
        }
        // A link in a parameter is looked at by itself.
        if !is_inner {
            let name = name.map_or("", Folded::as_str);
            let takes_jwt = matches!(name, "state" | "idtokenhint") || class == Some(Class::AllowedJwt);
            if let Some(shape) = token::find(value, !takes_jwt) {
                return Some((Content::Credential, shape.kind));
            }
            let may_identify = name != "clientid" && !matches!(class, Some(Class::Secret | Class::PreAuthenticated));
            if let Some(reason) = personal_data(value, self.suffixes).filter(|_| may_identify) {
                return Some((Content::PersonalData, reason));
            }
        }
        named
    }

    /// Adds what was found. A link in a parameter is one fault of a kind.
    fn add(&mut self, carried: Carried) {
        let is_known = |known: &Carried| known.content == carried.content && known.span == carried.span;
        if !self.found.iter().rev().take(8).any(is_known) {
            self.found.push(carried);
        }
    }
}

/// True where the value of the parameter of a row is harmless.
fn is_quiet(row: &Row, value: &str, around: &Around<'_>) -> bool {
    match row.quiet_when {
        QuietWhen::Never => false,
        QuietWhen::Flag => is_flag(value),
        QuietWhen::Short => value.len() < SHORT,
        QuietWhen::UserCode => is_user_code(value),
        QuietWhen::NotEmail => !email::is_written_in(value),
        QuietWhen::FewDigits => value.bytes().filter(u8::is_ascii_digit).count() < FEW_DIGITS,
        QuietWhen::Alone => !around.has_companion(row),
    }
}

fn content(class: Class) -> Option<Content> {
    match class {
        Class::Presigned | Class::PreAuthenticated => Some(Content::PreAuthentication),
        Class::Personal => Some(Content::PersonalData),
        Class::Secret => Some(Content::Credential),
        Class::PerhapsSecret => Some(Content::SuspectedCredential),
        Class::Allowed | Class::AllowedJwt => None,
    }
}

/// Personal data by its form. An address that is encoded twice is one after the next redirect.
fn personal_data(value: &str, suffixes: &dyn SuffixList) -> Option<&'static str> {
    let holds_email = |value: &str| email::stands_in(value, suffixes);
    let may_hold_email = bytes::any(value.as_bytes(), |byte| (byte == b'@') | (byte == b'%'));
    if may_hold_email && (holds_email(value) || (value.contains("%40") && holds_email(&value.replace("%40", "@")))) {
        Some(EMAIL)
    } else {
        card::stands_in(value).then_some(CARD)
    }
}

/// True for the value of a parameter with a name that is an http link, and not one by design.
fn is_link(value: &str, position: Position, name: Option<&Folded>) -> bool {
    let Some(name) = name.filter(|_| position != Position::Path) else { return false };
    let begins = |scheme: &str| value.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
    (begins("https://") || begins("http://")) && !LINKS_BY_DESIGN.contains(&name.as_str())
}

fn is_user_code(value: &str) -> bool {
    const LONGEST: usize = 9;
    let is_typed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
    value.len() <= LONGEST && value.bytes().all(is_typed)
}

fn is_flag(value: &str) -> bool {
    const FLAGS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "0", "1", "none", "required", "optional"];
    FLAGS.iter().any(|flag| value.eq_ignore_ascii_case(flag))
}
