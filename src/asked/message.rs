//! What the message of a form asks for, where no field says it of itself.
//! In: an elicitation. Out: what its message asks to type, and where it says so.
//! Never: an answer without a field that takes what is asked; most messages quote secrets and ask for none.

use super::Asked;
use super::Certainty;
use super::field;
use super::form::Form;
use super::languages::Languages;
use super::list::CALLBACK_URL;
use super::list::Kind;
use super::list::PIN;
use super::list::Sort;
use super::list::Standing;
use super::list::Usage;
use super::reading::Phrase;
use super::reading::Reading;
use super::reading::Term;
use super::words::Gap;
use crate::elicitation::Elicitation;
use crate::text::Part;
use crate::text::Role;
use crate::text::Span;
use crate::text::Text;

/// How a message asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asking {
    /// "Enter your password."
    Told,
    /// "Password:". Whatever is typed then is one, if the field says nothing else.
    Prompted,
}

/// What the message asks for; none where no field takes it.
pub(super) fn asked(elicitation: &Elicitation<'_>, form: &Form<'_, '_>) -> Option<Asked> {
    let schema = elicitation.schema.as_ref()?;
    let earlier = elicitation.earlier.iter().filter(|(role, _)| *role == Role::Message).map(|(_, text)| text);
    let messages = earlier.chain(elicitation.message.text()).map(|text| (Role::Message, text));
    let title = schema.title.text().map(|text| (Role::Title, text));
    let description = schema.description.text().map(|text| (Role::Description, text));
    messages.chain(title).chain(description).filter(|(_, text)| text.len() <= form.longest).find_map(|(role, text)| {
        let (kind, span) = told(text, form)?;
        let part = Part::new(role, text.place());
        Some(Asked { kind, certainty: Certainty::Message, part, span, is_ambiguous: false })
    })
}

/// What a text asks to type into one of the fields.
fn told(text: &Text<'_>, form: &Form<'_, '_>) -> Option<(Kind, Option<Span>)> {
    let reading = Reading::of_prose(text)?;
    let terms = reading.terms();
    let is_place = |term: &Term| {
        let is_pin = term.kind.name == PIN && field::is_ambiguous(&terms, term);
        is_pin && (reading.is_of_place() || form.is_of_place())
    };
    let here = field::judged(&terms).find(|term| {
        let asking = asking(&reading, term);
        asking.is_some_and(|asking| form.takes(term.kind, asking)) && !is_place(term)
    });
    let found = here.copied().or_else(|| named_before(&reading, &terms, form))?;
    Some((found.kind, reading.span(&found.phrase)))
}

/// What is named first and asked for then: "We sent a code to your phone. Enter it here."
fn named_before(reading: &Reading<'_>, terms: &[Term], form: &Form<'_, '_>) -> Option<Term> {
    let phrase_as = |phrase: &Phrase, kind| Term { phrase: *phrase, kind, standing: Standing::Weak };
    let cues = reading.phrases.iter().filter_map(|phrase| match phrase.entry.usage {
        Usage::Cue(kind) => Some(phrase_as(phrase, kind)),
        _ => None,
    });
    let is_secret = |term: &Term| {
        let is_sure = term.kind.sort != Sort::Personal && term.standing != Standing::Whole;
        is_sure && !reading.shows(term) && reading.is_named(term)
    };
    let cues = cues.take(field::MOST).filter(|cue| !reading.forbids(cue));
    let named: Vec<_> = field::judged(terms).copied().filter(is_secret).chain(cues).collect();
    let asks = reading.phrases.iter().filter(|phrase| phrase.entry.usage == Usage::Again).take(field::MOST);
    asks.flat_map(|ask| named.iter().map(move |term| (ask, term))).find_map(|(ask, term)| {
        let asked = phrase_as(ask, term.kind);
        let is_asked = reading.is_next_to(term, ask) && reading.asks_again(&asked, term);
        (is_asked && form.takes(term.kind, Asking::Told)).then_some(*term)
    })
}

fn asking(reading: &Reading<'_>, term: &Term) -> Option<Asking> {
    if reading.shows(term) || term.kind.sort == Sort::Personal || reading.denies(term) {
        return None;
    }
    // To enter a callback URL is to set an application up; it is pasted after somebody signed in.
    let is_setting = |ask: &Phrase| ask.entry.usage == Usage::Ask && ask.entry.languages.meets(Languages::ENGLISH);
    if reading.asking(term).is_some_and(|ask| term.kind.name != CALLBACK_URL || !is_setting(&ask)) {
        return Some(Asking::Told);
    }
    if term.kind.name == CALLBACK_URL {
        return None;
    }
    let is_short = reading.is_label && reading.tokens.iter().skip(1).all(|token| token.gap < Gap::Sentence);
    ((is_short && reading.stands_alone(term)) || reading.is_prompt(term)).then_some(Asking::Prompted)
}
