import type { PieceSource } from './piece.js';

/** Texts, in UTF-8, and their conversions. Lengths and offsets are those of code points. */
export const TEXTS = {
  kir_is_text: {
    code: `
// Checks for well-formed UTF-8 (Unicode 15, table 3-7), without surrogates.
static bool kir_is_text($text text) {
  const unsigned char *data = (const unsigned char *)text.data;
  if (data == NULL) {
    return text.size == 0;
  }
  for (size_t i = 0; i < text.size;) {
    const unsigned char lead = data[i++];
    if (lead < 0x80) {
      continue;
    }
    if (lead < 0xC2 || lead > 0xF4) {
      return false;
    }
    const size_t more = lead < 0xE0 ? 1 : (lead < 0xF0 ? 2 : 3);
    if (text.size - i < more) {
      return false;
    }
    const unsigned char least = lead == 0xE0 ? 0xA0 : (lead == 0xF0 ? 0x90 : 0x80);
    const unsigned char most = lead == 0xED ? 0x9F : (lead == 0xF4 ? 0x8F : 0xBF);
    if (data[i] < least || data[i] > most) {
      return false;
    }
    for (size_t end = i + more; i < end; i++) {
      if ((data[i] & 0xC0) != 0x80) {
        return false;
      }
    }
  }
  return true;
}
`,
  },
  kir_length: {
    code: `
// Returns the number of code points: of bytes that continue no other.
static int64_t kir_length($text text) {
  int64_t length = 0;
  for (size_t i = 0; i < text.size; i++) {
    length += (text.data[i] & 0xC0) != 0x80;
  }
  return length;
}
`,
  },
  kir_offset: {
    code: `
// Returns the offset of a code point in bytes.
static size_t kir_offset($text text, int64_t index) {
  size_t offset = 0;
  for (int64_t i = 0; i < index && offset < text.size; i++) {
    do {
      offset++;
    } while (offset < text.size && (text.data[offset] & 0xC0) == 0x80);
  }
  return offset;
}
`,
  },
  kir_code_at: {
    code: `
// Returns the code point at an offset in bytes, and moves the offset after it.
static uint32_t kir_code_at($text text, size_t *offset) {
  const unsigned char lead = (unsigned char)text.data[(*offset)++];
  // The bits after the ones that tell the number of bytes.
  uint32_t code = lead < 0x80 ? lead : lead & (lead < 0xE0 ? 0x1Fu : (lead < 0xF0 ? 0x0Fu : 0x07u));
  while (*offset < text.size && (text.data[*offset] & 0xC0) == 0x80) {
    code = code << 6 | ((unsigned char)text.data[(*offset)++] & 0x3Fu);
  }
  return code;
}
`,
  },
  kir_code: {
    uses: ['kir_offset', 'kir_code_at'],
    code: `
static int64_t kir_code($text text, int64_t index) {
  size_t offset = kir_offset(text, index);
  return kir_code_at(text, &offset);
}
`,
  },
  kir_has_only: {
    uses: ['kir_code_at'],
    code: `
// Checks that all code points lie in ranges, given by their ends.
static bool kir_has_only($text text, const uint32_t *ends, size_t count) {
  for (size_t i = 0; i < text.size;) {
    const uint32_t code = kir_code_at(text, &i);
    size_t at = 0;
    while (at < count && (code < ends[at] || code > ends[at + 1])) {
      at += 2;
    }
    if (at == count) {
      return false;
    }
  }
  return true;
}
`,
  },
  kir_equal_text: {
    headers: ['string.h'],
    code: `
static bool kir_equal_text($text a, $text b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}
`,
  },
  kir_compare_text: {
    headers: ['string.h'],
    code: `
// Compares by code point, which is the order of the bytes of UTF-8.
static int kir_compare_text($text a, $text b) {
  const size_t shorter = a.size < b.size ? a.size : b.size;
  const int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
  return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}
`,
  },
  kir_concat: {
    uses: ['kir_join'],
    code: `
static $text kir_concat(kir_run *run, $text a, $text b) {
  const char *data = kir_join(run, a.data, a.size, b.data, b.size);
  return ($text){.data = data, .size = a.size + b.size};
}
`,
  },
  kir_part: {
    code: `
static $text kir_part($text text, size_t from, size_t to) {
  return ($text){.data = from == to ? "" : text.data + from, .size = to - from};
}
`,
  },
  kir_substring: {
    uses: ['kir_offset', 'kir_part'],
    code: `
static $text kir_substring($text text, int64_t from, int64_t to) {
  const size_t start = kir_offset(text, from);
  const $text rest = kir_part(text, start, text.size);
  return kir_part(text, start, start + kir_offset(rest, to - from));
}
`,
  },
  kir_starts_with: {
    uses: ['kir_equal_text', 'kir_part'],
    code: `
static bool kir_starts_with($text text, $text part) {
  return part.size <= text.size && kir_equal_text(kir_part(text, 0, part.size), part);
}
`,
  },
  kir_ends_with: {
    uses: ['kir_equal_text', 'kir_part'],
    code: `
static bool kir_ends_with($text text, $text part) {
  return part.size <= text.size && kir_equal_text(kir_part(text, text.size - part.size, text.size), part);
}
`,
  },
  kir_needle: {
    code: `
// A text to search, with its critical factorization (Crochemore and Perrin,
// "Two-way string-matching"): searching takes linear time and no memory.
typedef struct kir_needle {
  const unsigned char *data;
  size_t size;
  size_t middle;
  size_t period;
  bool is_periodic;
} kir_needle;
`,
  },
  kir_greatest_suffix: {
    code: `
// Returns the start of the greatest suffix, in the order of bytes or its
// reverse, and its period.
static size_t kir_greatest_suffix(const unsigned char *data, size_t size, bool is_reverse, size_t *period) {
  size_t start = 0, other = 1, length = 0;
  *period = 1;
  while (other + length < size) {
    const unsigned char a = data[start + length], b = data[other + length];
    if (a == b) {
      length++;
      if (length == *period) {
        other += *period;
        length = 0;
      }
    } else if ((a > b) != is_reverse) {
      other += length + 1;
      length = 0;
      *period = other - start;
    } else {
      start = other;
      other++;
      length = 0;
      *period = 1;
    }
  }
  return start;
}
`,
  },
  kir_needle_of: {
    uses: ['kir_needle', 'kir_greatest_suffix'],
    headers: ['string.h'],
    code: `
static kir_needle kir_needle_of($text text) {
  kir_needle needle = {.data = (const unsigned char *)text.data, .size = text.size};
  size_t period = 1, other_period = 1;
  const size_t start = kir_greatest_suffix(needle.data, needle.size, false, &period);
  const size_t other = kir_greatest_suffix(needle.data, needle.size, true, &other_period);
  needle.middle = start >= other ? start : other;
  needle.period = start >= other ? period : other_period;
  needle.is_periodic = needle.middle + needle.period <= needle.size &&
                       memcmp(needle.data, needle.data + needle.period, needle.middle) == 0;
  if (!needle.is_periodic) {
    const size_t rest = needle.size - needle.middle;
    needle.period = (needle.middle > rest ? needle.middle : rest) + 1;
  }
  return needle;
}
`,
  },
  kir_search: {
    uses: ['kir_needle'],
    code: `
// Returns the first offset of a needle from an offset on, or SIZE_MAX.
static size_t kir_search($text text, const kir_needle *needle, size_t from) {
  const unsigned char *data = (const unsigned char *)text.data;
  size_t known = 0;
  while (text.size - from >= needle->size) {
    size_t i = needle->middle > known ? needle->middle : known;
    while (i < needle->size && needle->data[i] == data[from + i]) {
      i++;
    }
    if (i < needle->size) {
      from += i - needle->middle + 1;
      known = 0;
      continue;
    }
    i = needle->middle;
    while (i > known && needle->data[i - 1] == data[from + i - 1]) {
      i--;
    }
    if (i <= known) {
      return from;
    }
    from += needle->period;
    known = needle->is_periodic ? needle->size - needle->period : 0;
  }
  return SIZE_MAX;
}
`,
  },
  kir_includes: {
    uses: ['kir_needle_of', 'kir_search'],
    code: `
static bool kir_includes($text text, $text part) {
  const kir_needle needle = kir_needle_of(part);
  return part.size == 0 || kir_search(text, &needle, 0) != SIZE_MAX;
}
`,
  },
  kir_index_of: {
    uses: ['kir_needle_of', 'kir_search', 'kir_part', 'kir_length'],
    code: `
static $option_int kir_index_of($text text, $text part) {
  const kir_needle needle = kir_needle_of(part);
  const size_t offset = part.size == 0 ? 0 : kir_search(text, &needle, 0);
  if (offset == SIZE_MAX) {
    return ($option_int){.is_some = false};
  }
  return ($option_int){.is_some = true, .value = $stored kir_length(kir_part(text, 0, offset))};
}
`,
  },
  kir_occurrences: {
    uses: ['kir_needle_of', 'kir_search'],
    code: `
// Returns the number of occurrences of a text that is not empty.
static int64_t kir_occurrences($text text, $text part) {
  const kir_needle needle = kir_needle_of(part);
  int64_t count = 0;
  for (size_t at = kir_search(text, &needle, 0); at != SIZE_MAX; at = kir_search(text, &needle, at + part.size)) {
    count++;
  }
  return count;
}
`,
  },
  kir_split: {
    uses: ['kir_occurrences', 'kir_part', 'kir_allocate'],
    code: `
static $list_text kir_split(kir_run *run, $text text, $text separator) {
  const kir_needle needle = kir_needle_of(separator);
  const size_t count = (size_t)kir_occurrences(text, separator) + 1;
  $text *items = kir_allocate(run, count * sizeof *items);
  size_t from = 0;
  for (size_t i = 0; i + 1 < count; i++) {
    const size_t at = kir_search(text, &needle, from);
    items[i] = kir_part(text, from, at);
    from = at + separator.size;
  }
  items[count - 1] = kir_part(text, from, text.size);
  return ($list_text){.items = items, .count = count};
}
`,
  },
  kir_replace: {
    uses: ['kir_needle_of', 'kir_search', 'kir_concat', 'kir_part'],
    code: `
static $text kir_replace(kir_run *run, $text text, $text part, $text by) {
  const kir_needle needle = kir_needle_of(part);
  $text replaced = {.data = "", .size = 0};
  size_t from = 0;
  for (size_t at = kir_search(text, &needle, 0); at != SIZE_MAX; at = kir_search(text, &needle, from)) {
    replaced = kir_concat(run, replaced, kir_part(text, from, at));
    replaced = kir_concat(run, replaced, by);
    from = at + part.size;
  }
  return from == 0 ? text : kir_concat(run, replaced, kir_part(text, from, text.size));
}
`,
  },
  kir_replaced_length: {
    uses: ['kir_length', 'kir_occurrences'],
    code: `
static int64_t kir_replaced_length($text text, $text part, $text by) {
  return kir_length(text) + kir_occurrences(text, part) * (kir_length(by) - kir_length(part));
}
`,
  },
  kir_joined_length: {
    uses: ['kir_length'],
    code: `
static int64_t kir_joined_length($list_text texts, $text separator) {
  int64_t length = texts.count < 2 ? 0 : (int64_t)(texts.count - 1) * kir_length(separator);
  for (size_t i = 0; i < texts.count; i++) {
    length += kir_length(texts.items[i]);
  }
  return length;
}
`,
  },
  kir_join_texts: {
    uses: ['kir_allocate'],
    headers: ['string.h'],
    code: `
static $text kir_join_texts(kir_run *run, $list_text texts, $text separator) {
  size_t size = texts.count < 2 ? 0 : (texts.count - 1) * separator.size;
  for (size_t i = 0; i < texts.count; i++) {
    size += texts.items[i].size;
  }
  char *data = kir_allocate(run, size);
  char *end = data;
  for (size_t i = 0; i < texts.count; i++) {
    const $text parts[] = {i == 0 ? ($text){.size = 0} : separator, texts.items[i]};
    for (size_t part = 0; part < 2; part++) {
      if (parts[part].size > 0) {
        memcpy(end, parts[part].data, parts[part].size);
        end += parts[part].size;
      }
    }
  }
  return ($text){.data = data, .size = size};
}
`,
  },
  kir_with_case: {
    uses: ['kir_allocate'],
    code: `
// Changes ASCII letters only, so that no result depends on a version of Unicode.
static $text kir_with_case(kir_run *run, $text text, char first) {
  char *data = kir_allocate(run, text.size);
  for (size_t i = 0; i < text.size; i++) {
    const bool is_letter = text.data[i] >= first && text.data[i] <= first + 25;
    data[i] = (char)(is_letter ? text.data[i] ^ 0x20 : text.data[i]);
  }
  return ($text){.data = data, .size = text.size};
}
`,
  },
  kir_trim: {
    uses: ['kir_part'],
    code: `
static $text kir_trim($text text) {
  size_t from = 0, to = text.size;
  while (from < to && (text.data[from] == ' ' || (text.data[from] >= '\\t' && text.data[from] <= '\\r'))) {
    from++;
  }
  while (from < to && (text.data[to - 1] == ' ' || (text.data[to - 1] >= '\\t' && text.data[to - 1] <= '\\r'))) {
    to--;
  }
  return kir_part(text, from, to);
}
`,
  },
  kir_pad_start: {
    uses: ['kir_allocate', 'kir_length'],
    headers: ['string.h'],
    code: `
static $text kir_pad_start(kir_run *run, $text text, int64_t length, $text fill) {
  const int64_t missing = length - kir_length(text);
  if (missing <= 0) {
    return text;
  }
  const size_t before = (size_t)missing * fill.size;
  char *data = kir_allocate(run, before + text.size);
  for (size_t i = 0; i < before; i++) {
    data[i] = fill.data[i % fill.size];
  }
  if (text.size > 0) {
    memcpy(data + before, text.data, text.size);
  }
  return ($text){.data = data, .size = before + text.size};
}
`,
  },
  kir_matches_glob: {
    uses: ['kir_code_at'],
    code: `
// Matches a pattern: * is any run, ? one code point, and a backslash quotes.
static bool kir_matches_glob($text text, $text pattern) {
  size_t at = 0, step = 0, run_at = 0, run_step = SIZE_MAX;
  while (at < text.size || step < pattern.size) {
    size_t next_step = step, next_at = at;
    const bool is_run = step < pattern.size && pattern.data[step] == '*';
    if (is_run) {
      run_at = at;
      run_step = ++step;
      continue;
    }
    if (step < pattern.size && at < text.size) {
      const bool is_any = pattern.data[step] == '?';
      next_step += pattern.data[step] == '\\\\';
      const uint32_t wanted = kir_code_at(pattern, &next_step);
      if (wanted == kir_code_at(text, &next_at) || is_any) {
        step = next_step;
        at = next_at;
        continue;
      }
    }
    if (run_step == SIZE_MAX || at >= text.size) {
      return false;
    }
    // Only the last run may have to be longer.
    kir_code_at(text, &run_at);
    at = run_at;
    step = run_step;
  }
  return true;
}
`,
  },
  kir_parse_integer: {
    code: `
// Reads an optional minus and digits, within 64 bits.
static $option_int kir_parse_integer($text text) {
  const bool is_negative = text.size > 0 && text.data[0] == '-';
  const uint64_t most = (uint64_t)INT64_MAX + is_negative;
  uint64_t value = 0;
  for (size_t i = is_negative; i < text.size; i++) {
    const uint64_t digit = (uint64_t)(unsigned char)text.data[i] - '0';
    if (digit > 9 || value > (most - digit) / 10) {
      return ($option_int){.is_some = false};
    }
    value = 10 * value + digit;
  }
  const bool is_some = text.size > (size_t)is_negative;
  return ($option_int){.is_some = is_some, .value = (int64_t)(is_negative ? 0 - value : value)};
}
`,
  },
  kir_format_integer: {
    uses: ['kir_copy'],
    code: `
static $text kir_format_integer(kir_run *run, int64_t value) {
  char digits[20];
  size_t from = sizeof digits;
  for (uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value; from == sizeof digits || rest > 0; rest /= 10) {
    digits[--from] = (char)('0' + rest % 10);
  }
  if (value < 0) {
    digits[--from] = '-';
  }
  const size_t size = sizeof digits - from;
  return ($text){.data = kir_copy(run, digits + from, size), .size = size};
}
`,
  },
  kir_hex_digit: {
    code: `
static unsigned kir_hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') {
    return (unsigned)(digit - '0');
  }
  const char lower = (char)(digit | 0x20);
  return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10 : 16;
}
`,
  },
  kir_parse_hex: {
    uses: ['kir_hex_digit', 'kir_allocate'],
    code: `
static $option_bytes kir_parse_hex(kir_run *run, $text text) {
  uint8_t *data = kir_allocate(run, text.size / 2);
  for (size_t i = 0; i < text.size / 2; i++) {
    const unsigned high = kir_hex_digit(text.data[2 * i]), low = kir_hex_digit(text.data[2 * i + 1]);
    if (high > 15 || low > 15) {
      return ($option_bytes){.is_some = false};
    }
    data[i] = (uint8_t)(high << 4 | low);
  }
  if (text.size % 2 == 1) {
    return ($option_bytes){.is_some = false};
  }
  return ($option_bytes){.is_some = true, .value = {.data = data, .size = text.size / 2}};
}
`,
  },
  kir_format_hex: {
    uses: ['kir_allocate'],
    code: `
static $text kir_format_hex(kir_run *run, $bytes bytes) {
  char *data = kir_allocate(run, 2 * bytes.size);
  for (size_t i = 0; i < bytes.size; i++) {
    data[2 * i] = "0123456789abcdef"[bytes.data[i] >> 4];
    data[2 * i + 1] = "0123456789abcdef"[bytes.data[i] & 15];
  }
  return ($text){.data = data, .size = 2 * bytes.size};
}
`,
  },
  kir_base64_digit: {
    code: `
static uint32_t kir_base64_digit(char digit) {
  if (digit >= 'A' && digit <= 'Z') {
    return (uint32_t)(digit - 'A');
  }
  if (digit >= 'a' && digit <= 'z') {
    return (uint32_t)(digit - 'a') + 26;
  }
  if (digit >= '0' && digit <= '9') {
    return (uint32_t)(digit - '0') + 52;
  }
  return digit == '+' ? 62 : (digit == '/' ? 63 : 64);
}
`,
  },
  kir_parse_base64: {
    uses: ['kir_base64_digit', 'kir_allocate'],
    code: `
// Reads RFC 4648, section 4, padded; unused bits have to be zero.
static $option_bytes kir_parse_base64(kir_run *run, $text text) {
  const $option_bytes none = {.is_some = false};
  if (text.size % 4 != 0) {
    return none;
  }
  size_t digits = text.size;
  while (digits > 0 && text.size - digits < 2 && text.data[digits - 1] == '=') {
    digits--;
  }
  uint8_t *data = kir_allocate(run, digits * 3 / 4);
  size_t size = 0;
  uint32_t bits = 0;
  for (size_t i = 0; i < digits; i++) {
    const uint32_t digit = kir_base64_digit(text.data[i]);
    if (digit > 63) {
      return none;
    }
    bits = bits << 6 | digit;
    if (i % 4 > 0) {
      data[size++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
    }
  }
  const size_t unused = 2 * (text.size - digits);
  if ((bits & ((1u << unused) - 1)) != 0) {
    return none;
  }
  return ($option_bytes){.is_some = true, .value = {.data = data, .size = size}};
}
`,
  },
  kir_format_base64: {
    uses: ['kir_allocate'],
    code: `
static $text kir_format_base64(kir_run *run, $bytes bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const size_t size = (bytes.size + 2) / 3 * 4;
  char *data = kir_allocate(run, size);
  for (size_t i = 0, at = 0; i < bytes.size; i += 3, at += 4) {
    const size_t given = bytes.size - i < 3 ? bytes.size - i : 3;
    uint32_t bits = (uint32_t)bytes.data[i] << 16;
    bits |= given > 1 ? (uint32_t)bytes.data[i + 1] << 8 : 0;
    bits |= given > 2 ? bytes.data[i + 2] : 0;
    data[at] = digits[bits >> 18];
    data[at + 1] = digits[bits >> 12 & 63];
    data[at + 2] = given > 1 ? digits[bits >> 6 & 63] : '=';
    data[at + 3] = given > 2 ? digits[bits & 63] : '=';
  }
  return ($text){.data = data, .size = size};
}
`,
  },
  kir_decode_utf8: {
    uses: ['kir_is_text'],
    code: `
static $option_text kir_decode_utf8($bytes bytes) {
  const $text text = {.data = (const char *)bytes.data, .size = bytes.size};
  return ($option_text){.is_some = kir_is_text(text), .value = text};
}
`,
  },
  kir_encode_utf8: {
    code: `
static $bytes kir_encode_utf8($text text) {
  return ($bytes){.data = (const uint8_t *)text.data, .size = text.size};
}
`,
  },
  kir_parse_address: {
    code: `
// Reads a dotted quad of numbers 0 to 255 without leading zeros.
static $option_int kir_parse_address($text text) {
  const $option_int none = {.is_some = false};
  int64_t address = 0, number = 0;
  int digits = 0, parts = 1;
  for (size_t i = 0; i < text.size; i++) {
    const char c = text.data[i];
    if (c == '.' && digits > 0 && parts < 4) {
      address = 256 * address + number;
      number = 0;
      digits = 0;
      parts++;
    } else if (c >= '0' && c <= '9' && (digits == 0 || number > 0)) {
      number = 10 * number + (c - '0');
      digits++;
      if (number > 255) {
        return none;
      }
    } else {
      return none;
    }
  }
  if (parts < 4 || digits == 0) {
    return none;
  }
  return ($option_int){.is_some = true, .value = 256 * address + number};
}
`,
  },
  kir_format_address: {
    uses: ['kir_copy'],
    code: `
static $text kir_format_address(kir_run *run, int64_t address) {
  char data[15];
  size_t size = 0;
  for (int shift = 24; shift >= 0; shift -= 8) {
    const int part = (int)(address >> shift & 255);
    if (part >= 100) {
      data[size++] = (char)('0' + part / 100);
    }
    if (part >= 10) {
      data[size++] = (char)('0' + part / 10 % 10);
    }
    data[size++] = (char)('0' + part % 10);
    if (shift > 0) {
      data[size++] = '.';
    }
  }
  return ($text){.data = kir_copy(run, data, size), .size = size};
}
`,
  },
  kir_is_ipv4: {
    uses: ['kir_parse_address'],
    code: `
static bool kir_is_ipv4($text text) {
  return kir_parse_address(text).is_some;
}
`,
  },
  kir_is_ipv6: {
    headers: ['string.h'],
    code: `
// Checks for the one spelling of RFC 5952: eight groups, zeros shortened.
static bool kir_is_ipv6($text text) {
  unsigned groups[8] = {0};
  int count = 0, gap = -1;
  if (text.size < 2 || text.size > 39) {
    return false;
  }
  for (size_t i = 0; i < text.size;) {
    if (text.data[i] == ':') {
      // A colon stands between groups; two stand for the gap, once.
      const bool is_gap = i + 1 < text.size && text.data[i + 1] == ':';
      if (is_gap ? gap >= 0 : (i == 0 || i + 1 == text.size || text.data[i - 1] == ':')) {
        return false;
      }
      if (is_gap) {
        gap = count;
      }
      i += is_gap ? 2 : 1;
      continue;
    }
    const size_t from = i;
    unsigned group = 0;
    for (; i < text.size && text.data[i] != ':'; i++) {
      const char c = text.data[i];
      const bool is_letter = c >= 'a' && c <= 'f';
      if (i - from == 4 || (!is_letter && (c < '0' || c > '9'))) {
        return false;
      }
      group = 16 * group + (unsigned)(is_letter ? c - 'a' + 10 : c - '0');
    }
    if (count == 8 || (text.data[from] == '0' && i - from > 1)) {
      return false;
    }
    groups[count++] = group;
  }
  if (gap < 0 ? count != 8 : count > 7) {
    return false;
  }
  const int missing = 8 - count;
  if (gap >= 0) {
    for (int i = 7; i >= 0; i--) {
      groups[i] = i >= gap + missing ? groups[i - missing] : (i >= gap ? 0 : groups[i]);
    }
  }
  // The gap is the first of the longest runs of at least two zeros.
  int longest = 1, first = -1;
  for (int start = 0; start < 8; start++) {
    int end = start;
    while (end < 8 && groups[end] == 0) {
      end++;
    }
    if (end - start > longest) {
      longest = end - start;
      first = start;
    }
  }
  return gap < 0 ? first < 0 : gap == first && missing == longest;
}
`,
  },
  kir_is_hostname: {
    uses: ['kir_starts_with', 'kir_part'],
    code: `
// Checks for labels in lower case without Punycode; the last begins with a letter.
static bool kir_is_hostname($text text) {
  const $text punycode = {.data = "xn--", .size = 4};
  size_t from = 0;
  if (text.size == 0 || text.size > 253) {
    return false;
  }
  for (size_t i = 0; i <= text.size; i++) {
    const char c = i < text.size ? text.data[i] : '.';
    if (c != '.') {
      const bool is_inside = i > from && i + 1 < text.size && text.data[i + 1] != '.';
      if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c == '-' && is_inside))) {
        return false;
      }
      continue;
    }
    const $text label = kir_part(text, from, i);
    if (label.size == 0 || label.size > 63 || kir_starts_with(label, punycode)) {
      return false;
    }
    if (i == text.size) {
      return label.data[0] >= 'a';
    }
    from = i + 1;
  }
  return false;
}
`,
  },
  kir_is_path: {
    code: `
// Checks for an absolute path of unescaped characters without empty or dot segments.
static bool kir_is_path($text text) {
  if (text.size == 0 || text.size > 4095 || text.data[0] != '/') {
    return false;
  }
  size_t dots = 0, others = 0;
  for (size_t i = 1; i <= text.size; i++) {
    const char c = i < text.size ? text.data[i] : '/';
    if (c == '/') {
      if (text.size > 1 && others == 0 && dots < 3) {
        return false;
      }
      dots = others = 0;
    } else if (c == '.') {
      dots++;
    } else if ((c >= '+' && c <= ':') || c == '=' || (c >= '@' && c <= 'Z') || c == '_' || (c >= 'a' && c <= 'z') || c == '~') {
      others++;
    } else {
      return false;
    }
  }
  return true;
}
`,
  },
} as const satisfies Record<string, PieceSource>;
