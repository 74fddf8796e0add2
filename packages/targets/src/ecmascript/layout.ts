/**
 * The layout of Biome's formatter for lines of 140 characters, which is that of Prettier. It covers the forms of lines that this
 * target writes: a line that is too long is broken at its outermost arguments, elements or operators.
 */

/** The greatest length of a line. */
const WIDTH = 140;

/** Longer lines stay as they are: their readers are programs. */
const MAX_LENGTH = 50_000;

/** A bracket with its parts between commas, or text without brackets. */
type Piece = string | Group;

interface Group {
  readonly open: string;
  readonly parts: readonly Part[];
  readonly close: string;
}

/** The text of a part and its pieces. */
interface Part {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** Returns the lines of a statement or of the head of a block; `text` is one line without its indentation. */
export function laidOut(text: string, indentation: number): readonly string[] {
  const isShort = indentation + text.length <= WIDTH;
  if (
    text.length > MAX_LENGTH ||
    (isShort && !text.includes('[{ ')) ||
    text.startsWith('//') ||
    text.startsWith('*') ||
    text.startsWith('/*')
  ) {
    return [indented(text, indentation)];
  }
  const part = partOf(text.replace(/^\} else /, '').replace(/ \{$/, ''));
  // The head of something that further lines complete.
  if (part === null || (isShort && !part.pieces.some(isForced))) return [indented(text, indentation)];
  return statement(text, indentation);
}

function indented(text: string, indentation: number): string {
  return text === '' ? '' : ' '.repeat(indentation) + text;
}

function statement(text: string, indentation: number): readonly string[] {
  const refusal = /^(if \(.*\)) (throw new \w+\(.*\);)$/s.exec(text);
  if (refusal !== null) {
    const [, condition = '', thrown = ''] = refusal;
    return [...laidOut(condition, indentation), ...laidOut(thrown, indentation + 2)];
  }
  const head = /^((?:\} else )?if \()(.*)(\)(?: \{)?)$/s.exec(text);
  if (head !== null) {
    const [, open = '', condition = '', close = ''] = head;
    return [indented(open, indentation), ...operands(condition, indentation + 2, ''), indented(close, indentation)];
  }
  const union = /^(readonly \w+:) (.* \| .*);$/s.exec(text);
  if (union !== null) {
    const [, name = '', types = ''] = union;
    const listed = splitAt(types, [' | ']).map(({ text: type }) => indented(`| ${type}`, indentation + 2));
    return [indented(name, indentation), ...listed.slice(0, -1), `${listed.at(-1)};`];
  }
  const returned = /^return (.*);$/s.exec(text);
  if (returned !== null) {
    const [, value = ''] = returned;
    if (!isOperation(value)) return expression('return ', value, ';', indentation);
    return [indented('return (', indentation), ...operands(value, indentation + 2, ''), indented(');', indentation)];
  }
  const assignment = /^((?:(?:const|let) )?[\w.[\]]+(?:: [^=]*(?:=>[^=]*)?)? [-+*]?=) (.*);$/s.exec(text);
  if (assignment !== null) {
    const [, target = '', value = ''] = assignment;
    if (!isOperation(value)) return expression(`${target} `, value, ';', indentation);
    const whole = indented(`${value};`, indentation + 2);
    if (whole.length <= WIDTH && !/ \? /.test(outside(value))) return [indented(target, indentation), whole];
    if (/ \? /.test(outside(value))) return chosen(target, value, indentation);
    return [indented(target, indentation), ...operands(value, indentation + 2, ';')];
  }
  const loop = /^(for \(const \w+ of )(.*)(\) \{)$/s.exec(text);
  if (loop !== null) {
    const [, start = '', source = '', end = ''] = loop;
    return expression(start, source, end, indentation);
  }
  return expression('', text, '', indentation);
}

/** Breaks an expression that is no operation at its last group, such as the arguments of a call. */
function expression(before: string, value: string, after: string, indentation: number): readonly string[] {
  const whole = indented(before + value + after, indentation);
  const part = partOf(value);
  if (part === null) return [whole];
  if (whole.length <= WIDTH && !part.pieces.some(isForced)) return [whole];
  const index = breakable(part.pieces);
  const group = part.pieces[index];
  if (group === undefined || typeof group === 'string') return [whole];
  const start = before + part.pieces.slice(0, index).map(textOf).join('');
  const end =
    part.pieces
      .slice(index + 1)
      .map(textOf)
      .join('') + after;
  return brokenGroup(start, group, end, indentation);
}

/** Returns the index of the group to break: the last one with contents. */
function breakable(pieces: readonly Piece[]): number {
  const forced = pieces.findIndex(isForced);
  return forced >= 0 ? forced : pieces.findLastIndex((piece) => typeof piece !== 'string' && piece.parts.length > 0);
}

function brokenGroup(start: string, { open, parts, close }: Group, end: string, indentation: number): readonly string[] {
  const last = parts.at(-1);
  const [hugged] = last?.pieces ?? [];
  // The last argument alone is broken if it is a list or an object.
  if (open === '(' && last !== undefined && hugged !== undefined && typeof hugged !== 'string' && last.pieces.length === 1) {
    const before = parts.slice(0, -1).map(({ text }) => `${text}, `);
    const isAlike = parts.at(-2)?.text.startsWith(hugged.open) === true;
    const opening = `${start}${open}${before.join('')}`;
    if (hugged.open !== '(' && !isAlike && indentation + opening.length < WIDTH) {
      return brokenGroup(opening, hugged, `${close}${end}`, indentation);
    }
  }
  // Parentheses around an operation are no list, nor are the brackets of an index.
  const follows = /[\w)\]>]$/.test(start);
  const comma = (open === '(' && !follows) || (open === '[' && follows) ? '' : ',';
  const isNumbers = open === '[' && parts.length > 1 && parts.every(({ text }) => /^-?\d[\d_]*$/.test(text));
  const lines = isNumbers
    ? filled(parts, indentation + 2)
    : parts.flatMap(({ text }) => {
        if (isOperation(text) && indentation + 2 + text.length + 1 > WIDTH) {
          const [first = '', ...further] = operands(text, indentation + 2, comma);
          return [first, ...further.map((line) => indented(line, parts.length > 1 ? 2 : 0))];
        }
        return expression('', text, comma, indentation + 2);
      });
  return [indented(`${start}${open}`, indentation), ...lines, indented(`${close}${end}`, indentation)];
}

/** Lists of numbers fill their lines. */
function filled(parts: readonly Part[], indentation: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const { text } of parts) {
    const longer = line === '' ? `${text},` : `${line} ${text},`;
    if (indentation + longer.length > WIDTH) {
      lines.push(indented(line, indentation));
      line = `${text},`;
    } else line = longer;
  }
  return [...lines, indented(line, indentation)];
}

const LEVELS: readonly (readonly string[])[] = [
  [' ?? '],
  [' || '],
  [' && '],
  [' === ', ' !== '],
  [' <= ', ' >= ', ' < ', ' > '],
  [' + ', ' - '],
  [' * ', ' / ', ' % '],
];

/** Breaks an operation at its loosest operators. */
function operands(value: string, indentation: number, after: string): readonly string[] {
  const shown = outside(value);
  if (/ \? /.test(shown)) return choice('', value, after, indentation);
  const level = LEVELS.find((operators) => operators.some((operator) => shown.includes(operator)));
  if (level === undefined || indentation + value.length + after.length <= WIDTH) return expression('', value, after, indentation);
  const parts = splitAt(value, level);
  return parts.flatMap(({ text, operator }, index) => {
    const end = operator === '' ? after : ` ${operator.trim()}`;
    return expression('', text, index === parts.length - 1 ? after : end, indentation);
  });
}

/** A choice whose condition is an operation stands on lines of its own. */
function chosen(target: string, value: string, indentation: number): readonly string[] {
  const [condition] = splitAt(value, [' ? ']);
  if (!isOperation(condition?.text ?? '')) return choice(`${target} `, value, ';', indentation);
  const whole = indented(`${value};`, indentation + 2);
  return [indented(target, indentation), ...(whole.length <= WIDTH ? [whole] : choice('', value, ';', indentation + 2))];
}

function choice(before: string, value: string, after: string, indentation: number): readonly string[] {
  const [condition, rest] = splitAt(value, [' ? ']);
  const sides = splitAt(rest === undefined ? '' : value.slice((condition?.text.length ?? 0) + 3), [' : ']);
  const whenTrue = sides[0]?.text ?? '';
  const whenFalse = sides
    .slice(1)
    .map(({ text }) => text)
    .join(' : ');
  return [
    indented(before + (condition?.text ?? ''), indentation),
    ...expression('? ', whenTrue, '', indentation + 2),
    ...expression(': ', whenFalse, after, indentation + 2),
  ];
}

/** Returns true for an application of an operator, as opposed to a call, a list or an object. */
function isOperation(value: string): boolean {
  return / (?:\?\?|\|\||&&|===|!==|<=|>=|<|>|\+|-|\*|\/|%|\?) /.test(outside(value));
}

/** Returns an expression without what stands in brackets and strings. */
function outside(value: string): string {
  const part = partOf(value);
  return part === null ? '' : part.pieces.map((piece) => (typeof piece === 'string' ? bare(piece) : '()')).join('');
}

function bare(text: string): string {
  return text.replaceAll(STRING, "''");
}

const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Splits an expression at operators outside of brackets. */
function splitAt(value: string, operators: readonly string[]): readonly { readonly text: string; readonly operator: string }[] {
  const found: { text: string; operator: string }[] = [];
  let start = 0;
  scan(value, (at, depth) => {
    const operator = depth === 0 ? operators.find((each) => value.startsWith(each, at)) : undefined;
    if (operator === undefined || at < start) return;
    found.push({ text: value.slice(start, at), operator });
    start = at + operator.length;
  });
  return [...found, { text: value.slice(start), operator: '' }];
}

/** Calls `visit` for each place outside of strings, with the number of open brackets there; returns false if they do not match. */
function scan(value: string, visit: (at: number, depth: number) => void): boolean {
  let depth = 0;
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    const end = endOfLiteral(value, at);
    if (end > at) {
      at = end - 1;
      continue;
    }
    if (CLOSING.has(character)) depth -= 1;
    visit(at, depth);
    if (OPENING.has(character)) depth += 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const OPENING: ReadonlySet<string> = new Set('([{');
const CLOSING: ReadonlySet<string> = new Set(')]}');
const LITERAL_START: ReadonlySet<string> = new Set('\'"/');
const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/(?=[\^[])(?:\[(?:[^\]\\]|\\.)*\]|[^/[\\]|\\.)+\/[gu]*/y;

/** Returns the end of the string or the pattern that begins at a place; the place itself if none does. */
function endOfLiteral(value: string, at: number): number {
  if (!LITERAL_START.has(value.charAt(at))) return at;
  LITERAL.lastIndex = at;
  const found = LITERAL.exec(value);
  return found === null ? at : at + found[0].length;
}

function partOf(text: string): Part | null {
  const stack: { open: string; parts: Part[]; pieces: Piece[]; start: number }[] = [{ open: '', parts: [], pieces: [], start: 0 }];
  let from = 0;
  const isWhole = scan(text, (at, depth) => {
    const character = text.charAt(at);
    const level = stack.at(-1);
    if (level === undefined) return;
    if (OPENING.has(character)) {
      if (at > from) level.pieces.push(text.slice(from, at));
      const isObject = character === '{' && text.charAt(at + 1) === ' ';
      from = at + (isObject ? 2 : 1);
      stack.push({ open: character, parts: [], pieces: [], start: from });
    } else if (CLOSING.has(character) && stack.length > 1) {
      const isObject = character === '}' && text.charAt(at - 1) === ' ';
      const end = isObject ? Math.max(at - 1, level.start) : at;
      if (end > from) level.pieces.push(text.slice(from, end));
      if (end > level.start) level.parts.push({ text: text.slice(level.start, end), pieces: level.pieces });
      stack.pop();
      stack.at(-1)?.pieces.push({ open: level.open, parts: level.parts, close: character });
      from = at + 1;
    } else if (character === ',' && depth > 0) {
      if (at > from) level.pieces.push(text.slice(from, at));
      level.parts.push({ text: text.slice(level.start, at), pieces: level.pieces });
      level.pieces = [];
      from = at + 2;
      level.start = from;
    }
  });
  const [whole] = stack;
  if (!isWhole || whole === undefined) return null;
  if (text.length > from) whole.pieces.push(text.slice(from));
  return { text, pieces: whole.pieces };
}

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  const inner = piece.parts.map(({ text }) => text).join(', ');
  return piece.open === '{' && inner !== '' ? `{ ${inner} }` : `${piece.open}${inner}${piece.close}`;
}

/** Returns true for a list of several objects with several members each, or with such a list inside. */
function isForced(piece: Piece): boolean {
  if (typeof piece === 'string') return false;
  const { open, parts } = piece;
  const areLarge = parts.every(({ pieces }) => {
    const [only] = pieces;
    return pieces.length === 1 && only !== undefined && typeof only !== 'string' && only.open !== '(' && only.parts.length > 1;
  });
  const kinds = new Set(parts.map(({ text }) => text.charAt(0)));
  if (open === '[' && parts.length > 1 && areLarge && kinds.size === 1) return true;
  return parts.some(({ pieces }) => pieces.some(isForced));
}
