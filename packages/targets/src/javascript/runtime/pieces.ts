/**
 * What emitted code may need beside itself, as JavaScript. Only the pieces that a circuit uses are emitted, in
 * this order. Their names hold an upper-case letter, which no name of an author does.
 */
export const PIECES = {
  DomainError: `
/** Inputs outside their domains: the first wrong port (null where a requirement does not hold) and the path inside it. */
export class DomainError extends Error {
  constructor(port, path, message) {
    super(message);
    this.name = 'DomainError';
    this.port = port;
    this.path = path;
  }
}`,
  Fault: `
/** What is not proven of this circuit, and does not hold for these inputs; the line is the source's. */
export class Fault extends Error {
  constructor(line, message) {
    super(message);
    this.name = 'Fault';
    this.line = line;
  }
}`,
  checkThat: `
function checkThat(holds, line, message) {
  if (!holds) throw new Fault(line, message);
}`,
  checkedFit: `
/** The bigint, where it lies within the signed 64-bit range. */
function checkedFit(value, line, message) {
  if (BigInt.asIntN(64, value) !== value) throw new Fault(line, message);
  return value;
}`,
  codePointLength: `
function codePointLength(text) {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) length -= 1;
  return length;
}`,
  isObject: `
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}`,
  readPort: `
function readPort(inputs, port, read) {
  if (!isObject(inputs)) throw new DomainError(null, '', 'expected an object of inputs by port');
  if (!Object.hasOwn(inputs, port)) throw new DomainError(port, '', 'the port is missing');
  return read(inputs[port], port, '');
}`,
  refuseOtherPorts: `
function refuseOtherPorts(inputs, ports) {
  if (!isObject(inputs)) throw new DomainError(null, '', 'expected an object of inputs by port');
  const others = Object.keys(inputs).filter((port) => !ports.includes(port));
  if (others.length > 0) throw new DomainError(others.sort(compareText)[0], '', 'there is no such port');
}`,
  plainInteger: `
/** An integer that is held as a number. */
function plainInteger(lo, hi) {
  return (value, port, path) => {
    if (Number.isSafeInteger(value) && !Object.is(value, -0) && lo <= value && value <= hi) return value;
    throw new DomainError(port, path, \`expected an integer from \${lo} to \${hi}\`);
  };
}`,
  wideInteger: `
/** An integer that is held as a bigint; given as one, as a decimal string or as a safe number. */
function wideInteger(lo, hi) {
  return (value, port, path) => {
    const isDecimal = typeof value === 'string' && value.length <= 20 && /^(?:0|-?[1-9][0-9]*)$/.test(value);
    const isPlain = Number.isSafeInteger(value) && !Object.is(value, -0);
    const integer = typeof value === 'bigint' ? value : isDecimal || isPlain ? BigInt(value) : undefined;
    if (integer !== undefined && lo <= integer && integer <= hi) return integer;
    throw new DomainError(port, path, \`expected an integer from \${lo} to \${hi}, as a bigint or a decimal string\`);
  };
}`,
  trueOrFalse: `
function trueOrFalse(value, port, path) {
  if (typeof value === 'boolean') return value;
  throw new DomainError(port, path, 'expected true or false');
}`,
  oneOf: `
function oneOf(...tags) {
  return (value, port, path) => {
    if (tags.includes(value)) return value;
    throw new DomainError(port, path, \`expected one of \${tags.join(', ')}\`);
  };
}`,
  textOf: `
/** Text of lo to hi code points, without lone surrogates. */
function textOf(lo, hi) {
  return (value, port, path) => {
    if (typeof value !== 'string' || /\\p{Surrogate}/u.test(value)) throw new DomainError(port, path, 'expected text');
    const length = codePointLength(value);
    if (lo <= length && length <= hi) return value;
    throw new DomainError(port, path, \`expected \${lo} to \${hi} code points, found \${length}\`);
  };
}`,
  compareText: `
/** Order by code point: negative, 0 or positive. */
function compareText(a, b) {
  const shorter = Math.min(a.length, b.length);
  let i = 0;
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i += 1;
  if (i === shorter) return a.length - b.length;
  // Surrogates stand for code points above all other units.
  const rank = (unit) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
}`,
  matchesGlob: `
/** \`*\` any run, \`?\` one code point, \`\\\` quotes the next. Goes back to the last \`*\` only. */
function matchesGlob(text, pattern) {
  const units = [...text];
  const tokens = [];
  const source = [...pattern];
  for (let i = 0; i < source.length; i += 1) {
    if (source[i] === '\\\\') tokens.push({ is: source[(i += 1)] });
    else tokens.push(source[i] === '*' ? 'run' : source[i] === '?' ? 'one' : { is: source[i] });
  }
  let [at, token, runToken, runAt] = [0, 0, -1, 0];
  while (at < units.length) {
    const next = tokens[token];
    if (next === 'run') [runToken, runAt, token] = [token, at, token + 1];
    else if (next !== undefined && (next === 'one' || next.is === units[at])) [at, token] = [at + 1, token + 1];
    else if (runToken >= 0) [runAt, at, token] = [runAt + 1, runAt + 1, runToken + 1];
    else return false;
  }
  while (tokens[token] === 'run') token += 1;
  return token === tokens.length;
}`,
  unitsBefore: `
/** How many UTF-16 units the first code points of a text take. */
function unitsBefore(text, codePoints) {
  let units = 0;
  for (let i = 0; i < codePoints; i += 1) units += text.codePointAt(units) > 0xffff ? 2 : 1;
  return units;
}`,
  substringOf: `
/** The code points from to to-1. */
function substringOf(text, from, to) {
  const start = unitsBefore(text, from);
  const rest = text.slice(start);
  return rest.slice(0, unitsBefore(rest, to - from));
}`,
  codeAt: `
function codeAt(text, index) {
  return text.codePointAt(unitsBefore(text, index));
}`,
  padStart: `
/** To at least so many code points; the fill is one. */
function padStart(text, length, fill) {
  return fill.repeat(Math.max(0, length - codePointLength(text))) + text;
}`,
  replacedLength: `
/** Code points that a text has with every occurrence of a part replaced. */
function replacedLength(text, from, to) {
  return codePointLength(text) + (text.split(from).length - 1) * (codePointLength(to) - codePointLength(from));
}`,
  trimmed: `
/** Without U+0009 to U+000D and U+0020 at both ends. */
function trimmed(text) {
  const isSpace = (unit) => unit === 0x20 || (0x09 <= unit && unit <= 0x0d);
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}`,
  floorRemainder: `
/** Of two numbers or two bigints, with the sign of b. */
function floorRemainder(a, b) {
  const rest = a % b;
  return rest && rest < 0 !== b < 0 ? rest + b : rest;
}`,
  floorDivide: `
/** Of two bigints, rounded down. */
function floorDivide(a, b) {
  return a % b && a < 0n !== b < 0n ? a / b - 1n : a / b;
}`,
  divideHalfEven: `
/** Of two bigints, rounded to the nearest, halves to even. */
function divideHalfEven(a, b) {
  const quotient = floorDivide(a, b);
  const twice = (a - quotient * b) * 2n;
  const [double, divisor] = b < 0n ? [-twice, -b] : [twice, b];
  if (double !== divisor) return double > divisor ? quotient + 1n : quotient;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}`,
  absoluteOf: `
function absoluteOf(value) {
  return value < 0n ? -value : value;
}`,
  leastOf: `
function leastOf(a, b) {
  return a < b ? a : b;
}`,
  greatestOf: `
function greatestOf(a, b) {
  return a > b ? a : b;
}`,
  squareRoot: `
/** Of a safe integer, rounded down. */
function squareRoot(value) {
  const root = Math.floor(Math.sqrt(value));
  return root * root > value ? root - 1 : root;
}`,
  wideSquareRoot: `
/** Of a bigint, rounded down, by Newton's method. */
function wideSquareRoot(value) {
  let root = BigInt(Math.floor(Math.sqrt(Number(value)))) + 2n;
  while (root * root > value) root = (root + value / root) / 2n;
  return root;
}`,
  currentTime: `
/** Milliseconds since 1970. */
function currentTime() {
  const now = Date.now();
  if (0 <= now && now <= 253402300799999) return now;
  throw new DomainError(null, '', 'the clock is outside the years 1970 to 9999');
}`,
  randomInteger: `
/** Uniform in lo..hi, both bigints: 64 random bits, drawn again where they would favour some. */
function randomInteger(lo, hi) {
  const count = hi - lo + 1n;
  const fair = (2n ** 64n / count) * count;
  for (;;) {
    const [bits] = crypto.getRandomValues(new BigUint64Array(1));
    if (bits < fair) return lo + (bits % count);
  }
}`,
} as const;

export type RuntimePiece = keyof typeof PIECES;

/** What the pieces use of one another. */
const USES: Partial<Record<RuntimePiece, readonly RuntimePiece[]>> = {
  checkThat: ['Fault'],
  checkedFit: ['Fault'],
  readPort: ['DomainError', 'isObject'],
  refuseOtherPorts: ['DomainError', 'isObject', 'compareText'],
  plainInteger: ['DomainError'],
  wideInteger: ['DomainError'],
  trueOrFalse: ['DomainError'],
  oneOf: ['DomainError'],
  textOf: ['DomainError', 'codePointLength'],
  substringOf: ['unitsBefore'],
  codeAt: ['unitsBefore'],
  padStart: ['codePointLength'],
  replacedLength: ['codePointLength'],
  divideHalfEven: ['floorDivide'],
  currentTime: ['DomainError'],
};

/** The pieces of a program: marked as they are used, then written once each. */
export class Runtime {
  private readonly used = new Set<RuntimePiece>();

  /** Marks a piece as needed, with what it uses itself; gives its name. */
  readonly use = (piece: RuntimePiece): string => {
    if (!this.used.has(piece)) {
      this.used.add(piece);
      for (const other of USES[piece] ?? []) this.use(other);
    }
    return piece;
  };

  /** The classes that callers meet, and the functions behind the circuit. */
  text(kind: 'errors' | 'functions'): string {
    const errors: readonly string[] = ['DomainError', 'Fault'];
    const wanted = [...this.used].filter((piece) => errors.includes(piece) === (kind === 'errors'));
    const order = Object.keys(PIECES);
    return wanted
      .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
      .map((piece) => PIECES[piece])
      .join('\n');
  }
}
