//! E-mail addresses.
//! In: a decoded value. Out: whether an address of a person stands in it.
//! Never: the user name of a URL, a Git address, an image name or a package version taken for one.

use crate::link::Section;
use crate::link::SuffixList;

/// True where an address of a delegated top-level domain stands in `text`.
pub(super) fn stands_in(text: &str, suffixes: &dyn SuffixList) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + 1..).unwrap_or_default();
        is_mailbox(before) && is_mail_domain(after, suffixes)
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

/// True where `after` begins with a name that somebody could have registered.
fn is_mail_domain(after: &str, suffixes: &dyn SuffixList) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let length = after.bytes().take_while(is_part).count();
    let (name, later) = after.split_at_checked(length).unwrap_or_default();
    let name = name.trim_end_matches(['.', '-']).to_ascii_lowercase();
    // `git@host:path` is no mail.
    if later.starts_with(':') || name.split('.').any(|label| label.is_empty() || label.starts_with('-')) {
        return false;
    }
    let (suffix, section) = suffixes.suffix(&name);
    section != Section::Unknown && suffix < name.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::CompiledSuffixes;

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
