import { NESTING } from '@kirchhoff/kernel/limits';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Span } from '../diagnostics/diagnostic.js';
import { type DiagnosticSink, shorten } from '../diagnostics/sink.js';
import type { Name } from './ast.js';
import { beginsItem, type Partners } from './brackets.js';
import { hintForMethod, hintForWord, snakeCase } from './foreign.js';
import { ITEMS } from './grammar.js';
import type { Token } from './token.js';
import type { TokenPlaces } from './token-places.js';

/** Conditions and subjects have no brackets of their own (`if if if …`), so their nesting is counted separately. */
const HEADS = 64;

/** Hints for a token after the end of a statement, by the token's text. */
const HINTS_AT_END: ReadonlyMap<string, string> = new Map([
  ['=', '`==` compares'],
  ['?', 'write `if c { a } else { b }`'],
  ['with', 'write `(..p, x: 1)`: the other fields are those of `p`'],
]);

/** The meaning of `%`, for authors who mean percent. */
const PERCENT = '`%` is the remainder of a division: 19 percent of `a` are `a * 19 / 100`';

/** Hints for a name after a word that begins loops in other languages. */
const LOOPS_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['find', 'write `first x in xs { … }`, which gives an option'],
  ...['exists', 'has'].map((word) => [word, 'write `any x in xs { … }`'] as const),
  ...['every', 'forall'].map((word) => [word, 'write `all x in xs { … }`'] as const),
  ...['where', 'select'].map((word) => [word, 'write `filter x in xs { … }`'] as const),
  ...['sum', 'reduce'].map((word) => [word, 'write `fold total = 0 for x in xs { … }`'] as const),
]);

/** The keywords before the name of a callable item. */
const NAMING: readonly string[] = ['component', 'as'];

/** The state that `open` passes to `close`. */
export interface OpenedBracket {
  readonly outerNewlines: boolean;
  readonly paired: boolean;
}

/**
 * Reads tokens for the parser. After a failure, every token looks like the end of the file until `recover`. So all active parsing
 * ends by itself, without exceptions and without follow-up errors. Its results are placeholders that are discarded.
 */
export class TokenCursor {
  private index = 0;
  private failed = false;
  /** True if the end of a line ends a statement here; false directly inside `( )` and `[ ]`. */
  private newlinesCount = true;
  private depth = 0;
  private heads = 0;
  private readonly last: number;
  private readonly end: Token;
  private callees: ReadonlySet<string> | null = null;
  private readonly misnamed = new Set<string>();

  constructor(
    private readonly tokens: readonly Token[],
    private readonly places: TokenPlaces,
    private readonly partners: Partners,
    private readonly sink: DiagnosticSink,
  ) {
    this.last = tokens.length - 1;
    this.end = tokens[this.last] ?? { kind: 'end', text: '', newlineBefore: true };
  }

  peek(ahead = 0): Token {
    if (this.failed) return this.end;
    return this.tokens[this.index + ahead] ?? this.end;
  }

  /** The place of the token that {@link peek} returns. */
  span(ahead = 0): Span {
    return this.places.spanOf(this.indexAt(ahead));
  }

  private indexAt(ahead: number): number {
    return this.failed ? this.last : Math.min(this.index + ahead, this.last);
  }

  /** The token before the next one; the next one itself at the start. */
  previous(): Token {
    return this.tokens[this.index - 1] ?? this.peek();
  }

  /** The place of that token. */
  previousSpan(): Span {
    return this.index === 0 ? this.span() : this.places.spanOf(this.index - 1);
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.index += 1;
    return token;
  }

  /** Skips the next token, and returns its place. */
  skip(): Span {
    const span = this.span();
    this.next();
    return span;
  }

  /** Returns true if the second of the next two tokens stands directly after the first, without blanks. */
  touchesNext(): boolean {
    const { index, places } = this;
    return !this.failed && places.offsetOf(index) + places.lengthOf(index) === places.offsetOf(index + 1);
  }

  /** True inside the condition of a `keeping`. */
  isKeeping = false;

  get hasFailed(): boolean {
    return this.failed;
  }

  atEnd(): boolean {
    return this.peek().kind === 'end';
  }

  /** True if the keyword of an item begins a line: then the open brackets were never closed. */
  atItem(): boolean {
    return beginsItem(this.peek(), this.peek(1));
  }

  at(text: string, ahead = 0): boolean {
    return this.peek(ahead).text === text;
  }

  /** Returns true at several values in parentheses, separated by commas. */
  atTuple(): boolean {
    if (!this.at('(') || this.at(':', 2)) return false;
    const end = this.partners[this.index] ?? -1;
    for (let index = this.index + 1; index < end; index += 1) {
      if (this.tokens[index]?.text === ',') return true;
      index = Math.max(index, this.partners[index] ?? -1);
    }
    return false;
  }

  /** Returns the token after the bracket that opens here and its content; the end of the file if it never closes. */
  afterBracket(ahead = 0): Token {
    const opening = this.index + ahead;
    const partner = this.partners[opening] ?? -1;
    return partner > opening ? this.peek(partner + 1 - this.index) : this.end;
  }

  /** Returns true for the name of a component or a pinned circuit anywhere in the source. */
  isCallee(name: string): boolean {
    this.callees ??= new Set(this.tokens.filter((_, i) => NAMING.includes(this.tokens[i - 1]?.text ?? '')).map(({ text }) => text));
    return this.callees.has(name);
  }

  /** Returns true if the token still belongs to the current statement. */
  continues(token: Token): boolean {
    return !(token.newlineBefore && this.newlinesCount);
  }

  accept(text: string): Token | null {
    return this.at(text) && this.continues(this.peek()) ? this.next() : null;
  }

  /** `what` is the expectation in the message. Default: the text itself. */
  expect(text: string, what?: string): Token {
    const token = this.accept(text);
    if (token === null) this.expected(what ?? quoted(text));
    return token ?? this.end;
  }

  /** Reads a name in lower case; `whose` names its owner for messages. */
  name(whose: string): Name {
    const token = this.peek();
    const name = { text: token.text, span: this.span() };
    if (token.kind === 'name') this.next();
    else if (token.kind === 'keyword') {
      this.misname('reserved-word', name, `\`${token.text}\` is a reserved word and cannot be the name of ${whose}`);
      this.next();
    } else if (token.kind === 'capital') {
      this.misname('bad-name', name, `the name of ${whose} is lower-case`, `write \`${snakeCase(shorten(token.text))}\``);
      this.next();
    } else if (token.kind === 'wildcard') {
      this.report('bad-name', name.span, `\`_\` is a pattern and cannot be the name of ${whose}`);
      this.next();
    } else this.expected(`the name of ${whose}`);
    return name;
  }

  /** Reports a misspelled name: once, however often it is bound and used. */
  private misname(code: DiagnosticCode, { text, span }: Name, message: string, hint?: string): void {
    if (!this.misnamed.has(text)) this.report(code, span, message, hint);
    this.misnamed.add(text);
  }

  /** Returns true for a name that was reported at its binding. */
  isMisnamed(name: string): boolean {
    return this.misnamed.has(name);
  }

  /** Abandons the statement because of an error that has been reported. */
  giveUp(): void {
    this.failed = true;
  }

  /** Reports an error and continues. */
  report(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    if (!this.failed) this.sink.error(code, span, message, hint);
  }

  /** Reports an error and abandons the statement. */
  fail(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    this.report(code, span, message, hint);
    this.failed = true;
  }

  /** Abandons the statement because the next token is unexpected. */
  expected(what: string, hint?: string): void {
    const token = this.peek();
    if (token.kind !== 'end' && this.continues(token)) this.expectedHere(what, hint);
    else {
      const before = this.previous();
      const where = token.kind === 'end' ? 'the end of the file' : 'the end of the line';
      const said = before.text === '%' ? PERCENT : undefined;
      this.fail('unexpected', this.previousSpan(), `expected ${what} after \`${shorten(before.text)}\`, found ${where}`, hint ?? said);
    }
  }

  /** The same at the beginning of a statement: the token counts although it is the first of its line. */
  expectedHere(what: string, hint?: string): void {
    const token = this.peek();
    const isWord = token.kind === 'name' || token.kind === 'capital';
    const said = isWord ? hintForWord(token.text) : this.previous().text === '%' ? PERCENT : undefined;
    this.fail('unexpected', this.span(), `expected ${what}, found \`${shorten(token.text)}\``, hint ?? said);
  }

  /** Enters a bracket, which is required here. */
  open(text: '(' | '[' | '{', what?: string, hint?: string): OpenedBracket {
    const opened = { outerNewlines: this.newlinesCount, paired: this.partners[this.index] !== -1 };
    const token = this.peek();
    const place = this.indexAt(0);
    if (token.text !== text) this.expected(what ?? quoted(text), hint);
    else if (text === '{' && !this.continues(token)) {
      this.report(
        'unexpected',
        this.span(),
        `expected ${what ?? quoted(text)} on the line before`,
        'a statement ends with its line: leave the `{` at its end',
      );
    }
    this.next();
    this.depth += 1;
    if (!this.failed && !opened.paired) {
      // A brace that is never closed reaches to the end of the file; its content is still read.
      this.report('unclosed-bracket', this.places.spanOf(place), `this \`${text}\` is never closed`);
      if (text !== '{') this.failed = true;
    }
    if (this.depth > NESTING) {
      const message = `brackets and blocks nest to ${NESTING}`;
      this.fail('nested-too-deep', this.places.spanOf(place), message, 'give the inner parts names');
    }
    this.newlinesCount = text === '{';
    return opened;
  }

  /** Leaves the bracket that `open` entered. */
  close(text: ')' | ']' | '}', opened: OpenedBracket, what?: string): void {
    const token = this.peek();
    if (token.text === text) this.next();
    else if (opened.paired) this.expected(what ?? quoted(text));
    this.leave(opened);
  }

  private leave(opened: OpenedBracket): void {
    this.newlinesCount = opened.outerNewlines;
    this.depth -= 1;
  }

  /** Enters a condition, subject or source without brackets of its own. */
  openHead(): void {
    this.heads += 1;
    if (this.heads > HEADS) {
      this.fail(
        'nested-too-deep',
        this.previousSpan(),
        `conditions and subjects stand in one another to ${HEADS}`,
        'give the inner parts names',
      );
    }
  }

  closeHead(): void {
    this.heads -= 1;
  }

  /** Returns the name in one word, of a circuit or policy whose name is written in several. */
  private hintAfterName(): string | undefined {
    const isNamed = this.at('circuit', -2) || this.at('policy', -2);
    const second = this.peek(this.at('-') ? 1 : 0);
    if (!isNamed || second.kind !== 'name') return undefined;
    return `a name is one word: write \`${shorten(`${this.previous().text}_${second.text}`)}\``;
  }

  /** A circuit, component or policy body: its brace is not counted as nesting. */
  openBody(): OpenedBracket {
    const opened = this.open('{', '`{`', this.hintAfterName());
    this.depth -= 1;
    return opened;
  }

  closeBody(opened: OpenedBracket): void {
    this.depth += 1;
    if (opened.paired && this.atItem()) {
      const { text } = this.peek();
      this.fail(
        'statement-order',
        this.span(),
        `\`${text}\` stands in no other item`,
        'move it to the top of the file, on lines of its own',
      );
      this.leave(opened);
    } else this.close('}', opened);
  }

  /** Returns the beginning of a statement, for `recover`. */
  mark(): number {
    return this.index;
  }

  /** Errors so far. */
  get errors(): number {
    return this.sink.errors;
  }

  /** After a failure in the statement that began at `start`: goes on at the next line (or arm) outside its brackets. */
  recover(start: number, stopAtComma = false): void {
    if (!this.failed || this.sink.full) return;
    this.failed = false;
    const failedAt = this.index;
    let index = start;
    for (let token = this.tokens[index]; token !== undefined && token.kind !== 'end'; token = this.tokens[index]) {
      const past = index >= failedAt && index > start;
      if (past && token.newlineBefore && token.text !== 'else') break;
      if (past && stopAtComma && token.text === ',') break;
      const partner = this.partners[index] ?? -1;
      if (partner !== -1 && partner < start) break;
      index = partner > index ? partner + 1 : index + 1;
    }
    this.index = index;
  }

  /** Returns true at the `(` of `value.name(`. */
  private atMethod({ text }: Pick<Token, 'text'>): boolean {
    return text === '(' && this.tokens[this.index - 2]?.text === '.';
  }

  private hintAtEnd({ kind, text }: Token): string | undefined {
    const before = this.previous().text;
    if (kind === 'text' && before === 'f') return 'texts are joined with `++`: `"…" ++ name`, of an integer `FORMAT_INT(name)`';
    if (kind !== 'text' && ITEMS.includes(text)) return `\`${text}\` begins a line of its own`;
    if (this.atMethod({ text })) return hintForMethod(before);
    const digits = this.groupedDigits();
    if (digits !== null) return `digits are grouped by \`_\`: write \`${digits}\``;
    if (text === '=' && this.peek(-2).text === '%') return `\`==\` compares; ${PERCENT}`;
    return HINTS_AT_END.get(text) ?? LOOPS_ELSEWHERE.get(before);
  }

  /** Returns a number whose digits are grouped by commas, such as 100,000, as it is written here; null at another token. */
  private groupedDigits(): string | null {
    if (this.previous().kind !== 'integer') return null;
    const groups = [this.previous().text];
    for (
      let ahead = 0;
      this.at(',', ahead) && this.peek(ahead + 1).kind === 'integer' && this.peek(ahead + 1).text.length === 3;
      ahead += 2
    )
      groups.push(this.peek(ahead + 1).text);
    return groups.length === 1 ? null : groups.join('_');
  }

  /** Checks that the statement ends at the end of its line. */
  endOfStatement(): void {
    const token = this.peek();
    if (this.failed || token.kind === 'end' || token.newlineBefore || token.text === '}') return;
    if (token.text === ';') {
      this.report('foreign-spelling', this.span(), '`;` ends no statement here', 'a statement ends with its line: leave the `;` out');
      this.next();
    } else if (this.atMethod(token) && (this.isMisnamed(this.previous().text) || /[A-Z]/.test(this.previous().text))) this.giveUp();
    else this.expected('the end of the line', this.hintAtEnd(token));
  }
}

function quoted(text: string): string {
  return `\`${text}\``;
}
