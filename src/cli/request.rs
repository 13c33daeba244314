//! What another program asks about: an elicitation, a message or a URL, and what is known around it.
//! In: a JSON object. Out: bytes to judge, and their context.
//! Never: a member that is passed over, one of two values of a member.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::context::Context;
use crate::elicitation::Capabilities;
use crate::elicitation::Mode;
use crate::elicitation::Revision;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Kind;
use crate::json::Raw;
use crate::linter::Linter;
use crate::output::Answer;
use crate::output::Eyes;
use crate::text::nearest::hint;

/// What every request may say of the elicitation's surroundings.
const CONTEXT: [&str; 4] = ["revision", "server", "local_server", "capabilities"];

/// The members of a JSON object, each of which stands there once.
pub(super) struct Members<'r>(BTreeMap<String, Raw<'r>>);

impl<'r> Members<'r> {
    pub(super) fn read(bytes: &'r [u8]) -> Result<Self, String> {
        let mut cursor = Cursor::of_record(bytes, DEPTH_OF_RECORD);
        let mut members = BTreeMap::new();
        let mut twice = None;
        let is_object = cursor.object(|key, cursor| {
            let value = cursor.raw();
            if let Some(value) = value
                && members.insert(key.as_str().to_owned(), value).is_some()
            {
                twice.get_or_insert(key.as_str().to_owned());
            }
        });
        if !is_object {
            return Err(String::from("this is no JSON object"));
        }
        cursor.finish().map_err(|fault| format!("this is not JSON, from byte {} on", fault.place.offset()))?;
        match twice {
            Some(name) => Err(format!("`{}` stands there twice", name.escape_debug())),
            None => Ok(Self(members)),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<Raw<'r>> {
        self.0.get(name).copied()
    }

    /// The text under a name; none where nothing or null stands there.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, String> {
        let Some(raw) = self.get(name).filter(|raw| raw.kind() != Kind::Null) else { return Ok(None) };
        raw.text().map(|text| Some(text.as_str().to_owned())).ok_or_else(|| format!("`{name}` must be a string"))
    }

    /// The text under a name that must be there.
    pub(super) fn needed(&self, name: &str) -> Result<String, String> {
        self.text(name)?.ok_or_else(|| format!("`{name}` is missing"))
    }

    /// Refuses what is neither one of these names nor about the surroundings.
    pub(super) fn only(&self, own: &[&str]) -> Result<(), String> {
        let known = || own.iter().copied().chain(CONTEXT);
        match self.0.keys().find(|name| !known().any(|known| known == *name)) {
            Some(name) => {
                Err(format!("`{}` is no member of such a request{}", name.escape_debug(), hint(name, known())))
            }
            None => Ok(()),
        }
    }

    /// The bytes of a JSON value, or of a string that holds them as they were received.
    pub(super) fn bytes(&self, name: &str) -> Result<Cow<'r, [u8]>, String> {
        let raw = self.get(name).ok_or_else(|| format!("`{name}` is missing"))?;
        Ok(match raw.text() {
            Some(text) => Cow::Owned(text.as_str().as_bytes().to_vec()),
            None => Cow::Borrowed(raw.source().as_bytes()),
        })
    }

    /// What is known around the elicitation.
    pub(super) fn context(&self) -> Result<Context, String> {
        let revision = self.text("revision")?.map_or(Ok(Revision::Unknown), |word| word.parse())?;
        let mut context = Context::new(revision);
        match (self.text("server")?, self.text("local_server")?) {
            (Some(_), Some(_)) => return Err(String::from("a server is `server` or `local_server`, not both")),
            (Some(url), None) => context = context.server(&url),
            (None, Some(name)) => context = context.local_server(&name),
            (None, None) => {}
        }
        if let Some(raw) = self.get("capabilities") {
            context = context.capabilities(capabilities(raw)?);
        }
        Ok(context)
    }
}

/// The modes that a client has declared.
fn capabilities(raw: Raw<'_>) -> Result<Capabilities, String> {
    let mut capabilities = Capabilities::none();
    let mut is_known = true;
    let is_array = raw.cursor().array(|_, cursor| {
        let mode = cursor.string();
        let mode = [Mode::Form, Mode::Url]
            .into_iter()
            .find(|known| mode.as_ref().is_some_and(|word| word.as_str() == known.name()));
        is_known &= mode.is_some();
        capabilities = mode.into_iter().fold(capabilities, Capabilities::with);
    });
    if is_array && is_known {
        Ok(capabilities)
    } else {
        Err(String::from("`capabilities` must be a list of \"form\" and \"url\""))
    }
}

/// Judges the elicitation, message or URL that the members name.
pub(super) fn judged(members: &Members<'_>, linter: &Linter, eyes: &Eyes) -> Result<Answer, String> {
    const SUBJECTS: [&str; 3] = ["elicitation", "message", "url"];
    let context = members.context()?;
    let named: Vec<_> = SUBJECTS.into_iter().filter(|name| members.get(name).is_some()).collect();
    match named.as_slice() {
        ["elicitation"] => Ok(Answer::of(&linter.vet(&members.bytes("elicitation")?, &context), eyes)),
        ["message"] => Ok(Answer::of_message(&linter.vet_message(&members.bytes("message")?, &context), eyes)),
        ["url"] => Ok(Answer::of(&linter.vet_url(&members.needed("url")?, &context), eyes)),
        _ => Err(String::from(
            "give one of `elicitation` (its params), `message` (all of the JSON-RPC message) and `url`",
        )),
    }
}
