import type { PieceSource } from './piece.js';

/** Texts are UTF-8, and their lengths and indices count code points. Parsers return `None` for other texts. */
export const TEXTS = {
  text_length: {
    code: `
/// Returns the number of code points.
fn text_length(text: &str) -> i64 {
    text.chars().count() as i64
}
`,
  },
  substring: {
    code: `
/// Returns the code points from an index up to another one.
fn substring(text: &str, from: i64, to: i64) -> &str {
    let offset = |text: &str, count: i64| {
        let mut offsets = text.char_indices().map(|(offset, _)| offset);
        offsets.nth(count as usize).unwrap_or(text.len())
    };
    let rest = &text[offset(text, from)..];
    &rest[..offset(rest, to - from)]
}
`,
  },
  code_at: {
    code: `
fn code_at(text: &str, index: i64) -> i64 {
    i64::from(text.chars().nth(index as usize).map_or(0, u32::from))
}
`,
  },
  index_of: {
    uses: ['text_length'],
    code: `
fn index_of(text: &str, part: &str) -> Option<i64> {
    text.find(part).map(|offset| text_length(&text[..offset]))
}
`,
  },
  trim: {
    code: `
fn trim(text: &str) -> &str {
    text.trim_matches(|c| matches!(c, '\\t'..='\\r' | ' '))
}
`,
  },
  split: {
    code: `
fn split(text: &str, separator: &str) -> Vec<String> {
    text.split(separator).map(String::from).collect()
}
`,
  },
  joined_length: {
    uses: ['text_length'],
    code: `
fn joined_length(texts: &[String], separator: &str) -> i64 {
    let total: i64 = texts.iter().map(|text| text_length(text)).sum();
    total + text_length(separator) * texts.len().saturating_sub(1) as i64
}
`,
  },
  replaced_length: {
    uses: ['text_length'],
    code: `
fn replaced_length(text: &str, part: &str, other: &str) -> i64 {
    let count = text.matches(part).count() as i64;
    text_length(text) + count * (text_length(other) - text_length(part))
}
`,
  },
  pad_start: {
    uses: ['text_length'],
    code: `
fn pad_start(text: &str, length: i64, fill: &str) -> String {
    let missing = (length - text_length(text)).max(0);
    fill.repeat(missing as usize) + text
}
`,
  },
  matches_glob: {
    code: `
/// Matches a pattern: * is any run, ? one code point, and a backslash quotes.
fn matches_glob(text: &str, pattern: &str) -> bool {
    let (mut rest, mut steps) = (text.chars(), pattern.chars());
    let mut last_run = None;
    loop {
        let (before, mut after) = (rest.clone(), steps.clone());
        let matched = match (rest.next(), after.next()) {
            (_, Some('*')) => {
                last_run = Some((before.clone(), after.clone()));
                rest = before;
                true
            }
            (None, None) => return true,
            (Some(_), Some('?')) => true,
            (Some(c), Some('\\\\')) => after.next() == Some(c),
            (Some(c), Some(step)) => c == step,
            _ => false,
        };
        if matched {
            steps = after;
            continue;
        }
        // Only the last run may have to be longer.
        let (start, step) = match &mut last_run {
            Some(run) => run,
            None => return false,
        };
        if start.next().is_none() {
            return false;
        }
        rest = start.clone();
        steps = step.clone();
    }
}
`,
  },
  parse_integer: {
    code: `
/// Reads an optional minus and ASCII digits, within 64 bits.
fn parse_integer(text: &str) -> Option<i64> {
    if text.starts_with('+') {
        return None;
    }
    text.parse().ok()
}
`,
  },
  parse_hex: {
    code: `
/// Reads digits of either case.
fn parse_hex(text: &str) -> Option<Vec<u8>> {
    if text.len() % 2 != 0 {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    text.as_bytes()
        .chunks_exact(2)
        .map(|pair| Some((16 * digit(pair[0])? + digit(pair[1])?) as u8))
        .collect()
}
`,
  },
  format_hex: {
    code: `
fn format_hex(data: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    data.iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}
`,
  },
  parse_base64: {
    code: `
/// Reads RFC 4648, section 4, padded; unused bits have to be zero.
fn parse_base64(text: &str) -> Option<Vec<u8>> {
    if text.len() % 4 != 0 {
        return None;
    }
    let digits = text.strip_suffix('=').unwrap_or(text);
    let digits = digits.strip_suffix('=').unwrap_or(digits);
    let mut data = Vec::with_capacity(text.len() / 4 * 3);
    for group in digits.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for &digit in group {
            let value = match digit {
                b'A'..=b'Z' => digit - b'A',
                b'a'..=b'z' => digit - b'a' + 26,
                b'0'..=b'9' => digit - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(value);
        }
        let [_, bytes @ ..] = (bits << (6 * (4 - group.len()))).to_be_bytes();
        let (whole, unused) = bytes.split_at(group.len() - 1);
        if unused.iter().any(|&byte| byte != 0) {
            return None;
        }
        data.extend_from_slice(whole);
    }
    Some(data)
}
`,
  },
  format_base64: {
    code: `
/// Writes RFC 4648, section 4, padded.
fn format_base64(data: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity((data.len() + 2) / 3 * 4);
    for group in data.chunks(3) {
        let byte = |at: usize| u32::from(*group.get(at).unwrap_or(&0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            if at > group.len() {
                text.push('=');
            } else {
                let digit = bits >> (18 - 6 * at) & 63;
                text.push(char::from(DIGITS[digit as usize]));
            }
        }
    }
    text
}
`,
  },
  is_hostname: {
    code: `
/// Checks for labels in lower case without Punycode; the last begins with a letter.
fn is_hostname(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.starts_with("xn--")
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    };
    let last = text.rsplit('.').next().unwrap_or(text);
    text.len() <= 253
        && text.split('.').all(is_label)
        && last.starts_with(|first: char| first.is_ascii_lowercase())
}
`,
  },
  is_ipv4: {
    uses: ['parse_ipv4'],
    code: `
fn is_ipv4(text: &str) -> bool {
    parse_ipv4(text).is_some()
}
`,
  },
  is_ipv6: {
    code: `
/// Checks for the one spelling of RFC 5952: eight groups, zeros shortened.
fn is_ipv6(text: &str) -> bool {
    let is_group = |group: &str| {
        (1..=4).contains(&group.len())
            && (group == "0" || !group.starts_with('0'))
            && group
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let groups_of = |half: &str| -> Vec<String> {
        if half.is_empty() {
            Vec::new()
        } else {
            half.split(':').map(String::from).collect()
        }
    };
    let halves: Vec<Vec<String>> = text.split("::").map(groups_of).collect();
    let present: usize = halves.iter().map(Vec::len).sum();
    let groups = match &halves[..] {
        [whole] if present == 8 => whole.clone(),
        [head, tail] if present < 8 => {
            let zeros = vec![String::from("0"); 8 - present];
            [&head[..], &zeros, tail].concat()
        }
        _ => return false,
    };
    if !groups.iter().all(|group| is_group(group)) {
        return false;
    }
    // The first of the longest runs of zeros is shortened.
    let run = |start: usize| groups[start..].iter().take_while(|g| *g == "0").count();
    let longest = (0..8).map(run).max().unwrap_or(0);
    if longest < 2 {
        return text == groups.join(":");
    }
    let start = (0..8).find(|&start| run(start) == longest).unwrap_or(0);
    let (before, after) = (&groups[..start], &groups[start + longest..]);
    text == format!("{}::{}", before.join(":"), after.join(":"))
}
`,
  },
  is_path: {
    code: `
/// Checks for an absolute path of unescaped characters without empty or dot segments.
fn is_path(text: &str) -> bool {
    let is_plain =
        |byte: u8| matches!(byte, b'+'..=b':' | b'=' | b'@'..=b'Z' | b'_' | b'a'..=b'z' | b'~');
    text.len() <= 4095
        && text.bytes().all(is_plain)
        && match text.strip_prefix('/') {
            Some("") => true,
            Some(rest) => !rest.split('/').any(|part| matches!(part, "" | "." | "..")),
            None => false,
        }
}
`,
  },
  parse_ipv4: {
    code: `
/// Reads a dotted quad of numbers 0 to 255 without leading zeros.
fn parse_ipv4(text: &str) -> Option<i64> {
    let mut address = 0;
    let mut count = 0;
    for part in text.split('.') {
        let is_plain = part == "0" || !part.starts_with(['0', '+'].as_slice());
        let number: u8 = part.parse().ok().filter(|_| is_plain)?;
        address = address << 8 | i64::from(number);
        count += 1;
        if count > 4 {
            return None;
        }
    }
    Some(address).filter(|_| count == 4)
}
`,
  },
  format_ipv4: {
    code: `
fn format_ipv4(address: i64) -> String {
    let [a, b, c, d] = (address as u32).to_be_bytes();
    format!("{}.{}.{}.{}", a, b, c, d)
}
`,
  },
} as const satisfies Record<string, PieceSource>;
