//! What the other members of a field give away: format, default, labels.
//! In: a field. Out: what they ask for, never for sure.
//! Never: a value in what is found, which may be a secret already.

use super::Asked;
use super::Certainty;
use super::list;
use super::list::Kind;
use super::list::Sort;
use super::reading::Reading;
use crate::elicitation::Field;
use crate::json::Kind as JsonKind;
use crate::json::Raw;
use crate::link::secret_placeholder;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;
use crate::text::Text;

/// Bytes of a default that is looked at; a placeholder is short.
const LONGEST: usize = 200;

/// Signs of which one stands in every secret that is known by its form.
const SIGNS: [char; 3] = ['-', '_', '@'];

/// Signs that hide what was typed.
const MASKS: [char; 4] = ['*', '\u{2022}', '\u{25cf}', '\u{2217}'];

/// What format, default or labels ask for.
pub(super) fn asked(field: &Field<'_>, longest: usize) -> Option<Asked> {
    let likely = |kind, part| Asked { kind, certainty: Certainty::Likely, part, span: None, is_ambiguous: false };
    let format = field.format.text().and_then(|format| {
        let kind = word(format)?;
        Some(likely(kind, Part::new(Role::Schema, format.place())))
    });
    let default = || {
        let default = field.default?;
        let text = default.text().filter(|text| text.len() <= longest)?;
        Some(likely(placeholder(&text)?, Part::new(Role::Default, default.place())))
    };
    let label = || {
        let (kind, place) = label(field)?;
        Some(likely(kind, Part::new(Role::Choice, place)))
    };
    format.or_else(default).or_else(label).or_else(|| described(field, longest))
}

/// What title or description show the beginning of: "starts with sk-", "e.g. ghp_...".
fn described(field: &Field<'_>, longest: usize) -> Option<Asked> {
    let texts = [(Role::Title, field.title.text()), (Role::Description, field.description.text())];
    let texts = texts.into_iter().filter_map(|(role, text)| Some((role, text?)));
    texts.filter(|(_, text)| text.len() <= longest && text.contains(SIGNS)).find_map(|(role, text)| {
        let pieces =
            text.split(|sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '`' | '(' | ')' | ','));
        let kind = pieces.filter(|piece| piece.contains(SIGNS)).find_map(shaped).and_then(kind)?;
        let part = Part::new(role, text.place());
        Some(Asked { kind, certainty: Certainty::Likely, part, span: None, is_ambiguous: false })
    })
}

/// The kind that a text is the word for.
fn word(text: &str) -> Option<Kind> {
    let reading = Reading::of_name(text)?;
    let terms = reading.terms();
    let kind = terms.iter().find(|term| !reading.denies(term) && reading.stands_alone(term)).map(|term| term.kind);
    kind.filter(|kind| kind.sort == Sort::Secret)
}

/// The kind of secret that a default stands for: `sk-...`, `<your API key>`, `YOUR_PASSWORD_HERE`, `********`.
fn placeholder(text: &str) -> Option<Kind> {
    let text = text.trim();
    if let Some(name) = shaped(text) {
        return kind(name);
    }
    match authorization(text) {
        Some(token) => kind("token").filter(|_| is_marked(token) || token.contains("...")),
        None if is_marked(text) => word(text),
        None => None,
    }
}

/// What a text is by its form.
fn shaped(text: &str) -> Option<&'static str> {
    if let Some(shape) = secret_placeholder(text) {
        let name =
            ["token", "secret", "cookie", "password"].into_iter().find(|name| shape.to_lowercase().contains(name));
        Some(match name {
            None => "API key",
            Some("secret") => "client secret",
            Some(name) => name,
        })
    } else if text.starts_with("-----BEGIN") && text.contains("PRIVATE KEY") {
        Some("private key")
    } else if text.len() >= 6 && text.chars().all(|sign| MASKS.contains(&sign)) {
        Some("password")
    } else if has_password(text) {
        Some("connection string")
    } else {
        None
    }
}

fn kind(name: &str) -> Option<Kind> {
    list::KINDS.iter().find(|kind| kind.name == name).copied()
}

/// What stands behind the name of a scheme in a header: `<token>` of `Bearer <token>`.
fn authorization(text: &str) -> Option<&str> {
    let (scheme, token) = text.strip_prefix("Authorization:").unwrap_or(text).trim_start().split_once(' ')?;
    ["basic", "bearer", "token"].iter().any(|known| scheme.eq_ignore_ascii_case(known)).then(|| token.trim_start())
}

/// True for the address of a service with a password in it: `postgres://user:password@host`.
fn has_password(text: &str) -> bool {
    let user = text.split_once("://").and_then(|(_, rest)| rest.split_once('@')).map(|(user, _)| user);
    user.is_some_and(|user| user.contains(':') && !user.contains('/'))
}

/// True for what somebody is meant to replace.
fn is_marked(text: &str) -> bool {
    let is_open = text.starts_with(['<', '[', '{', '$', '%']);
    let begins = |mark: &&str| text.get(..mark.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(mark));
    let is_told = ["your", "enter", "paste", "insert", "replace"].iter().any(begins);
    text.len() <= LONGEST && (is_open || is_told || text.to_ascii_lowercase().ends_with("here"))
}

/// What a label of a typed field is the word for, and where it stands.
fn label(field: &Field<'_>) -> Option<(Kind, Place)> {
    let lists = [field.choices.names, field.choices.one_of, field.choices.any_of];
    lists.into_iter().flatten().find_map(|list| {
        let mut found = None;
        list.raw.cursor().array(|_, cursor| match cursor.kind() {
            Some(JsonKind::String) => found = found.or(cursor.string().and_then(told)),
            _ => {
                cursor.object(|key, cursor| {
                    if matches!(key.as_str(), "title" | "description") {
                        found = found.or(cursor.raw().and_then(Raw::text).and_then(told));
                    }
                });
            }
        });
        found
    })
}

fn told(text: Text<'_>) -> Option<(Kind, Place)> {
    word(&text).map(|kind| (kind, text.place()))
}
