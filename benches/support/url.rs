//! URLs as MCP servers send them, and hosts that cost most.
//! In: a seed. Out: lists of URLs by kind.
//! Never: a host of a real service.

use super::Generator;

pub struct Urls {
    /// Authorization requests of OAuth, about 300 bytes.
    pub oauth: Vec<String>,
    /// Pages on which an account is connected, about 70 bytes.
    pub connect: Vec<String>,
    pub international: Vec<String>,
    pub addresses: Vec<String>,
}

impl Urls {
    pub fn ascii(&self) -> Vec<String> {
        [self.oauth.as_slice(), &self.connect].concat()
    }

    pub fn all(&self) -> Vec<String> {
        [self.oauth.as_slice(), &self.connect, &self.international, &self.addresses].concat()
    }
}

/// 100 URLs of OAuth, 50 that connect, 30 with an international host, 20 with an address as host.
pub fn urls() -> Urls {
    let mut generator = Generator::new(1);
    let g = &mut generator;
    Urls {
        oauth: (0..100).map(|_| oauth(g)).collect(),
        connect: (0..50)
            .map(|_| format!("https://{}/connect/{}?session={}", host(g), g.token(6), g.token(16)))
            .collect(),
        international: (0..30).map(|_| international(g)).collect(),
        addresses: (0..20).map(|_| address(g)).collect(),
    }
}

/// Hosts and paths of 8,000 bytes that repeat what a parser looks at.
pub fn worst() -> Vec<(&'static str, String)> {
    let repeat = |unit: &str| unit.repeat(8_000 / unit.len());
    vec![
        ("dots", format!("https://a.{}com/", repeat("a."))),
        ("dashes", format!("https://a{}a.com/", repeat("-"))),
        ("punycode", format!("https://{}com/", repeat("xn--80ak6aa92e."))),
        ("segments", format!("https://example.com/{}", repeat("../"))),
        ("query", format!("https://example.com/?{}", repeat("a=b&"))),
        ("signs", format!("https://{}example.com/", repeat("@"))),
    ]
}

fn host(g: &mut Generator) -> String {
    let first = g.pick(&["login", "id", "auth", "accounts", "www", "app"]);
    let last = g.pick(&["com", "org", "co.uk", "io", "dev", "de"]);
    format!("{first}.{}.{last}", {
        let length = 5 + g.below(9);
        g.token(length)
    })
}

fn oauth(g: &mut Generator) -> String {
    format!(
        "https://{}/oauth2/v2/authorize?response_type=code&client_id={}&redirect_uri=https%3A%2F%2F{}%2Fcallback\
         &scope=openid%20profile%20files.read&state={}&code_challenge={}&code_challenge_method=S256",
        host(g),
        g.token(24),
        host(g),
        g.token(32),
        g.token(43)
    )
}

fn international(g: &mut Generator) -> String {
    let name = g.pick(&[
        "b\u{fc}cher",
        "stra\u{df}e",
        "\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}",
        "\u{4f8b}\u{5b50}",
        "xn--bcher-kva",
    ]);
    format!("https://{name}-{}.{}/account/{}", g.token(4), g.pick(&["com", "org", "de"]), g.token(12))
}

fn address(g: &mut Generator) -> String {
    let [a, b, c, d] = (g.next() as u32).to_be_bytes();
    match g.below(4) {
        0 => format!("https://[2606:4700::{c:x}{d:02x}]/{}", g.token(8)),
        1 => format!("http://127.0.0.1:{}/{}", 3000 + g.below(6000), g.token(8)),
        _ => format!("https://{a}.{b}.{c}.{d}/{}", g.token(8)),
    }
}
