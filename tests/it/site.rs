//! The documents as a site: pages, links, anchors. Needs no mdbook.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

use crate::cli::{Directory, text};
use crate::docs::{documents, prose, read, root};

/// A page of the repository, as the site links it.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

/// Targets of links and images, with their lines. A reference that nothing defines is a target as it stands.
fn targets(document: &str) -> Vec<(usize, String)> {
    let undefined = |link: pulldown_cmark::BrokenLink<'_>| {
        Some((format!("undefined: {}", link.reference).into(), String::new().into()))
    };
    let parser = Parser::new_with_broken_link_callback(document, Options::ENABLE_TABLES, Some(undefined));
    let ends: Vec<_> = document.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| ends.partition_point(|end| *end < at) + 1;
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    parser.into_offset_iter().filter_map(|(event, span)| Some((line(span.start), target(event)?))).collect()
}

/// A path that is written in a document, from the root; none where it leads out of the repository.
fn beside(name: &str, path: &str) -> Option<String> {
    let mut joined = PathBuf::from(name);
    joined.pop();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir if !joined.pop() => return None,
            Component::Normal(part) => joined.push(part),
            Component::ParentDir | Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    joined.to_str().map(str::to_owned)
}

/// The anchors of the headings, as code forges and mdbook make them.
fn anchors(name: &str) -> Vec<String> {
    let document = read(name);
    let headings = prose(&document).into_iter().filter_map(|(_, line)| line.strip_prefix('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let is_kept = |character: &char| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_');
        let kept = words.chars().filter(is_kept);
        kept.map(|character| if character == ' ' { '-' } else { character }).collect()
    };
    headings.map(anchor).collect()
}

/// What is wrong with a link of a document. `known` keeps the anchors of each document.
fn problem(name: &str, target: &str, known: &mut BTreeMap<String, Vec<String>>) -> Option<String> {
    let on_the_site = name.starts_with("docs/");
    let (place, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match place.strip_prefix(REPOSITORY) {
        Some(path) if path.starts_with("docs/") => return Some("is a page of the site".to_owned()),
        Some(path) => path.to_owned(),
        None if place.starts_with("https://") => return None,
        None if place.is_empty() => name.to_owned(),
        None => match beside(name, place) {
            Some(path) if !on_the_site || path.starts_with("docs/") => path,
            _ => return Some("leads out of the site".to_owned()),
        },
    };
    if !root().join(&path).exists() {
        return Some(format!("{path} does not exist"));
    }
    if anchor.is_empty() {
        return None;
    }
    let anchors = known.entry(path.clone()).or_insert_with(|| anchors(&path));
    (!anchors.iter().any(|known| known == anchor)).then(|| format!("{path} has no such heading"))
}

#[test]
fn every_link_between_the_documents_leads_somewhere() {
    let mut count = 0;
    let mut problems = Vec::new();
    let mut known = BTreeMap::new();
    for name in documents() {
        for (line, target) in targets(&read(&name)) {
            count += 1;
            problems.extend(
                problem(&name, &target, &mut known).map(|problem| format!("{name}:{line}: {target}: {problem}")),
            );
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 100, "only {count} links were found");
}

#[test]
fn links_that_lead_nowhere_are_told() {
    let document = "[a](gone.md) [b](policy.md#gone) [c](../README.md) [d] ![e](images/gone.svg)\n\n\
                    [f](policy.md#limits) `[g](gone.md)` [h]\n\n[h]: https://example.com/\n";
    let mut known = BTreeMap::new();
    let mut problem = |name: &str, target: &str| problem(name, target, &mut known);
    let told: Vec<_> = targets(document).iter().filter_map(|(_, target)| problem("docs/page.md", target)).collect();
    assert_eq!(
        told,
        [
            "docs/gone.md does not exist",
            "docs/policy.md has no such heading",
            "leads out of the site",
            "docs/undefined: d does not exist",
            "docs/images/gone.svg does not exist",
        ]
    );
    assert_eq!(problem("README.md", "docs/policy.md#limits"), None);
    assert!(problem("docs/page.md", &format!("{REPOSITORY}docs/policy.md")).is_some());
    assert!(problem("docs/page.md", &format!("{REPOSITORY}gone.md")).is_some());
}

#[test]
fn the_site_has_every_document_and_nothing_else() {
    let linked = targets(&read("docs/SUMMARY.md"));
    let mut linked: Vec<_> = linked.into_iter().map(|(_, target)| format!("docs/{target}")).collect();
    linked.sort();
    let is_page = |name: &String| name.starts_with("docs/") && name != "docs/SUMMARY.md";
    let pages: Vec<_> = documents().into_iter().filter(is_page).collect();
    assert_eq!(linked, pages);
}

/// The address of a rule in a report of code scanning is its heading on the page of rules.
#[test]
fn a_finding_links_the_page_of_its_rule() {
    let directory = Directory::new("rule-links");
    let log: Value =
        serde_json::from_str(&text(&directory.run(&["session.jsonl", "--format", "sarif"]).stdout)).unwrap();
    let page = format!("{REPOSITORY}docs/rules.md#");
    let headings = anchors("docs/rules.md");
    let once: BTreeSet<_> = headings.iter().collect();
    assert_eq!(once.len(), headings.len(), "two headings of one name have other anchors");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for rule in rules {
        let anchor = rule["helpUri"].as_str().unwrap().strip_prefix(&page).unwrap();
        assert!(headings.iter().any(|known| known == anchor), "{anchor} has no heading");
    }
    assert!(rules.len() > 3, "only {} rules were linked", rules.len());
}
