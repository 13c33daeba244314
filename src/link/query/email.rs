//! E-mail addresses.
//! In: a decoded value. Out: whether an address of a person stands in it.
//! Never: the user name of a URL, a Git address, an image name or a package version taken for one.

use crate::link::Section;
use crate::link::SuffixList;

/// True where an address of a delegated top-level domain stands in `text`.
pub(super) fn stands_in(text: &str, suffixes: &dyn SuffixList) -> bool {
    any(text, &|domain| {
        let (suffix, section) = suffixes.suffix(domain);
        section != Section::Unknown && suffix < domain.len()
    })
}

/// True where an address of any domain stands in `text`, also of one that is known inside a network only.
pub(super) fn is_written_in(text: &str) -> bool {
    any(text, &|domain| {
        let is_name = |label: &str| label.bytes().all(|byte| byte.is_ascii_alphabetic());
        domain.rsplit_once('.').is_some_and(|(_, label)| is_name(label))
    })
}

fn any(text: &str, is_domain: &dyn Fn(&str) -> bool) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + 1..).unwrap_or_default();
        is_mailbox(before) && mail_domain(after).is_some_and(|domain| is_domain(&domain))
    })
}

/// True where a name that mail goes to stands at the end of `before`.
fn is_mailbox(before: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'+' | b'-');
    let length = before.bytes().rev().take_while(|byte| is_part(byte)).count();
    let (earlier, name) = before.split_at_checked(before.len() - length).unwrap_or_default();
    // `https://user@host` and `ssh://user:password@host` name an account of the host.
    let authority = earlier.rsplit(['/', '?', '#', ' ']).next().unwrap_or_default();
    let is_userinfo = earlier.strip_suffix(authority).is_some_and(|start| start.ends_with("//"));
    name.bytes().any(|byte| byte.is_ascii_alphanumeric()) && name != "git" && !is_userinfo
}

/// The name at the beginning of `after`, in lower case.
fn mail_domain(after: &str) -> Option<String> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let length = after.bytes().take_while(is_part).count();
    let (name, later) = after.split_at_checked(length).unwrap_or_default();
    let name = name.trim_end_matches(['.', '-']).to_ascii_lowercase();
    // `git@host:path` is no mail.
    let is_bad = |label: &str| label.is_empty() || label.starts_with('-');
    (!later.starts_with(':') && !name.split('.').any(is_bad)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::CompiledSuffixes;

    #[test]
    fn an_address_of_any_domain_has_a_name_for_its_last_label() {
        for (text, is_address) in
            [("user@mail.corp", true), ("user@example.com", true), ("a@b", false), ("app@1.2.3", false)]
        {
            assert_eq!(is_written_in(text), is_address, "{text}");
        }
    }

    #[test]
    fn an_address_has_a_mailbox_and_a_domain() {
        for (text, is_address) in [
            ("user@example.com", true),
            ("USER@EXAMPLE.COM", true),
            ("first.last+tag@mail.example.co.uk", true),
            ("write to <user@example.com>.", true),
            ("mailto:user@example.com", true),
            ("a@b", false),
            ("a@co.uk", false),
            ("@octocat", false),
            ("logo@2x.png", false),
            ("@scope/app@1.2.3", false),
            ("git@code.example.com:team/app.git", false),
            ("git@github.com/team/app", false),
            ("ssh://deploy@code.example.com/app", false),
            ("https://user:word@example.com/", false),
            ("https://example.com/?user@example.com", true),
            ("a@-.com", false),
            ("a@.com", false),
        ] {
            assert_eq!(stands_in(text, &CompiledSuffixes), is_address, "{text}");
        }
    }
}
