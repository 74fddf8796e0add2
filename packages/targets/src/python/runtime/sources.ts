import type { PieceSource } from './piece.js';

/** The entropy sources. The host's functions are methods of a class, which a caller may replace. */
export const SOURCES = {
  _now: {
    uses: ['DomainError'],
    typing: ['Any'],
    code: `
def _now(host: Any) -> int:
    """Return the milliseconds since 1970."""
    now = host.now()
    if type(now) is int and 0 <= now <= 253402300799999:
        return now
    raise DomainError(None, "", "the clock is outside the years 1970 to 9999")
`,
  },
  _random: {
    uses: ['DomainError'],
    typing: ['Any'],
    code: `
def _random(host: Any, lo: int, hi: int) -> int:
    value = host.random(lo, hi)
    if type(value) is int and lo <= value <= hi:
        return value
    raise DomainError(None, "", f"the random integer is not in {lo} to {hi}")
`,
  },
  _uuid: {
    uses: ['DomainError'],
    imports: ['re'],
    typing: ['Any'],
    code: `
def _uuid(host: Any) -> str:
    value = host.uuid()
    form = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    if type(value) is str and re.fullmatch(form, value) is not None:
        return value
    raise DomainError(None, "", "the UUID is none of version 4")
`,
  },
  _env: {
    uses: ['DomainError', '_is_text'],
    typing: ['Any', 'Optional'],
    code: `
def _env(host: Any, name: str) -> Optional[str]:
    """Return a variable of the environment, or None if it is not set."""
    value = host.env(name)
    if value is None or (_is_text(value) and len(value) <= 4096):
        return value
    message = f"the variable {name} of the environment is no text of at most 4096"
    raise DomainError(None, "", f"{message} code points")
`,
  },
} as const satisfies Record<string, PieceSource>;

/** A method of the class `Host`, with what it imports. */
export type HostMethod = Required<Pick<PieceSource, 'imports' | 'typing' | 'code'>>;

/** The methods of the class `Host`, by the name of the monomer. */
export const HOST_METHODS = {
  NOW: {
    imports: ['time'],
    typing: [],
    code: `
    def now(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000
`,
  },
  RANDOM: {
    imports: ['secrets'],
    typing: [],
    code: `
    def random(self, lo: int, hi: int) -> int:
        """Return a uniform random integer from lo to hi."""
        return lo + secrets.randbelow(hi - lo + 1)
`,
  },
  UUID: {
    imports: ['uuid'],
    typing: [],
    code: `
    def uuid(self) -> str:
        """Return a random UUID of version 4."""
        return str(uuid.uuid4())
`,
  },
  ENV: {
    imports: ['os'],
    typing: ['Optional'],
    code: `
    def env(self, name: str) -> Optional[str]:
        """Return a variable of the environment, or None if it is not set."""
        return os.environ.get(name)
`,
  },
} as const satisfies Record<string, HostMethod>;
