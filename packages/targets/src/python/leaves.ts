/** A token of a statement. */
export interface Leaf {
  /** Empty for an invisible parenthesis, which becomes visible if the line is split there. */
  text: string;
  /** The space before it. */
  readonly space: string;
  /** True if it stands beside the operator of a power without a space, which still counts as the formatter measures the line. */
  readonly isHugged: boolean;
  readonly kind: 'open' | 'close' | 'name' | 'string' | 'other';
  /** The priority of a split before it; 0 if there is none. */
  readonly priority: number;
  /** The opening bracket of a closing one. */
  readonly partner: Leaf | null;
  /** True for an opening bracket of a list, a tuple or a dictionary, or of an expression, not of a call or an index. */
  readonly isDisplay: boolean;
  readonly wasInvisible: boolean;
}

export const BRACKETS: ReadonlySet<Leaf['kind']> = new Set(['open', 'close']);

export function isOpener({ kind }: Leaf): boolean {
  return kind === 'open';
}

export function isCloser({ kind }: Leaf): boolean {
  return kind === 'close';
}

const OPERATORS: Readonly<Record<string, number>> = {
  '|': 9,
  '^': 8,
  '&': 7,
  '<<': 6,
  '>>': 6,
  '+': 5,
  '-': 5,
  '*': 4,
  '/': 4,
  '//': 4,
  '%': 4,
  '**': 3,
  '==': 10,
  '!=': 10,
  '<': 10,
  '>': 10,
  '<=': 10,
  '>=': 10,
  '.': 1,
};

const COMPREHENSION = 20;
const TERNARY = 16;
const LOGIC = 14;
const COMPARATOR = 10;
const KEYWORDS: ReadonlySet<string> = new Set(
  'and or not in is if else for return yield raise elif def from lambda class pass break'.split(' '),
);

interface Token {
  readonly text: string;
  readonly space: string;
  readonly isHugged: boolean;
  readonly kind: Leaf['kind'];
}

/** Returns the leaves of a statement, with invisible parentheses where the formatter could put some. */
export function leavesOf(statement: string): readonly Leaf[] {
  const tokens = tokensOf(statement);
  return bracketed(withInvisible(tokens));
}

const NAME = /[A-Za-z0-9_]+/y;
const OPERATOR = /->|\*\*=?|\/\/=?|<<|>>|[<>=!]=|[-+*]=|[-+*/%<>=|&^~.,:]/y;

function tokensOf(statement: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < statement.length; ) {
    const start = at;
    while (statement[at] === ' ') at += 1;
    const isHugged = start === at && (statement.startsWith('**', at) || tokens.at(-1)?.text === '**');
    const space = isHugged ? ' ' : statement.slice(start, at);
    const end = endOf(statement, at);
    const text = statement.slice(at, end);
    const isString = /["']$/.test(text);
    const kind = '([{'.includes(text) ? 'open' : ')]}'.includes(text) ? 'close' : isString ? 'string' : /^\w/.test(text) ? 'name' : 'other';
    tokens.push({ text, space, isHugged, kind });
    at = end;
  }
  return tokens;
}

function endOf(statement: string, at: number): number {
  const quoteAt = /["']/.test(statement[at] ?? '') ? at : /^[bfr]["']/.test(statement.slice(at, at + 2)) ? at + 1 : -1;
  if (quoteAt >= 0) return endOfString(statement, quoteAt);
  if ('()[]{}'.includes(statement[at] ?? '')) return at + 1;
  for (const pattern of [NAME, OPERATOR]) {
    pattern.lastIndex = at;
    const match = pattern.exec(statement);
    if (match !== null) return at + match[0].length;
  }
  throw new Error(`no token at ${at} of ${statement.slice(0, 200)}`);
}

function endOfString(statement: string, quoteAt: number): number {
  const quote = statement.charAt(quoteAt);
  for (let at = quoteAt + 1; at < statement.length; at += 1) {
    if (statement[at] === '\\') at += 1;
    else if (statement[at] === quote) return at + 1;
  }
  throw new Error(`a string without its end in ${statement.slice(0, 200)}`);
}

const OPEN: Token = { text: '', space: '', isHugged: false, kind: 'open' };
const CLOSE: Token = { text: '', space: '', isHugged: false, kind: 'close' };

/** Adds invisible parentheses around the expression of a `return`, an assignment, a condition, and the parts of a loop. */
function withInvisible(tokens: readonly Token[]): readonly Token[] {
  const [first] = tokens;
  if (first === undefined) return tokens;
  switch (first.text) {
    case 'return':
      return wrapped(tokens, 1, tokens.length);
    case 'if':
    case 'elif':
      return wrapped(tokens, 1, tokens.length - 1);
    case 'for': {
      const inside = tokens.findIndex(({ text }) => text === 'in');
      const iterated = wrapped(tokens, inside + 1, tokens.length - 1);
      return wrapped(iterated, 1, inside);
    }
    case 'def':
    case 'class':
    case 'raise':
      return tokens;
    default: {
      let depth = 0;
      const assignment = tokens.findIndex(({ text, kind }) => {
        depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
        return depth === 0 && /^(?:=|[-+*]=)$/.test(text);
      });
      return assignment < 0 ? tokens : wrapped(tokens, assignment + 1, tokens.length);
    }
  }
}

/** An expression that has visible parentheses around it keeps them: a tuple, or a `yield`. */
function wrapped(tokens: readonly Token[], from: number, to: number): readonly Token[] {
  const content = tokens.slice(from, to);
  const [first, ...rest] = content;
  if (first === undefined || isParenthesized(content)) return tokens;
  // The space belongs to the parenthesis, so that it stays if the parenthesis becomes visible.
  const inner = [{ ...first, space: '' }, ...rest];
  return [...tokens.slice(0, from), { ...OPEN, space: first.space }, ...inner, CLOSE, ...tokens.slice(to)];
}

function isParenthesized(tokens: readonly Token[]): boolean {
  if (tokens[0]?.text !== '(') return false;
  let depth = 0;
  for (const [index, { kind }] of tokens.entries()) {
    depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    if (depth === 0) return index === tokens.length - 1;
  }
  return false;
}

/** The state of the brackets around a token. */
interface Level {
  readonly opening: Leaf | null;
  /** The number of `for` without their `in`, and of all `for`. */
  waiting: number;
  loops: number;
}

function bracketed(tokens: readonly Token[]): readonly Leaf[] {
  const levels: Level[] = [{ opening: null, waiting: 0, loops: 0 }];
  const leaves: Leaf[] = [];
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    const level = levels.at(-1);
    if (level === undefined) throw new Error('a closing bracket without its opening one');
    const isClosing = token.kind === 'close';
    const leaf: Leaf = {
      ...token,
      priority: priorityOf(token, previous, tokens[index + 1], level, levels.length > 1),
      partner: isClosing ? level.opening : null,
      isDisplay: token.kind === 'open' && !isTrailer(previous, token),
      wasInvisible: token.text === '',
    };
    leaves.push(leaf);
    if (token.kind === 'open') levels.push({ opening: leaf, waiting: 0, loops: 0 });
    else if (isClosing) levels.pop();
  }
  return leaves;
}

/** Returns true for the bracket of a call, an index or parameters. */
function isTrailer(previous: Token | undefined, { text }: Token): boolean {
  if (previous === undefined || text === '{' || text === '') return false;
  if (previous.kind === 'name') return !KEYWORDS.has(previous.text);
  return previous.kind === 'string' || (previous.kind === 'close' && previous.text !== '');
}

function priorityOf(token: Token, previous: Token | undefined, next: Token | undefined, level: Level, isInside: boolean): number {
  const { text, kind } = token;
  if (kind === 'name') return wordPriority(text, previous, next, level, isInside);
  if (kind !== 'other') return 0;
  return isUnary(text, previous) ? 0 : (OPERATORS[text] ?? 0);
}

function wordPriority(text: string, previous: Token | undefined, next: Token | undefined, level: Level, isInside: boolean): number {
  switch (text) {
    case 'for':
      level.waiting += 1;
      level.loops += 1;
      return isInside ? COMPREHENSION : 0;
    case 'in':
      if (level.waiting > 0) {
        level.waiting -= 1;
        return 0;
      }
      return previous?.text === 'not' ? 0 : COMPARATOR;
    case 'if':
      return previous === undefined ? 0 : level.loops > 0 ? COMPREHENSION : TERNARY;
    case 'else':
      return TERNARY;
    case 'is':
      return COMPARATOR;
    case 'not':
      return next?.text === 'in' ? COMPARATOR : 0;
    case 'and':
    case 'or':
      return LOGIC;
    default:
      return 0;
  }
}

function isUnary(text: string, previous: Token | undefined): boolean {
  if (!'-+*~'.includes(text) && text !== '**') return false;
  if (previous === undefined || previous.kind === 'open') return true;
  if (previous.kind === 'name') return KEYWORDS.has(previous.text);
  return previous.kind === 'other';
}
