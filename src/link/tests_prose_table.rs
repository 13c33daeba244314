//! Texts of many kinds and languages, each with every link in it.
//! In: a text. Out: the texts under the spans; a disguised link is marked with `~` before it.
//! Never: a case copied from a corpus.

use super::*;

fn found(text: &str) -> Vec<String> {
    let mark = |link: &FoundLink| format!("{}{}", if link.is_disguised { "~" } else { "" }, link.span.of(text));
    links(text, 64).links.iter().map(mark).collect()
}

fn assert_table(table: &[(&str, &[&str])]) {
    let wrong: Vec<_> = table.iter().filter(|(text, links)| found(text) != *links).collect();
    let lines: Vec<_> =
        wrong.iter().map(|(text, links)| format!("{text:?}\n  {links:?}, not {:?}", found(text))).collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), table.len(), lines.join("\n"));
}

#[test]
fn links_that_can_be_read_are_found_as_they_stand() {
    assert_table(&[
        // With a scheme.
        ("Confirm at https://pay.example.org/x", &["https://pay.example.org/x"]),
        ("https://example.org/a;b=1,2!", &["https://example.org/a;b=1,2"]),
        ("https://user:word@example.org/", &["https://user:word@example.org/"]),
        ("go to http:/example.org/a", &["http:/example.org/a"]),
        ("go to http:///example.org/a", &["http:///example.org/a"]),
        ("http://0x7f.1/", &["http://0x7f.1/"]),
        ("http://0177.0.0.1/", &["http://0177.0.0.1/"]),
        ("http://[::ffff:10.0.0.1]/x", &["http://[::ffff:10.0.0.1]/x"]),
        ("wss://example.org/s", &["wss://example.org/s"]),
        ("Open slack://open?team=1", &["slack://open?team=1"]),
        ("postgresql://localhost/db", &["postgresql://localhost/db"]),
        ("mailto:ann@example.org?body=x", &["mailto:ann@example.org?body=x"]),
        ("sms:+15550100", &["sms:+15550100"]),
        ("javascript:void(0)", &["javascript:void(0)"]),
        ("view-source:https://example.org", &["view-source:https://example.org"]),
        ("https://xn--mnchen-3ya.example.org/", &["https://xn--mnchen-3ya.example.org/"]),
        ("https://m\u{fc}nchen.example.org/", &["https://m\u{fc}nchen.example.org/"]),
        ("https://a.example.org https://b.example.org", &["https://a.example.org", "https://b.example.org"]),
        (
            "https://id.example.org/?next=https%3A%2F%2Fexample.com",
            &["https://id.example.org/?next=https%3A%2F%2Fexample.com"],
        ),
        ("https://example.org/a&#47;b", &["https://example.org/a&#47;b"]),
        ("https://example.org/a?b=1&amp;c=2", &["https://example.org/a?b=1&amp;c=2"]),
        ("https://example.org/a(b)c", &["https://example.org/a(b)c"]),
        ("https://example.org/x.", &["https://example.org/x"]),
        ("https://intranet. It is slow", &["https://intranet"]),
        ("https://example.org. com", &["https://example.org"]),
        // Without one.
        ("Sign in on example.org", &["example.org"]),
        ("accounts.example.org, please", &["accounts.example.org"]),
        ("bit.ly/2ab", &["bit.ly/2ab"]),
        ("youtu.be/x1", &["youtu.be/x1"]),
        ("t.me/somebody", &["t.me/somebody"]),
        ("login.example.link", &["login.example.link"]),
        ("my-bank.example.info", &["my-bank.example.info"]),
        ("www.example.zip", &["www.example.zip"]),
        ("dev.example.com", &["dev.example.com"]),
        ("example.co.uk", &["example.co.uk"]),
        ("xn--e1afmkfd.xn--p1ai", &["xn--e1afmkfd.xn--p1ai"]),
        ("localhost:8080/cb", &["localhost:8080/cb"]),
        ("127.0.0.1:9000", &["127.0.0.1:9000"]),
        ("0177.0.0.1:80/x", &["0177.0.0.1:80/x"]),
        ("//example.org/x", &["//example.org/x"]),
        ("see //cdn.example.org", &["//cdn.example.org"]),
        ("https//example.org/x", &["//example.org/x"]),
        ("Example.org and EXAMPLE.ORG", &["Example.org", "EXAMPLE.ORG"]),
        ("example.org/a.b.c?d=e#f", &["example.org/a.b.c?d=e#f"]),
        ("example.org:8443.", &["example.org:8443"]),
        (
            "\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.\u{440}\u{444}",
            &["\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.\u{440}\u{444}"],
        ),
        // In markup.
        ("[sign in](https://example.org)", &["https://example.org"]),
        ("[sign in](<https://example.org/a b>)", &["https://example.org/a"]),
        ("[1]: https://example.org/a", &["https://example.org/a"]),
        ("<https://example.org/a>", &["https://example.org/a"]),
        ("<a href='https://example.org/a'>here</a>", &["https://example.org/a"]),
        ("<a href=//example.org/a>here</a>", &["//example.org/a"]),
        ("<img src=\"https://example.org/p.png\">", &["https://example.org/p.png"]),
        ("\u{1b}]8;;https://example.org/a\u{1b}\\here\u{1b}]8;;\u{1b}\\", &["https://example.org/a"]),
        ("<https://example.org/a|here>", &["https://example.org/a"]),
        ("`https://example.org/a`", &["https://example.org/a"]),
        ("{\"url\":\"https://example.org/a\"}", &["https://example.org/a"]),
        // In other languages.
        (
            "\u{8bf7}\u{8bbf}\u{95ee} https://example.org/\u{767b}\u{5f55}\u{ff0c}\u{8c22}\u{8c22}",
            &["https://example.org/\u{767b}\u{5f55}"],
        ),
        ("\u{8a73}\u{7d30}\u{306f}https://example.org\u{3067}\u{3059}", &["https://example.org"]),
        ("\u{300c}https://example.org/a\u{300d}", &["https://example.org/a"]),
        ("\u{ff08}https://example.org/a\u{ff09}", &["https://example.org/a"]),
        (
            "https://example.org/a\u{3001}https://example.org/b\u{3002}",
            &["https://example.org/a", "https://example.org/b"],
        ),
        ("https://example.org\u{c5d0}\u{c11c}", &["https://example.org"]),
        ("https://\u{4f8b}\u{3048}.jp/a", &["https://\u{4f8b}\u{3048}.jp/a"]),
        ("example.org\u{3002}\u{8c22}\u{8c22}", &["example.org"]),
        ("example.org\u{3002}Thanks", &["example.org"]),
        ("\u{ff1a}example.org\u{ff0c}", &["example.org"]),
        ("\u{ab} https://example.org/a \u{bb}", &["https://example.org/a"]),
        ("\u{201e}https://example.org/a\u{201c}", &["https://example.org/a"]),
        ("https://example.org/a\u{60c} \u{634}\u{643}\u{631}\u{627}", &["https://example.org/a"]),
        ("https://example.org/a\u{964}", &["https://example.org/a"]),
        ("https://example.org/a\u{2014}then", &["https://example.org/a"]),
        ("https://example.org/\u{200b}", &["https://example.org/"]),
        ("\u{200b}https://example.org/a\u{200b} x", &["https://example.org/a"]),
        ("https://example.org/a\u{200b}b", &["https://example.org/a"]),
    ]);
}

#[test]
fn disguised_links_are_found_and_marked() {
    assert_table(&[
        ("hxxps://example.org/a", &["~hxxps://example.org/a"]),
        ("HXXP://EXAMPLE.ORG", &["~HXXP://EXAMPLE.ORG"]),
        ("htxps://example.org", &["~htxps://example.org"]),
        ("h**p://example.org.", &["~h**p://example.org"]),
        ("hxxps[:]//example[.]org/a", &["~hxxps[:]//example[.]org/a"]),
        ("hxxps[://]example.org", &["~hxxps[://]example.org"]),
        ("https[:][//]example.org", &["~https[:][//]example.org"]),
        ("example[.]org", &["~example[.]org"]),
        ("login[.]example[.]org/a", &["~login[.]example[.]org/a"]),
        ("example[dot]org", &["~example[dot]org"]),
        ("example{dot}org/a", &["~example{dot}org/a"]),
        ("example<.>org", &["~example<.>org"]),
        ("example [dot] org", &["~example [dot] org"]),
        ("www (dot) example (dot) org", &["~www (dot) example (dot) org"]),
        ("https://example(DOT)org/a", &["~https://example(DOT)org/a"]),
        ("10[.]0[.]0[.]1/admin", &["~10[.]0[.]0[.]1/admin"]),
        ("https&#58;&#47;&#47;example.org", &["~https&#58;&#47;&#47;example.org"]),
        ("https&#x3A;//example.org/a", &["~https&#x3A;//example.org/a"]),
        ("&#104;ttps://example.org", &["~&#104;ttps://example.org"]),
        ("example&period;org/a", &["~example&period;org/a"]),
        ("https%3a%2f%2fexample.org%2fa%3fb", &["~https%3a%2f%2fexample.org%2fa%3fb"]),
        ("Open https : // example.org now", &["~https : // example.org"]),
        ("Open https: //example.org", &["~https: //example.org"]),
        ("Open https:// www.example.org", &["~https:// www.example.org"]),
        ("https://example .org/a", &["~https://example .org/a"]),
        ("https://login-example. org", &["~https://login-example. org"]),
        ("example\u{ff0e}org/a", &["~example\u{ff0e}org/a"]),
        ("example\u{3002}org", &["~example\u{3002}org"]),
        ("https\u{ff1a}\u{ff0f}\u{ff0f}example.org", &["~https\u{ff1a}\u{ff0f}\u{ff0f}example.org"]),
        ("https\u{ff1a}//example.org/a", &["~https\u{ff1a}//example.org/a"]),
        ("\u{ff45}\u{ff58}ample.org", &["~\u{ff45}\u{ff58}ample.org"]),
        ("https://\u{1d41e}xample.org", &["~https://\u{1d41e}xample.org"]),
        ("https:\u{2215}\u{2215}example.org", &["~https:\u{2215}\u{2215}example.org"]),
        ("exam\u{ad}ple.org", &["~exam\u{ad}ple.org"]),
        ("https\u{200b}://example.org", &["~https\u{200b}://example.org"]),
        ("java\u{200b}script:alert(1)", &["~java\u{200b}script:alert(1)"]),
        ("https://ex\u{200d}ample.org/a", &["~https://ex\u{200d}ample.org/a"]),
        ("\u{202e}gro.elpmaxe//:sptth\u{202c} now", &["~\u{202e}gro.elpmaxe//:sptth"]),
        ("https:\\\\example.org\\a", &["~https:\\\\example.org\\a"]),
        ("a.com, b[.]com, c.com", &["a.com", "~b[.]com", "c.com"]),
        ("\u{8bf7}\u{6253}\u{5f00}hxxps://example[.]org\u{3002}", &["~hxxps://example[.]org"]),
    ]);
}

#[test]
fn honest_prose_and_code_are_quiet() {
    let texts = [
        // Abbreviations and sentences.
        "z.B. heute, d.h. morgen, u.a. hier",
        "The U.S. office of Example Inc. is closed",
        "p.ej. ma\u{f1}ana, p.ex. demain, o.a. morgen",
        "Example Co.,Ltd. and Example S.p.A.",
        "Dr.Smith met Mr.Jones at 9 a.m.in Rome",
        "It is done.it works. Really.So what",
        "Fine.But no.No more",
        // Numbers, times, versions.
        "1.234,56 and 1,234.56 and 3.14",
        "10.am or 9:30",
        "Version 2.0.in, v1.2.3-beta.4+build.5",
        "^1.2.3 ~4.5.6 >=7.8.9",
        "Upgrade 10.2.0.1 to 10.2.1.0",
        "10.0.0.0/8 and 192.168.1.0/24",
        "16:9, 1:1, 2:30 pm",
        // Files and paths.
        "README.md, CHANGELOG.md#unreleased, lib.rs:10:5",
        "id_ed25519.pub, log4j.properties, config.h.in, Makefile.am",
        "tool-1.2.0.zip and libx.2.so",
        "C:\\Users\\me\\report.md and D:\\a.com",
        "/etc/app.conf ./lib/foo.rs ../a.com",
        "~/notes.md and $HOME/x.sh",
        "image.png, photo.jpg, data.csv, app.min.js",
        "1.README.md",
        // Code.
        "foo.bar, user.name, order.date, users.email",
        "SELECT orders.id FROM shop.orders",
        "SELECT u.name, o.total FROM users u, orders o",
        "java.util.List, java.io, org.apache.commons.io, com.example.app",
        "obj.method(), list.map(f), a.b.c()",
        "std::io::Read, self.name, this.props.data",
        "event.target.name and request.body.id",
        "customer.address.city",
        "System.IO, Socket.IO, ASP.NET, ML.NET",
        "import numpy as np; np.array([1, 2])",
        "window.open and process.env",
        "repo:read, user:email, key:value",
        "urn:isbn:0451450523 and uuid:1-2",
        "git@git.example.org:team/project.git",
        "data: yes, file: none, javascript: no",
        "a[.]b, x[0].y, [.]com, [...], (.)",
        "Match .* or [a-z.]+ with \\d+[.]\\d+",
        "dot (dot) dot, a circle (dot) or line",
        "a[:], b[1:2], c[::2]",
        "std::cout << x; y->z; a ? b : c",
        "http(s) or https?",
        "https:// and http://",
        "https ://",
        // Mail.
        "ann@example.org, <bob@example.org>",
        "ann [at] example [dot] org",
        "ann(at)example(dot)org",
        // Other scripts.
        "\u{8bf7}\u{9009}\u{62e9}\u{3002}\u{8c22}\u{8c22}\u{ff1a}main\u{3002}",
        "\u{30d0}\u{30fc}\u{30b8}\u{30e7}\u{30f3}\u{ff11}\u{ff0e}\u{ff12}",
        "\u{ff21}\u{ff22}\u{ff23}\u{ff0f}\u{ff24}",
        "\u{417}\u{434}\u{440}\u{430}\u{432}\u{441}\u{442}\u{432}\u{443}\u{439}\u{442}\u{435}.\u{42d}\u{442}\u{43e}",
        "\u{6a9}\u{62a}\u{627}\u{628}\u{200c}\u{647}\u{627}",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        // Marks.
        "A &amp; B &#8212; C &#39;d&#39;",
        "100%3A, 50%2F",
        "Hexx: x, hxx: y, max:5, h*p",
        "16 :// 9",
        "@example.org #example.org $example.org",
    ];
    let wrong: Vec<_> = texts.iter().filter(|text| !found(text).is_empty()).map(|text| (text, found(text))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_disguised_link_reads_as_what_it_means() {
    for (text, url) in [
        ("hxxps://id[.]example[.]org/a", "https://id.example.org/a"),
        ("id(dot)example(dot)org", "https://id.example.org"),
        ("https%3A%2F%2Fexample.org%2Fa%3Fb%3D1", "https://example.org/a?b=1"),
        ("\u{ff45}xample\u{ff0e}org/a", "https://example.org/a"),
        ("\u{202e}gro.elpmaxe//:sptth", "https://example.org"),
        ("https:\\\\example.org\\a", "https:\\\\example.org\\a"),
    ] {
        let found = links(text, 1).links;
        assert_eq!(found.first().map(|link| link.url(text).into_owned()).as_deref(), Some(url), "{text}");
    }
}

#[test]
fn the_text_of_a_link_points_at_its_target() {
    for text in [
        "[a.com](https://b.com)",
        "[see a.com now]( <https://b.com> \"c.com\")",
        "[![a.com](x)](https://b.com)",
        "<a class=\"x\" href=\"https://b.com\">go to <b>a.com</b></a>",
        "<A HREF = https://b.com>a.com</A>",
        "<a href='//b.com'>a.com</a>",
        "\u{1b}]8;id=1;https://b.com\u{7}a.com\u{1b}]8;;\u{7}",
        "\u{9d}8;;https://b.com\u{9c}a.com\u{9d}8;;\u{9c}",
        "\u{1b}]8;;https://b.com\u{1b}\\a.com\u{1b}]8;;\u{1b}\\",
        "[url=https://b.com]https://a.com[/url]",
        "<https://b.com|a.com>",
        "[url=https://b.com]a.com[/url]",
        "<a \" [a.com](https://b.com)",
        "[a[.]com](hxxps://b[.]com)",
    ] {
        let links = links(text, 64).links;
        let label =
            links.iter().find(|link| link.url(text) == "https://a.com").unwrap_or_else(|| panic!("{text}: {links:?}"));
        let target = label.target.and_then(|index| links.get(index)).map(|link| link.url(text).into_owned());
        assert_eq!(target.as_deref(), Some("https://b.com"), "{text}");
    }
    for text in [
        "[a.com] (https://b.com)",
        "[a.com](x) https://b.com",
        "<b>a.com</b>",
        "a.com | https://b.com",
        "<a name=x>a.com</a>",
    ] {
        assert!(links(text, 64).links.iter().all(|link| link.target.is_none()), "{text}");
    }
}
