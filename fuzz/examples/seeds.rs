//! Writes the seeds of every target into `corpus/`: the examples of the contracts, the URLs in them, and recordings.
//! In: the built-in rules, `tests/recordings`. Out: small files named by rule and number, or as the recording.
//! Never: anything that is kept in the repository.

use std::fs;
use std::path::Path;

use elicitlint::Linter;

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (target, _) in elicitlint_fuzz::TARGETS {
        fs::create_dir_all(corpus.join(target))?;
    }
    for (contract, _) in Linter::new().rules() {
        let examples = contract.prose().expect("the built-in contracts are read by a test").examples;
        for (number, example) in examples.iter().enumerate() {
            let write = |target: &str, seed: &[u8]| {
                fs::write(corpus.join(target).join(format!("{}-{number}", contract.id())), seed)
            };
            for text in [&example.json, &example.message].into_iter().flatten() {
                write("vet", text.trim().as_bytes())?;
                write("message", text.trim().as_bytes())?;
                write("recording", format!(" {text}\n").as_bytes())?;
                write("log", text.trim().as_bytes())?;
                if let Some(url) = url(text) {
                    write("link", url.as_bytes())?;
                    if let Some(host) = url.split('/').nth(2) {
                        write("host", host.as_bytes())?;
                    }
                }
            }
            if let Some(recording) = &example.recording {
                write("recording", format!(" {recording}").as_bytes())?;
            }
        }
    }
    recordings(&corpus)
}

/// Each recording for the reader that the table names, behind the two bytes that say where to split it.
fn recordings(corpus: &Path) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/recordings");
    for row in fs::read_to_string(folder.join("expected.tsv"))?.lines() {
        let mut columns = row.split('\t');
        let (Some(file), Some(format)) = (columns.next(), columns.next()) else { continue };
        if elicitlint_fuzz::TARGETS.iter().any(|(target, _)| *target == format) {
            let seed = [b"\0\x08".as_slice(), &fs::read(folder.join(file))?].concat();
            fs::write(corpus.join(format).join(file.replace('/', "-")), seed)?;
        }
    }
    Ok(())
}

fn url(params: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(params).ok()?;
    Some(value.get("url")?.as_str()?.to_owned())
}
