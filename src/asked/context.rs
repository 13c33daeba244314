//! What stands around a term, and so what a text means by it.
//! In: a text that was read, and a term in it. Out: whether the term is denied, is the whole text, leads it, is asked for.
//! Never: a look further than some words, so that all terms of a text are judged in linear time.

use super::fold::Class;
use super::languages::Languages;
use super::lexicon::Lexicon;
use super::list::Standing;
use super::list::Usage;
use super::reading::Phrase;
use super::reading::Reading;
use super::reading::Term;
use super::reading::Token;
use super::words::Gap;

/// Words around a term that are looked at.
const NEAR: usize = 24;
/// Words of a sentence around a term that are looked at for what denies it.
const SENTENCE: usize = 64;
/// Words of the longest phrase of a list.
const LONGEST: usize = 12;
/// What a word costs that no list knows, in a script that separates words, and one without meaning of its own.
pub(super) const STRANGER: usize = 3;
const SHORT: usize = 1;

impl Reading<'_> {
    /// True where what stands around the term takes its meaning away.
    pub(super) fn denies(&self, term: &Term) -> bool {
        self.is_accident(term)
            || self.is_pointed_out(term)
            || self.is_glossed(term)
            || self.forbids(term)
            || self.covers(term)
            || self.before_is(term, denies_behind)
            || self.after_is(term, denies_before)
    }

    /// True where the term, as far as something is said of it, is only missing: "no API key found", "token expired".
    pub(super) fn is_named(&self, term: &Term) -> bool {
        let is_wanted = |phrase: &Phrase| {
            let same = |other: &&Phrase| (other.from, other.to) == (phrase.from, phrase.to);
            self.phrases_at(phrase.from).iter().filter(same).any(|other| other.entry.usage == Usage::Gone)
        };
        !(self.is_accident(term)
            || self.is_pointed_out(term)
            || self.never(term).any(|phrase| !is_wanted(phrase))
            || self.covers(term)
            || self.before_is(term, |phrase| denies_behind(phrase) && !is_wanted(phrase))
            || self.after_is(term, |phrase| denies_before(phrase) && !is_wanted(phrase)))
    }

    /// True where the term is all that its clause says.
    pub(super) fn stands_alone(&self, term: &Term) -> bool {
        let (from, to) = self.clause(term);
        self.strangers(term, from, term.phrase.from, opens) == Some(0)
            && self.strangers(term, term.phrase.to, to, closes) == Some(0)
    }

    /// True where the term only says more of what stands before it: `hash_of_the_password`.
    pub(super) fn is_attached(&self, term: &Term) -> bool {
        let joins = |phrase: &Phrase| matches!(phrase.entry.usage, Usage::Joint | Usage::Stop);
        self.before_is(term, joins)
    }

    /// True where nothing follows the term in its clause that changes what it is.
    pub(super) fn ends(&self, term: &Term) -> bool {
        let (_, to) = self.clause(term);
        self.strangers(term, term.phrase.to, to, closes) == Some(0)
    }

    /// What stands before the term in its clause, as the cost of its strange words; none where another thought does.
    pub(super) fn strangeness(&self, term: &Term) -> Option<usize> {
        let (from, _) = self.clause(term);
        self.strangers(term, from, term.phrase.from, opens)
    }

    /// True where the clause is about the term: "Your GitHub token with the scope repo", not "Owner of the token".
    pub(super) fn is_about(&self, term: &Term) -> bool {
        let languages = term.phrase.entry.languages;
        // Where what is meant comes last, all that is said of it comes before.
        let class = self.tokens.get(term.phrase.from).map_or(Class::Other, |token| token.class);
        let most = match class {
            _ if !languages.meets(Lexicon::get().head_last) => 0,
            Class::Single | Class::Letter => 5 * STRANGER,
            _ => 3 * STRANGER,
        };
        let before = self.strangeness(term).is_some_and(|cost| cost <= most);
        before && self.begins_sentence(term) && self.keeps_its_meaning(term, languages)
    }

    /// The phrase that asks for the term, if one does.
    pub(super) fn asking(&self, term: &Term) -> Option<Phrase> {
        self.asking_before(term).or_else(|| self.asking_behind(term))
    }

    fn asking_before(&self, term: &Term) -> Option<Phrase> {
        let (clause, sentence) = (self.clause(term).0, self.sentence(term).0);
        let start = sentence.max(term.phrase.from.saturating_sub(NEAR));
        let fits = |phrase: &&Phrase| asks(phrase) && self.fits(phrase, term) && phrase.to <= term.phrase.from;
        self.phrases_in(start, term.phrase.from).iter().rev().filter(fits).copied().find(|ask| {
            let between = self.strangers(term, ask.to, term.phrase.from, opens);
            // "Enter, please, the following: password."
            let is_strict = ask.from < clause || term.standing != Standing::Anywhere;
            let most = if is_strict { 0 } else { 2 * STRANGER + SHORT };
            let has_purpose = self.follows(term, &[Usage::Purpose]) || self.ends(term) || !is_english(ask);
            between.is_some_and(|cost| cost <= most)
                && (has_purpose || term.standing != Standing::Whole)
                && self.keeps_its_meaning(term, ask.entry.languages)
        })
    }

    fn asking_behind(&self, term: &Term) -> Option<Phrase> {
        let around = Lexicon::get().verbs_around;
        let (_, end) = self.clause(term);
        let fits = |phrase: &&Phrase| {
            asks(phrase) && self.fits(phrase, term) && phrase.entry.languages.meets(around) && phrase.to <= end
        };
        self.phrases_in(term.phrase.to, end).iter().filter(fits).copied().find(|ask| {
            let between = self.strangers(term, term.phrase.to, ask.from, closes);
            between.is_some_and(|cost| cost <= STRANGER)
        })
    }

    /// True where a phrase stands behind the term, in its sentence or one of the next two.
    pub(super) fn is_next_to(&self, term: &Term, phrase: &Phrase) -> bool {
        let between = self.tokens.get(term.phrase.to..=phrase.from).unwrap_or_default();
        let is_near = (1..=SENTENCE).contains(&between.len());
        is_near && between.iter().filter(|token| token.gap == Gap::Sentence).count() <= 2
    }

    /// True where what asks says no more: "enter it here", not "enter it in the browser".
    pub(super) fn asks_again(&self, ask: &Term, term: &Term) -> bool {
        let is_over = self.ends(ask) || self.follows(ask, &[Usage::Purpose]);
        // A word alone asks where nothing stands before it: "Code:". So does a verb that stands behind what it asks for.
        let may_be_part =
            ask.phrase.to - ask.phrase.from == 1 || ask.phrase.entry.languages.meets(Lexicon::get().verbs_around);
        let is_verb = !may_be_part || self.strangeness(ask) == Some(0);
        is_over && is_verb && self.fits(&ask.phrase, term) && !self.forbids(ask)
    }

    /// True where the last line of the text is a prompt for the term: `[sudo] password for dev:`.
    pub(super) fn is_prompt(&self, term: &Term) -> bool {
        let text = self.text.trim_end();
        let most = match text.chars().next_back() {
            Some(':' | '>' | '\u{ff1a}') => 2 * STRANGER,
            // A question with more words in it is about the thing: "Delete the password?"
            Some('?' | '\u{ff1f}' | '\u{61f}') => 0,
            _ => return false,
        };
        let is_last = self.tokens.get(term.phrase.from).is_some_and(|token| token.start >= self.last_line);
        let next = self.tokens.get(term.phrase.to);
        let is_over = next.is_none_or(|next| next.gap != Gap::None) || self.follows(term, &[Usage::Joint]);
        is_last && is_over && self.strangeness(term).is_some_and(|cost| cost <= most)
    }

    /// True where what follows does not make another thing of the term, as a noun behind it does in English.
    pub(super) fn keeps_its_meaning(&self, term: &Term, languages: Languages) -> bool {
        let (_, to) = self.clause(term);
        let Some(next) = self.tokens.get(term.phrase.to).filter(|_| term.phrase.to < to) else { return true };
        if self.ends(term) || next.gap != Gap::None {
            return true;
        }
        match next.class {
            _ if self.follows(term, &[Usage::Joint, Usage::Closer]) => true,
            // "Credentials and certifications" are no credentials of a login.
            _ if self.follows(term, &[Usage::Stop, Usage::Opener]) => term.standing == Standing::Anywhere,
            Class::Single | Class::Letter => !term.phrase.entry.languages.meets(Lexicon::get().head_last),
            Class::Digit => true,
            _ => !languages.meets(Languages::ENGLISH) || self.is_short(next, 3),
        }
    }

    /// True where a phrase that does one of these begins right behind the term.
    fn follows(&self, term: &Term, usages: &[Usage]) -> bool {
        let here = self.phrases_at(term.phrase.to).iter().filter(|phrase| self.fits(phrase, term));
        here.map(|phrase| phrase.entry.usage).any(|usage| usages.contains(&usage))
    }

    fn fits(&self, phrase: &Phrase, term: &Term) -> bool {
        let (context, languages) = (phrase.entry.languages, term.phrase.entry.languages);
        // An English word stands in texts of every language, and names are often half in English.
        let is_own = languages != Languages::ALL && context.meets(languages);
        is_own || context.meets(self.spoken) || (self.is_name && context.meets(Languages::ENGLISH))
    }

    /// True where a quotation next to the term says which one is meant: `the API key "prod"`.
    fn is_pointed_out(&self, term: &Term) -> bool {
        let quoted =
            |word: Option<usize>| word.and_then(|word| self.tokens.get(word)).is_some_and(|word| word.is_quoted);
        let own = quoted(Some(term.phrase.from));
        !own && (quoted(Some(term.phrase.to)) || quoted(term.phrase.from.checked_sub(1)))
    }

    /// True where a bracket behind a word that means other things too says which: `Tan (colour)`.
    fn is_glossed(&self, term: &Term) -> bool {
        let gap = self.tokens.get(term.phrase.to.saturating_sub(1)).zip(self.tokens.get(term.phrase.to));
        let gap = gap.and_then(|(last, next)| self.text.get(last.end..next.start));
        let is_whole = |phrase: &Phrase| {
            let after = self.tokens.get(phrase.to.saturating_sub(1)).and_then(|last| self.text.get(last.end..));
            phrase.entry.usage == Usage::Beside
                && after.is_some_and(|after| after.starts_with(')'))
                && self.fits(phrase, term)
        };
        term.standing == Standing::Whole
            && gap.is_some_and(|gap| gap.trim() == "(")
            && self.phrases_at(term.phrase.to).iter().any(is_whole)
    }

    /// True where a term is shown and not said: in an address, a command, a quotation as a whole.
    pub(super) fn shows(&self, term: &Term) -> bool {
        let ends = [Some(term.phrase.from), term.phrase.to.checked_sub(1)];
        let [first, last] = ends.map(|word| word.and_then(|word| self.tokens.get(word)));
        first.is_none_or(|first| first.is_data || (first.is_quoted && last.is_none_or(|last| last.is_quoted)))
    }

    /// True where short words of one language happen to be a term of another without its accents: "so the".
    fn is_accident(&self, term: &Term) -> bool {
        let words = self.tokens.get(term.phrase.from..term.phrase.to).unwrap_or_default();
        let is_loan =
            |phrase: &Phrase| phrase.entry.languages == Languages::ALL && matches!(phrase.entry.usage, Usage::Term(..));
        let mut written = words.iter().map(|token| self.text.get(token.start..token.end).unwrap_or_default());
        !self.is_name
            && self.votes.of(term.phrase.entry.languages) < self.votes.of(self.spoken)
            && written.all(|word| word.len() <= 4 && word.is_ascii())
            && !self.phrases_in(term.phrase.from, term.phrase.to).iter().any(is_loan)
    }

    /// What says in the clause of the term, or before it in its sentence, that nothing is asked.
    fn never(&self, term: &Term) -> impl Iterator<Item = &Phrase> {
        let (from, end) = self.sentence(term);
        let languages = term.phrase.entry.languages;
        let is_around = languages != Languages::ALL && languages.meets(Lexicon::get().verbs_around);
        let to = if is_around { end } else { self.clause(term).1 };
        let term = *term;
        self.phrases_in(from, to).iter().filter(move |phrase| {
            let own = term.phrase.from..=term.phrase.to;
            let is_own = own.contains(&phrase.from) && own.contains(&phrase.to);
            phrase.entry.usage == Usage::Never && !is_own && self.fits(phrase, &term)
        })
    }

    /// True where something says that nothing is asked.
    pub(super) fn forbids(&self, term: &Term) -> bool {
        self.never(term).next().is_some()
    }

    /// True where a longer phrase with another meaning holds the term.
    fn covers(&self, term: &Term) -> bool {
        let Phrase { from, to, .. } = term.phrase;
        let denies = |phrase: &Phrase| {
            let is_longer = phrase.to - phrase.from > to - from;
            (denies_behind(phrase) || denies_before(phrase))
                && is_longer
                && phrase.to > from
                && (phrase.from < from || phrase.to >= to)
                && self.fits(phrase, term)
        };
        self.phrases_in(from.saturating_sub(LONGEST), to).iter().any(denies)
    }

    /// True where a phrase that fits `is` ends right before the term, or before what only opens it.
    fn before_is(&self, term: &Term, is: impl Fn(&Phrase) -> bool) -> bool {
        let (clause, _) = self.clause(term);
        let from = term.phrase.from;
        let near = self.phrases_in(clause.max(from.saturating_sub(NEAR)), from);
        near.iter().rev().any(|phrase| {
            phrase.to <= from
                && is(phrase)
                && self.fits(phrase, term)
                && !self.is_part(phrase, opens)
                && self.strangers(term, phrase.to, from, is_opener).is_some_and(|cost| cost <= self.loose(from))
        })
    }

    /// True where a phrase that fits `is` begins right behind the term, or behind what only closes it.
    fn after_is(&self, term: &Term, is: impl Fn(&Phrase) -> bool) -> bool {
        let (_, clause) = self.clause(term);
        let to = term.phrase.to;
        let near = self.phrases_in(to, clause.min(to + NEAR));
        near.iter().any(|phrase| {
            is(phrase)
                && self.fits(phrase, term)
                && !self.is_part(phrase, closes)
                && self.strangers(term, to, phrase.from, closes).is_some_and(|cost| cost <= self.loose(to))
        })
    }

    /// What may stand between a term and the word that denies it: a particle.
    fn loose(&self, word: usize) -> usize {
        let near = self.tokens.get(word.saturating_sub(1)).or_else(|| self.tokens.get(word));
        if near.is_some_and(|token| token.class == Class::Single) { 3 * SHORT } else { SHORT }
    }

    /// True where the phrase is a part of a longer one that `is` takes: "is" in "what is".
    fn is_part(&self, phrase: &Phrase, is: fn(&Phrase) -> bool) -> bool {
        let near = self.phrases_in(phrase.from.saturating_sub(LONGEST), phrase.from + 1);
        let holds = |other: &&Phrase| other.to >= phrase.to && other.to - other.from > phrase.to - phrase.from;
        near.iter().filter(holds).any(is)
    }

    /// What the words of a range cost that no phrase accounts for which `accepts` takes; none where something else
    /// begins there, or where the range is long.
    fn strangers(&self, term: &Term, from: usize, to: usize, accepts: fn(&Phrase) -> bool) -> Option<usize> {
        let width = to.checked_sub(from).filter(|width| *width <= NEAR)?;
        let mut costs = [None; NEAR + 1];
        *costs.first_mut()? = Some(0);
        for step in 0..width {
            let Some(cost) = costs.get(step).copied().flatten() else { continue };
            let here = self.phrases_at(from + step).iter().filter(|phrase| self.fits(phrase, term));
            let token = self.tokens.get(from + step)?;
            let denies = if from < term.phrase.from { denies_behind } else { denies_before };
            let stops = here.clone().any(|phrase| (stops(phrase) || denies(phrase)) && phrase.to <= to);
            for phrase in here.filter(|phrase| accepts(phrase) && phrase.to <= to) {
                lower(costs.get_mut(phrase.to - from)?, cost);
            }
            if !stops || token.is_data {
                lower(costs.get_mut(step + 1)?, cost + self.price(token));
            }
        }
        costs.get(width).copied().flatten()
    }

    /// What a word costs that no list accounts for.
    fn price(&self, token: &Token) -> usize {
        match token.class {
            Class::Digit => 0,
            _ if token.is_data => 0,
            Class::Single => SHORT,
            _ if self.is_short(token, 2) => SHORT,
            _ => STRANGER,
        }
    }

    fn is_short(&self, token: &Token, letters: usize) -> bool {
        self.text.get(token.start..token.end).is_some_and(|word| word.chars().nth(letters).is_none())
    }

    /// The first word of the clause of a term, and the first word behind it.
    fn clause(&self, term: &Term) -> (usize, usize) {
        (self.back_to(term.phrase.from, Gap::Clause, NEAR + 1), self.on_to(term.phrase.to, Gap::Clause, NEAR + 1))
    }

    fn sentence(&self, term: &Term) -> (usize, usize) {
        (self.back_to(term.phrase.from, Gap::Sentence, SENTENCE), self.on_to(term.phrase.to, Gap::Sentence, SENTENCE))
    }

    /// The word behind the last gap of this size before a word, or one that is far enough away.
    fn back_to(&self, word: usize, gap: Gap, most: usize) -> usize {
        let far = word.saturating_sub(most);
        let tokens = self.tokens.get(far..=word).unwrap_or_default();
        tokens.iter().rposition(|token| token.gap >= gap).map_or(far, |at| far + at)
    }

    /// The word behind the first gap of this size after a word, or one that is far enough away.
    fn on_to(&self, word: usize, gap: Gap, most: usize) -> usize {
        let far = self.tokens.len().min(word + most);
        let tokens = self.tokens.get(word..far).unwrap_or_default();
        tokens.iter().position(|token| token.gap >= gap).map_or(far, |at| word + at)
    }

    /// True where the clause of the term is the first one of its sentence, or follows few words.
    fn begins_sentence(&self, term: &Term) -> bool {
        self.clause(term).0 - self.sentence(term).0 <= 2
    }
}

fn lower(slot: &mut Option<usize>, cost: usize) {
    if slot.is_none_or(|known| cost < known) {
        *slot = Some(cost);
    }
}

fn is_english(phrase: &Phrase) -> bool {
    phrase.entry.languages.meets(Languages::ENGLISH)
}

fn asks(phrase: &Phrase) -> bool {
    matches!(phrase.entry.usage, Usage::Ask | Usage::Paste)
}

/// What may stand before a term.
fn opens(phrase: &Phrase) -> bool {
    matches!(phrase.entry.usage, Usage::Opener | Usage::Ask | Usage::Paste)
}

fn is_opener(phrase: &Phrase) -> bool {
    phrase.entry.usage == Usage::Opener
}

/// What may stand behind a term.
fn closes(phrase: &Phrase) -> bool {
    let is_verb = matches!(phrase.entry.usage, Usage::Ask | Usage::Paste);
    phrase.entry.usage == Usage::Closer || (is_verb && phrase.entry.languages.meets(Lexicon::get().verbs_around))
}

/// What takes the meaning of a term behind it away.
fn denies_behind(phrase: &Phrase) -> bool {
    matches!(phrase.entry.usage, Usage::Ahead | Usage::Beside)
}

/// What takes the meaning of a term before it away.
fn denies_before(phrase: &Phrase) -> bool {
    matches!(phrase.entry.usage, Usage::Behind | Usage::Beside)
}

/// What begins another thought, and so ends the row of words that a term stands in.
fn stops(phrase: &Phrase) -> bool {
    matches!(phrase.entry.usage, Usage::Beside | Usage::Joint | Usage::Never | Usage::Stop)
}
