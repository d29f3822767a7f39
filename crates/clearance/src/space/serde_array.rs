//! Fixed-size arrays of any length for serde, which itself knows only lengths that are literals.

use alloc::vec::Vec;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

pub(crate) fn serialize<T: Serialize, S: Serializer, const N: usize>(
    array: &[T; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    array.as_slice().serialize(serializer)
}

pub(crate) fn deserialize<'de, T: Deserialize<'de>, S: Deserializer<'de>, const N: usize>(
    deserializer: S,
) -> Result<[T; N], S::Error> {
    let list = Vec::<T>::deserialize(deserializer)?;
    let found = list.len();
    list.try_into().map_err(|_| Error::custom(format_args!("expected {N} entries, found {found}")))
}
