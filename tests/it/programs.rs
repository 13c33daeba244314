//! What stands around the program: the manual page, clients in other languages, the schema of policies.

use std::fs;
#[cfg(unix)]
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cli::{Directory, text};
use crate::schema;

const PROGRAM: &str = env!("CARGO_BIN_EXE_elicitlint");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_manual_page_has_the_flags_of_every_command() {
    let directory = Directory::new("man");
    let page = text(&directory.run(&["man"]).stdout).replace("\\-", "-");
    for command in
        ["check", "vet", "rule", "config show", "config init", "baseline create", "baseline prune", "hook", "serve"]
    {
        let words: Vec<_> = command.split(' ').chain(["--help"]).collect();
        let help = text(&directory.run(&words).stdout);
        let heading = format!(".SH \"ELICITLINT {}\"\n", command.to_uppercase());
        let (_, section) = page.split_once(&heading).unwrap_or_else(|| panic!("{command} has no section"));
        let section = section.split(".SH ").next().unwrap();
        let flags = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| word.starts_with("--"));
        for flag in flags.filter(|flag| flag.len() > 3) {
            assert!(section.contains(flag), "the section of {command} has no {flag}");
        }
    }
}

#[test]
fn the_schema_of_policies_is_published_and_agrees_with_the_reader() {
    let directory = Directory::new("policy-schema");
    let written = text(&directory.run(&["config", "schema"]).stdout);
    let path = root().join("docs/schema/policy.schema.json");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &written).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == written, "the schema is stale: run `UPDATE=1 cargo test`");
    let published = schema::published("policy");
    let accepts = |toml: &str| {
        let value = serde_json::to_value(toml::from_str::<toml::Table>(toml).unwrap()).unwrap();
        jsonschema::is_valid(&published, &value)
    };
    let table = [
        ("profile = 'strict'", true),
        ("profile = 'strickt'", false),
        ("[levels]\nurl = 'off'\nown-rule = 'info'", true),
        ("[levels]\nurl = 'of'", false),
        ("[sites]\nknown = ['example.com']\nbuiltin = false", true),
        ("[sites]\nknow = []", false),
        ("[hosts]\ninternal = 'a.example'", false),
        ("[servers.files]\ndomains = []", true),
        ("[servers.files]\n", false),
        ("[[allow]]\nrule = 'url'\nreason = 'x'", true),
        ("[[allow]]\nrule = 'url'", false),
        ("[limits]\ndepth = 256", true),
        ("[limits]\ndepth = 257", false),
        ("colour = 1", false),
    ];
    for (toml, is_right) in table {
        assert_eq!(accepts(toml), is_right, "{toml}");
        assert_eq!(elicitlint::Policy::from_toml(toml).is_ok(), is_right, "{toml}");
    }
}

/// The lines that a client prints; none where its interpreter is missing.
fn printed(mut client: Command) -> Option<String> {
    let output = client.stdin(Stdio::null()).output().ok()?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    Some(text(&output.stdout))
}

#[test]
fn clients_in_other_languages_speak_with_serve() {
    let mut python = Command::new("python3");
    python.arg(root().join("examples/serve_client.py")).arg(PROGRAM);
    if let Some(lines) = printed(python) {
        assert_eq!(lines, "allow https://id.example.com/\nblock None url-metadata-endpoint\n");
    }
    // The example holds nothing that JavaScript does not have, so that it runs without a compiler.
    let script = fs::File::open(root().join("examples/serve_client.ts")).unwrap();
    let mut node = Command::new("node");
    node.args(["--input-type=module", "-", PROGRAM]).stdin(script).stdout(Stdio::piped());
    if let Ok(output) = node.output() {
        assert_eq!(text(&output.stdout), "allow https://id.example.com/\nblock null url-metadata-endpoint\n");
    }
}

#[test]
fn the_clients_in_other_languages_are_short() {
    for name in ["serve_client.py", "serve_client.ts"] {
        let client = fs::read_to_string(root().join("examples").join(name)).unwrap();
        assert!(client.lines().count() <= 26, "{name}");
    }
}

#[test]
fn the_rule_of_the_page_on_rules_does_what_it_says() {
    let page = fs::read_to_string(root().join("docs/adding-a-rule.md")).unwrap();
    let rule = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let directory = Directory::new("own-rule");
    directory.write("own/old-sign-in.toml", rule);
    let output = directory.run(&["vet", "https://login.example.com/", "--rules", "own", "--format", "concise"]);
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).contains("old-sign-in"), "{}", text(&output.stdout));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_ends_as_the_signal_says() {
    use std::os::unix::process::ExitStatusExt as _;
    let directory = Directory::new("interrupted");
    // What runs in the background of a script ignores interrupts, and so does what it starts.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    if ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0) {
        return;
    }
    // Standard input stays open, so that nothing else ends it.
    let mut child = directory.command(&["-"]).stdin(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    // A shell tells this as 128 + 2.
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    drop(input);
}

#[cfg(unix)]
fn is_unfinished(entry: &fs::DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with(".elicitlint-")
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_the_old_report_whole() {
    let directory = Directory::new("killed");
    let report = directory.0.join("report.jsonl");
    for (old, is_whole) in [(Some("the report of yesterday\n"), true), (None, false)] {
        let _none = fs::remove_file(&report);
        if let Some(old) = old {
            fs::write(&report, old).unwrap();
        }
        let mut child = directory.command(&["-", "-o", "jsonl=report.jsonl"]).stdin(Stdio::piped()).spawn().unwrap();
        // Standard input stays open, so that nothing else ends it.
        let mut input = child.stdin.take().unwrap();
        input.write_all(&fs::read(directory.0.join("session.jsonl")).unwrap()).unwrap();
        // Until the report is under way, beside its name.
        let begun = || fs::read_dir(&directory.0).unwrap().flatten().any(|entry| is_unfinished(&entry));
        while !begun() {
            std::thread::sleep(std::time::Duration::from_millis(10));
            assert!(child.try_wait().unwrap().is_none());
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(report.exists(), is_whole);
        assert_eq!(fs::read_to_string(&report).unwrap_or_default(), old.unwrap_or_default());
        let left = fs::read_dir(&directory.0).unwrap().flatten().filter(is_unfinished);
        left.for_each(|entry| fs::remove_file(entry.path()).unwrap());
    }
    let output = directory.run(&["session.jsonl", "-o", "jsonl=report.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(fs::read_to_string(&report).unwrap().lines().last().unwrap().contains("\"summary\""));
}

#[cfg(unix)]
#[test]
fn a_report_goes_through_a_pipe_and_a_link() {
    let directory = Directory::new("through");
    std::os::unix::fs::symlink("real.json", directory.0.join("link.json")).unwrap();
    assert!(Command::new("mkfifo").arg(directory.0.join("pipe")).status().unwrap().success());
    let pipe = directory.0.join("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    let output =
        directory.run(&["session.jsonl", "-q", "-o", "json=link.json", "-o", "jsonl=pipe", "-o", "sarif=/dev/stdout"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), String::new()));
    assert!(reader.join().unwrap().contains("\"summary\""));
    assert!(fs::symlink_metadata(directory.0.join("link.json")).unwrap().is_symlink());
    assert!(fs::read_to_string(directory.0.join("real.json")).unwrap().contains("\"summary\""));
    assert!(text(&output.stdout).contains("\"runs\""));
}

/// Other programs write to the same standard error, and what comes in several pieces is torn by theirs. A socket of
/// datagrams keeps what is written at once apart.
#[cfg(unix)]
#[test]
fn what_is_said_on_standard_error_is_written_in_one_piece() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;
    let directory = Directory::new("one-piece");
    directory.write("text.txt", "a\n{\"jsonrpc\":\"2.0\",\"id\":\n");
    let table: [(&[&str], usize); 4] = [
        (&["absent.jsonl"], 2),
        (&["session.jsonl", "--formt", "json"], 1),
        (&["session.jsonl", "--select", "url-plain-htp"], 1),
        (&["--color", "always", "--verbose", "session.jsonl", "text.txt"], 1),
    ];
    for (arguments, least) in table {
        let (ours, theirs) = UnixDatagram::pair().unwrap();
        let mut child =
            directory.command(arguments).stdout(Stdio::null()).stderr(OwnedFd::from(theirs)).spawn().unwrap();
        ours.set_read_timeout(Some(std::time::Duration::from_millis(20))).unwrap();
        let (mut buffer, mut pieces) = ([0; 4096], Vec::new());
        // The socket holds a few pieces only, so that they are taken while the program runs.
        let status = loop {
            let ended = child.try_wait().unwrap();
            while let Ok(length) = ours.recv(&mut buffer) {
                pieces.push(text(&buffer[..length]));
            }
            if let Some(status) = ended {
                break status;
            }
        };
        assert!(!status.success(), "{arguments:?}");
        assert!(pieces.len() >= least && pieces.iter().all(|piece| piece.ends_with('\n')), "{arguments:?}: {pieces:?}");
    }
}

#[test]
fn a_file_to_begin_with_changes_nothing() {
    let directory = Directory::new("starter");
    let before = directory.run(&["session.jsonl"]);
    assert_eq!(directory.run(&["config", "init"]).status.code(), Some(0));
    let after = directory.run(&["session.jsonl"]);
    assert_eq!(before, after);
}
