import type { PieceSource } from './piece.js';

/** The entropy sources. The host's answers are checked. */
export const SOURCES = {
  now: {
    uses: ['unmet'],
    code: `
/// Returns the milliseconds since 1970.
fn now(host: &mut impl Host) -> Result<i64, Box<DomainError>> {
    let now = host.now();
    if (0..=253_402_300_799_999).contains(&now) {
        return Ok(now);
    }
    Err(unmet("the clock is outside the years 1970 to 9999"))
}
`,
  },
  random: {
    uses: ['unmet'],
    code: `
fn random(host: &mut impl Host, lo: i64, hi: i64) -> Result<i64, Box<DomainError>> {
    let value = host.random(lo, hi);
    if (lo..=hi).contains(&value) {
        return Ok(value);
    }
    Err(unmet("the random integer is outside its bounds"))
}
`,
  },
  uuid: {
    uses: ['unmet'],
    code: `
fn uuid(host: &mut impl Host) -> Result<String, Box<DomainError>> {
    let value = host.uuid();
    let is_right = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        14 => byte == b'4',
        19 => matches!(byte, b'8' | b'9' | b'a' | b'b'),
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    if value.len() == 36 && value.bytes().enumerate().all(is_right) {
        return Ok(value);
    }
    Err(unmet("the UUID is none of version 4"))
}
`,
  },
  env: {
    uses: ['unmet'],
    code: `
/// Returns a variable of the environment, or \`None\` if it is not set.
fn env(host: &mut impl Host, name: &str) -> Result<Option<String>, Box<DomainError>> {
    match host.env(name) {
        Some(value) if value.chars().count() > 4096 => {
            Err(unmet("a variable of the environment is longer than 4096"))
        }
        value => Ok(value),
    }
}
`,
  },
} as const satisfies Record<string, PieceSource>;

/** The methods of the trait `Host`, by the name of the monomer. */
export const HOST_METHODS: Readonly<Record<string, string>> = {
  NOW: `    /// Returns the milliseconds since 1970.
    fn now(&mut self) -> i64;
`,
  RANDOM: `    /// Returns a uniform random integer from \`lo\` to \`hi\`.
    fn random(&mut self, lo: i64, hi: i64) -> i64;
`,
  UUID: `    /// Returns a random UUID of version 4.
    fn uuid(&mut self) -> String;
`,
  ENV: `    /// Returns a variable of the environment, or \`None\` if it is not set.
    fn env(&mut self, name: &str) -> Option<String>;
`,
};
