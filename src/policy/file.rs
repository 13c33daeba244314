//! The policy file.
//! In: TOML text. Out: a policy; each mistake with its span and the nearest right name.
//! Never: a key that is passed over in silence.

use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::DeString;
use toml::de::DeTable;
use toml::de::DeValue;

use super::Allow;
use super::Date;
use super::InternalHost;
use super::LevelOf;
use super::NamedList;
use super::Policy;
use super::Profile;
use super::ServerDomains;
use super::limits;
use super::limits::LIMITS;
use super::names;
use crate::error::Error;
use crate::finding::Level;
use crate::limits::Limits;
use crate::text::nearest;

type Key<'t> = Spanned<DeString<'t>>;
type Value<'t> = Spanned<DeValue<'t>>;

const KEYS: &[&str] = &["profile", "levels", "sites", "hosts", "servers", "allow", "limits"];
const ALLOW: &[&str] = &["rule", "host", "server", "reason", "expires"];
const LEVELS: &[&str] = &["off", "info", "warning", "error"];

impl Policy {
    /// Reads a policy file.
    ///
    /// Names of rules and groups are checked by [`Linter::with_policy`](crate::Linter::with_policy), which knows them;
    /// its error has the span in this text too.
    ///
    /// No file is read: where the policy names a public suffix list,
    /// [`public_suffix_list_file`](Policy::public_suffix_list_file) says which, and a linter is built only after the
    /// text of the list was given.
    ///
    /// ```
    /// let text = r#"
    /// profile = "strict"
    /// [levels]
    /// url-plain-http = "warning"
    /// [hosts]
    /// internal = ["*.corp.example", "10.20.0.0/16"]
    /// "#;
    /// let policy = elicitlint::Policy::from_toml(text)?;
    /// let linter = elicitlint::Linter::with_policy(&policy)?;
    /// # let _ = linter;
    /// # Ok::<(), elicitlint::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no TOML, a key is unknown, or a value has a wrong type, is no known word or is out of range. The
    /// error has the span at fault and, where one is near, the right name.
    pub fn from_toml(text: &str) -> Result<Self, Error> {
        Self::new().over(text, true)
    }

    /// Reads one setting, `key = value` as a policy file has it, with dotted keys for tables. It replaces what the
    /// policy says under that key, a list as a whole.
    ///
    /// ```
    /// let policy = elicitlint::Policy::new()
    ///     .with_setting("profile = 'strict'")?
    ///     .with_setting("levels.url-plain-http = 'warning'")?
    ///     .with_setting("servers.'https://mcp.example.com'.domains = ['example.com']")?;
    /// # let _ = policy;
    /// # Ok::<(), elicitlint::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Policy::from_toml`]; spans are in `setting`.
    pub fn with_setting(self, setting: &str) -> Result<Self, Error> {
        let from_file = self.levels.len();
        let mut before = self;
        let named_before = before.named_list.take();
        let mut policy = before.over(setting, false)?;
        // Whoever prints a span has the text of the file, not of the setting.
        policy.levels.iter_mut().skip(from_file).for_each(|level| level.span = None);
        let named = policy.named_list.take().map(|list| NamedList { span: None, ..list });
        policy.named_list = named.or(named_before);
        Ok(policy)
    }

    fn over(mut self, text: &str, is_file: bool) -> Result<Self, Error> {
        let root = DeTable::parse(text).map_err(|error| {
            let (message, span) = (error.message().to_owned(), error.span());
            Error::policy(message).at(span).because(error)
        })?;
        for (key, value) in in_order(root.get_ref()) {
            match name(key) {
                "profile" => self.profile = word(key, value, "profile", &Profile::ALL.map(Profile::name))?,
                "levels" => self.read_levels(table(key, value)?)?,
                "sites" => self.read_sites(table(key, value)?)?,
                "hosts" => self.read_hosts(table(key, value)?)?,
                "servers" => self.read_servers(table(key, value)?)?,
                "allow" => self.allows = read_allows(key, value, is_file)?,
                "limits" => read_limits(&mut self.limits, table(key, value)?)?,
                _ => return Err(unknown(key, "a policy", KEYS.iter().copied())),
            }
        }
        Ok(self)
    }

    fn read_levels(&mut self, table: &DeTable<'_>) -> Result<(), Error> {
        for (key, value) in in_order(table) {
            let level: Level = word(key, value, "level", LEVELS)?;
            self.levels.push(LevelOf { name: name(key).to_owned(), level, span: Some(key.span()) });
        }
        Ok(())
    }

    fn read_sites(&mut self, table: &DeTable<'_>) -> Result<(), Error> {
        for (key, value) in in_order(table) {
            match name(key) {
                "known" => self.known_sites = list(key, value, names::known_site)?,
                "builtin" => self.without_builtin_sites = !boolean(key, value)?,
                _ => return Err(unknown(key, "[sites]", ["known", "builtin"])),
            }
        }
        Ok(())
    }

    fn read_hosts(&mut self, table: &DeTable<'_>) -> Result<(), Error> {
        for (key, value) in in_order(table) {
            match name(key) {
                "allow-schemes" => self.allow_schemes = list(key, value, names::scheme)?,
                "internal" => self.internal = list(key, value, InternalHost::parse)?,
                "public-suffix-list" => self.named_list = Some(named_list(key, value)?),
                _ => return Err(unknown(key, "[hosts]", ["allow-schemes", "internal", "public-suffix-list"])),
            }
        }
        Ok(())
    }

    fn read_servers(&mut self, servers: &DeTable<'_>) -> Result<(), Error> {
        for (key, value) in in_order(servers) {
            let server = names::server(name(key)).map_err(|error| error.at(Some(key.span())))?;
            let mut domains = None;
            for (key, value) in in_order(table(key, value)?) {
                match name(key) {
                    "domains" => domains = Some(list(key, value, names::domain)?),
                    _ => return Err(unknown(key, "a server", ["domains"])),
                }
            }
            let Some(domains) = domains else {
                let problem = format!("server `{}` says nothing: give it `domains`", server.escape_debug());
                return Err(Error::policy(problem).at(Some(key.span())));
            };
            self.servers.retain(|known| known.server != server);
            self.servers.push(ServerDomains::new(server, domains));
        }
        Ok(())
    }
}

/// The entries; their spans are kept where they stand in the file, whose text is what a printer of spans has.
fn read_allows(key: &Key<'_>, value: &Value<'_>, is_file: bool) -> Result<Vec<Allow>, Error> {
    let wrong = |value: &Value<'_>| wrong_type(key, value, "entries, each under [[allow]]");
    let DeValue::Array(entries) = value.get_ref() else { return Err(wrong(value)) };
    let read = |entry: &Value<'_>| match entry.get_ref() {
        DeValue::Table(table) => read_allow(table, entry.span()),
        _ => Err(wrong(entry)),
    };
    let mut allows = entries.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if !is_file {
        allows.iter_mut().for_each(|allow| (allow.span, allow.rule_span) = (None, None));
    }
    Ok(allows)
}

fn read_allow(table: &DeTable<'_>, span: Range<usize>) -> Result<Allow, Error> {
    let known = |wanted: &str| in_order(table).into_iter().find(|(key, _)| name(key) == wanted);
    if let Some((key, _)) = in_order(table).into_iter().find(|(key, _)| !ALLOW.contains(&name(key))) {
        return Err(unknown(key, "[[allow]]", ALLOW.iter().copied()));
    }
    let needed = |wanted: &str, why: &str| {
        let missing = || Error::policy(format!("`{wanted}` is missing: {why}")).at(Some(span.clone()));
        let (key, value) = known(wanted).ok_or_else(missing)?;
        Ok((text(key, value)?, value.span()))
    };
    let (rule, rule_span) = needed("rule", "name the rule or group whose findings are accepted")?;
    let (reason, reason_span) = needed("reason", "say why this is fine, for who reads it next")?;
    let at_fault = if reason.trim().is_empty() { reason_span } else { rule_span.clone() };
    let mut allow = Allow::new(rule, reason).map_err(|error| error.at(Some(at_fault)))?;
    if let Some((key, value)) = known("host") {
        allow = allow.host(text(key, value)?).map_err(|error| error.at(Some(value.span())))?;
    }
    if let Some((key, value)) = known("server") {
        allow = allow.server(&names::server(text(key, value)?).map_err(|error| error.at(Some(value.span())))?);
    }
    if let Some((key, value)) = known("expires") {
        allow = allow.expires(date(key, value)?);
    }
    allow.span = Some(span);
    allow.rule_span = Some(rule_span);
    Ok(allow)
}

fn read_limits(limits: &mut Limits, table: &DeTable<'_>) -> Result<(), Error> {
    for (key, value) in in_order(table) {
        let Some(limit) = LIMITS.iter().find(|limit| limit.name == name(key)) else {
            return Err(unknown(key, "[limits]", LIMITS.iter().map(|limit| limit.name)));
        };
        let DeValue::Integer(integer) = value.get_ref() else { return Err(wrong_type(key, value, "an integer")) };
        let number = usize::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.ok_or_else(|| limits::out_of_range(limit)).and_then(|number| limit.checked(number));
        (limit.set)(limits, number.map_err(|error| error.at(Some(value.span())))?);
    }
    Ok(())
}

fn named_list(key: &Key<'_>, value: &Value<'_>) -> Result<NamedList, Error> {
    let path = value.get_ref().as_str().ok_or_else(|| wrong_type(key, value, "a string"))?;
    if path.is_empty() {
        return Err(Error::policy(format!("`{}` names no file", name(key))).at(Some(value.span())));
    }
    Ok(NamedList { path: path.to_owned(), span: Some(value.span()) })
}

/// The entries of a table as they stand in the file, so that the first mistake is the one that is told.
fn in_order<'e, 't>(table: &'e DeTable<'t>) -> Vec<(&'e Key<'t>, &'e Value<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn name<'e>(key: &'e Key<'_>) -> &'e str {
    key.get_ref()
}

fn table<'e, 't>(key: &Key<'_>, value: &'e Value<'t>) -> Result<&'e DeTable<'t>, Error> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => Err(wrong_type(key, value, "a table")),
    }
}

fn text<'e>(key: &Key<'_>, value: &'e Value<'_>) -> Result<&'e str, Error> {
    value.get_ref().as_str().ok_or_else(|| wrong_type(key, value, "a string"))
}

/// A day, without a time.
fn date(key: &Key<'_>, value: &Value<'_>) -> Result<Date, Error> {
    let day = match value.get_ref() {
        DeValue::Datetime(written) if written.time.is_none() => written.date,
        _ => None,
    };
    let day = day.and_then(|day| Date::new(day.year, day.month, day.day));
    day.ok_or_else(|| wrong_type(key, value, "a date such as 2027-06-30, without quotes and time"))
}

fn boolean(key: &Key<'_>, value: &Value<'_>) -> Result<bool, Error> {
    value.get_ref().as_bool().ok_or_else(|| wrong_type(key, value, "true or false"))
}

/// A word out of a few.
fn word<T: FromStr<Err = String>>(key: &Key<'_>, value: &Value<'_>, what: &str, words: &[&str]) -> Result<T, Error> {
    let text = value.get_ref().as_str().ok_or_else(|| wrong_type(key, value, "a string"))?;
    text.parse().map_err(|_| not_among(text, value.span(), &format!("no {what}"), words.iter().copied()))
}

/// A list of strings, each of which is read.
fn list<T>(key: &Key<'_>, value: &Value<'_>, read: impl Fn(&str) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    let wrong = |value: &Value<'_>| wrong_type(key, value, "a list of strings");
    let DeValue::Array(entries) = value.get_ref() else { return Err(wrong(value)) };
    let read_one = |entry: &Value<'_>| {
        let text = entry.get_ref().as_str().ok_or_else(|| wrong(entry))?;
        read(text).map_err(|error| error.at(Some(entry.span())))
    };
    entries.iter().map(read_one).collect()
}

fn unknown<'n>(key: &Key<'_>, of: &str, known: impl IntoIterator<Item = &'n str> + Clone) -> Error {
    not_among(name(key), key.span(), &format!("no key of {of}"), known)
}

/// The nearest of the known words, or all of them where none is near.
fn not_among<'n>(
    word: &str,
    span: Range<usize>,
    problem: &str,
    known: impl IntoIterator<Item = &'n str> + Clone,
) -> Error {
    let hint = match nearest::hint(word, known.clone()) {
        none if none.is_empty() => format!(": use {}", known.into_iter().collect::<Vec<_>>().join(", ")),
        hint => hint,
    };
    Error::policy(format!("`{}` is {problem}{hint}", word.escape_debug())).at(Some(span))
}

fn wrong_type(key: &Key<'_>, value: &Value<'_>, right: &str) -> Error {
    let kind = match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    };
    Error::policy(format!("`{}` must be {right}, not {kind}", name(key).escape_debug())).at(Some(value.span()))
}

#[cfg(test)]
mod tests;
