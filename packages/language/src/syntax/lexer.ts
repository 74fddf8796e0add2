import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import { nameOfCodePoint } from '../diagnostics/unseen.js';
import { FOREIGN_SYMBOLS, hintForCall, hintForMethod, SPREAD_HINTS, snakeCase } from './foreign.js';
import { COMMENT, RESERVED_WORDS, SYMBOLS } from './grammar.js';
import {
  beginsWord,
  isCapital,
  isDigit,
  isPartOfWord,
  type LiteralFault,
  matchAt,
  scanBytes,
  scanCharacter,
  scanNumber,
  scanText,
} from './literals.js';
import { LexerPosition, type SourcePart } from './place.js';
import type { Comment, PlainKind, Token } from './token.js';
import { TokenPlaces } from './token-places.js';

export interface LexedSource {
  /** The last token is the only `end`. */
  readonly tokens: readonly Token[];
  readonly places: TokenPlaces;
  readonly comments: readonly Comment[];
}

/** Symbols by their first character, in the order of their tables. Most characters begin one symbol of the language, and no foreign one. */
const SYMBOLS_FROM = byFirstCharacter(SYMBOLS, (symbol) => symbol);
const FOREIGN_FROM = byFirstCharacter(FOREIGN_SYMBOLS, ({ written }) => written);

/** The symbols with which nothing else begins, neither in this language nor in another; `/` begins their comments. */
const SINGLE_SYMBOLS: ReadonlySet<string> = new Set(
  SYMBOLS.filter((symbol) => SYMBOLS_FROM.get(symbol)?.length === 1 && !FOREIGN_FROM.has(symbol) && symbol !== '/'),
);

const SMALL_X = 0x78;

const FOREIGN_COMMENT = /#[^\n]*|\/\*[^\n]*/y;
const FOREIGN_TEXT = /'[^'\n]*'?|`[^`\n]*`?/y;
const UNKNOWN = /[^\s\w"'`#.\-=!<>+?*/%&|^,:;()[\]{}]+|[^]/uy;

/**
 * Splits a source into tokens and comments. Never throws; faults go to `sink`, and a plausible token replaces the faulty text.
 */
export function lex(source: string, sink: DiagnosticSink, parts: readonly SourcePart[] = []): LexedSource {
  return new Lexer(source, sink, parts).run();
}

class Lexer {
  private readonly tokens: Token[] = [];
  private readonly places = new TokenPlaces();
  private readonly comments: Comment[] = [];
  /** The words and symbols so far within a line, by text: equal ones are one token. */
  private readonly known = new Map<string, Token>();
  private readonly place: LexerPosition;
  private newline = true;
  /** The reported words: each is reported once. */
  private readonly misspelt = new Set<string>();

  constructor(
    private readonly source: string,
    private readonly sink: DiagnosticSink,
    parts: readonly SourcePart[],
  ) {
    this.place = new LexerPosition(source, parts);
  }

  run(): LexedSource {
    // A byte order mark at the start is not part of the text.
    if (this.source.startsWith('\ufeff')) this.place.offset = 1;
    while (this.place.offset < this.source.length && !this.sink.full) this.step();
    this.plain('end', '', 0);
    return { tokens: this.tokens, places: this.places, comments: this.comments };
  }

  private step(): void {
    const { source } = this;
    const { offset } = this.place;
    const unit = source.charCodeAt(offset);
    if (isDigit(unit)) this.number();
    else if (unit === SMALL_X && source.startsWith('x"', offset)) this.bytes();
    else if (beginsWord(unit)) this.word();
    else this.other(source.charAt(offset));
  }

  private other(character: string): void {
    switch (character) {
      case '\n':
        this.place.nextLine();
        this.newline = true;
        break;
      case ' ':
      case '\t':
      case '\r':
        this.place.advanceAscii(1);
        break;
      case '"':
        this.text();
        break;
      default:
        if (character === '/' && this.source.startsWith('//', this.place.offset)) this.comment();
        else this.symbol(character);
    }
  }

  private number(): void {
    const { length, value: magnitude, faults } = scanNumber(this.source, this.place.offset);
    this.report('bad-number', faults);
    this.add({ kind: 'integer', text: this.textOf(length), newlineBefore: this.newline, magnitude }, length);
  }

  private text(): void {
    const { length, value, faults } = scanText(this.source, this.place.offset);
    this.report('bad-text', faults);
    this.addQuoted({ kind: 'text', text: this.textOf(length), newlineBefore: this.newline, value }, length);
  }

  private bytes(): void {
    const { length, value, faults } = scanBytes(this.source, this.place.offset);
    this.report('bad-bytes', faults);
    this.addQuoted({ kind: 'bytes', text: this.textOf(length), newlineBefore: this.newline, value }, length);
  }

  private word(): void {
    const { source } = this;
    const { offset } = this.place;
    const word = source.slice(offset, endOfWord(source, offset));
    if (this.addKnown(word)) return;
    if (!isLowerCase(word)) this.checkWord(word);
    const kind = word === '_' ? 'wildcard' : RESERVED_WORDS.has(word) ? 'keyword' : isCapital(word.charCodeAt(0)) ? 'capital' : 'name';
    this.addPlain(kind, word);
  }

  private checkWord(word: string): void {
    const isCalled = this.source.charAt(this.place.offset + word.length) === '(';
    const fault = faultOfWord(word, isCalled, this.tokens.at(-1)?.text === '.');
    if (fault === null || this.misspelt.has(word)) return;
    this.misspelt.add(word);
    this.report('bad-name', [{ at: 0, length: word.length, ...fault }]);
  }

  private comment(): void {
    const written = this.match(COMMENT);
    const text = written.trimEnd();
    this.comments.push({ text, span: this.place.span(text.length), trailing: !this.newline });
    this.place.advance(written.length);
  }

  private symbol(first: string): void {
    const { source } = this;
    const { offset } = this.place;
    if (SINGLE_SYMBOLS.has(first)) {
      this.knownSymbol(first);
      return;
    }
    const foreign = FOREIGN_FROM.get(first)?.find(({ written }) => source.startsWith(written, offset));
    const symbol = symbolAt(source, offset, first);
    if (foreign !== undefined && foreign.written.length > (symbol?.length ?? 0)) {
      const { length } = foreign.written;
      const hint = (foreign.written === '...' ? SPREAD_HINTS.get(this.tokens.at(-1)?.text ?? '') : undefined) ?? foreign.hint;
      this.report('foreign-spelling', [{ at: 0, length, message: `\`${foreign.written}\` is written otherwise here`, hint }]);
      this.plain(RESERVED_WORDS.has(foreign.meant) ? 'keyword' : 'symbol', foreign.meant, length);
    } else if ((first === '#' || first === '/') && this.match(FOREIGN_COMMENT) !== '') this.foreignComment();
    else if (symbol !== undefined) this.knownSymbol(symbol);
    else if (this.match(FOREIGN_TEXT) !== '') this.quoted();
    else this.unknown();
  }

  private foreignComment(): void {
    const { length } = this.match(FOREIGN_COMMENT);
    this.report('foreign-spelling', [{ at: 0, length, message: 'comments are written otherwise here', hint: 'write `// …`' }]);
    this.place.advance(length);
  }

  /** A character literal, or else a text literal of another language. */
  private quoted(): void {
    const character = scanCharacter(this.source, this.place.offset);
    if (character === null) {
      this.foreignText();
      return;
    }
    const { length, value: magnitude, faults } = character;
    this.report('bad-text', faults);
    this.addQuoted({ kind: 'integer', text: this.textOf(length), newlineBefore: this.newline, magnitude }, length);
  }

  private foreignText(): void {
    const written = this.match(FOREIGN_TEXT);
    const fault = {
      at: 0,
      length: written.length,
      message: 'texts are written otherwise here',
      hint: written.startsWith('`')
        ? 'write `"…"`, and join what goes between with `++`: `"…" ++ FORMAT_INT(n)`'
        : 'write `"…"`; one character in `\'` is its code point',
    };
    this.report('foreign-spelling', [fault]);
    this.addQuoted({ kind: 'text', text: written, newlineBefore: this.newline, value: written.slice(1, -1) }, written.length);
  }

  private unknown(): void {
    const written = this.match(UNKNOWN);
    const hint = written === '~' ? 'there is no complement: write `mask ^ a`' : 'outside texts and comments only ASCII has a meaning';
    this.report('unknown-character', [
      { at: 0, length: written.length, message: `this character (${nameOfCodePoint(written)}) means nothing here`, hint },
    ]);
    this.place.advance(written.length);
  }

  private match(pattern: RegExp): string {
    return matchAt(pattern, this.source, this.place.offset);
  }

  /** `length` differs from that of the text for a foreign spelling. */
  private plain(kind: PlainKind, text: string, length: number): void {
    this.add({ kind, text, newlineBefore: this.newline }, length);
  }

  /** Adds a token that is known within a line; false for another one, and for the first of a line. */
  private addKnown(text: string): boolean {
    const known = this.newline ? undefined : this.known.get(text);
    if (known !== undefined) this.add(known, text.length);
    return known !== undefined;
  }

  /** Adds a token that is not known yet, or the first of a line. */
  private addPlain(kind: PlainKind, text: string): void {
    const token: Token = { kind, text, newlineBefore: this.newline };
    if (!this.newline) this.known.set(text, token);
    this.add(token, text.length);
  }

  private knownSymbol(symbol: string): void {
    if (!this.addKnown(symbol)) this.addPlain('symbol', symbol);
  }

  /** The next `length` units. */
  private textOf(length: number): string {
    const { offset } = this.place;
    return this.source.slice(offset, offset + length);
  }

  /** Adds a token of the next `length` units, all of them ASCII. */
  private add(token: Token, length: number): void {
    this.append(token, length);
    this.place.advanceAscii(length);
  }

  /** The same for a token with any characters. */
  private addQuoted(token: Token, length: number): void {
    this.append(token, length);
    this.place.advance(length);
  }

  private append(token: Token, length: number): void {
    const { offset, line, column, file } = this.place;
    this.tokens.push(token);
    this.places.add(offset, length, line, column, file);
    this.newline = false;
  }

  private report(code: DiagnosticCode, faults: readonly LiteralFault[]): void {
    for (const fault of faults) {
      // Checked first, since computing a place takes time in proportion to its distance.
      if (this.sink.full) return;
      this.sink.error(code, this.place.span(fault.length, fault.at), fault.message, fault.hint);
    }
  }
}

function byFirstCharacter<T>(entries: readonly T[], written: (entry: T) => string): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const entry of entries) {
    const first = written(entry).charAt(0);
    found.set(first, [...(found.get(first) ?? []), entry]);
  }
  return found;
}

function symbolAt(source: string, offset: number, first: string): string | undefined {
  for (const symbol of SYMBOLS_FROM.get(first) ?? []) if (source.startsWith(symbol, offset)) return symbol;
  return undefined;
}

/** Returns the offset after the letters, digits and underscores from `start` on. */
function endOfWord(source: string, start: number): number {
  let end = start;
  while (isPartOfWord(source.charCodeAt(end))) end += 1;
  return end;
}

/** Returns true for a word of lower-case letters and digits alone, as most names are. */
function isLowerCase(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) {
    const unit = word.charCodeAt(i);
    if (!((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39))) return false;
  }
  return true;
}

function faultOfWord(word: string, isCalled: boolean, isMember: boolean): { readonly message: string; readonly hint: string } | null {
  if (word === '_') return null;
  if (word.includes('__'))
    return { message: 'a name has no two underscores in a row', hint: `write \`${word.slice(0, 60).replace(/__+/g, '_')}\`` };
  if (word.startsWith('_')) return { message: 'a name does not begin with an underscore', hint: '`_` alone is a pattern that fits all' };
  if (/^[a-z][a-z0-9_]*$|^[A-Z](?:[A-Za-z0-9]*|[A-Z0-9_]*)$/.test(word)) return null;
  if (/^[a-z]/.test(word)) {
    const name = snakeCase(word.slice(0, 60));
    const called = isMember ? hintForMethod(name) : hintForCall(name);
    return { message: 'a name is lower-case', hint: (isCalled ? called : undefined) ?? `write \`${name}\`` };
  }
  return {
    message: 'a name with a capital is that of a domain (`Cents`) or a monomer (`MULDIV`)',
    hint: 'leave the underscore out, or write it all in capitals',
  };
}
