//! What one field asks for, by everything that it says of itself.
//! In: a field. Out: what it asks for, with the part and span that say so, and how sure that is.
//! Never: two answers; the surest one counts, and of equally sure ones that of the name, then that of the title.

use super::Asked;
use super::Certainty;
use super::context::STRANGER;
use super::form;
use super::form::Form;
use super::languages::Languages;
use super::list;
use super::list::CALLBACK_URL;
use super::list::Sort;
use super::list::Standing;
use super::list::Usage;
use super::placeholder;
use super::reading::Reading;
use super::reading::Term;
use crate::elicitation::Field;
use crate::elicitation::Shape;
use crate::text::Part;
use crate::text::Role;
use crate::text::Text;

/// Terms of a text that are judged: so many from its beginning and as many from its end. More are a list, or a trap.
pub(super) const MOST: usize = 64;

/// What one part of a field says.
struct Said<'t> {
    /// None where the part holds no term.
    reading: Option<Reading<'t>>,
    found: Option<Asked>,
}

/// How a part is judged by one of its terms.
type Judge = fn(&Reading<'_>, &Term) -> Option<Certainty>;

/// What a field asks for; none where it is nothing that a rule speaks of.
pub(super) fn asked(field: &Field<'_>, form: &Form<'_, '_>) -> Option<Asked> {
    if !is_typed(field.shape) {
        return None;
    }
    let name = Said::of(Some(&field.name), Role::PropertyName, form.longest, of_name);
    let title = Said::of(field.title.text(), Role::Title, form.longest, of_title);
    let description = Said::of(field.description.text(), Role::Description, form.longest, of_description);
    let by_name = name.found.and_then(|found| in_view_of(found, field, &title, &description));
    let by_description = description.found.filter(|_| !has_telling_format(field));
    let by_others = if name.is_denied() { None } else { placeholder::asked(field, form.longest) };
    let found = [by_name, title.found, by_description, by_others].into_iter().flatten();
    let found = found.filter(|asked| fits(asked, field, form)).min_by_key(rank)?;
    let may_be_place = found.is_ambiguous && found.kind.name == list::PIN;
    let is_place = || form.is_of_place() || description.reading.as_ref().is_some_and(Reading::is_of_place);
    (!may_be_place || !is_place()).then_some(found)
}

impl<'t> Said<'t> {
    fn of(text: Option<&'t Text<'_>>, role: Role, longest: usize, judge: Judge) -> Self {
        let text = text.filter(|text| text.len() <= longest);
        let read = if role == Role::PropertyName { Reading::of_name } else { Reading::of_prose };
        let reading = text.and_then(|text| read(text));
        let found = text.zip(reading.as_ref());
        let found = found.and_then(|(text, reading)| best(reading, Part::new(role, text.place()), judge));
        Self { reading, found }
    }

    /// True where it speaks of something that is called as a secret, and asks for none.
    fn is_denied(&self) -> bool {
        self.reading.is_some() && self.found.is_none()
    }
}

/// What a name asks for beside title and description: a word that means other things too does so where one of these
/// uses it otherwise, and may do so where the title says something else.
fn in_view_of(name: Asked, field: &Field<'_>, title: &Said<'_>, description: &Said<'_>) -> Option<Asked> {
    if !name.is_ambiguous {
        return Some(name);
    }
    if title.is_denied() || description.is_denied() {
        return None;
    }
    let is_foreign = title.reading.is_none() && field.title.text().is_some_and(|title| !is_neutral(title));
    Some(if is_foreign { name.likely() } else { name })
}

/// True where the field can take what is asked for.
fn fits(asked: &Asked, field: &Field<'_>, form: &Form<'_, '_>) -> bool {
    let is_possible = asked.kind.is_numeric || !is_number(field.shape);
    let texts = [field.title.text(), field.description.text()];
    let tells_to_paste = |text: &Text<'_>| text.len() <= form.longest && form::tells_to_paste(text);
    let is_pasted = || texts.into_iter().flatten().any(tells_to_paste) || form.tells_to_paste();
    is_possible && (asked.kind.name != CALLBACK_URL || is_pasted())
}

/// True for a label that says nothing of what is asked for.
fn is_neutral(label: &str) -> bool {
    Reading::of(label, true).says(Usage::Neutral)
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
fn best(reading: &Reading<'_>, part: Part, judge: Judge) -> Option<Asked> {
    let terms = reading.terms();
    let asked = judged(&terms).filter(|term| !reading.denies(term)).filter_map(|term| {
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

/// The terms of a text that are judged.
pub(super) fn judged(terms: &[Term]) -> impl Iterator<Item = &Term> {
    let last = terms.len().saturating_sub(MOST).max(MOST);
    terms.iter().take(MOST).chain(terms.iter().skip(last))
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
    let is_data = reading.tokens.get(term.phrase.from).is_none_or(|token| token.is_data);
    // "Acme Cloud API key": what stands before it in English says whose it is.
    let is_english = term.phrase.entry.languages == Languages::ALL && term.standing == Standing::Anywhere;
    let is_owned = || reading.strangeness(term).is_some_and(|cost| cost <= 2 * STRANGER) && reading.ends(term);
    let is_plain = reading.is_label && (reading.stands_alone(term) || (is_english && is_owned()));
    match is_plain {
        _ if is_data => None,
        true => Some(Certainty::Plain),
        false => of_description(reading, term),
    }
}

fn of_description(reading: &Reading<'_>, term: &Term) -> Option<Certainty> {
    let tells = match term.standing {
        _ if reading.shows(term) => return None,
        Standing::Whole => reading.stands_alone(term),
        _ => reading.is_about(term),
    };
    (tells || reading.asking(term).is_some()).then_some(Certainty::Likely)
}
