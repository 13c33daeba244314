//! The form that a field stands in, and what is asked of it again and again.
//! In: the fields of an elicitation, and its message. Out: what they say together.
//! Never: the same text read twice, however many fields ask.

use std::cell::OnceCell;

use super::field;
use super::languages::Languages;
use super::list::CALLBACK_URL;
use super::list::Kind;
use super::list::Usage;
use super::message::Asking;
use super::reading::Phrase;
use super::reading::Reading;
use crate::elicitation::Field;
use crate::text::Text;

/// A form.
pub(super) struct Form<'f, 'a> {
    pub(super) fields: &'f [Field<'a>],
    message: Option<&'f Text<'a>>,
    /// Bytes of the longest text that is read.
    pub(super) longest: usize,
    is_of_place: OnceCell<bool>,
    tells_to_paste: OnceCell<bool>,
    takes: OnceCell<Takes>,
}

/// What can be typed into one field or another, where its label does not say what it takes.
#[derive(Clone, Copy, Default)]
struct Takes {
    text: bool,
    number: bool,
    /// The same where the label says that it takes anything.
    any_text: bool,
    any_number: bool,
    /// An address of a page.
    address: bool,
}

impl<'f, 'a> Form<'f, 'a> {
    pub(super) fn new(fields: &'f [Field<'a>], message: Option<&'f Text<'a>>, longest: usize) -> Self {
        let (is_of_place, tells_to_paste, takes) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { fields, message, longest, is_of_place, tells_to_paste, takes }
    }

    /// True where a label speaks of a place: in India, a PIN code is that of a post office.
    pub(super) fn is_of_place(&self) -> bool {
        *self.is_of_place.get_or_init(|| {
            let labels = self.fields.iter().flat_map(|field| [Some(&field.name), field.title.text()]).flatten();
            labels.filter(|label| label.len() <= self.longest).any(|label| Reading::of(label, true).is_of_place())
        })
    }

    /// True where the message tells to copy something.
    pub(super) fn tells_to_paste(&self) -> bool {
        let message = self.message.filter(|message| message.len() <= self.longest);
        *self.tells_to_paste.get_or_init(|| message.is_some_and(|message| tells_to_paste(message)))
    }

    /// True where what a message asks for would be typed into one of the fields.
    pub(super) fn takes(&self, kind: Kind, asking: Asking) -> bool {
        let takes = self.takes.get_or_init(|| {
            let open = self.fields.iter().filter(|field| field::is_typed(field.shape));
            let open = open.filter(|field| !field::has_telling_format(field));
            open.fold(Takes::default(), |takes, field| takes.with(field, self.longest))
        });
        if kind.name == CALLBACK_URL && takes.address {
            return true;
        }
        match asking {
            Asking::Told => takes.text || (takes.number && kind.is_numeric),
            Asking::Prompted => takes.any_text || (takes.any_number && kind.is_numeric),
        }
    }
}

impl Takes {
    fn with(mut self, field: &Field<'_>, longest: usize) -> Self {
        let label = field.title.text().unwrap_or(&field.name);
        if label.len() > longest {
            return self;
        }
        let reading = Reading::of(label, true);
        let (is_free, is_number) = (!reading.says(Usage::Specific), field::is_number(field.shape));
        let is_neutral = is_free && reading.says(Usage::Neutral);
        self.address |= ["url", "uri", "link", "address"].iter().any(|word| label.eq_ignore_ascii_case(word));
        self.text |= is_free && !is_number;
        self.number |= is_free && is_number;
        self.any_text |= is_neutral && !is_number;
        self.any_number |= is_neutral && is_number;
        self
    }
}

/// True where somebody is told to copy something: the name of a field for a callback URL is also that of a setting of an
/// application.
pub(super) fn tells_to_paste(text: &str) -> bool {
    let tells = |phrase: &Phrase| match phrase.entry.usage {
        Usage::Paste => true,
        Usage::Ask => !phrase.entry.languages.meets(Languages::ENGLISH),
        _ => false,
    };
    Reading::of(text, false).phrases.iter().any(tells)
}
