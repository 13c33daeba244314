//! A text that a person is shown.
//! In: the members of an elicitation. Out: text and role.
//! Never: a copy.

use crate::text::Part;
use crate::text::Role;
use crate::text::Text;

/// A text of an elicitation that a client may show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'t, 'a> {
    pub(crate) text: &'t Text<'a>,
    pub(crate) role: Role,
    /// True where the field asks for a URL and this is the one to fill in beforehand.
    pub(crate) expects_url: bool,
}

impl<'t, 'a> Shown<'t, 'a> {
    /// The `url` member, which a consent dialog shows in full. It is no prose: only rules on texts look at it.
    pub(crate) fn url(text: &'t Text<'a>) -> Self {
        Self { text, role: Role::Url, expects_url: true }
    }

    pub(crate) fn part(&self) -> Part {
        Part::new(self.role, self.text.place())
    }
}
