//! Why a character is in no label.
//! In: a character that is not Allowed by UTS 39. Out: the reason, and its scripts.
//! Never: a character of an honest label; the tables behind this are large and slow.

use super::LabelFault;
use super::LabelFaultKind;
use super::letters::Scripts;
use unicode_script::UnicodeScript;
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;
use unicode_security::general_security_profile::IdentifierType;

pub(super) fn fault(character: char) -> LabelFault {
    LabelFault::new(LabelFaultKind::SuspiciousCharacter, character, reason(character))
}

/// The scripts that the character can be of; all where it belongs to none of its own.
pub(super) fn scripts(character: char) -> Scripts {
    let script = character.script();
    match script.short_name() {
        "Zyyy" | "Zinh" | "Zzzz" => Scripts::ALL,
        code => Scripts::of_code(code).unwrap_or(Scripts::OTHER),
    }
}

fn reason(character: char) -> &'static str {
    if let Some((_, reason)) = SIGNS.iter().find(|(sign, _)| is_confusable(character, *sign)) {
        return reason;
    }
    match character.identifier_type() {
        Some(IdentifierType::Exclusion) => "is of a script that nobody writes any more",
        Some(IdentifierType::Limited_Use) => "is of a script that few people write",
        Some(IdentifierType::Obsolete | IdentifierType::Uncommon_Use) => "is written in hardly any language today",
        Some(IdentifierType::Technical) => "is written in technical texts only",
        Some(IdentifierType::Default_Ignorable) => "cannot be seen",
        Some(IdentifierType::Not_NFKC) => "is a variant of another character",
        _ => "is a symbol or sign, and no letter",
    }
}

/// Signs that divide a URL or a name, and what reads as one of them.
const SIGNS: [(char, &str); 9] = [
    ('/', "reads as a slash"),
    ('.', "reads as a full stop"),
    ('-', "reads as a hyphen"),
    (':', "reads as a colon"),
    ('?', "reads as a question mark"),
    ('#', "reads as a number sign"),
    ('@', "reads as an at sign"),
    ('\\', "reads as a backslash"),
    ('\'', "reads as a quotation mark"),
];

fn is_confusable(character: char, sign: char) -> bool {
    skeleton(character.encode_utf8(&mut [0; 4])).eq(skeleton(sign.encode_utf8(&mut [0; 4])))
}
