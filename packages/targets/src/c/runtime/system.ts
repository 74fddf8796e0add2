import type { PieceSource } from './piece.js';

/** The calendar of the years 1 to 9999 in days since 1970-01-01, versions, and the entropy sources. */
export const SYSTEM = {
  kir_is_leap_year: {
    code: `
static bool kir_is_leap_year(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}
`,
  },
  kir_days_in_month: {
    uses: ['kir_is_leap_year'],
    code: `
static int64_t kir_days_in_month(int64_t year, int64_t month) {
  if (month == 2) {
    return kir_is_leap_year(year) ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}
`,
  },
  kir_days_of: {
    code: `
// Returns the days since 1970-01-01. Years begin in March, so that leap days
// are the last ones.
static int64_t kir_days_of(int64_t year, int64_t month, int64_t day) {
  const int64_t years = month > 2 ? year : year - 1;
  const int64_t months = month > 2 ? month - 3 : month + 9;
  return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 719469;
}
`,
  },
  kir_date: {
    code: `
typedef struct kir_date {
  int64_t year;
  int64_t month;
  int64_t day;
} kir_date;
`,
  },
  kir_date_of: {
    uses: ['kir_date'],
    code: `
// The inverse of kir_days_of: eras have 400 years that begin in March.
static kir_date kir_date_of(int64_t days) {
  const int64_t shifted = days + 719468;
  const int64_t era = shifted / 146097;
  const int64_t day_of_era = shifted % 146097;
  const int64_t years = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * years + years / 4 - years / 100);
  const int64_t months = (5 * day_of_year + 2) / 153;
  const int64_t month = months < 10 ? months + 3 : months - 9;
  const int64_t year = 400 * era + years + (month <= 2 ? 1 : 0);
  return (kir_date){.year = year, .month = month, .day = day_of_year - (153 * months + 2) / 5 + 1};
}
`,
  },
  kir_weekday: {
    code: `
// Returns 1 for a Monday, 7 for a Sunday. The day 0001-01-01 was a Monday.
static int64_t kir_weekday(int64_t days) {
  return (days + 719162) % 7 + 1;
}
`,
  },
  kir_add_months: {
    uses: ['kir_date_of', 'kir_days_of', 'kir_days_in_month'],
    code: `
// Keeps the day of the month, or takes its last day.
static $option_int kir_add_months(int64_t days, int64_t months) {
  const $option_int none = {.is_some = false};
  if (months < -120000 || months > 120000) {
    return none;
  }
  const kir_date start = kir_date_of(days);
  const int64_t total = 12 * start.year + start.month - 1 + months;
  if (total < 12 || total >= 12 * 10000) {
    return none;
  }
  const int64_t year = total / 12, month = total % 12 + 1;
  const int64_t last = kir_days_in_month(year, month);
  return ($option_int){.is_some = true, .value = $stored kir_days_of(year, month, start.day < last ? start.day : last)};
}
`,
  },
  kir_parse_date: {
    uses: ['kir_days_of', 'kir_days_in_month'],
    code: `
// Reads a real date of the form YYYY-MM-DD.
static $option_int kir_parse_date($text text) {
  const $option_int none = {.is_some = false};
  int64_t parts[] = {0, 0, 0};
  size_t part = 0;
  if (text.size != 10) {
    return none;
  }
  for (size_t i = 0; i < text.size; i++) {
    const char c = text.data[i];
    if (i == 4 || i == 7) {
      if (c != '-') {
        return none;
      }
      part++;
    } else if (c >= '0' && c <= '9') {
      parts[part] = 10 * parts[part] + (c - '0');
    } else {
      return none;
    }
  }
  const int64_t year = parts[0], month = parts[1], day = parts[2];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > kir_days_in_month(year, month)) {
    return none;
  }
  return ($option_int){.is_some = true, .value = $stored kir_days_of(year, month, day)};
}
`,
  },
  kir_format_date: {
    uses: ['kir_date_of', 'kir_copy'],
    code: `
static $text kir_format_date(kir_run *run, int64_t days) {
  const kir_date date = kir_date_of(days);
  const int64_t digits[] = {date.year / 1000, date.year / 100, date.year / 10, date.year, -1, date.month / 10, date.month, -1, date.day / 10, date.day};
  char data[10];
  for (size_t i = 0; i < sizeof data; i++) {
    data[i] = (char)(digits[i] < 0 ? '-' : '0' + digits[i] % 10);
  }
  return ($text){.data = kir_copy(run, data, sizeof data), .size = sizeof data};
}
`,
  },
  kir_identifier_end: {
    code: `
// Returns the end of an identifier of a version: of letters, digits and hyphens.
static size_t kir_identifier_end($text text, size_t from, bool *is_number) {
  *is_number = true;
  size_t i = from;
  for (; i < text.size; i++) {
    const char c = text.data[i];
    const bool is_digit = c >= '0' && c <= '9';
    const char lower = (char)(c | 0x20);
    if (!is_digit && c != '-' && (lower < 'a' || lower > 'z')) {
      break;
    }
    *is_number = *is_number && is_digit;
  }
  return i;
}
`,
  },
  kir_is_version: {
    uses: ['kir_identifier_end'],
    code: `
// Checks for a version (Semantic Versioning 2.0.0). Gives the ends of its core
// and of what counts: build metadata does not.
static bool kir_is_version($text text, size_t *core_end, size_t *end) {
  size_t parts = 1;
  char section = '.';
  *core_end = *end = text.size;
  for (size_t from = 0;;) {
    bool is_number;
    const size_t to = kir_identifier_end(text, from, &is_number);
    // A hyphen ends the core; later it is a part of identifiers.
    size_t stop = to;
    if (section == '.') {
      for (stop = from; stop < to && text.data[stop] >= '0' && text.data[stop] <= '9';) {
        stop++;
      }
      is_number = true;
    }
    if (stop == from || (is_number && section != '+' && text.data[from] == '0' && stop - from > 1)) {
      return false;
    }
    if (stop == text.size) {
      return parts == 3;
    }
    const char c = text.data[stop];
    if (section == '.' && c != '.') {
      *core_end = *end = stop;
    }
    if (c == '+' && section != '+') {
      *end = stop;
    }
    if (c == '.' && section == '.') {
      parts++;
    } else if ((c == '-' && section == '.') || (c == '+' && section != '+')) {
      section = c;
      if (parts != 3) {
        return false;
      }
      if (c == '-') {
        *end = text.size;
      }
    } else if (c != '.') {
      return false;
    }
    from = stop + 1;
  }
}
`,
  },
  kir_compare_identifiers: {
    uses: ['kir_identifier_end', 'kir_compare_text', 'kir_part'],
    code: `
// Compares identifiers between dots: numbers come before words, and may be of
// any length.
static int kir_compare_identifiers($text a, $text b) {
  for (size_t i = 0, j = 0; i < a.size || j < b.size; i++, j++) {
    if (i >= a.size || j >= b.size) {
      return i < a.size ? 1 : -1;
    }
    bool is_number, is_other_number;
    const size_t end = kir_identifier_end(a, i, &is_number);
    const size_t other_end = kir_identifier_end(b, j, &is_other_number);
    if (is_number != is_other_number) {
      return is_number ? -1 : 1;
    }
    if (is_number && end - i != other_end - j) {
      return end - i < other_end - j ? -1 : 1;
    }
    const int order = kir_compare_text(kir_part(a, i, end), kir_part(b, j, other_end));
    if (order != 0) {
      return order < 0 ? -1 : 1;
    }
    i = end;
    j = other_end;
  }
  return 0;
}
`,
  },
  kir_compare_versions: {
    uses: ['kir_is_version', 'kir_compare_identifiers'],
    code: `
// Compares the precedence of two versions: -1, 0 or 1.
static $option_int kir_compare_versions($text a, $text b) {
  size_t a_core, a_end, b_core, b_end;
  if (!kir_is_version(a, &a_core, &a_end) || !kir_is_version(b, &b_core, &b_end)) {
    return ($option_int){.is_some = false};
  }
  int order = kir_compare_identifiers(kir_part(a, 0, a_core), kir_part(b, 0, b_core));
  if (order == 0) {
    // A release is higher than each of its pre-releases.
    const bool is_pre = a_core < a_end, is_other_pre = b_core < b_end;
    order = is_pre != is_other_pre ? (is_pre ? -1 : 1) : 0;
    if (is_pre && is_other_pre) {
      order = kir_compare_identifiers(kir_part(a, a_core + 1, a_end), kir_part(b, b_core + 1, b_end));
    }
  }
  return ($option_int){.is_some = true, .value = order};
}
`,
  },
  kir_now: {
    uses: ['kir_stop', 'kir_refuse'],
    headers: ['time.h'],
    code: `
static int64_t kir_now(kir_run *run) {
  int64_t now = -1;
  struct timespec time;
  if (run->host != NULL && run->host->now != NULL) {
    now = run->host->now(run->host->context);
  } else if (timespec_get(&time, TIME_UTC) == TIME_UTC) {
    now = (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
  }
  if (now < 0 || now > INT64_C(253402300799999)) {
    kir_stop(run, kir_refuse(run->error, NULL, "the clock is outside the years 1970 to 9999"));
  }
  return now;
}
`,
  },
  kir_random: {
    uses: ['kir_stop', 'kir_refuse'],
    code: `
static int64_t kir_random(kir_run *run, int64_t lo, int64_t hi) {
  if (run->host == NULL || run->host->random == NULL) {
    kir_stop(run, kir_refuse(run->error, NULL, "the host has no random integers"));
  }
  const int64_t value = run->host->random(run->host->context, lo, hi);
  if (value < lo || value > hi) {
    kir_stop(run, kir_refuse(run->error, NULL, "the random integer is outside its range"));
  }
  return value;
}
`,
  },
  kir_uuid: {
    uses: ['kir_stop', 'kir_refuse', 'kir_copy'],
    code: `
static $text kir_uuid(kir_run *run) {
  char uuid[37] = "";
  if (run->host == NULL || run->host->uuid == NULL) {
    kir_stop(run, kir_refuse(run->error, NULL, "the host has no UUIDs"));
  }
  run->host->uuid(run->host->context, uuid);
  for (size_t i = 0; i < 36; i++) {
    const char c = uuid[i];
    const bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    const bool is_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    const bool is_variant = c == '8' || c == '9' || c == 'a' || c == 'b';
    if (is_hyphen ? c != '-' : !is_digit || (i == 14 && c != '4') || (i == 19 && !is_variant)) {
      kir_stop(run, kir_refuse(run->error, NULL, "the UUID is none of version 4"));
    }
  }
  return ($text){.data = kir_copy(run, uuid, 36), .size = 36};
}
`,
  },
  kir_env: {
    uses: ['kir_stop', 'kir_refuse', 'kir_copy', 'kir_is_text', 'kir_length'],
    headers: ['stdlib.h', 'string.h'],
    code: `
static $option_text kir_env(kir_run *run, $text name) {
  // The name is a literal or a text of the circuit, not terminated.
  const bool is_given = run->host != NULL && run->host->env != NULL;
  char *terminated = kir_allocate(run, name.size + 1);
  if (name.size > 0) {
    memcpy(terminated, name.data, name.size);
  }
  terminated[name.size] = '\\0';
  const char *value = is_given ? run->host->env(run->host->context, terminated) : getenv(terminated);
  if (value == NULL) {
    return ($option_text){.is_some = false};
  }
  const size_t size = strlen(value);
  const $text text = {.data = kir_copy(run, value, size), .size = size};
  if (!kir_is_text(text) || kir_length(text) > 4096) {
    kir_stop(run, kir_refuse(run->error, NULL, "the variable is no text of at most 4096 code points"));
  }
  return ($option_text){.is_some = true, .value = text};
}
`,
  },
} as const satisfies Record<string, PieceSource>;

/** The members of the struct of the host, by the name of the monomer. */
export const HOST_MEMBERS = {
  NOW: {
    piece: 'kir_now',
    code: '  // Returns the milliseconds since 1970. Default: the clock of the C library.\n  int64_t (*now)(void *context);\n',
  },
  RANDOM: {
    piece: 'kir_random',
    code: '  // Returns a uniform random integer from lo to hi. Required: C has no secure source.\n  int64_t (*random)(void *context, int64_t lo, int64_t hi);\n',
  },
  UUID: {
    piece: 'kir_uuid',
    code: '  // Writes a random UUID of version 4 and a zero. Required: C has no secure source.\n  void (*uuid)(void *context, char uuid[37]);\n',
  },
  ENV: {
    piece: 'kir_env',
    code: '  // Returns a variable of the environment, or NULL. Default: getenv.\n  const char *(*env)(void *context, const char *name);\n',
  },
} as const;
