//! The policy file.
//! In: TOML text. Out: a policy; each mistake with its span and the nearest right name.
//! Never: a key that is passed over in silence.
