import type { PieceSource } from './piece.js';

/** The calendar of the years 1 to 9999 in days since 1970-01-01, versions, and the entropy sources. */
export const SYSTEM = {
  _EPOCH: {
    code: `
# The proleptic Gregorian ordinal of 1970-01-01.
_EPOCH = 719163
`,
  },
  _is_leap_year: {
    code: `
def _is_leap_year(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
`,
  },
  _days_in_month: {
    uses: ['_is_leap_year'],
    code: `
def _days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if _is_leap_year(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31
`,
  },
  _days_of: {
    imports: ['datetime'],
    uses: ['_EPOCH'],
    code: `
def _days_of(year: int, month: int, day: int) -> int:
    return datetime.date(year, month, day).toordinal() - _EPOCH
`,
  },
  _date_of: {
    imports: ['datetime'],
    uses: ['_EPOCH'],
    code: `
def _date_of(days: int) -> datetime.date:
    return datetime.date.fromordinal(days + _EPOCH)
`,
  },
  _civil_of: {
    imports: ['datetime'],
    typing: ['Any'],
    code: `
def _civil_of(date: datetime.date, record: Any) -> Any:
    return record(day=date.day, month=date.month, year=date.year)
`,
  },
  _add_months: {
    uses: ['_date_of', '_days_in_month', '_days_of'],
    typing: ['Optional'],
    code: `
def _add_months(days: int, months: int) -> Optional[int]:
    """Keep the day of the month, or take its last day; None outside the calendar."""
    start = _date_of(days)
    year, month = divmod(12 * start.year + start.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        return None
    day = min(start.day, _days_in_month(year, month + 1))
    return _days_of(year, month + 1, day)
`,
  },
  _parse_date: {
    imports: ['re'],
    uses: ['_days_of'],
    typing: ['Optional'],
    code: `
def _parse_date(text: str) -> Optional[int]:
    """Read a real date of the form YYYY-MM-DD."""
    match = re.fullmatch("([0-9]{4})-([0-9]{2})-([0-9]{2})", text)
    if match is None:
        return None
    try:
        return _days_of(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None
`,
  },
  _parse_version: {
    imports: ['re'],
    typing: ['Optional'],
    code: `
def _parse_version(text: str) -> Optional[tuple[list, list]]:
    """Read a version (Semantic Versioning 2.0.0) without its build metadata."""
    unbuilt, plus, build = text.partition("+")
    release, minus, pre = unbuilt.partition("-")
    core, identifiers = release.split("."), pre.split(".") if minus else []
    if plus and not re.fullmatch("[0-9A-Za-z-]+(?:[.][0-9A-Za-z-]+)*", build):
        return None
    if len(core) != 3 or not all(re.fullmatch("0|[1-9][0-9]*", part) for part in core):
        return None
    pattern = "0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*"
    if not all(re.fullmatch(pattern, part) for part in identifiers):
        return None
    return core, identifiers
`,
  },
  _compare_versions: {
    uses: ['_parse_version'],
    typing: ['Optional'],
    code: `
def _compare_versions(left: str, right: str) -> Optional[int]:
    """Compare the precedence of two versions: -1, 0 or 1."""
    a, b = _parse_version(left), _parse_version(right)
    if a is None or b is None:
        return None

    def rank(parts: list) -> list:
        # Numbers come before words. They may be of any length.
        return [
            (0, len(part), part) if part.isdigit() else (1, 0, part) for part in parts
        ]

    # A release is higher than each of its pre-releases.
    x = (rank(a[0]), not a[1], rank(a[1]))
    y = (rank(b[0]), not b[1], rank(b[1]))
    return (x > y) - (x < y)
`,
  },
} as const satisfies Record<string, PieceSource>;
