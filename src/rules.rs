//! The rules: contracts, checks, and the tables that a linter runs.
//! In: a policy and user rules. Out: for each target, the checks that are on, with level and revisions.
//! Never: parsing, formatting, a check that calls another check.

mod answer;
mod capability;
mod completion;
mod content;
mod contract;
mod contracts;
#[cfg(feature = "policy")]
mod file;
mod form;
mod input;
mod levels;
mod lookalike;
mod mrtr;
mod oauth;
mod pattern;
mod protocol;
mod schema;
mod setting;
mod sink;
mod tables;
mod target;
mod text;
mod url;

use crate::error::Error;
use crate::finding::Finding;
use crate::finding::Level;
use crate::finding::RuleNumber;
use crate::policy::Policy;

pub use contract::Clause;
pub use contract::Contract;
pub(crate) use contract::Target;
#[cfg(feature = "policy")]
pub use file::Example;
#[cfg(feature = "policy")]
pub use file::Prose;
pub(crate) use input::InputFacts;
pub(crate) use input::Reading;
pub(crate) use input::Trouble;
use pattern::Pattern;
pub(crate) use pattern::Standing;
pub(crate) use setting::Setting;
pub(crate) use sink::Found;
pub(crate) use sink::Sink;
pub(crate) use tables::Tables;
use target::Active;
use target::Check;
use target::Coded;
pub(crate) use target::Stop;

/// Every coded rule and its check, by id. A rule that looks at two targets has a line for each. A rule that is not here
/// is data only: its contract has a `match`.
const CHECKS: &[(&str, Check)] = &[
    ("answer-action-unknown", Check::Answer(answer::answer_action_unknown)),
    ("answer-content-in-url-mode", Check::Answer(answer::answer_content_in_url_mode)),
    ("answer-content-mismatch", Check::Answer(answer::answer_content_mismatch)),
    ("answer-content-missing", Check::Answer(answer::answer_content_missing)),
    ("answer-content-on-refusal", Check::Answer(answer::answer_content_on_refusal)),
    ("answer-key-missing", Check::Fact(answer::answer_key_missing)),
    ("answer-key-unknown", Check::Fact(answer::answer_key_unknown)),
    ("batch-not-allowed", Check::Fact(protocol::batch_not_allowed)),
    ("capability-malformed", Check::Fact(capability::capability_malformed)),
    ("completion-duplicate", Check::Fact(completion::completion_duplicate)),
    ("completion-id-missing", Check::Message(completion::completion_id_missing)),
    ("completion-unknown-id", Check::Fact(completion::completion_unknown_id)),
    ("elicitation-flood", Check::Fact(answer::elicitation_flood)),
    ("elicitation-id-guessable", Check::Elicitation(protocol::elicitation_id_guessable)),
    ("elicitation-id-missing", Check::Elicitation(protocol::elicitation_id_missing)),
    ("elicitation-id-reused", Check::Fact(protocol::elicitation_id_reused)),
    ("elicitation-undeclared", Check::Elicitation(capability::elicitation_undeclared)),
    ("error-code-retired", Check::Message(completion::error_code_retired)),
    ("foreign-url-in-url-message", Check::Link(text::foreign_url_in_url_message)),
    ("form-oauth-code", Check::Asked(form::form_oauth_code)),
    ("form-personal-data", Check::Asked(form::form_personal_data)),
    ("form-schema-missing", Check::Elicitation(protocol::form_schema_missing)),
    ("form-secret-field", Check::Asked(form::form_secret_field)),
    ("form-secret-field-likely", Check::Asked(form::form_secret_field_likely)),
    ("form-secret-message", Check::Asked(form::form_secret_message)),
    ("form-url-in-message", Check::Link(text::form_url_in_message)),
    ("form-url-in-schema", Check::Link(text::form_url_in_schema)),
    ("idn-confusable-name", Check::Link(lookalike::idn_confusable_name)),
    ("idn-invalid", Check::Link(lookalike::idn_invalid)),
    ("idn-mixed-script", Check::Link(lookalike::idn_mixed_script)),
    ("idn-punycode", Check::Link(lookalike::idn_punycode)),
    ("idn-suspicious-character", Check::Link(lookalike::idn_suspicious_character)),
    ("idn-whole-script", Check::Link(lookalike::idn_whole_script)),
    ("input-duplicate-key", Check::Reading(input::input_duplicate_key)),
    ("input-id-invalid", Check::Fact(input::input_id_invalid_open)),
    ("input-id-invalid", Check::Message(input::input_id_invalid)),
    ("input-malformed", Check::Reading(input::input_malformed)),
    ("input-non-json-output", Check::Input(input::input_non_json_output)),
    ("input-oversized", Check::Reading(input::input_oversized)),
    ("input-unreadable-record", Check::Input(input::input_unreadable_record)),
    ("legacy-draft-shape", Check::Answer(protocol::legacy_draft_shape_of_answer)),
    ("legacy-draft-shape", Check::Elicitation(protocol::legacy_draft_shape)),
    ("legacy-draft-shape", Check::Message(protocol::legacy_draft_shape_of_message)),
    ("lookalike-ascii", Check::Link(lookalike::lookalike_ascii)),
    ("lookalike-combined", Check::Link(lookalike::lookalike_combined)),
    ("lookalike-embedded", Check::Link(lookalike::lookalike_embedded)),
    ("lookalike-label", Check::Link(lookalike::lookalike_label)),
    ("lookalike-suffix", Check::Link(lookalike::lookalike_suffix)),
    ("lookalike-typo", Check::Link(lookalike::lookalike_typo)),
    ("message-empty", Check::Elicitation(protocol::message_empty)),
    ("message-missing", Check::Elicitation(protocol::message_missing)),
    ("missing-capability-error-malformed", Check::Message(capability::missing_capability_error_malformed)),
    ("mode-ambiguous", Check::Elicitation(protocol::mode_ambiguous)),
    ("mode-member-mismatch", Check::Elicitation(protocol::mode_member_mismatch)),
    ("mode-undeclared", Check::Elicitation(capability::mode_undeclared)),
    ("mode-unknown", Check::Elicitation(protocol::mode_unknown)),
    ("mrtr-empty", Check::Message(mrtr::mrtr_empty)),
    ("mrtr-id-reused", Check::Fact(mrtr::mrtr_id_reused)),
    ("mrtr-input-method", Check::Message(mrtr::mrtr_input_method)),
    ("mrtr-method-unsupported", Check::Fact(mrtr::mrtr_method_unsupported)),
    ("mrtr-result-type-missing", Check::Message(mrtr::mrtr_result_type_missing)),
    ("mrtr-result-type-unknown", Check::Fact(mrtr::mrtr_result_type_unknown)),
    ("mrtr-state-altered", Check::Fact(mrtr::mrtr_state_altered)),
    ("mrtr-state-privileged", Check::Message(mrtr::mrtr_state_privileged)),
    ("mrtr-state-readable", Check::Message(mrtr::mrtr_state_readable)),
    ("mrtr-state-replayed", Check::Fact(mrtr::mrtr_state_replayed)),
    ("mrtr-state-unexpected", Check::Fact(mrtr::mrtr_state_unexpected)),
    ("not-yet-in-revision", Check::Elicitation(protocol::not_yet_in_revision)),
    ("not-yet-in-revision", Check::Message(protocol::not_yet_in_revision_capability)),
    ("oauth-open-redirect", Check::Link(oauth::oauth_open_redirect)),
    ("oauth-redirect-to-client", Check::Link(oauth::oauth_redirect_to_client)),
    ("oauth-self-authorization", Check::Link(oauth::oauth_self_authorization)),
    ("oauth-third-party-authorize", Check::Link(oauth::oauth_third_party_authorize)),
    ("oauth-weak-parameters", Check::Link(oauth::oauth_weak_parameters)),
    ("removed-in-revision", Check::Elicitation(protocol::removed_in_revision)),
    ("removed-in-revision", Check::Message(protocol::removed_in_revision_notice)),
    ("reprompt-after-decline", Check::Fact(answer::reprompt_after_decline)),
    ("request-meta-missing", Check::Fact(capability::request_meta_missing)),
    ("schema-contradictory", Check::Elicitation(schema::schema_contradictory)),
    ("schema-default-invalid", Check::Field(schema::schema_default_invalid)),
    ("schema-default-unsupported", Check::Field(schema::schema_default_unsupported)),
    ("schema-enum-malformed", Check::Field(schema::schema_enum_malformed)),
    ("schema-enum-names-legacy", Check::Field(schema::schema_enum_names_legacy)),
    ("schema-format-unsupported", Check::Field(schema::schema_format_unsupported)),
    ("schema-keyword-unsupported", Check::Elicitation(schema::schema_keyword_unsupported)),
    ("schema-nested", Check::Field(schema::schema_nested)),
    ("schema-pattern", Check::Field(schema::schema_pattern)),
    ("schema-root-invalid", Check::Elicitation(schema::schema_root_invalid)),
    ("schema-too-large", Check::Elicitation(schema::schema_too_large)),
    ("schema-type-unsupported", Check::Field(schema::schema_type_unsupported)),
    ("server-initiated-request", Check::Elicitation(protocol::server_initiated_request)),
    ("task-augmentation-undeclared", Check::Fact(protocol::task_augmentation_undeclared)),
    ("task-input-key-reused", Check::Fact(protocol::task_input_key_reused)),
    ("task-input-missing", Check::Fact(protocol::task_input_missing)),
    ("task-related-missing", Check::Fact(protocol::task_related_missing)),
    ("text-hidden-characters", Check::Text(text::text_hidden_characters)),
    ("text-link-mismatch", Check::Link(text::text_link_mismatch)),
    ("text-obfuscated-url", Check::Link(text::text_obfuscated_url)),
    ("undeclared-mode-answer", Check::Fact(capability::undeclared_mode_answer)),
    ("unsolicited-elicitation", Check::Fact(protocol::unsolicited_elicitation)),
    ("url-address-literal", Check::Link(url::url_address_literal)),
    ("url-credential", Check::Link(content::url_credential)),
    ("url-credential-suspected", Check::Link(content::url_credential_suspected)),
    ("url-dns-embedded-address", Check::Link(url::url_dns_embedded_address)),
    ("url-documentation-name", Check::Link(url::url_documentation_name)),
    ("url-encoded-address", Check::Link(url::url_encoded_address)),
    ("url-host-irregular", Check::Link(url::url_host_irregular)),
    ("url-host-malformed", Check::Link(url::url_host_malformed)),
    ("url-in-url-message", Check::Link(text::url_in_url_message)),
    ("url-invalid", Check::Link(url::url_invalid)),
    ("url-loopback", Check::Link(url::url_loopback)),
    ("url-loopback-remote-server", Check::Link(url::url_loopback_remote_server)),
    ("url-metadata-endpoint", Check::Link(url::url_metadata_endpoint)),
    ("url-missing", Check::Elicitation(protocol::url_missing)),
    ("url-non-ascii-rest", Check::Link(url::url_non_ascii_rest)),
    ("url-obfuscated", Check::Link(url::url_obfuscated)),
    ("url-off-domain", Check::Link(url::url_off_domain)),
    ("url-parser-confusion", Check::Link(url::url_parser_confusion)),
    ("url-personal-data", Check::Link(content::url_personal_data)),
    ("url-plain-http", Check::Link(url::url_plain_http)),
    ("url-port-blocked", Check::Link(url::url_port_blocked)),
    ("url-port-unusual", Check::Link(url::url_port_unusual)),
    ("url-preauthenticated", Check::Link(content::url_preauthenticated)),
    ("url-private-address", Check::Link(url::url_private_address)),
    ("url-required-error-empty", Check::Message(completion::url_required_error_empty)),
    ("url-required-error-not-url", Check::Elicitation(completion::url_required_error_not_url)),
    ("url-scheme-dangerous", Check::Link(url::url_scheme_dangerous)),
    ("url-scheme-not-allowed", Check::Link(url::url_scheme_not_allowed)),
    ("url-session-id", Check::Link(content::url_session_id)),
    ("url-shared-host", Check::Link(url::url_shared_host)),
    ("url-shell-metacharacter", Check::Link(url::url_shell_metacharacter)),
    ("url-special-use-name", Check::Link(url::url_special_use_name)),
    ("url-too-long", Check::Link(url::url_too_long)),
    ("url-userinfo", Check::Link(url::url_userinfo)),
    ("version-header-mismatch", Check::Fact(capability::version_header_mismatch)),
];

/// Everything a linter knows of its rules. Immutable once built.
pub(crate) struct Rules {
    contracts: Vec<Contract>,
    levels: Vec<Level>,
    coded: Coded,
    patterns: Vec<Active<Pattern>>,
    limit: usize,
}

impl Rules {
    /// The built-in rules, and user rules, with the levels that a policy gives them.
    ///
    /// # Errors
    /// If the policy names a rule or group that does not exist, if a user rule is called as another rule or group, or
    /// if a pattern is wrong.
    pub(crate) fn new(policy: &Policy, user: &[Contract]) -> Result<Self, Error> {
        let mut contracts = contracts::BUILT_IN.to_vec();
        for contract in user {
            check_new(contract, &contracts)?;
            contracts.push(contract.clone());
        }
        levels::check_names(&contracts, policy)?;
        let mut rules = Self::coded(policy, contracts);
        rules.compile_patterns(policy)?;
        Ok(rules)
    }

    /// The built-in rules of the recommended profile. Nothing in them can be wrong: a test compiles every pattern.
    pub(crate) fn built_in() -> Self {
        let policy = Policy::default();
        let mut rules = Self::coded(&policy, contracts::BUILT_IN.to_vec());
        let _tested = rules.compile_patterns(&policy);
        rules
    }

    /// The rules with their coded checks.
    fn coded(policy: &Policy, contracts: Vec<Contract>) -> Self {
        let levels = contracts.iter().map(|contract| levels::resolve(contract, policy).level).collect();
        let mut rules =
            Self { contracts, levels, coded: Coded::default(), patterns: Vec::new(), limit: policy.limits.findings };
        for (rule, contract) in (0..).map(RuleNumber).zip(&rules.contracts) {
            let first = CHECKS.partition_point(|(id, _)| *id < contract.id());
            let own = CHECKS.iter().skip(first).take_while(|(id, _)| *id == contract.id());
            for (_, check) in own {
                if let Some(active) = Active::new(rule, contract, levels::resolve(contract, policy), *check) {
                    rules.coded.add(active);
                }
            }
        }
        rules
    }

    fn compile_patterns(&mut self, policy: &Policy) -> Result<(), Error> {
        for (rule, contract) in (0..).map(RuleNumber).zip(&self.contracts) {
            if let Some(source) = &contract.pattern {
                let pattern = Pattern::compile(contract.id(), source)?;
                self.patterns.extend(Active::new(rule, contract, levels::resolve(contract, policy), pattern));
            }
        }
        Ok(())
    }

    /// The contract of a rule of this linter.
    pub(crate) fn contract(&self, rule: RuleNumber) -> &Contract {
        let [first, ..] = &contracts::BUILT_IN;
        self.contracts.get(usize::from(rule.0)).unwrap_or(first)
    }

    /// Every contract with the level that profile and policy give it.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Contract, Level)> {
        self.contracts.iter().zip(self.levels.iter().copied())
    }

    /// Runs the coded checks of a stop.
    pub(crate) fn check(&self, stop: Stop<'_, '_>, setting: &Setting<'_>, findings: &mut Vec<Finding>) {
        self.coded.run(stop, setting, findings, self.limit);
    }

    /// Runs the data-only rules of a target on one text.
    pub(crate) fn match_text(
        &self,
        target: Target,
        text: &str,
        standing: Standing,
        setting: &Setting<'_>,
        findings: &mut Vec<Finding>,
    ) {
        for rule in self.patterns.iter().filter(|rule| rule.check.target() == target && rule.applies(setting)) {
            let Some(range) = rule.check.find(text) else { continue };
            let found = Found::at(standing.part).span(Some(standing.span_of(range)));
            rule.sink(setting, findings, self.limit).add(found);
        }
    }

    /// True where data-only rules are on.
    pub(crate) fn have_patterns(&self) -> bool {
        !self.patterns.is_empty()
    }
}

/// Checks that a user rule is called as nothing else: a policy names rules and groups by one word.
fn check_new(contract: &Contract, known: &[Contract]) -> Result<(), Error> {
    let (id, group) = (contract.id(), contract.group());
    let problem = if known.iter().any(|known| known.id() == id) {
        format!("rule `{id}` exists already: choose another id")
    } else if id == group || known.iter().any(|known| known.group() == id) {
        format!("rule `{id}` is called as a group: choose another id")
    } else if known.iter().any(|known| known.id() == group) {
        format!("rule `{id}`: its group `{group}` is called as a rule: choose another group")
    } else {
        return Ok(());
    };
    Err(Error::rule(problem))
}

#[cfg(feature = "policy")]
#[cfg(test)]
mod tests;
