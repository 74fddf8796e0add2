import type { PieceSource } from './runtime/piece.js';
import { TEXTS } from './runtime/texts.js';

/** The parts of a main program that are the same for all circuits: a strict reader of JSON, and the forms of simple values. */
export const READER = {
  Json: {
    code: `
/// A circuit reads the forms of its ports only.
#[allow(dead_code)]
enum Json {
    Null,
    Boolean(bool),
    /// A plainly written integer below 2^53.
    Integer(i64),
    /// Any other number, whose value no port takes.
    OtherNumber,
    Text(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}
`,
  },
  Parser: {
    uses: ['Json'],
    code: `
const MAX_NESTING: usize = 72;
const MAX_INTEGER: u64 = (1 << 53) - 1;

/// Reads one JSON value (RFC 8259) without repeated members or lone surrogates.
fn parse(text: &str) -> Option<Json> {
    let mut parser = Parser {
        bytes: text.as_bytes(),
        at: 0,
    };
    let json = parser.value(0)?;
    parser.skip_space();
    Some(json).filter(|_| parser.at == text.len())
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\\t' | b'\\n' | b'\\r') {
            self.at += 1;
        }
    }

    /// Returns the next byte; 0, which has no meaning in JSON, at the end.
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.bytes[self.at..].starts_with(token.as_bytes());
        if is_next {
            self.at += token.len();
        }
        is_next
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.skip_space();
        match self.peek() {
            b'[' if depth < MAX_NESTING => self.array(depth + 1),
            b'{' if depth < MAX_NESTING => self.object(depth + 1),
            b'"' => self.string().map(Json::Text),
            b'-' | b'0'..=b'9' => self.number(),
            _ if self.take("true") => Some(Json::Boolean(true)),
            _ if self.take("false") => Some(Json::Boolean(false)),
            _ if self.take("null") => Some(Json::Null),
            _ => None,
        }
    }

    fn array(&mut self, depth: usize) -> Option<Json> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.take("]") {
            return Some(Json::Array(items));
        }
        loop {
            items.push(self.value(depth)?);
            self.skip_space();
            if self.take("]") {
                return Some(Json::Array(items));
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        let mut members = BTreeMap::new();
        self.at += 1;
        self.skip_space();
        if self.take("}") {
            return Some(Json::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.skip_space();
            if members.contains_key(&name) || !self.take(":") {
                return None;
            }
            members.insert(name, self.value(depth)?);
            self.skip_space();
            if self.take("}") {
                return Some(Json::Object(members));
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn digits(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at > start
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        let is_negative = self.take("-");
        if !self.take("0") && !self.digits() {
            return None;
        }
        let digits = start + usize::from(is_negative)..self.at;
        let mut is_plain = true;
        if self.take(".") {
            is_plain = false;
            if !self.digits() {
                return None;
            }
        }
        if self.take("e") || self.take("E") {
            is_plain = false;
            let _ = self.take("+") || self.take("-");
            if !self.digits() {
                return None;
            }
        }
        let text = std::str::from_utf8(&self.bytes[digits]).ok()?;
        let magnitude = text.parse().unwrap_or(u64::MAX);
        is_plain = is_plain && magnitude <= MAX_INTEGER && !(is_negative && magnitude == 0);
        let value = magnitude as i64;
        Some(match (is_plain, is_negative) {
            (true, true) => Json::Integer(-value),
            (true, false) => Json::Integer(value),
            _ => Json::OtherNumber,
        })
    }

    fn string(&mut self) -> Option<String> {
        if !self.take("\\"") {
            return None;
        }
        let mut text = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), b'"' | b'\\\\' | 0..=0x1F) {
                self.at += 1;
            }
            text += std::str::from_utf8(&self.bytes[start..self.at]).ok()?;
            if self.take("\\"") {
                return Some(text);
            }
            if !self.take("\\\\") {
                return None;
            }
            let escape = self.peek();
            self.at += 1;
            text.push(match escape {
                b'"' | b'\\\\' | b'/' => char::from(escape),
                b'b' => '\\u{8}',
                b'f' => '\\u{c}',
                b'n' => '\\n',
                b'r' => '\\r',
                b't' => '\\t',
                b'u' => self.escaped()?,
                _ => return None,
            });
        }
    }

    fn escaped(&mut self) -> Option<char> {
        let unit = self.unit()?;
        if !(0xD800..0xDC00).contains(&unit) {
            return char::from_u32(unit);
        }
        if !self.take("\\\\u") {
            return None;
        }
        let low = self.unit()?;
        if !(0xDC00..0xE000).contains(&low) {
            return None;
        }
        char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    }

    fn unit(&mut self) -> Option<u32> {
        let digits = self.bytes.get(self.at..self.at + 4)?;
        self.at += 4;
        digits.iter().try_fold(0, |unit, &digit| {
            Some(16 * unit + char::from(digit).to_digit(16)?)
        })
    }
}
`,
  },
  Reader: {
    uses: ['Parser'],
    code: `
/// Reads the values of ports. After the first one of another form, which it keeps as the
/// refusal, it gives some value of each domain. The circuit itself checks the domains.
struct Reader {
    refusal: Option<Refusal>,
}

struct Refusal {
    port: String,
    path: String,
    message: &'static str,
}

impl Reader {
    fn port<T>(
        &mut self,
        name: &str,
        ports: &BTreeMap<String, Json>,
        read: fn(&mut Reader, Option<&Json>) -> T,
    ) -> T {
        if self.refusal.is_some() {
            return read(self, None);
        }
        let json = ports.get(name);
        let value = read(self, json);
        if json.is_none() {
            self.refuse("the port is missing");
        }
        if let Some(refusal) = &mut self.refusal {
            refusal.port = String::from(name);
        }
        value
    }

    fn refuse(&mut self, message: &'static str) {
        self.refusal.get_or_insert(Refusal {
            port: String::new(),
            path: String::new(),
            message,
        });
    }

    /// Refuses a value of another form, unless there is none.
    fn expected(&mut self, json: Option<&Json>, message: &'static str) {
        if json.is_some() {
            self.refuse(message);
        }
    }
}
`,
  },
  part: {
    uses: ['Reader'],
    code: `
/// Reads a part of a value, to which a step of the path leads.
fn part<T>(
    reader: &mut Reader,
    step: &dyn std::fmt::Display,
    json: Option<&Json>,
    read: fn(&mut Reader, Option<&Json>) -> T,
) -> T {
    if reader.refusal.is_some() {
        return read(reader, None);
    }
    let value = read(reader, json);
    if let Some(refusal) = &mut reader.refusal {
        refusal.path.insert_str(0, &step.to_string());
    }
    value
}
`,
  },
  read_member: {
    uses: ['part'],
    code: `
/// Reads a field of a record.
fn read_member<T>(
    reader: &mut Reader,
    name: &str,
    fields: Option<&BTreeMap<String, Json>>,
    read: fn(&mut Reader, Option<&Json>) -> T,
) -> T {
    let json = fields.and_then(|fields| fields.get(name));
    let step = format!(".{}", name);
    if fields.is_some() && json.is_none() && reader.refusal.is_none() {
        reader.refuse("the field is missing");
        if let Some(refusal) = &mut reader.refusal {
            refusal.path = step;
        }
        return read(reader, None);
    }
    part(reader, &step, json, read)
}
`,
  },
  Index: {
    code: `
/// The step to an element.
struct Index(usize);

impl std::fmt::Display for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}]", self.0)
    }
}
`,
  },
  read_integer: {
    uses: ['Reader'],
    code: `
fn read_integer(reader: &mut Reader, json: Option<&Json>, otherwise: i64) -> i64 {
    match json {
        Some(Json::Integer(value)) => *value,
        _ => {
            reader.expected(json, "expected an integer");
            otherwise
        }
    }
}
`,
  },
  read_narrow: {
    uses: ['read_integer'],
    code: `
/// Reads an integer of 32 bits. One beyond lies in no domain of such a port.
fn read_narrow(reader: &mut Reader, json: Option<&Json>, otherwise: i32) -> i32 {
    let value = read_integer(reader, json, i64::from(otherwise));
    i32::try_from(value).unwrap_or_else(|_| {
        reader.refuse("expected an integer of 32 bits");
        otherwise
    })
}
`,
  },
  read_wide: {
    uses: ['Reader'],
    code: `
/// Reads an integer of a domain beyond 2^53, which may be a decimal text.
fn read_wide(reader: &mut Reader, json: Option<&Json>, otherwise: i64) -> i64 {
    match json {
        Some(Json::Integer(value)) => return *value,
        Some(Json::Text(text)) => match text.parse::<i64>() {
            Ok(value) if value.to_string() == *text => return value,
            _ => {}
        },
        _ => {}
    }
    reader.expected(json, "expected an integer, or its decimal text");
    otherwise
}
`,
  },
  read_boolean: {
    uses: ['Reader'],
    code: `
fn read_boolean(reader: &mut Reader, json: Option<&Json>) -> bool {
    match json {
        Some(Json::Boolean(value)) => *value,
        _ => {
            reader.expected(json, "expected true or false");
            false
        }
    }
}
`,
  },
  read_text: {
    uses: ['Reader'],
    code: `
fn read_text(reader: &mut Reader, json: Option<&Json>, otherwise: &str) -> String {
    match json {
        Some(Json::Text(text)) => text.clone(),
        _ => {
            reader.expected(json, "expected a text");
            String::from(otherwise)
        }
    }
}
`,
  },
  parse_base64: { code: TEXTS.parse_base64.code },
  read_bytes: {
    uses: ['Reader', 'parse_base64'],
    code: `
fn read_bytes(reader: &mut Reader, json: Option<&Json>, length: usize) -> Vec<u8> {
    let data = match json {
        Some(Json::Text(text)) => parse_base64(text),
        _ => None,
    };
    data.unwrap_or_else(|| {
        reader.expected(json, "expected bytes as padded base64");
        vec![0; length]
    })
}
`,
  },
  write_text: {
    code: `
fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\\\' => out.extend(['\\\\', c]),
            '\\0'..='\\u{1f}' => *out += &format!("\\\\u{:04x}", u32::from(c)),
            _ => out.push(c),
        }
    }
    out.push('"');
}
`,
  },
  write_integer: {
    code: `
fn write_integer(out: &mut String, value: i64) {
    *out += &value.to_string();
}
`,
  },
  write_wide: {
    code: `
/// Writes an integer of a domain beyond 2^53 as its decimal text.
fn write_wide(out: &mut String, value: i64) {
    *out += &format!("\\"{}\\"", value);
}
`,
  },
  write_boolean: {
    code: `
fn write_boolean(out: &mut String, value: bool) {
    *out += if value { "true" } else { "false" };
}
`,
  },
  format_base64: { code: TEXTS.format_base64.code },
  write_bytes: {
    uses: ['format_base64'],
    code: `
fn write_bytes(out: &mut String, data: &[u8]) {
    *out += &format!("\\"{}\\"", format_base64(data));
}
`,
  },
  refused: {
    uses: ['write_text'],
    code: `
fn refused(port: Option<&str>, path: &str, message: &str) -> String {
    let mut out = String::from("{\\"domain_error\\":{\\"port\\":");
    match port {
        Some(port) => write_text(&mut out, port),
        None => out += "null",
    }
    out += ",\\"path\\":";
    write_text(&mut out, path);
    out += ",\\"message\\":";
    write_text(&mut out, message);
    out + "}}"
}
`,
  },
  failed: {
    uses: ['write_text'],
    code: `
fn failed(kind: &str, domain: Option<&str>, line: u32, message: &str) -> String {
    let mut out = format!("{{\\"{}\\":{{", kind);
    if let Some(domain) = domain {
        out += "\\"domain\\":";
        write_text(&mut out, domain);
        out.push(',');
    }
    out += &format!("\\"line\\":{},\\"message\\":", line);
    write_text(&mut out, message);
    out + "}}"
}
`,
  },
} as const satisfies Record<string, PieceSource>;

export type ReaderPiece = keyof typeof READER;
