//! The anchor: what a client does anyway, a typed parse with borrowed text.
//! In: JSON text. Out: structs of serde.
//! Never: a judgement.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};

#[derive(Deserialize)]
pub struct Message<'a, P> {
    #[serde(borrow)]
    pub jsonrpc: Cow<'a, str>,
    pub id: u64,
    #[serde(borrow)]
    pub method: Cow<'a, str>,
    pub params: P,
}

#[derive(Deserialize)]
pub struct UrlParams<'a> {
    #[serde(borrow)]
    pub mode: Cow<'a, str>,
    #[serde(borrow)]
    pub message: Cow<'a, str>,
    #[serde(borrow, rename = "elicitationId")]
    pub elicitation_id: Cow<'a, str>,
    #[serde(borrow)]
    pub url: Cow<'a, str>,
}

#[derive(Deserialize)]
pub struct FormParams<'a> {
    #[serde(borrow)]
    pub mode: Cow<'a, str>,
    #[serde(borrow)]
    pub message: Cow<'a, str>,
    #[serde(borrow, rename = "requestedSchema")]
    pub schema: Schema<'a>,
}

#[derive(Deserialize)]
pub struct Schema<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Cow<'a, str>,
    #[serde(borrow)]
    pub properties: Properties<'a>,
    #[serde(borrow, default)]
    pub required: Vec<&'a str>,
}

/// Pairs in their order, without a tree: the cheapest that a client can do.
pub struct Properties<'a>(pub Vec<(&'a str, Property<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Properties<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Properties<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("properties")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Properties(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Property<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Cow<'a, str>,
    #[serde(borrow, default)]
    pub title: Cow<'a, str>,
    #[serde(borrow, default)]
    pub description: Cow<'a, str>,
    #[serde(borrow, default)]
    pub format: Cow<'a, str>,
    #[serde(borrow, default, rename = "enum")]
    pub values: Vec<&'a str>,
    pub min_length: Option<u64>,
    pub max_length: Option<u64>,
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    #[serde(borrow)]
    pub default: Option<DefaultValue<'a>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum DefaultValue<'a> {
    Boolean(bool),
    Number(f64),
    Text(&'a str),
}

/// What a router of messages reads of every line.
#[derive(Deserialize)]
pub struct Head<'a> {
    #[serde(borrow, default)]
    pub method: Cow<'a, str>,
    pub id: Option<IgnoredAny>,
}
