//! Lists of words: what secrets are called, and what stands around them.
//! In: `rules/data/secret-words/<language>.txt`. Out: one item after another.
//! Never: input from outside; tests read every line of every list.

/// What something that a form asks for is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) sort: Sort,
    /// True where it may be written in digits alone, so that a field for numbers can ask for it.
    pub(super) is_numeric: bool,
}

/// Which rules speak of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// What the authorization server hands back to the browser.
    OAuth,
    /// What the first revision counts as sensitive, and later ones do not.
    Personal,
    Secret,
}

const fn kind(name: &'static str, sort: Sort, is_numeric: bool) -> Kind {
    Kind { name, sort, is_numeric }
}

pub(super) const CALLBACK_URL: &str = "callback URL";
pub(super) const PIN: &str = "PIN";

/// Every kind that a list may name.
pub(super) const KINDS: &[Kind] = &[
    kind("password", Sort::Secret, true),
    kind("passphrase", Sort::Secret, false),
    kind(PIN, Sort::Secret, true),
    kind("one-time code", Sort::Secret, true),
    kind("recovery code", Sort::Secret, true),
    kind("API key", Sort::Secret, false),
    kind("token", Sort::Secret, false),
    kind("client secret", Sort::Secret, false),
    kind("private key", Sort::Secret, false),
    kind("seed phrase", Sort::Secret, false),
    kind("card number", Sort::Secret, true),
    kind("card security code", Sort::Secret, true),
    kind("bank credentials", Sort::Secret, true),
    kind("credentials", Sort::Secret, false),
    kind("connection string", Sort::Secret, false),
    kind("cookie", Sort::Secret, false),
    kind("authorization code", Sort::OAuth, false),
    kind(CALLBACK_URL, Sort::OAuth, false),
    kind("government id", Sort::Personal, true),
    kind("birth date", Sort::Personal, true),
    kind("address", Sort::Personal, false),
];

/// How much of a text a term must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It tells wherever it stands.
    Anywhere,
    /// It tells where it is the whole text: the word means other things too.
    Whole,
    /// It tells wherever it stands, and never for sure.
    Weak,
}

/// What a phrase does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usage {
    /// Asks for what was spoken of before: "enter it here".
    Again,
    /// Takes the meaning of a term away that stands behind it.
    Ahead,
    /// Asks the person for what stands beside it.
    Ask,
    /// Takes the meaning of a term away that stands before it.
    Behind,
    /// Takes the meaning of a term away that stands next to it.
    Beside,
    /// May stand behind a term and change nothing.
    Closer,
    /// Announces something without being a word for it: "google authenticator".
    Cue(Kind),
    /// Says that something is missing, or good no longer, so that another one may be asked for.
    Gone,
    /// Begins what is said of a term before it: "password for ...", "password that ...".
    Joint,
    /// Says in its clause that nothing secret is asked.
    Never,
    /// Is what a field is called that could hold anything.
    Neutral,
    /// May stand before a term and change nothing.
    Opener,
    /// Asks, and says that the thing was copied somewhere else.
    Paste,
    /// Is what a field is called that holds something known and no secret.
    Specific,
    /// Tells that a code of this form may be that of a place.
    Place,
    /// Begins what a term is wanted for: "your PIN to go on".
    Purpose,
    /// Begins another thought, so that what stands before it has nothing to do with what stands behind it.
    Stop,
    /// Is what something is called.
    Term(Kind, Standing),
}

impl Usage {
    /// True where a text with such a phrase in it may ask for something.
    pub(super) fn is_worth_reading(self) -> bool {
        matches!(self, Self::Cue(_) | Self::Term(..))
    }
}

/// An item of a list.
pub(super) struct Item {
    pub(super) usage: Usage,
    pub(super) phrase: &'static str,
}

/// The items of a list. A line whose key is none of the known ones has none.
pub(super) fn items(list: &'static str) -> impl Iterator<Item = Item> {
    let lines = list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
    lines.flat_map(|(key, items)| {
        let items = items.split(',').map(str::trim).filter(|item| !item.is_empty());
        items.filter_map(move |item| Item::read(key, item))
    })
}

impl Item {
    fn read(key: &str, item: &'static str) -> Option<Self> {
        let (standing, phrase) = match item.split_at_checked(1) {
            Some(("=", phrase)) => (Standing::Whole, phrase),
            Some(("?", phrase)) => (Standing::Weak, phrase),
            _ => (Standing::Anywhere, item),
        };
        let usage = match key {
            "after" => Usage::Closer,
            "again" => Usage::Again,
            "ahead" => Usage::Ahead,
            "ask" => Usage::Ask,
            "before" => Usage::Opener,
            "behind" => Usage::Behind,
            "beside" => Usage::Beside,
            "gone" => Usage::Gone,
            "joint" => Usage::Joint,
            "neutral" => Usage::Neutral,
            "never" => Usage::Never,
            "paste" => Usage::Paste,
            "place" => Usage::Place,
            "purpose" => Usage::Purpose,
            "specific" => Usage::Specific,
            "stop" => Usage::Stop,
            key => match key.strip_prefix("cue ") {
                Some(key) => Usage::Cue(kind_of(key)?),
                None => Usage::Term(kind_of(key)?, standing),
            },
        };
        Some(Self { usage, phrase: phrase.trim() })
    }
}

fn kind_of(name: &str) -> Option<Kind> {
    KINDS.iter().find(|kind| kind.name == name).copied()
}
