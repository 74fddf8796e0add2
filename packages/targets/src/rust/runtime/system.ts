import type { PieceSource } from './piece.js';

/** The calendar of the years 1 to 9999 in days since 1970-01-01, and versions. */
export const SYSTEM = {
  is_leap_year: {
    code: `
fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}
`,
  },
  days_in_month: {
    uses: ['is_leap_year'],
    code: `
fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
`,
  },
  days_of: {
    code: `
/// Returns the days since 1970-01-01. Years of this calculation begin in March.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let march = (month + 9) % 12;
    let y = if month <= 2 { year - 1 } else { year };
    365 * y + y / 4 - y / 100 + y / 400 + (153 * march + 2) / 5 + day - 719_469
}
`,
  },
  civil_of: {
    code: `
/// Returns year, month and day. Years of this calculation begin in March of the year 0.
fn civil_of(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let (era, of_era) = (z / 146_097, z % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year + 400 * era;
    (if month <= 2 { year + 1 } else { year }, month, day)
}
`,
  },
  weekday: {
    code: `
/// Returns 1 for Monday to 7 for Sunday.
fn weekday(days: i64) -> i64 {
    (days + 3).rem_euclid(7) + 1
}
`,
  },
  add_months: {
    uses: ['civil_of', 'days_in_month', 'days_of'],
    code: `
/// Keeps the day of the month, or takes its last day; \`None\` outside the calendar.
fn add_months(days: i64, months: i64) -> Option<i64> {
    let (year, month, day) = civil_of(days);
    let total = (12 * year + month - 1).checked_add(months)?;
    let (year, month) = (total.div_euclid(12), total.rem_euclid(12) + 1);
    if !(1..=9999).contains(&year) {
        return None;
    }
    Some(days_of(year, month, day.min(days_in_month(year, month))))
}
`,
  },
  parse_date: {
    uses: ['days_in_month', 'days_of'],
    code: `
/// Reads a real date of the form YYYY-MM-DD.
fn parse_date(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes[at].is_ascii_digit();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    if ![0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(is_digit) {
        return None;
    }
    let number = |part: &[u8]| part.iter().fold(0, |n, b| 10 * n + i64::from(b - b'0'));
    let [year, month, day] = [&bytes[..4], &bytes[5..7], &bytes[8..]].map(number);
    if year < 1 || !(1..=12).contains(&month) || !(1..=days_in_month(year, month)).contains(&day) {
        return None;
    }
    Some(days_of(year, month, day))
}
`,
  },
  format_date: {
    uses: ['civil_of'],
    code: `
fn format_date(days: i64) -> String {
    let (year, month, day) = civil_of(days);
    format!("{:04}-{:02}-{:02}", year, month, day)
}
`,
  },
  compare_versions: {
    code: `
/// Compares the precedence of two versions: -1, 0 or 1 (Semantic Versioning 2.0.0).
fn compare_versions(left: &str, right: &str) -> Option<i64> {
    // Numbers come before words. They may be of any length.
    fn rank(part: &str) -> (bool, usize, &str) {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        (!is_number, if is_number { part.len() } else { 0 }, part)
    }
    // A release is higher than each of its pre-releases.
    fn ranks(text: &str) -> Option<(Vec<(bool, usize, &str)>, bool, Vec<(bool, usize, &str)>)> {
        let is_word = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        let is_plain = |part: &str| part == "0" || !part.starts_with('0');
        let (unbuilt, build) = match text.split_once('+') {
            Some((unbuilt, build)) => (unbuilt, Some(build)),
            None => (text, None),
        };
        let (release, pre) = match unbuilt.split_once('-') {
            Some((release, pre)) => (release, Some(pre)),
            None => (unbuilt, None),
        };
        let core: Vec<_> = release.split('.').map(rank).collect();
        let rest: Vec<_> = pre
            .iter()
            .flat_map(|pre| pre.split('.'))
            .map(rank)
            .collect();
        let is_core = core.len() == 3 && core.iter().all(|rank| !rank.0);
        let mut parts = core.iter().chain(&rest);
        let is_version = is_core
            && parts.all(|&(is_other, _, part)| is_word(part) && (is_other || is_plain(part)))
            && build.iter().flat_map(|build| build.split('.')).all(is_word);
        Some((core, pre.is_none(), rest)).filter(|_| is_version)
    }
    Some(ranks(left)?.cmp(&ranks(right)?) as i64)
}
`,
  },
} as const satisfies Record<string, PieceSource>;
