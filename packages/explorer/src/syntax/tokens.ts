import {
  COMMENT,
  CONTEXTUAL_WORDS,
  INTEGER_DOMAINS,
  LOOP_WORDS,
  matchAt,
  pairBrackets,
  RESERVED_WORDS,
  SYMBOLS,
  scanBytes,
  scanCharacter,
  scanNumber,
  scanText,
  WORD,
} from '@kirchhoff/coherence/syntax';

/**
 * The tokens of a source for an editor, made from the tables of the language's grammar. The language's own lexer also knows the
 * spellings of other languages, for its messages, and needs the whole catalog: too much for a page to load before it shows.
 */
export interface SourceToken {
  readonly kind: 'name' | 'capital' | 'keyword' | 'symbol' | 'wildcard' | 'integer' | 'text' | 'bytes' | 'comment' | 'unknown';
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly newlineBefore: boolean;
}

/** The meaning of a token for a reader: contextual words are keywords in some places, and names in others. */
export type TokenRole =
  | 'keyword'
  | 'name'
  | 'type'
  | 'monomer'
  | 'domain'
  | 'integer'
  | 'text'
  | 'bytes'
  | 'comment'
  | 'operator'
  | 'bracket'
  | 'unknown';

/** Symbols by their first character, each before those with which it begins. */
const SYMBOLS_FROM: ReadonlyMap<string, readonly string[]> = new Map(
  SYMBOLS.map((symbol) => [symbol.charAt(0), SYMBOLS.filter((each) => each.startsWith(symbol.charAt(0)))]),
);

/** Returns the tokens and comments of a source, in order. */
export function tokensOf(source: string): readonly SourceToken[] {
  const tokens: SourceToken[] = [];
  let newlineBefore = true;
  let at = source.startsWith('\ufeff') ? 1 : 0;
  while (at < source.length) {
    const first = source.charAt(at);
    if (first === '\n') newlineBefore = true;
    if (first === ' ' || first === '\n' || first === '\t' || first === '\r') {
      at += 1;
      continue;
    }
    const { kind, length } = tokenAt(source, at, first);
    tokens.push({ kind, text: source.slice(at, at + length), from: at, to: at + length, newlineBefore });
    if (kind !== 'comment') newlineBefore = false;
    at += length;
  }
  return tokens;
}

function tokenAt(source: string, at: number, first: string): { readonly kind: SourceToken['kind']; readonly length: number } {
  if (first >= '0' && first <= '9') return { kind: 'integer', length: scanNumber(source, at).length };
  if (first === '"') return { kind: 'text', length: scanText(source, at).length };
  if (first === 'x' && source.charAt(at + 1) === '"') return { kind: 'bytes', length: scanBytes(source, at).length };
  if (first === '/' && source.charAt(at + 1) === '/') return { kind: 'comment', length: matchAt(COMMENT, source, at).trimEnd().length };
  const symbol = SYMBOLS_FROM.get(first)?.find((written) => source.startsWith(written, at));
  if (symbol !== undefined) return { kind: 'symbol', length: symbol.length };
  const word = matchAt(WORD, source, at);
  if (word !== '') return { kind: wordKind(word), length: word.length };
  const character = scanCharacter(source, at);
  if (character !== null) return { kind: 'integer', length: character.length };
  return { kind: 'unknown', length: String.fromCodePoint(source.codePointAt(at) ?? 0).length };
}

function wordKind(word: string): SourceToken['kind'] {
  if (word === '_') return 'wildcard';
  if (RESERVED_WORDS.has(word)) return 'keyword';
  return /^[A-Z]/.test(word) ? 'capital' : 'name';
}

/** The tokens of a source with what they mean together. */
export interface ReadSource {
  /** Comments included. */
  readonly tokens: readonly SourceToken[];
  readonly roles: readonly TokenRole[];
  /** The index of the partner of each bracket; -1 for other tokens, and for a bracket that has none. */
  readonly partners: Int32Array;
}

/** Reads the tokens of a source, the roles of its words, and the pairs of its brackets. */
export function readSource(source: string): ReadSource {
  const tokens = tokensOf(source);
  const places: number[] = [];
  tokens.forEach(({ kind }, index) => {
    if (kind !== 'comment') places.push(index);
  });
  const code = tokens.filter(({ kind }) => kind !== 'comment');
  const pairs = pairBrackets(code.map(({ kind, text, newlineBefore }) => ({ kind: bracketKind(kind), text, newlineBefore })));
  const reader = new RoleReader(code, pairs);
  const roles = tokens.map((): TokenRole => 'comment');
  const partners = new Int32Array(tokens.length).fill(-1);
  places.forEach((place, index) => {
    roles[place] = reader.roleAt(index);
    partners[place] = places[pairs[index] ?? -1] ?? -1;
  });
  return { tokens, roles, partners };
}

/** Pairing passes over unknown characters. */
function bracketKind(kind: SourceToken['kind']) {
  return kind === 'comment' || kind === 'unknown' ? 'wildcard' : kind;
}

const BRACKETS: ReadonlySet<string> = new Set(['(', ')', '[', ']', '{', '}']);
const VERDICTS: ReadonlySet<string> = new Set(['allow', 'review', 'deny']);
const LINE_WORDS: ReadonlySet<string> = new Set(['use', 'const', 'rule', 'action', 'default']);

class RoleReader {
  constructor(
    private readonly tokens: readonly SourceToken[],
    private readonly partners: Int32Array,
  ) {}

  roleAt(index: number): TokenRole {
    const token = this.tokens[index];
    switch (token?.kind) {
      case 'integer':
      case 'text':
      case 'bytes':
      case 'comment':
        return token.kind;
      case 'keyword':
        return token.text === 'bool' ? 'type' : 'keyword';
      case 'wildcard':
        return 'name';
      case 'symbol':
        return BRACKETS.has(token.text) ? 'bracket' : 'operator';
      case 'capital':
        return this.textAt(index + 1) === '(' || /^[A-Z][A-Z\d]*_[A-Z\d_]*$/.test(token.text) ? 'monomer' : 'domain';
      case 'name':
        return this.nameRole(token, index);
      case 'unknown':
      case undefined:
        return 'unknown';
    }
  }

  private nameRole({ text, newlineBefore }: SourceToken, index: number): TokenRole {
    if (this.textAt(index - 1) === '.') return 'name';
    if (!CONTEXTUAL_WORDS.has(text) && !INTEGER_DOMAINS.has(text)) return 'name';
    if (INTEGER_DOMAINS.has(text)) return this.isDomainAt(index) ? 'type' : 'name';
    if (text === 'text' || text === 'bytes') return this.textAt(index + 1) === '[' && this.isDomainAt(index) ? 'type' : 'name';
    return this.isKeyword(text, newlineBefore, index) ? 'keyword' : 'name';
  }

  private isKeyword(text: string, newlineBefore: boolean, index: number): boolean {
    const next = this.tokens[index + 1];
    if (LOOP_WORDS.includes(text)) return this.isLoop(index);
    if (VERDICTS.has(text)) return this.isVerdict(index);
    if (LINE_WORDS.has(text)) return newlineBefore && next !== undefined && next.kind !== 'symbol' && !next.newlineBefore;
    // A name does not follow a value, so that only a keyword does.
    return this.endsValue(index - 1) && next !== undefined && (next.kind !== 'symbol' || ['(', '-', '['].includes(next.text));
  }

  private isLoop(index: number): boolean {
    const next = this.tokens[index + 1];
    if (next === undefined) return false;
    const after = next.text === '(' ? (this.partners[index + 1] ?? -1) + 1 : index + 2;
    if (next.text !== '(' && next.kind === 'symbol') return false;
    return after > 0 && ['in', ','].includes(this.textAt(after));
  }

  private isVerdict(index: number): boolean {
    const before = this.textAt(index - 1);
    if (before === 'default' || before === 'ensure') return true;
    if (before === 'or') return VERDICTS.has(this.textAt(index - 2));
    return this.textAt(index - 2) === 'rule' && this.textAt(index + 1) === 'on';
  }

  private endsValue(index: number): boolean {
    const token = this.tokens[index];
    if (token === undefined) return false;
    if (token.kind === 'symbol') return [')', ']', '}', '?'].includes(token.text);
    return token.kind !== 'keyword' || ['true', 'false', 'none', 'bool'].includes(token.text);
  }

  /** A domain follows `:`, `=`, `as`, `->` or an opening bracket. */
  private isDomainAt(index: number): boolean {
    return [':', '=', 'as', '->', '(', '['].includes(this.textAt(index - 1));
  }

  private textAt(index: number): string {
    return this.tokens[index]?.text ?? '';
  }
}
