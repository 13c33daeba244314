//! The labels of a host that stand for text beyond ASCII, decoded once for all who look at them.
//! In: a host in ASCII. Out: the characters of each label with `xn--`.
//! Never: an allocation for a host without one; a label longer than the DNS carries.

/// The longest label that the DNS carries (RFC 1035 section 2.3.4).
const LONGEST: usize = 63;

/// What the labels of a host stand for.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    /// One for each label, none where it stands for itself or decodes to nothing; empty where all do.
    labels: Vec<Option<Vec<char>>>,
}

impl Decoded {
    pub(super) fn new(ascii: &str) -> Self {
        let labels = ascii.split('.').map(|label| {
            let encoded = label.strip_prefix("xn--").filter(|_| label.len() <= LONGEST)?;
            idna::punycode::decode(encoded)
        });
        Self { labels: labels.collect() }
    }

    /// The characters of the label of this number.
    pub(super) fn label(&self, number: usize) -> Option<&[char]> {
        self.labels.get(number)?.as_deref()
    }

    /// The characters of every label that stands for others.
    pub(super) fn labels(&self) -> impl Iterator<Item = &[char]> {
        self.labels.iter().flatten().map(Vec::as_slice)
    }
}
