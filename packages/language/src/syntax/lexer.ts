import type { Int } from '@kirchhoff/kernel/types/integer';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import { nameOfCodePoint } from '../diagnostics/unseen.js';
import { FOREIGN_SYMBOLS, hintForCall, hintForMethod, SPREAD_HINTS, snakeCase } from './foreign.js';
import { COMMENT, RESERVED_WORDS, SYMBOLS, WORD } from './grammar.js';
import { type LiteralFault, matchAt, scanBytes, scanCharacter, scanNumber, scanText } from './literals.js';
import { LexerPosition, type SourcePart } from './place.js';
import type { Comment, PlainKind, Token } from './token.js';

export interface LexedSource {
  /** The last token is the only `end`. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** Symbols by their first character, in the order of their tables. Most characters begin one symbol of the language, and no foreign one. */
const SYMBOLS_FROM = byFirstCharacter(SYMBOLS, (symbol) => symbol);
const FOREIGN_FROM = byFirstCharacter(FOREIGN_SYMBOLS, ({ written }) => written);

/** The symbols with which nothing else begins, neither in this language nor in another; `/` begins their comments. */
const SINGLE_SYMBOLS: ReadonlyMap<string, string> = new Map(
  SYMBOLS.filter((symbol) => SYMBOLS_FROM.get(symbol)?.length === 1 && !FOREIGN_FROM.has(symbol) && symbol !== '/').map((symbol) => [
    symbol,
    symbol,
  ]),
);

const BLANK = /[ \t\r]+/y;
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
  private readonly comments: Comment[] = [];
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
    return { tokens: this.tokens, comments: this.comments };
  }

  private step(): void {
    const character = this.source.charAt(this.place.offset);
    if (character === '\n') {
      this.place.nextLine();
      this.newline = true;
      return;
    }
    if (character === ' ' || character === '\t' || character === '\r') this.place.advance(this.match(BLANK).length);
    else if (character >= '0' && character <= '9') this.number();
    else if (character === '"') this.text();
    else if (character === 'x' && this.source.startsWith('x"', this.place.offset)) this.bytes();
    else if (beginsWord(character)) this.word();
    else if (character === '/' && this.source.startsWith('//', this.place.offset)) this.comment();
    else this.symbol();
  }

  private number(): void {
    const { length, value, faults } = scanNumber(this.source, this.place.offset);
    this.report('bad-number', faults);
    this.integer(value, length);
  }

  private text(): void {
    const { length, value, faults } = scanText(this.source, this.place.offset);
    this.report('bad-text', faults);
    const newlineBefore = this.newline;
    this.tokens.push({ kind: 'text', text: this.textOf(length), span: this.take(length), newlineBefore, value });
  }

  private bytes(): void {
    const { length, value, faults } = scanBytes(this.source, this.place.offset);
    this.report('bad-bytes', faults);
    const newlineBefore = this.newline;
    this.tokens.push({ kind: 'bytes', text: this.textOf(length), span: this.take(length), newlineBefore, value });
  }

  private word(): void {
    const word = this.match(WORD);
    const isCalled = this.source.charAt(this.place.offset + word.length) === '(';
    const fault = faultOfWord(word, isCalled, this.tokens.at(-1)?.text === '.');
    if (fault !== null && !this.misspelt.has(word)) {
      this.misspelt.add(word);
      this.report('bad-name', [{ at: 0, length: word.length, ...fault }]);
    }
    const kind = word === '_' ? 'wildcard' : RESERVED_WORDS.has(word) ? 'keyword' : isCapital(word.charAt(0)) ? 'capital' : 'name';
    this.plain(kind, word, word.length);
  }

  private comment(): void {
    const written = this.match(COMMENT);
    const text = written.trimEnd();
    this.comments.push({ text, span: this.place.span(text.length), trailing: !this.newline });
    this.place.advance(written.length);
  }

  private symbol(): void {
    const { source } = this;
    const { offset } = this.place;
    const first = source.charAt(offset);
    const only = SINGLE_SYMBOLS.get(first);
    if (only !== undefined) {
      this.plain('symbol', only, 1);
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
    else if (symbol !== undefined) this.plain('symbol', symbol, symbol.length);
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
    this.report('bad-text', character.faults);
    this.integer(character.value, character.length);
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
    const newlineBefore = this.newline;
    this.tokens.push({ kind: 'text', text: written, span: this.take(written.length), newlineBefore, value: written.slice(1, -1) });
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

  private plain(kind: PlainKind, text: string, length: number): void {
    const newlineBefore = this.newline;
    this.tokens.push({ kind, text, span: this.take(length), newlineBefore });
  }

  private integer(magnitude: Int, length: number): void {
    const newlineBefore = this.newline;
    this.tokens.push({ kind: 'integer', text: this.textOf(length), span: this.take(length), newlineBefore, magnitude });
  }

  /** The next `length` units. */
  private textOf(length: number): string {
    const { offset } = this.place;
    return this.source.slice(offset, offset + length);
  }

  /** Skips `length` units of a token, and returns their place. */
  private take(length: number): Span {
    const span = this.place.span(length);
    this.newline = false;
    this.place.advance(length);
    return span;
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

function beginsWord(character: string): boolean {
  return (character >= 'a' && character <= 'z') || isCapital(character) || character === '_';
}

function isCapital(character: string): boolean {
  return character >= 'A' && character <= 'Z';
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
