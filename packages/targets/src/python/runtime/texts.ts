import type { PieceSource } from './piece.js';

/** Texts and their conversions. Parsers return `None` for other texts. */
export const TEXTS = {
  _index_of: {
    typing: ['Optional'],
    code: `
def _index_of(text: str, part: str) -> Optional[int]:
    index = text.find(part)
    return None if index < 0 else index
`,
  },
  _UPPER: {
    code: `
# Only ASCII letters change, so that no result depends on a version of Unicode.
_UPPER = {code: code - 32 for code in range(97, 123)}
`,
  },
  _LOWER: {
    code: `
# Only ASCII letters change, so that no result depends on a version of Unicode.
_LOWER = {code: code + 32 for code in range(65, 91)}
`,
  },
  _joined_length: {
    code: `
def _joined_length(texts: list, separator: str) -> int:
    return sum(map(len, texts)) + max(0, len(texts) - 1) * len(separator)
`,
  },
  _matches_glob: {
    code: `
def _matches_glob(text: str, pattern: str) -> bool:
    """Match a pattern: * is any run, ? one code point, and a backslash quotes."""
    tokens = []
    quoted = False
    for character in pattern:
        if quoted or character not in "\\\\*?":
            tokens.append((character, True))
            quoted = False
        elif character == "\\\\":
            quoted = True
        else:
            tokens.append((character, False))
    if quoted:
        return False
    at = token = run_at = 0
    run_token = -1
    while at < len(text):
        character, literal = tokens[token] if token < len(tokens) else ("", True)
        if character == "*" and not literal:
            run_token, run_at = token, at
            token += 1
        elif character == text[at] or (character == "?" and not literal):
            at += 1
            token += 1
        elif run_token >= 0:
            # Only the last run may have to be longer.
            run_at += 1
            at, token = run_at, run_token + 1
        else:
            return False
    return all(rest == ("*", False) for rest in tokens[token:])
`,
  },
  _parse_integer: {
    imports: ['re'],
    typing: ['Optional'],
    code: `
def _parse_integer(text: str) -> Optional[int]:
    """Read an optional minus and ASCII digits, within 64 bits."""
    match = re.fullmatch("(-?)0*([0-9]{1,19})", text)
    if match is None:
        return None
    value = int(match[1] + match[2])
    return value if -(2**63) <= value < 2**63 else None
`,
  },
  _parse_hex: {
    imports: ['re'],
    typing: ['Optional'],
    code: `
def _parse_hex(text: str) -> Optional[bytes]:
    """Read digits of either case."""
    if len(text) % 2 == 1 or re.fullmatch("[0-9a-fA-F]*", text) is None:
        return None
    return bytes.fromhex(text)
`,
  },
  _parse_base64: {
    imports: ['base64'],
    typing: ['Optional'],
    code: `
def _parse_base64(text: str) -> Optional[bytes]:
    """Read RFC 4648, section 4, padded; unused bits have to be zero."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None
`,
  },
  _decode_utf8: {
    typing: ['Optional'],
    code: `
def _decode_utf8(data: bytes) -> Optional[str]:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
`,
  },
  _SURROGATES: {
    imports: ['re'],
    code: `
_SURROGATES = re.compile("[\\ud800-\\udfff]")
`,
  },
  _is_text: {
    uses: ['_SURROGATES'],
    code: `
def _is_text(value: object) -> bool:
    """Check for a text without lone surrogates."""
    if type(value) is not str:
        return False
    return value.isascii() or _SURROGATES.search(value) is None
`,
  },
  _is_hostname: {
    imports: ['re'],
    code: `
def _is_hostname(text: str) -> bool:
    """Check for labels in lower case without Punycode; the last begins with a letter."""
    if len(text) > 253 or re.search("(?:^|[.])xn--", text) is not None:
        return False
    label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
    last = "[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?"
    return re.fullmatch(f"(?:{label}[.])*{last}", text) is not None
`,
  },
  _is_ipv4: {
    uses: ['_parse_address'],
    code: `
def _is_ipv4(text: str) -> bool:
    return _parse_address(text) is not None
`,
  },
  _is_ipv6: {
    imports: ['re'],
    code: `
def _is_ipv6(text: str) -> bool:
    """Check for the one spelling of RFC 5952: eight groups, zeros shortened."""
    if len(text) > 39 or re.fullmatch("[0-9a-f:]+", text) is None:
        return False
    halves = [half.split(":") if half else [] for half in text.split("::")]
    missing = 8 - sum(map(len, halves))
    if len(halves) > 2 or (missing < 1 if len(halves) == 2 else missing != 0):
        return False
    groups = ["0"] * missing
    groups = halves[0] + groups + (halves[1] if len(halves) == 2 else [])
    if not all(re.fullmatch("0|[1-9a-f][0-9a-f]{0,3}", group) for group in groups):
        return False
    lengths = []
    for start in range(8):
        rest = groups[start:]
        lengths.append(
            next((i for i, group in enumerate(rest) if group != "0"), len(rest))
        )
    longest = max(lengths)
    if longest < 2:
        return text == ":".join(groups)
    start = lengths.index(longest)
    before, after = ":".join(groups[:start]), ":".join(groups[start + longest :])
    return text == f"{before}::{after}"
`,
  },
  _is_path: {
    imports: ['re'],
    code: `
def _is_path(text: str) -> bool:
    """Check for an absolute path of unescaped characters without empty or dot segments."""
    if len(text) > 4095 or re.fullmatch("/[+-:=@-Z_a-z~]*", text) is None:
        return False
    return text == "/" or re.search("/[.]{0,2}(?:/|$)", text) is None
`,
  },
  _parse_address: {
    imports: ['re'],
    typing: ['Optional'],
    code: `
def _parse_address(text: str) -> Optional[int]:
    """Read a dotted quad of numbers 0 to 255 without leading zeros."""
    number = "(?:0|[1-9][0-9]{0,2})"
    if len(text) > 15 or re.fullmatch(f"{number}(?:[.]{number}){{3}}", text) is None:
        return None
    parts = [int(part) for part in text.split(".")]
    return int.from_bytes(bytes(parts), "big") if max(parts) <= 255 else None
`,
  },
  _format_address: {
    code: `
def _format_address(address: int) -> str:
    return ".".join(map(str, address.to_bytes(4, "big")))
`,
  },
} as const satisfies Record<string, PieceSource>;
