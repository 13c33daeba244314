//! How names of all kinds are judged against the built-in list, the sites of a policy and the domain of a server.

use super::*;
use crate::link::CompiledSuffixes;
use crate::link::LinkFacts;

fn judged(sites: &KnownSites, server: Option<&KnownSites>, host: &str) -> Option<(ImitationKind, String)> {
    let facts = LinkFacts::of(&format!("https://{host}/"), &CompiledSuffixes);
    let host = facts.host().unwrap_or_else(|| panic!("{host}"));
    let imitation = sites.imitation(host, &Decoded::new(host.ascii()), server)?;
    let site = match imitation.site {
        SiteNumber::SERVER => "the server",
        site => sites.domain(site),
    };
    Some((imitation.kind, site.to_owned()))
}

fn built_in() -> KnownSites {
    KnownSites::new(true, &[], &[])
}

fn of_policy(sites: &[&str], targets: &[&str]) -> KnownSites {
    let sites: Vec<_> = sites.iter().map(|site| (*site).to_owned()).collect();
    KnownSites::new(false, &sites, targets)
}

#[test]
fn every_way_to_imitate_a_site_has_its_kind() {
    use ImitationKind::{Ascii, Combined, Confusable, Embedded, Label, Suffix, Typo};
    let sites = built_in();
    for (host, kind, site) in [
        // Other letters, in every place of a name.
        ("g\u{456}thub.com", Confusable, "github.com"),
        ("xn--gthub-n4a.com", Confusable, "github.com"),
        ("github.\u{441}\u{43e}m", Confusable, "github.com"),
        ("g\u{f6}\u{f6}gle.co.uk", Confusable, "google.com"),
        ("login-p\u{430}ypal.com", Confusable, "paypal.com"),
        ("g\u{456}thub.com.evil.example", Confusable, "github.com"),
        ("github.com\u{2215}login.evil.dev", Confusable, "github.com"),
        ("githu\u{431}.com", Confusable, "github.com"),
        ("p\u{430}ypal.web.app", Confusable, "paypal.com"),
        // ASCII that reads alike, one letter or many.
        ("rnicrosoftonline.com", Ascii, "microsoftonline.com"),
        ("micr0s0ft0nline.net", Ascii, "microsoftonline.com"),
        ("paypa1.com", Ascii, "paypal.com"),
        ("googie.com", Ascii, "google.com"),
        ("clropbox.com", Ascii, "dropbox.com"),
        ("doudflare.com", Ascii, "cloudflare.com"),
        ("vvordpress.com", Ascii, "wordpress.com"),
        ("gitnub.com", Ascii, "github.com"),
        ("0kta.com", Ascii, "okta.com"),
        ("b0x.com", Ascii, "box.com"),
        ("xn--github.com", Ascii, "github.com"),
        // The domain among the labels of another.
        ("github.com.evil.example", Embedded, "github.com"),
        ("accounts.google.com.evil.dev", Embedded, "google.com"),
        ("github-com.evil.dev", Embedded, "github.com"),
        ("githubcom-x.dev", Embedded, "github.com"),
        ("stripe.com-checkout.net", Embedded, "stripe.com"),
        ("secure.stripe.com--pay.net", Embedded, "stripe.com"),
        ("g1thub.com.evil.dev", Embedded, "github.com"),
        ("githubusercontent.com.evil.dev", Embedded, "github.com"),
        ("google.co.uk.evil.dev", Embedded, "google.com"),
        ("box.com.evil.dev", Embedded, "box.com"),
        ("paypal.com.s3.amazonaws.com", Embedded, "paypal.com"),
        // One change, or two.
        ("gihtub.com", Typo, "github.com"),
        ("paypall.com", Typo, "paypal.com"),
        ("gogle.com", Typo, "google.com"),
        ("pay-pal.com", Typo, "paypal.com"),
        ("pay-pall.com", Typo, "paypal.com"),
        ("mircosoftonlin.com", Typo, "microsoftonline.com"),
        ("atlasian.de", Typo, "atlassian.com"),
        // Beside other words.
        ("github-login.com", Combined, "github.com"),
        ("secure-paypal.com", Combined, "paypal.com"),
        ("okta-sso-verify.com", Combined, "okta.com"),
        ("paypallogin.com", Combined, "paypal.com"),
        ("githubmcp.com", Combined, "github.com"),
        ("pay-pal-login.com", Combined, "paypal.com"),
        ("paypa1-login.com", Combined, "paypal.com"),
        ("gihtub-login.com", Combined, "github.com"),
        ("box-login.com", Combined, "box.com"),
        ("www-google.com", Combined, "google.com"),
        ("login-microsoftonline.web.app", Combined, "microsoftonline.com"),
        // Elsewhere.
        ("paypal.top", Suffix, "paypal.com"),
        ("okta.net", Suffix, "okta.com"),
        ("okta.example-sso.net", Label, "okta.com"),
        ("gitlab.example.com", Label, "gitlab.com"),
        ("github.vercel.app", Label, "github.com"),
        ("github.corp", Label, "github.com"),
        ("github-mcp.vercel.app", Label, "github.com"),
    ] {
        assert_eq!(judged(&sites, None, host), Some((kind, site.to_owned())), "{host}");
    }
}

#[test]
fn honest_names_imitate_nobody() {
    let sites = built_in();
    for host in [
        // Words that hold a name, and names that are words.
        "slack-off.com",
        "boxing.com",
        "applebees.com",
        "linearalgebra.org",
        "epic-apple-orchard.example",
        "pineapple-app.com",
        "box-office.com",
        "squarefoot.com",
        "squaredance.org",
        "gitbook.com",
        "dropoff.com",
        "stripe-works.de",
        "visa-support.com",
        "mondaynews.com",
        "linear-motion.com",
        "account.example.com",
        "my.example.org",
        "login.example.net",
        "canada.ca.example.com",
        "admin.ch.example.com",
        "mailbox.org",
        "1l1l1l.com",
        "0o0o.com",
        "365.com",
        // What is close by chance.
        "black.com",
        "motion.dev",
        "canvas.com",
        "openal.org",
        "telegraf.rs",
        // Sites, what they own, and what is below.
        "github.com",
        "gist.github.com",
        "octocat.github.io",
        "login.microsoftonline.com",
        "login.microsoftonline.us",
        "www.google.co.uk",
        "acme.okta.com",
        "acme.eu.auth0.com",
        "shop.myshopify.com",
        "mcp.linear.app",
        "api.githubcopilot.com",
        "salesforce-sites.com",
        // Hosts without a name that somebody registered.
        "localhost",
        "intranet",
        "10.0.0.1",
        "[::1]",
        "com",
        "github.io",
        // Other scripts.
        "b\u{fc}cher.example",
        "\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.com",
        "\u{65e5}\u{672c}\u{8a9e}.jp",
        "\u{4f8b}\u{5b50}.github.io",
        "caf\u{e9}.github.io",
        "b\u{f6}x.de",
    ] {
        assert_eq!(judged(&sites, None, host), None, "{host}");
    }
}

#[test]
fn a_site_and_what_it_owns_imitate_nobody() {
    let sites = built_in();
    let mut problems = Vec::new();
    for [site, _, _, owned, _] in crate::link::table::rows(crate::link::table::KNOWN_SITES) {
        for domain in std::iter::once(site).chain(owned.split_whitespace()) {
            for host in [domain.to_owned(), format!("login.{domain}"), format!("a.login-secure.{domain}")] {
                // Below a suffix under which anybody publishes, the owner alone is not imitated.
                let facts = LinkFacts::of(&format!("https://{host}/"), &CompiledSuffixes);
                if facts.host().is_none_or(|host| host.shared().is_some()) {
                    continue;
                }
                problems.extend(judged(&sites, None, &host).map(|found| (host, found)));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn a_domain_that_is_close_by_chance_imitates_no_site_that_it_is_known_to_be_close_to() {
    let sites = built_in();
    for [domain, like, _] in crate::link::table::rows(include_str!("../../../../rules/data/unrelated-names.csv")) {
        let host = if domain.contains('.') { domain.to_owned() } else { format!("{domain}.com") };
        let found = judged(&sites, None, &host).filter(|(kind, site)| site == like && *kind != ImitationKind::Label);
        assert_eq!(found, None, "{host}");
        assert!(BUILT_IN.sites.contains(&like), "{like}");
    }
}

#[test]
fn a_site_of_a_policy_is_guarded_as_one_of_the_list() {
    use ImitationKind::{Ascii, Combined, Confusable, Embedded, Label, Suffix, Typo};
    let sites = of_policy(&["Corporation.example", "id.division.example", "b\u{fc}cher.example"], &[]);
    for (host, expected) in [
        ("corporation.example", None),
        ("a.corporation.example", None),
        ("c0rporation.example", Some((Ascii, "corporation.example"))),
        ("corporation.example.evil.dev", Some((Embedded, "corporation.example"))),
        ("corporatoin.example", Some((Typo, "corporation.example"))),
        ("corporation-login.dev", Some((Combined, "corporation.example"))),
        ("corporation.dev", Some((Suffix, "corporation.example"))),
        ("corporation.evil.dev", Some((Label, "corporation.example"))),
        ("c\u{43e}rporation.example", Some((Confusable, "corporation.example"))),
        // A name below a domain: the domain is guarded, and only the name is exempt.
        ("id.division.example", None),
        ("division.example", None),
        ("www.division.example", None),
        ("divisi0n.example", Some((Ascii, "id.division.example"))),
        // A name that is not ASCII is imitated in other letters only.
        ("b\u{fc}cher.example", None),
        ("xn--bcher-kva.example", None),
        ("bucher.example", None),
        ("bucher.dev", None),
        ("b\u{fa}cher.example", Some((Confusable, "xn--bcher-kva.example"))),
        ("github.com.evil.dev", None),
    ] {
        let expected = expected.map(|(kind, site)| (kind, site.to_owned()));
        assert_eq!(judged(&sites, None, host), expected, "{host}");
    }
}

#[test]
fn a_server_is_guarded_and_blesses_nothing() {
    use ImitationKind::{Combined, Embedded, Typo};
    let sites = built_in();
    let server = KnownSites::of_server(Some("githab.com"));
    for (host, expected) in [
        // The server's own name is what it is.
        ("githab.com", Some((Typo, "github.com"))),
        ("login.githab.com", Some((Typo, "github.com"))),
        // The site is no imitation of its imitation.
        ("github.com", None),
        ("githab.com.evil.example", Some((Embedded, "the server"))),
        ("githab-login.com", Some((Combined, "github.com"))),
    ] {
        let expected = expected.map(|(kind, site)| (kind, site.to_owned()));
        assert_eq!(judged(&sites, Some(&server), host), expected, "{host}");
    }
    let server = KnownSites::of_server(Some("corporation.example"));
    for (host, expected) in [
        ("corporation.example", None),
        ("id.corporation.example", None),
        ("corporatlon.example", Some(ImitationKind::Ascii)),
        ("corporation-login.example", Some(Combined)),
        // An honest company has its name in several places.
        ("corporation.dev", None),
        ("corporation.vercel.app", None),
    ] {
        assert_eq!(judged(&sites, Some(&server), host).map(|(kind, _)| kind), expected, "{host}");
    }
}

#[test]
fn domains_of_servers_are_guarded_and_imitate_each_other_not() {
    let sites = of_policy(&[], &["corporation.example", "corporation-login.example"]);
    assert_eq!(judged(&sites, None, "corporation-login.example"), None);
    assert_eq!(judged(&sites, None, "corporation.example"), None);
    assert!(judged(&sites, None, "corporation-sso.example").is_some());
    let (builtin, _) = (KnownSites::new(true, &[], &["githab.com"]), ());
    assert_eq!(judged(&builtin, None, "githab.com").map(|(kind, _)| kind), Some(ImitationKind::Typo));
}

#[test]
fn letters_with_several_readings_are_read_in_few_variants() {
    let many = "\u{fe}".repeat(20);
    let host = url::quirks::domain_to_ascii(&format!("{many}.com"));
    let readings = reading::readings(&host, &Decoded::new(&host));
    assert_eq!(readings.len(), 32);
    let first = readings.first().unwrap();
    assert_eq!(first.text, format!("{}.com", "p".repeat(20)));
    assert_eq!(first.written.len(), 20);
}

#[test]
fn every_row_of_the_table_of_readings_is_a_character_with_other_readings() {
    let text = include_str!("../../../../rules/data/confusables.csv");
    let mut before = 0;
    for [code, reads, name] in crate::link::table::rows(text) {
        let number = u32::from_str_radix(code, 16).unwrap();
        assert!(number > before && number >= 0x80 && !name.is_empty(), "{code}");
        before = number;
        for way in reads.split(' ') {
            let is_letters = way.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
            assert!(!way.is_empty() && (is_letters || ["-", "/"].contains(&way)), "{code} {way}");
        }
    }
}

#[test]
fn every_site_of_the_list_is_a_domain_that_somebody_registered() {
    let mut all: Vec<_> = BUILT_IN.sites.clone();
    assert!(all.len() >= 400, "{}", all.len());
    for site in &all {
        let facts = LinkFacts::of(&format!("https://{site}/"), &CompiledSuffixes);
        let host = facts.host().unwrap();
        assert!(host.registrable() == Some(site) || host.registrable().is_none(), "{site}");
    }
    all.sort_unstable();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
}
