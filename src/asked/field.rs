//! What one field asks for, by everything that it says of itself.
//! In: a field. Out: what it asks for, with the part and span that say so, and how sure that is.
//! Never: two answers; the surest one counts, and of equally sure ones that of the name, then that of the title.

use super::Asked;
use super::Certainty;
use super::context::STRANGER;
use super::lexicon::Languages;
use super::list::CALLBACK_URL;
use super::list::Sort;
use super::list::Standing;
use super::list::Usage;
use super::placeholder;
use super::reading::Phrase;
use super::reading::Reading;
use super::reading::Term;
use crate::elicitation::Field;
use crate::elicitation::Shape;
use crate::text::Part;
use crate::text::Role;
use crate::text::Text;

/// Words of a title that names a thing; a longer one is a sentence.
const TITLE: usize = 12;

/// The form that a field stands in.
pub(super) struct Form<'f, 'a> {
    pub(super) fields: &'f [Field<'a>],
    pub(super) message: Option<&'f str>,
    /// Bytes of the longest text that is read.
    pub(super) longest: usize,
}

/// What a field asks for; none where it is nothing that a rule speaks of.
pub(super) fn asked(field: &Field<'_>, form: &Form<'_, '_>) -> Option<Asked> {
    let Form { message, longest, .. } = *form;
    if !is_typed(field.shape) {
        return None;
    }
    let short = |text: &&Text<'_>| text.len() <= longest;
    let title = field.title.text().filter(short);
    let description = field.description.text().filter(short);
    let title_read = title.and_then(|title| Reading::of_prose(title));
    let description_read = description.and_then(|description| Reading::of_prose(description));
    let by_name = Some(&field.name).filter(short).and_then(|name| {
        let reading = Reading::of_name(name)?;
        best(&reading, Part::new(Role::PropertyName, name.place()), of_name)
    });
    let by_title = title
        .zip(title_read.as_ref())
        .and_then(|(title, reading)| best(reading, Part::new(Role::Title, title.place()), of_title));
    let by_description = description.zip(description_read.as_ref()).and_then(|(description, reading)| {
        best(reading, Part::new(Role::Description, description.place()), of_description)
    });
    // A word that means other things too does so where title or description use it otherwise.
    let denies = |read: &Option<Reading<'_>>, found: Option<Asked>| found.is_none() && read.is_some();
    let is_denied = denies(&title_read, by_title) || denies(&description_read, by_description);
    let by_name = by_name.filter(|name| !(name.is_ambiguous && is_denied));
    let is_doubtful = title.is_some_and(|title| title_read.is_none() && !is_neutral(title));
    let by_name = by_name.map(|name| if name.is_ambiguous && is_doubtful { name.likely() } else { name });
    let by_description = by_description.filter(|_| !has_telling_format(field));
    let found = [by_name, by_title, by_description, placeholder::asked(field, longest)];
    let fits = |asked: &Asked| {
        (asked.kind.is_numeric || !is_number(field.shape))
            && (asked.kind.name != CALLBACK_URL || is_pasted([title, description], message))
    };
    let found = found.into_iter().flatten().filter(fits).min_by_key(rank)?;
    let may_be_place = found.is_ambiguous && found.kind.name == "PIN";
    (!may_be_place || !form.is_of_place(description.map_or("", Text::as_str))).then_some(found)
}

impl Form<'_, '_> {
    /// True where a text, or a label of the form, speaks of a place: in India, a PIN code is that of a post office.
    pub(super) fn is_of_place(&self, text: &str) -> bool {
        let labels = self.fields.iter().flat_map(|field| [Some(&field.name), field.title.text()]).flatten();
        let labels = labels.filter(|label| label.len() <= self.longest).map(Text::as_str);
        labels
            .chain([text])
            .any(|text| Reading::of(text, true).phrases.iter().any(|phrase| phrase.entry.usage == Usage::Place))
    }
}

/// True for a label that says nothing of what is asked for.
fn is_neutral(label: &str) -> bool {
    Reading::of(label, true).phrases.iter().any(|phrase| phrase.entry.usage == Usage::Neutral)
}

/// True where the person types the value.
pub(super) fn is_typed(shape: Shape) -> bool {
    matches!(shape, Shape::Integer | Shape::Number | Shape::Text | Shape::Unsupported)
}

pub(super) fn is_number(shape: Shape) -> bool {
    matches!(shape, Shape::Integer | Shape::Number)
}

/// True where the format says that something else is asked for.
pub(super) fn has_telling_format(field: &Field<'_>) -> bool {
    let format = field.format.text().map(|format| format.as_str());
    matches!(format, Some("date" | "date-time" | "email" | "time" | "uuid"))
}

/// The surest of what a text asks for.
fn best(reading: &Reading<'_>, part: Part, judge: fn(&Reading<'_>, &Term) -> Option<Certainty>) -> Option<Asked> {
    let terms = reading.terms();
    let asked = terms.iter().filter(|term| !reading.denies(term)).filter_map(|term| {
        let certainty = judge(reading, term)?;
        let is_sure = term.standing != Standing::Weak && !term.phrase.is_disguised;
        Some(Asked {
            kind: term.kind,
            certainty: if is_sure { certainty } else { Certainty::Likely },
            part,
            span: reading.span(&term.phrase),
            is_ambiguous: is_ambiguous(&terms, term),
        })
    });
    asked.min_by_key(rank)
}

/// True where the words of a term mean other things too, in one language at least.
pub(super) fn is_ambiguous(terms: &[Term], term: &Term) -> bool {
    terms.iter().any(|other| other.is_where(term) && other.standing != Standing::Anywhere)
}

/// The first counts: what is surer, and of equally sure things what a more special rule speaks of.
fn rank(asked: &Asked) -> u8 {
    match (asked.kind.sort, asked.certainty) {
        (Sort::Secret, Certainty::Plain) if !asked.is_ambiguous => 0,
        (Sort::OAuth, Certainty::Plain) => 1,
        (Sort::Secret, Certainty::Plain) => 2,
        (Sort::OAuth, _) => 3,
        (Sort::Secret, _) => 4,
        (Sort::Personal, _) => 5,
    }
}

fn of_name(reading: &Reading<'_>, term: &Term) -> Option<Certainty> {
    let tells = match term.standing {
        _ if reading.is_attached(term) => false,
        Standing::Anywhere => true,
        Standing::Whole => reading.stands_alone(term),
        Standing::Weak => reading.ends(term),
    };
    let languages = term.phrase.entry.languages;
    let is_plain = reading.ends(term) || (languages == Languages::ALL && reading.keeps_its_meaning(term, languages));
    tells.then_some(if is_plain { Certainty::Plain } else { Certainty::Likely })
}

fn of_title(reading: &Reading<'_>, term: &Term) -> Option<Certainty> {
    let is_name = reading.tokens.len() <= TITLE || reading.tokens.iter().all(|token| token.end - token.start <= 6);
    let is_data = reading.tokens.get(term.phrase.from).is_none_or(|token| token.is_data);
    if is_data {
        return None;
    }
    if is_name && reading.stands_alone(term) {
        return Some(Certainty::Plain);
    }
    // "Acme Cloud API key": what stands before it in English says whose it is.
    let is_english = term.phrase.entry.languages == Languages::ALL && term.standing == Standing::Anywhere;
    let is_named = reading.strangeness(term).is_some_and(|cost| cost <= 2 * STRANGER);
    if is_name && is_english && is_named && reading.ends(term) {
        return Some(Certainty::Plain);
    }
    of_description(reading, term)
}

fn of_description(reading: &Reading<'_>, term: &Term) -> Option<Certainty> {
    let token = reading.tokens.get(term.phrase.from)?;
    let tells = match term.standing {
        _ if token.is_data || token.is_quoted => return None,
        Standing::Whole => reading.stands_alone(term),
        _ => reading.is_about(term),
    };
    (tells || reading.asking(term).is_some()).then_some(Certainty::Likely)
}

/// True where somebody is told to copy the address: the name of such a field is also that of a setting of an
/// application.
fn is_pasted(texts: [Option<&Text<'_>>; 2], message: Option<&str>) -> bool {
    let texts = texts.into_iter().flatten().map(Text::as_str).chain(message);
    texts.into_iter().any(|text| {
        let tells = |phrase: &Phrase| match phrase.entry.usage {
            Usage::Paste => true,
            Usage::Ask => !phrase.entry.languages.meets(Languages::ENGLISH),
            _ => false,
        };
        Reading::of(text, false).phrases.iter().any(tells)
    })
}
