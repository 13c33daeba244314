//! The JSON reader: lines, values, arrays, envelopes, and what is broken among them.
//! In: tricky inputs. Out: their items.
//! Never: a fixture from elsewhere.
