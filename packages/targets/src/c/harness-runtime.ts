/** The parts of the main program, in order; each is written only if a later one, or the program, names it. */
export const HELPERS: ReadonlyMap<string, string> = new Map([
  [
    'fail',
    `
_Noreturn static void fail(void) {
  fputs("there is not enough memory\\n", stderr);
  exit(1);
}
`,
  ],
  [
    'kept',
    `
// The memory of one line.
typedef struct block {
  struct block *next;
  max_align_t data[];
} block;

static block *kept = NULL;
`,
  ],
  [
    'keep',
    `
// Returns memory of zeros that lasts until the end of the line.
static void *keep(size_t size) {
  block *added = calloc(1, sizeof(block) + size + 1);
  if (added == NULL) {
    fail();
  }
  added->next = kept;
  kept = added;
  return added->data;
}
`,
  ],
  [
    'json_release_kept',
    `
static void json_release_kept(void) {
  while (kept != NULL) {
    block *next = kept->next;
    free(kept);
    kept = next;
  }
}
`,
  ],
  [
    'json',
    `
typedef enum json_kind {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT,
} json_kind;

// A JSON value: the spelling of a number, the content of a string, or parts.
typedef struct json {
  json_kind kind;
  const char *text;
  size_t size;
  const struct json *first;
  const struct json *next;
  size_t count;
  // The name of a member.
  const char *name;
  size_t name_size;
} json;
`,
  ],
  [
    'reader',
    `
typedef struct reader {
  const char *at;
  const char *end;
} reader;

static const int MAX_NESTING = 72;
`,
  ],
  [
    'json_skip_space',
    `
static void json_skip_space(reader *in) {
  while (in->at < in->end && (*in->at == ' ' || *in->at == '\\t' || *in->at == '\\r' || *in->at == '\\n')) {
    in->at++;
  }
}
`,
  ],
  [
    'takes',
    `
static bool takes(reader *in, const char *word) {
  const size_t size = strlen(word);
  if ((size_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0) {
    return false;
  }
  in->at += size;
  return true;
}
`,
  ],
  [
    'json_read_unit',
    `
// Reads the four digits of an escape; returns a negative number for others.
static int32_t json_read_unit(reader *in) {
  int32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    const char c = in->at < in->end ? *in->at++ : ' ';
    const char lower = (char)(c | 0x20);
    if (c >= '0' && c <= '9') {
      unit = 16 * unit + (c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      unit = 16 * unit + (lower - 'a' + 10);
    } else {
      return -1;
    }
  }
  return unit;
}
`,
  ],
  [
    'json_write_code',
    `
// Writes a code point in UTF-8.
static char *json_write_code(char *out, int32_t code) {
  if (code < 0x80) {
    *out++ = (char)code;
    return out;
  }
  const int more = code < 0x800 ? 1 : (code < 0x10000 ? 2 : 3);
  *out++ = (char)((0xFF00 >> (more + 1) & 0xFF) | code >> (6 * more));
  for (int i = more - 1; i >= 0; i--) {
    *out++ = (char)(0x80 | (code >> (6 * i) & 0x3F));
  }
  return out;
}
`,
  ],
  [
    'json_read_string',
    `
static bool json_read_string(reader *in, const char **text, size_t *size) {
  if (!takes(in, "\\"")) {
    return false;
  }
  const char *close = in->at;
  while (close < in->end && *close != '"') {
    close += *close == '\\\\' ? 2 : 1;
  }
  if (close >= in->end) {
    return false;
  }
  // An escape is never shorter than the character.
  char *out = keep((size_t)(close - in->at));
  *text = out;
  while (in->at < close) {
    const char c = *in->at++;
    if ((unsigned char)c < 0x20) {
      return false;
    }
    if (c != '\\\\') {
      *out++ = c;
      continue;
    }
    static const char escapes[] = "\\"\\"\\\\\\\\//b\\bf\\fn\\nr\\rt\\t";
    const char escape = *in->at++;
    size_t i = 0;
    while (escapes[i] != '\\0' && escapes[i] != escape) {
      i += 2;
    }
    if (escapes[i] != '\\0') {
      *out++ = escapes[i + 1];
      continue;
    }
    int32_t code = escape == 'u' ? json_read_unit(in) : -1;
    if (code >= 0xD800 && code <= 0xDBFF && takes(in, "\\\\u")) {
      const int32_t low = json_read_unit(in);
      code = low >= 0xDC00 && low <= 0xDFFF ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : -1;
    }
    if (code < 0 || (code >= 0xD800 && code <= 0xDFFF)) {
      return false;
    }
    out = json_write_code(out, code);
  }
  in->at = close + 1;
  *size = (size_t)(out - *text);
  return true;
}
`,
  ],
  [
    'json_skip_digits',
    `
static bool json_skip_digits(reader *in) {
  const char *from = in->at;
  while (in->at < in->end && *in->at >= '0' && *in->at <= '9') {
    in->at++;
  }
  return in->at > from;
}
`,
  ],
  [
    'json_read_number',
    `
static bool json_read_number(reader *in, json *value) {
  value->kind = JSON_NUMBER;
  value->text = in->at;
  takes(in, "-");
  if (!takes(in, "0") && !json_skip_digits(in)) {
    return false;
  }
  if (takes(in, ".") && !json_skip_digits(in)) {
    return false;
  }
  if (takes(in, "e") || takes(in, "E")) {
    if (!takes(in, "+")) {
      takes(in, "-");
    }
    if (!json_skip_digits(in)) {
      return false;
    }
  }
  value->size = (size_t)(in->at - value->text);
  return true;
}
`,
  ],
  [
    'json_compare_names',
    `
static int json_compare_names(const void *left, const void *right) {
  const json *a = *(const json *const *)left, *b = *(const json *const *)right;
  const size_t shorter = a->name_size < b->name_size ? a->name_size : b->name_size;
  const int order = memcmp(a->name, b->name, shorter);
  return order != 0 ? order : (a->name_size > b->name_size) - (a->name_size < b->name_size);
}
`,
  ],
  [
    'json_are_distinct',
    `
static bool json_are_distinct(const json *object) {
  const json **members = keep(object->count * sizeof *members);
  size_t count = 0;
  for (const json *each = object->first; each != NULL; each = each->next) {
    members[count++] = each;
  }
  if (count > 1) {
    qsort(members, count, sizeof *members, json_compare_names);
  }
  for (size_t i = 1; i < count; i++) {
    if (json_compare_names(&members[i - 1], &members[i]) == 0) {
      return false;
    }
  }
  return true;
}
`,
  ],
  [
    'json_read_value',
    `
static json *json_read_value(reader *in, int depth);

// Reads the parts of an array or an object, after its opening bracket.
static bool json_read_parts(reader *in, json *value, int depth) {
  const bool is_object = value->kind == JSON_OBJECT;
  const char *close = is_object ? "}" : "]";
  const json **last = &value->first;
  json_skip_space(in);
  if (takes(in, close)) {
    return true;
  }
  do {
    const char *name = NULL;
    size_t name_size = 0;
    json_skip_space(in);
    if (is_object) {
      if (!json_read_string(in, &name, &name_size)) {
        return false;
      }
      json_skip_space(in);
      if (!takes(in, ":")) {
        return false;
      }
    }
    json *part = json_read_value(in, depth + 1);
    if (part == NULL) {
      return false;
    }
    part->name = name;
    part->name_size = name_size;
    *last = part;
    last = &part->next;
    value->count++;
    json_skip_space(in);
  } while (takes(in, ","));
  return takes(in, close) && (!is_object || json_are_distinct(value));
}

static json *json_read_value(reader *in, int depth) {
  json *value = keep(sizeof *value);
  bool is_read;
  if (depth > MAX_NESTING) {
    return NULL;
  }
  json_skip_space(in);
  if (takes(in, "null")) {
    value->kind = JSON_NULL;
    is_read = true;
  } else if (takes(in, "false")) {
    value->kind = JSON_FALSE;
    is_read = true;
  } else if (takes(in, "true")) {
    value->kind = JSON_TRUE;
    is_read = true;
  } else if (takes(in, "[")) {
    value->kind = JSON_ARRAY;
    is_read = json_read_parts(in, value, depth);
  } else if (takes(in, "{")) {
    value->kind = JSON_OBJECT;
    is_read = json_read_parts(in, value, depth);
  } else if (in->at < in->end && *in->at == '"') {
    value->kind = JSON_STRING;
    is_read = json_read_string(in, &value->text, &value->size);
  } else {
    is_read = json_read_number(in, value);
  }
  return is_read ? value : NULL;
}
`,
  ],
  [
    'parse',
    `
// Parses one JSON value (RFC 8259) without repeated members or lone surrogates.
static const json *parse(const char *line, size_t size) {
  reader in = {.at = line, .end = line + size};
  const json *value = json_read_value(&in, 0);
  json_skip_space(&in);
  return in.at == in.end ? value : NULL;
}
`,
  ],
  [
    'json_is_equal',
    `
static bool json_is_equal(const char *text, size_t size, const char *name) {
  return strlen(name) == size && memcmp(text, name, size) == 0;
}
`,
  ],
  [
    'json_member_of',
    `
static const json *json_member_of(const json *object, const char *name) {
  const json *each = object->first;
  while (each != NULL && !json_is_equal(each->name, each->name_size, name)) {
    each = each->next;
  }
  return each;
}
`,
  ],
  [
    'place',
    `
// A part of an input: a port without a place around it, a field, or an element.
typedef struct place {
  const struct place *around;
  const char *name;
  size_t index;
} place;
`,
  ],
  [
    'wrong',
    `
// The first value that has no form in C.
typedef struct refusal {
  const char *port;
  const char *path;
  const char *message;
  // True if the parts of the value are checked before.
  bool is_after_parts;
} refusal;

static refusal wrong;
`,
  ],
  [
    'refuse',
    `
static bool refuse(const place *at, const char *message, bool is_after_parts) {
  char *path = "";
  for (; at->around != NULL; at = at->around) {
    const size_t size = (at->name == NULL ? 24 : strlen(at->name) + 2) + strlen(path);
    char *longer = keep(size);
    if (at->name == NULL) {
      snprintf(longer, size, "[%zu]%s", at->index, path);
    } else {
      snprintf(longer, size, ".%s%s", at->name, path);
    }
    path = longer;
  }
  wrong = (refusal){.port = at->name, .path = path, .message = message, .is_after_parts = is_after_parts};
  return false;
}
`,
  ],
  [
    'json_place_of_port',
    `
static size_t json_place_of_port(const char *port) {
  size_t i = 0;
  while (ports[i] != NULL && strcmp(ports[i], port) != 0) {
    i++;
  }
  return i;
}
`,
  ],
  [
    'json_refuse_other_ports',
    `
// Refuses the first port that does not exist.
static void json_refuse_other_ports(const json *line) {
  const json *other = NULL;
  for (const json *each = line->first; each != NULL; each = each->next) {
    size_t i = 0;
    while (ports[i] != NULL && !json_is_equal(each->name, each->name_size, ports[i])) {
      i++;
    }
    if (ports[i] == NULL && (other == NULL || json_compare_names(&each, &other) < 0)) {
      other = each;
    }
  }
  if (other != NULL) {
    wrong = (refusal){.port = other->name, .path = "", .message = "there is no such port"};
  }
}
`,
  ],
  [
    'json_compare_paths',
    `
// Compares two paths in the order of the checks: fields by name, and a value
// before its parts.
static int json_compare_paths(const char *a, const char *b) {
  while (*a != '\\0' && *b != '\\0') {
    const size_t a_size = 1 + strcspn(a + 1, ".["), b_size = 1 + strcspn(b + 1, ".[");
    const size_t shorter = a_size < b_size ? a_size : b_size;
    const bool is_longer_index = *a == '[' && a_size != b_size;
    const int order = is_longer_index ? 0 : memcmp(a, b, shorter);
    if (order != 0 || a_size != b_size) {
      return order != 0 ? order : (a_size < b_size ? -1 : 1);
    }
    a += a_size;
    b += b_size;
  }
  return (*a != '\\0') - (*b != '\\0');
}
`,
  ],
  [
    'json_is_before_wrong',
    `
// Returns true if the circuit has refused a part that comes before the wrong one.
static bool json_is_before_wrong(const char *port, const char *path) {
  if (port == NULL || strcmp(port, wrong.port) != 0) {
    return port != NULL && json_place_of_port(port) < json_place_of_port(wrong.port);
  }
  const size_t size = strlen(wrong.path);
  const bool is_part = strncmp(path, wrong.path, size) == 0 && (path[size] == '\\0' || path[size] == '.' || path[size] == '[');
  return is_part ? wrong.is_after_parts || path[size] == '\\0' : json_compare_paths(path, wrong.path) < 0;
}
`,
  ],
  [
    'json_write_string',
    `
static void json_write_string(const char *text, size_t size) {
  putchar('"');
  for (size_t i = 0; i < size; i++) {
    const unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\\\') {
      putchar('\\\\');
      putchar(c);
    } else if (c < 0x20) {
      printf("\\\\u%04x", c);
    } else {
      putchar(c);
    }
  }
  putchar('"');
}
`,
  ],
  [
    'json_write_refusal',
    `
static void json_write_refusal(const char *port, const char *path, const char *message) {
  fputs("{\\"domain_error\\":{\\"port\\":", stdout);
  if (port == NULL) {
    fputs("null", stdout);
  } else {
    json_write_string(port, strlen(port));
  }
  fputs(",\\"path\\":", stdout);
  json_write_string(path, strlen(path));
  fputs(",\\"message\\":", stdout);
  json_write_string(message, strlen(message));
  fputs("}}\\n", stdout);
}
`,
  ],
  [
    'json_read_decimal',
    `
// Reads a decimal integer without leading zeros, up to a limit.
static bool json_read_decimal(const json *value, uint64_t most, int64_t *decoded) {
  const bool is_negative = value->size > 0 && value->text[0] == '-';
  const size_t first = is_negative ? 1 : 0;
  uint64_t magnitude = 0;
  for (size_t i = first; i < value->size; i++) {
    const uint64_t digit = (uint64_t)(unsigned char)value->text[i] - '0';
    if (digit > 9 || magnitude > (most + is_negative - digit) / 10) {
      return false;
    }
    magnitude = 10 * magnitude + digit;
  }
  if (value->size == first || (value->text[first] == '0' && value->size > 1)) {
    return false;
  }
  *decoded = (int64_t)(is_negative ? 0 - magnitude : magnitude);
  return true;
}
`,
  ],
  [
    'json_read_plain',
    `
// Reads a number that every reader of JSON takes exactly.
static bool json_read_plain(const json *value, int64_t *decoded) {
  const int64_t most = (INT64_C(1) << 53) - 1;
  return value->kind == JSON_NUMBER && json_read_decimal(value, (uint64_t)most, decoded) && *decoded >= -most;
}
`,
  ],
  [
    'json_decode_number',
    `
static bool json_decode_number(const json *value, const place *at, int64_t *decoded) {
  if (value == NULL || !json_read_plain(value, decoded)) {
    return refuse(at, "expected an integer as a JSON number", false);
  }
  return true;
}
`,
  ],
  [
    'json_decode_int32',
    `
// Reads an integer of 32 bits. One beyond lies in no domain of such a place.
static bool json_decode_int32(const json *value, const place *at, int32_t *decoded) {
  int64_t wide = 0;
  if (!json_decode_number(value, at, &wide)) {
    return false;
  }
  if (wide < INT32_MIN || wide > INT32_MAX) {
    return refuse(at, "expected an integer of 32 bits", false);
  }
  *decoded = (int32_t)wide;
  return true;
}
`,
  ],
  [
    'json_decode_integer',
    `
static bool json_decode_integer(const json *value, const place *at, int64_t *decoded) {
  if (value != NULL && value->kind == JSON_STRING && value->size <= 20 && json_read_decimal(value, INT64_MAX, decoded)) {
    return true;
  }
  if (value == NULL || !json_read_plain(value, decoded)) {
    return refuse(at, "expected an integer as a decimal string", false);
  }
  return true;
}
`,
  ],
  [
    'json_decode_boolean',
    `
static bool json_decode_boolean(const json *value, const place *at, bool *decoded) {
  if (value == NULL || (value->kind != JSON_TRUE && value->kind != JSON_FALSE)) {
    return refuse(at, "expected true or false", false);
  }
  *decoded = value->kind == JSON_TRUE;
  return true;
}
`,
  ],
  [
    'json_base64_digits',
    `
static const char json_base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
`,
  ],
  [
    'json_from_base64',
    `
// Reads padded base64 whose unused bits are zero; returns NULL for other texts.
static const uint8_t *json_from_base64(const json *value, size_t *size) {
  size_t digits = value->size;
  while (digits > 0 && value->size - digits < 2 && value->text[digits - 1] == '=') {
    digits--;
  }
  uint8_t *data = keep(value->size);
  uint32_t bits = 0;
  *size = 0;
  for (size_t i = 0; i < digits; i++) {
    const char *digit = value->text[i] == '\\0' ? NULL : strchr(json_base64_digits, value->text[i]);
    if (digit == NULL) {
      return NULL;
    }
    bits = bits << 6 | (uint32_t)(digit - json_base64_digits);
    if (i % 4 > 0) {
      data[(*size)++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
    }
  }
  const uint32_t unused = (UINT32_C(1) << 2 * (value->size - digits)) - 1;
  return value->size % 4 == 0 && (bits & unused) == 0 ? data : NULL;
}
`,
  ],
  [
    'json_write_base64',
    `
static void json_write_base64(const uint8_t *data, size_t size) {
  putchar('"');
  for (size_t i = 0; i < size; i += 3) {
    const size_t given = size - i < 3 ? size - i : 3;
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; j++) {
      bits = bits << 8 | (j < given ? data[i + j] : 0);
    }
    for (size_t j = 0; j < 4; j++) {
      putchar(j <= given ? json_base64_digits[bits >> (18 - 6 * j) & 63] : '=');
    }
  }
  putchar('"');
}
`,
  ],
  [
    'json_encode_number',
    `
static void json_encode_number(const int64_t *value) {
  printf("%" PRId64, *value);
}
`,
  ],
  [
    'json_encode_int32',
    `
static void json_encode_int32(const int32_t *value) {
  printf("%" PRId32, *value);
}
`,
  ],
  [
    'json_encode_integer',
    `
static void json_encode_integer(const int64_t *value) {
  printf("\\"%" PRId64 "\\"", *value);
}
`,
  ],
  [
    'json_encode_boolean',
    `
static void json_encode_boolean(const bool *value) {
  fputs(*value ? "true" : "false", stdout);
}
`,
  ],
  [
    'json_random_bytes',
    `
static void json_random_bytes(void *bytes, size_t size) {
  FILE *source = fopen("/dev/urandom", "rb");
  if (source == NULL || fread(bytes, size, 1, source) != 1) {
    fputs("there are no random bytes\\n", stderr);
    exit(1);
  }
  fclose(source);
}
`,
  ],
  [
    'json_host_random',
    `
static int64_t json_host_random(void *context, int64_t lo, int64_t hi) {
  const uint64_t span = (uint64_t)hi - (uint64_t)lo;
  uint64_t mask = span, value;
  (void)context;
  for (int shift = 1; shift < 64; shift *= 2) {
    mask |= mask >> shift;
  }
  do {
    json_random_bytes(&value, sizeof value);
    value &= mask;
  } while (value > span);
  return (int64_t)((uint64_t)lo + value);
}
`,
  ],
  [
    'json_host_uuid',
    `
static void json_host_uuid(void *context, char uuid[37]) {
  uint8_t bytes[16];
  (void)context;
  json_random_bytes(bytes, sizeof bytes);
  bytes[6] = (bytes[6] & 0x0F) | 0x40;
  bytes[8] = (bytes[8] & 0x3F) | 0x80;
  for (size_t i = 0; i < 16; i++) {
    const bool has_hyphen = i == 4 || i == 6 || i == 8 || i == 10;
    uuid += sprintf(uuid, has_hyphen ? "-%02x" : "%02x", bytes[i]);
  }
}
`,
  ],
]);
