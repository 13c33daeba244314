//! Sets of languages, and which of them a text speaks.
//! In: the languages of phrases and words. Out: what two sets share, and the languages of most words.
//! Never: a guess where no word says it; English stands where it is among those spoken most.

/// Languages that there are numbers for.
const LANGUAGES_AT_MOST: usize = 32;

/// A set of languages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Languages(u32);

impl Languages {
    pub(super) const ALL: Self = Self(u32::MAX >> 1);
    pub(super) const ENGLISH: Self = Self(1);
    /// The list of words for personal data, which holds words of many languages.
    pub(super) const PERSONAL_DATA: Self = Self(1 << 31);

    /// The one after a single language, in the order of the table.
    pub(super) fn next(self) -> Self {
        Self(self.0 << 1)
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How often a text speaks each language.
#[derive(Default)]
pub(super) struct Votes([usize; LANGUAGES_AT_MOST]);

impl Votes {
    /// Counts a word of these languages.
    pub(super) fn add(&mut self, languages: Languages) {
        for (bit, count) in self.0.iter_mut().enumerate() {
            *count += usize::from(languages.0 >> bit & 1 == 1);
        }
    }

    /// How many words are of one of these languages.
    pub(super) fn of(&self, languages: Languages) -> usize {
        let own = self.0.iter().enumerate().filter(|(bit, _)| languages.0 >> bit & 1 == 1);
        own.map(|(_, count)| *count).max().unwrap_or_default()
    }

    /// The languages that are spoken most; English where it is one of them.
    pub(super) fn spoken(&self) -> Languages {
        let most = self.0.iter().max().copied().unwrap_or_default();
        let spoken = self.0.iter().enumerate().filter(|(_, count)| **count == most);
        let spoken = spoken.fold(Languages::default(), |all, (bit, _)| all.with(Languages(1 << bit)));
        if spoken.meets(Languages::ENGLISH) { Languages::ENGLISH } else { spoken }
    }
}
