//! Whole numbers as options take them.

/// The greatest seed: records keep it as a signed number of 64 bits.
const MOST_SEED: u64 = i64::MAX as u64;

/// Reads a whole number from `least` to `most`, which the type holds.
pub(super) fn within<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let allowed = text.parse().ok().filter(|number| (least..=most).contains(number));
        let found = allowed.and_then(|number| T::try_from(number).ok());
        found.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Reads a seed.
pub(super) fn seed<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    within(0, MOST_SEED)(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_range_is_told_the_range() {
        let read = within::<u16>(1, 300);
        assert_eq!((read("1"), read("300"), read("+7")), (Ok(1), Ok(300), Ok(7)));
        for wrong in ["0", "301", "99999999999999999999999", "-1", "1.5", "", "many", "1e2"] {
            assert_eq!(read(wrong), Err("expected a whole number from 1 to 300".to_owned()), "{wrong}");
        }
        assert_eq!(seed("9223372036854775807"), Ok(i64::MAX));
        for wrong in ["9223372036854775808", "18446744073709551616"] {
            assert_eq!(seed::<u64>(wrong), Err("expected a whole number from 0 to 9223372036854775807".to_owned()));
        }
    }
}
