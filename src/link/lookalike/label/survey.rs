//! What is in a label, counted in one pass.
//! In: a decoded label. Out: scripts, digits and imitations in it, and faults that show in their numbers.
//! Never: a character looked up twice in an honest label.

use super::LabelFault;
use super::LabelFaultKind;
use super::letters::Kind;
use super::letters::Letter;
use super::letters::Scripts;
use super::refusal;

/// What is in a label.
pub(super) struct Survey {
    /// The scripts that every character can be of.
    pub(super) scripts: Scripts,
    /// The scripts that every character can be of that cannot be Latin.
    foreign: Scripts,
    pub(super) has_latin: bool,
    /// A Latin letter or mark that is not ASCII.
    accented: Option<char>,
    /// The first character that no label should hold.
    pub(super) refused: Option<char>,
    /// The first digit of another system than the digits before it.
    second_system: Option<char>,
    /// Characters that belong to scripts other than Latin.
    pub(super) letters: usize,
    /// Those of them that read as Latin letters or ASCII digits.
    pub(super) imitations: usize,
    /// Those of them that have their very shape.
    pub(super) identical: usize,
    pub(super) ascii_digits: usize,
    /// Digits of any other system.
    pub(super) other_digits: usize,
    /// Characters that read as ASCII digits.
    pub(super) false_digits: usize,
    pub(super) separators: usize,
    /// It holds a character whose place matters.
    pub(super) needs_places: bool,
}

impl Survey {
    pub(super) fn of(label: &[char]) -> Self {
        let mut survey = Self {
            scripts: Scripts::ALL,
            foreign: Scripts::ALL,
            has_latin: false,
            accented: None,
            refused: None,
            second_system: None,
            letters: 0,
            imitations: 0,
            identical: 0,
            ascii_digits: 0,
            other_digits: 0,
            false_digits: 0,
            separators: 0,
            needs_places: false,
        };
        let mut system = None;
        for &character in label {
            match Letter::of(character) {
                Some(letter) => survey.add(character, letter, &mut system),
                None => survey.add_refused(character),
            }
        }
        survey
    }

    fn add(&mut self, character: char, letter: Letter, system: &mut Option<char>) {
        self.add_scripts(letter.scripts);
        let is_latin = letter.scripts.meets(Scripts::LATIN) && letter.scripts != Scripts::ALL;
        if is_latin && !character.is_ascii() {
            self.accented = self.accented.or(Some(character));
        }
        self.needs_places |= letter.place.is_some();
        match letter.kind {
            Kind::Letter => self.has_latin |= letter.scripts == Scripts::LATIN,
            Kind::Mark | Kind::Joiner => self.needs_places = true,
            Kind::Separator => self.separators += 1,
            Kind::Digit(zero) => {
                self.ascii_digits += usize::from(zero == '0');
                self.other_digits += usize::from(zero != '0');
                if system.is_some_and(|system| system != zero) {
                    self.second_system = self.second_system.or(Some(character));
                }
                *system = Some(zero);
            }
        }
        let likeness = letter.likeness;
        self.identical += usize::from(likeness.identical);
        self.imitations += usize::from(likeness.identical || likeness.similar);
        self.false_digits += usize::from(likeness.digit);
    }

    #[cold]
    fn add_refused(&mut self, character: char) {
        self.add_scripts(refusal::scripts(character));
        self.refused = self.refused.or(Some(character));
    }

    fn add_scripts(&mut self, scripts: Scripts) {
        self.scripts = self.scripts.and(scripts);
        if !scripts.meets(Scripts::LATIN) {
            self.foreign = self.foreign.and(scripts);
            self.letters += 1;
        }
    }

    /// Scripts beyond what is Highly Restrictive (UTS 39 section 5.2): one script, or Latin letters without accents
    /// beside the characters of Chinese, Japanese or Korean.
    pub(super) fn mixed_script(&self, label: &[char]) -> Option<LabelFault> {
        if self.scripts.is_none() && !self.foreign.meets(Scripts::MIXING) {
            let character = if self.has_latin { first_foreign(label) } else { first_other(label) }?;
            let reason = "is of another script than the rest of the label, and no language mixes the two";
            return Some(LabelFault::new(LabelFaultKind::MixedScript, character, reason));
        }
        let accented = self.accented.filter(|_| self.has_latin && self.letters > 0)?;
        let reason = "is no plain Latin letter, and stands beside letters of another script";
        Some(LabelFault::new(LabelFaultKind::MixedScript, accented, reason))
    }

    pub(super) fn mixed_digits(&self) -> Option<LabelFault> {
        let reason = "is a digit of another system than the digits before it";
        self.second_system.map(|digit| LabelFault::new(LabelFaultKind::SuspiciousCharacter, digit, reason))
    }
}

fn scripts(character: char) -> Scripts {
    Letter::of(character).map_or_else(|| refusal::scripts(character), |letter| letter.scripts)
}

/// The first character that cannot be Latin.
fn first_foreign(label: &[char]) -> Option<char> {
    label.iter().copied().find(|character| !scripts(*character).meets(Scripts::LATIN))
}

/// The first character that shares no script with those before it.
fn first_other(label: &[char]) -> Option<char> {
    let mut common = Scripts::ALL;
    label.iter().copied().find(|character| {
        common = common.and(scripts(*character));
        common.is_none()
    })
}
