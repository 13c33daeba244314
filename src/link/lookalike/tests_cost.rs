//! What looking at the names of honest hosts costs, beside parsing the URLs that hold them.
//!
//! As a test it says that none misleads. For a count of instructions, run one side many times under callgrind:
//! `WORK=look TIMES=10` or `WORK=parse TIMES=10`, and take the difference to `TIMES=110`; `HOSTS=ascii` or `HOSTS=other`
//! leaves the rest out.

use std::hint::black_box;

use super::*;
use crate::link::CompiledSuffixes;

const URLS: &str = include_str!("../../../tests/corpus/honest-urls.txt");

#[test]
fn honest_names_mislead_nobody() {
    let chosen = |name: &str| std::env::var(name).ok();
    let hosts = chosen("HOSTS");
    let is_chosen = |url: &&str| match hosts.as_deref() {
        Some("ascii") => !url.contains("xn--"),
        Some(_) => url.contains("xn--"),
        None => true,
    };
    let urls: Vec<_> = URLS.lines().filter(|line| !line.starts_with('#')).filter(is_chosen).collect();
    let links: Vec<_> = urls.iter().map(|url| LinkFacts::of(url, &CompiledSuffixes)).collect();
    let (sites, server) = (KnownSites::new(true, &[], &[]), KnownSites::of_server(Some("example.com")));
    let work = chosen("WORK").unwrap_or_else(|| String::from("look"));
    for _ in 0..chosen("TIMES").map_or(1, |times| times.parse().unwrap()) {
        if work == "parse" {
            urls.iter().for_each(|url| drop(black_box(url::Url::parse(black_box(url)))));
            continue;
        }
        for (link, url) in links.iter().zip(&urls) {
            assert!(!black_box(Lookalike::of(black_box(link), &sites, Some(&server))).misleads(), "{url}");
        }
    }
}
