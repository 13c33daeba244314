//! What judging the labels of honest names costs, beside parsing the URLs that hold them.
//!
//! As a test it says that none has a fault. For a count of instructions, run one side many times under callgrind:
//! `WORK=judge TIMES=10` or `WORK=parse TIMES=10`, and take the difference to `TIMES=110`.

use std::hint::black_box;

use super::*;
use crate::link::CompiledSuffixes;
use crate::link::LinkFacts;

const URLS: &str = include_str!("../../../../tests/corpus/honest-urls.txt");

fn chosen(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[test]
fn honest_names_of_many_languages_have_no_fault() {
    let urls: Vec<&str> = URLS.lines().filter(|line| !line.starts_with('#') && line.contains("xn--")).collect();
    assert!(urls.len() >= 100, "{}", urls.len());
    let links: Vec<_> = urls.iter().map(|url| LinkFacts::of(url, &CompiledSuffixes)).collect();
    let work = chosen("WORK").unwrap_or_else(|| String::from("judge"));
    let times = chosen("TIMES").map_or(1, |times| times.parse().unwrap());
    for _ in 0..times {
        if work == "parse" {
            urls.iter().for_each(|url| drop(black_box(url::Url::parse(black_box(url)))));
            continue;
        }
        for link in &links {
            let host = black_box(link.host().unwrap());
            assert_eq!(black_box(fault(host, &Decoded::new(host.ascii()))), None, "{}", host.ascii());
        }
    }
}
