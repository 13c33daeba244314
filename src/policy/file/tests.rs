//! A policy file is read whole or refused with the place of the mistake.

use super::*;
use crate::policy::limits::LimitKey;

const WHOLE: &str = r#"
profile = "strict"

[levels]
url = "warning"
url-plain-http = "off"

[sites]
known = ["Example.com", "b\u00fccher.example"]
builtin = false

[hosts]
allow-schemes = ["MyApp", "https"]
internal = ["*.corp.example", "10.20.0.0/16"]

[servers."https://mcp.example.com"]
domains = ["example.com"]
[servers.files]
domains = []

[limits]
record-bytes = 1_048_576
depth = 0x20
fields = 1
options = 2
text-bytes = 3
links = 4
url-bytes = 5
findings = 6
open = 7
flood = 8
"#;

/// The message, and the text under the span.
fn refusal(result: Result<Policy, Error>, text: &str) -> (String, &str) {
    let error = result.unwrap_err();
    assert!(error.is_policy(), "{error}");
    let span = error.span().unwrap_or_else(|| panic!("{error}: no span"));
    (error.to_string(), text.get(span).unwrap())
}

#[test]
fn every_key_is_read() {
    let policy = Policy::from_toml(WHOLE).unwrap();
    assert_eq!(policy.profile, Profile::Strict);
    let levels: Vec<_> = policy.levels.iter().map(|of| (of.name.as_str(), of.level)).collect();
    assert_eq!(levels, [("url", Level::WARNING), ("url-plain-http", Level::Off)]);
    assert_eq!(policy.known_sites, ["example.com", "xn--bcher-kva.example"]);
    assert!(policy.without_builtin_sites);
    assert_eq!(policy.allow_schemes, ["myapp", "https"]);
    assert!(policy.internal.iter().any(|internal| internal.covers("db.corp.example", None)));
    assert!(policy.internal.iter().any(|internal| internal.covers("10.20.3.4", "10.20.3.4".parse().ok())));
    let servers: Vec<_> = policy.servers.iter().map(|of| (of.server.as_str(), of.domains.join(" "))).collect();
    assert_eq!(servers, [("https://mcp.example.com", String::from("example.com")), ("files", String::new())]);
    let limits = Limits {
        record_bytes: 1 << 20,
        depth: 32,
        fields: 1,
        options: 2,
        text_bytes: 3,
        links: 4,
        url_bytes: 5,
        findings: 6,
        open: 7,
        flood: 8,
    };
    assert_eq!(policy.limits, limits);
}

#[test]
fn an_empty_file_is_the_default_policy() {
    for text in ["", "\n# nothing\n", "[levels]\n[sites]\n[hosts]\n[servers]\n[limits]\n"] {
        assert_eq!(format!("{:?}", Policy::from_toml(text).unwrap()), format!("{:?}", Policy::new()), "{text:?}");
    }
}

#[test]
fn an_unknown_key_or_word_is_refused_with_the_nearest_right_one() {
    let table = [
        ("level = {}", "level", "`level` is no key of a policy; did you mean `levels`?"),
        ("[lvels]\n", "lvels", "`lvels` is no key of a policy; did you mean `levels`?"),
        ("[server.x]\n", "server", "`server` is no key of a policy; did you mean `servers`?"),
        (
            "colour = 1",
            "colour",
            "`colour` is no key of a policy: use profile, levels, sites, hosts, servers, allow, limits",
        ),
        (
            "\"pro\\u001bfile\" = 1",
            "\"pro\\u001bfile\"",
            "`pro\\u{1b}file` is no key of a policy; did you mean `profile`?",
        ),
        ("profile = 'strickt'", "'strickt'", "`strickt` is no profile; did you mean `strict`?"),
        ("profile = ''", "''", "`` is no profile: use recommended, strict, development"),
        ("[levels]\nurl = 'warn'", "'warn'", "`warn` is no level: use off, info, warning, error"),
        ("[levels]\nurl = 'eror'", "'eror'", "`eror` is no level; did you mean `error`?"),
        ("[sites]\nknow = []", "know", "`know` is no key of [sites]; did you mean `known`?"),
        ("sites.x.y = 1", "x", "`x` is no key of [sites]: use known, builtin"),
        (
            "[hosts]\nallow-scheme = []",
            "allow-scheme",
            "`allow-scheme` is no key of [hosts]; did you mean `allow-schemes`?",
        ),
        ("servers.files.domain = []", "domain", "`domain` is no key of a server; did you mean `domains`?"),
        (
            "[limits]\nrecord_bytes = 1",
            "record_bytes",
            "`record_bytes` is no key of [limits]; did you mean `record-bytes`?",
        ),
    ];
    for (text, under, message) in table {
        assert_eq!(refusal(Policy::from_toml(text), text), (message.to_owned(), under), "{text}");
    }
}

#[test]
fn a_value_of_a_wrong_type_is_refused() {
    let table = [
        ("profile = 1", "1", "`profile` must be a string, not an integer"),
        ("levels = 'off'", "'off'", "`levels` must be a table, not a string"),
        ("[[levels]]\n", "[[levels]]", "`levels` must be a table, not an array"),
        ("[levels]\nurl = false", "false", "`url` must be a string, not a boolean"),
        ("[sites]\nknown = 'example.com'", "'example.com'", "`known` must be a list of strings, not a string"),
        ("[sites]\nknown = ['example.com', 2.5]", "2.5", "`known` must be a list of strings, not a float"),
        ("[sites]\nbuiltin = 'no'", "'no'", "`builtin` must be true or false, not a string"),
        ("[servers]\nfiles = 2027-06-30", "2027-06-30", "`files` must be a table, not a date"),
        (
            "[hosts]\npublic-suffix-list = ['list.dat']",
            "['list.dat']",
            "`public-suffix-list` must be a string, not an array",
        ),
        ("[hosts]\npublic-suffix-list = ''", "''", "`public-suffix-list` names no file"),
        ("allow = 'url-plain-http'", "'url-plain-http'", "`allow` must be entries, each under [[allow]], not a string"),
        ("allow = [1]", "1", "`allow` must be entries, each under [[allow]], not an integer"),
        (
            "[[allow]]\nrule = 'a'\nreason = 'b'\nexpires = '2027-06-30'",
            "'2027-06-30'",
            "`expires` must be a date such as 2027-06-30, without quotes and time, not a string",
        ),
        ("[limits]\ndepth = '64'", "'64'", "`depth` must be an integer, not a string"),
    ];
    for (text, under, message) in table {
        assert_eq!(refusal(Policy::from_toml(text), text), (message.to_owned(), under), "{text}");
    }
}

#[test]
fn a_limit_out_of_its_range_is_refused() {
    for LimitKey { name, most, .. } in LIMITS {
        for wrong in
            [String::from("0"), String::from("-1"), (most + 1).to_string(), String::from("9223372036854775807")]
        {
            let text = format!("[limits]\n{name} = {wrong}");
            let expected = (format!("`{name}` must be from 1 to {most}"), wrong.as_str());
            assert_eq!(refusal(Policy::from_toml(&text), &text), expected, "{text}");
        }
        for right in [1, most] {
            assert!(Policy::from_toml(&format!("limits.{name} = {right}")).is_ok(), "{name} {right}");
        }
    }
}

#[test]
fn a_name_that_could_match_nothing_is_refused() {
    let domain = |text: &str, hint: &str| {
        format!("`{text}` is no domain name: give it as example.com, without scheme, port and path{hint}")
    };
    let example = "; did you mean `example.com`?";
    for (text, hint) in [
        ("https://example.com/login", example),
        ("*.example.com", example),
        ("example.com/", example),
        ("Example.com:8443", example),
        ("user@example.com", ""),
        ("localhost", ""),
        ("10.0.0.1", ""),
        ("a..example", ""),
        ("exa mple.com", ""),
        ("example%2ecom", ""),
        ("", ""),
    ] {
        for (before, after) in [("[sites]\nknown = [", "]"), ("[servers.files]\ndomains = [", "]")] {
            let toml = format!("{before}'{text}'{after}");
            assert_eq!(refusal(Policy::from_toml(&toml), &toml), (domain(text, hint), &*format!("'{text}'")), "{toml}");
        }
    }
    let table = [
        ("hosts.internal = ['10.0.0.0/33']", "'10.0.0.0/33'", "`10.0.0.0/33` is neither a host"),
        ("[servers.'mcp.example.com']", "'mcp.example.com'", "`mcp.example.com` is no server: give its URL"),
        ("[servers.'ftp://mcp.example.com']", "'ftp://mcp.example.com'", "is no URL of a server"),
        ("[servers.'https://']", "'https://'", "is no URL of a server"),
        ("[servers.'']", "''", "is no server"),
        ("[servers.files]", "files", "server `files` says nothing: give it `domains`"),
    ];
    for (toml, under, message) in table {
        let (said, span) = refusal(Policy::from_toml(toml), toml);
        assert!(said.contains(message) && span == under, "{toml}: {said} at {span}");
    }
}

#[test]
fn what_no_policy_gets_is_refused_where_it_stands_and_what_contains_it_is_not() {
    let table = [
        ("hosts.internal = ['https://wiki.corp/']", "'https://wiki.corp/'", "did you mean `wiki.corp`?"),
        ("sites.known = ['co.uk']", "'co.uk'", "`co.uk` is a public suffix, which is nobody's: name a domain under it"),
    ];
    for (toml, under, message) in table {
        let (said, span) = refusal(Policy::from_toml(toml), toml);
        assert!(said.contains(message) && span == under, "{toml}: {said} at {span}");
    }
    for toml in [
        "levels.input-malformed = 'off'",
        "levels.input = 'off'",
        "hosts.internal = ['169.254.0.0/16', '*.internal', '0.0.0.0/0', 'wiki.example.com', 'a.corp', 'a.corp']",
        "sites.known = ['example.co.uk', 'github.io', 'example.co.uk']",
        "[[allow]]\nrule = 'url-metadata-endpoint'\nhost = '169.254.169.254'\nreason = 'a test bench'",
        "[[allow]]\nrule = 'input'\nreason = 'old logs'",
        "servers.files.domains = []",
    ] {
        assert!(Policy::from_toml(toml).unwrap().check().is_ok(), "{toml}");
    }
}

#[test]
fn a_dangerous_scheme_cannot_be_allowed_and_the_error_says_why() {
    let table = [
        ("javascript", "`javascript` is never allowed: it runs"),
        ("JavaScript", "`javascript` is never allowed: it runs"),
        ("file", "`file` is never allowed: it opens a file of this machine"),
        ("ms-officecmd", "`ms-officecmd` is never allowed: it "),
        ("http", "`http` is judged by url-plain-http"),
        ("myapp://", "`myapp://` is no scheme: give it as myapp, without colon and slashes; did you mean `myapp`?"),
        ("1st", "`1st` is no scheme"),
        ("", "`` is no scheme"),
    ];
    for (scheme, message) in table {
        let toml = format!("[hosts]\nallow-schemes = ['myapp', '{scheme}']");
        let (said, span) = refusal(Policy::from_toml(&toml), &toml);
        assert!(said.starts_with(message) && span == format!("'{scheme}'"), "{said} at {span}");
    }
}

#[test]
fn text_that_is_no_toml_is_refused_where_it_breaks() {
    for (text, position) in [("profile = ", (1, 11)), ("[levels]\nurl 'off'", (2, 5)), ("a = 1\r\na = 2", (2, 1))] {
        let error = Policy::from_toml(text).unwrap_err();
        assert_eq!((error.is_policy(), error.line_and_column(text)), (true, Some(position)), "{error}");
    }
}

#[test]
fn the_first_mistake_of_a_file_is_told() {
    let text = "zzz = 1\naaa = 2\n";
    assert_eq!(refusal(Policy::from_toml(text), text).1, "zzz");
}

#[test]
fn line_and_column_count_from_one_in_characters() {
    let table = [
        ("colour = 1", Some((1, 1))),
        ("\n\n  colour = 1", Some((3, 3))),
        ("profile = 'strict'\r\ncolour = 1", Some((2, 1))),
        ("sites = { known = [ 'b\u{fc}cher.example', 1 ] }", Some((1, 39))),
    ];
    for (text, position) in table {
        assert_eq!(Policy::from_toml(text).unwrap_err().line_and_column(text), position, "{text}");
    }
    let error = Policy::from_toml("\n\n  colour = 1").unwrap_err();
    assert_eq!(error.line_and_column("1"), None);
    assert_eq!(Error::policy("without a span").line_and_column(""), None);
}

#[test]
fn a_setting_replaces_what_the_policy_says_under_its_key() {
    let settings = [
        "profile = 'development'",
        "levels.url = 'error'",
        "sites.known = ['example.org']",
        "sites.builtin = true",
        "hosts = { internal = [] }",
        "servers.'https://mcp.example.com'.domains = ['example.net']",
        "limits.depth = 8",
    ];
    let whole = Policy::from_toml(WHOLE).unwrap();
    let policy = settings.into_iter().try_fold(whole, Policy::with_setting).unwrap();
    assert_eq!(policy.profile, Profile::Development);
    assert_eq!(policy.levels.last().map(|of| (of.level, of.span.clone())), Some((Level::ERROR, None)));
    assert_eq!(policy.known_sites, ["example.org"]);
    assert!(!policy.without_builtin_sites && policy.internal.is_empty());
    assert_eq!(policy.allow_schemes, ["myapp", "https"]);
    let servers: Vec<_> = policy.servers.iter().map(|of| (of.server.as_str(), of.domains.join(" "))).collect();
    assert_eq!(servers, [("files", String::new()), ("https://mcp.example.com", String::from("example.net"))]);
    assert_eq!((policy.limits.depth, policy.limits.fields), (8, 1));
}

#[test]
fn a_wrong_setting_is_refused_with_its_span() {
    for (setting, under) in [("levels.url", ""), ("levels.url = 'loud'", "'loud'"), ("level.url = 'off'", "level")] {
        let (_, span) = refusal(Policy::new().with_setting(setting), setting);
        assert_eq!(span, under, "{setting}");
    }
}

/// The compiled list with one private suffix more would be long; this is enough for the names of the tests.
const LIST: &str = "// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n\
    // ===BEGIN PRIVATE DOMAINS===\ntenants.example.com\n// ===END PRIVATE DOMAINS===\n";

#[test]
fn a_public_suffix_list_that_is_named_must_be_given_before_a_linter_is_built() {
    let text = "[hosts]\npublic-suffix-list = 'list.dat'";
    let policy = Policy::from_toml(text).unwrap();
    assert_eq!(policy.public_suffix_list_file(), Some("list.dat"));
    let error = policy.check_list_was_read().unwrap_err();
    assert_eq!(error.to_string(), "the public suffix list `list.dat` was not read: give its text to the policy");
    assert_eq!(text.get(error.span().unwrap()), Some("'list.dat'"));
    let given = policy.public_suffix_list(LIST).unwrap();
    assert_eq!(given.public_suffix_list_file(), None);
    assert!(given.check_list_was_read().is_ok());
    let other = given.with_setting("hosts.public-suffix-list = 'other.dat'").unwrap();
    assert_eq!(other.public_suffix_list_file(), Some("other.dat"));
    assert_eq!(other.check_list_was_read().unwrap_err().span(), None, "the span would be in the setting");
}

#[test]
fn a_setting_of_another_key_leaves_the_named_list() {
    let text = "hosts.public-suffix-list = 'list.dat'";
    let policy = Policy::from_toml(text).unwrap().with_setting("profile = 'strict'").unwrap();
    assert!(policy.named_list.is_some_and(|list| list.path == "list.dat" && list.span.is_some()));
}

#[test]
fn the_page_on_policies_has_every_limit_with_its_range_and_default() {
    let page = include_str!("../../../docs/policy.md");
    let plain = |cell: &str| cell.trim().replace(',', "");
    for LimitKey { name, most, .. } in LIMITS {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).unwrap();
        let cells: Vec<_> = row.trim_matches('|').split('|').map(plain).collect();
        let default = default_of(name).to_string();
        assert_eq!(cells[2..], [most.to_string(), default], "{name}");
    }
}

fn default_of(name: &str) -> usize {
    let limits = Limits::default();
    match name {
        "record-bytes" => limits.record_bytes,
        "depth" => usize::try_from(limits.depth).unwrap(),
        "fields" => limits.fields,
        "options" => limits.options,
        "text-bytes" => limits.text_bytes,
        "links" => limits.links,
        "url-bytes" => limits.url_bytes,
        "findings" => limits.findings,
        "open" => limits.open,
        "flood" => limits.flood,
        _ => panic!("{name} is no limit"),
    }
}

#[test]
fn an_entry_that_accepts_findings_says_what_and_why() {
    let entry = |text: &str| format!("[[allow]]\n{text}");
    let refused = [
        ("rule = 'url-plain-http'\nreson = 'x'", "reson", "`reson` is no key of [[allow]]; did you mean `reason`?"),
        (
            "rule = 'url-plain-http'\nreason = ' '",
            "' '",
            "`reason` is empty: say why this is fine, for who reads it next",
        ),
        (
            "rule = 'input-malformed'\nreason = 'x'",
            "'input-malformed'",
            "`input-malformed` is never allowed: it says that something was not judged, which must not pass",
        ),
        ("rule = 1\nreason = 'x'", "1", "`rule` must be a string, not an integer"),
    ];
    for (text, at, message) in refused {
        let text = entry(text);
        assert_eq!(refusal(Policy::from_toml(&text), &text), (String::from(message), at));
    }
    for (text, message) in [
        ("rule = 'url-plain-http'", "`reason` is missing: say why this is fine, for who reads it next"),
        ("reason = 'x'", "`rule` is missing: name the rule or group whose findings are accepted"),
    ] {
        assert_eq!(refusal(Policy::from_toml(&entry(text)), &entry(text)).0, message);
    }
    let whole = entry("rule = 'url'\nhost = '*.example.com'\nserver = 'files'\nreason = 'x'\nexpires = 2027-06-30");
    let [allow] = Policy::from_toml(&whole).unwrap().allows.try_into().unwrap();
    assert_eq!(allow.expires, Date::new(2027, 6, 30));
    assert!(allow.covers_host("a.example.com", None) && !allow.covers_host("example.com", None));
    assert!(allow.is_for("url-plain-http", "url") && !allow.is_for("text-obfuscated-url", "text"));
    assert!(allow.covers_server(Some(("files", None))) && !allow.covers_server(None));
}

#[test]
fn a_setting_replaces_the_entries_and_their_spans() {
    let file = "[[allow]]\nrule = 'url-plain-http'\nreason = 'x'\n";
    let policy = Policy::from_toml(file).unwrap();
    assert!(policy.allows.iter().all(|allow| allow.span.is_some()));
    let kept = policy.clone().with_setting("profile = 'strict'").unwrap();
    assert!(kept.allows.len() == 1 && kept.allows.iter().all(|allow| allow.rule_span.is_some()));
    let other = policy.with_setting("allow = [{ rule = 'url', reason = 'y' }]").unwrap();
    assert!(other.allows.iter().all(|allow| allow.rule == "url" && allow.span.is_none()));
}
