import type { Block, Expression, WireStatement } from './ast.js';
import { parseBinder, placeOf } from './binders.js';
import type { TokenCursor } from './cursor.js';
import { parseDomain } from './domains.js';
import type { Grammar } from './expression-grammar.js';
import type { Token } from './token.js';

/** A block: local wires, then a value. */
export function parseBlock(cursor: TokenCursor, grammar: Grammar): Block {
  const span = cursor.span();
  const braces = cursor.open('{', '`{` and a block', cursor.at(':') ? 'write `if c { a } else { b }`' : undefined);
  const body = new BodyReader(cursor, grammar);
  body.read((text) => {
    if (text === 'require' || text === 'ensure') {
      cursor.fail('statement-order', cursor.span(), `\`${text}\` stands in circuits and components, not in blocks`);
    } else body.wireOrValue();
  });
  const value = body.finish();
  cursor.close('}', braces);
  return { wires: body.wires, value, span };
}

/** Reads what blocks and component bodies have in common: lines, wires and the one value. */
export class BodyReader {
  readonly wires: WireStatement[] = [];
  private value: Expression | null = null;
  private broken = false;

  constructor(
    private readonly cursor: TokenCursor,
    private readonly grammar: Grammar,
  ) {}

  get hasValue(): boolean {
    return this.value !== null;
  }

  /** Reads line after line with `statement`, which gets the text of the first token, up to the closing brace. */
  read(statement: (text: string) => void): void {
    const errors = this.cursor.errors;
    readLines(this.cursor, statement);
    this.broken = this.cursor.errors > errors;
  }

  wireOrValue(): void {
    const { cursor } = this;
    if (this.value !== null) {
      cursor.fail(
        'unexpected',
        cursor.span(),
        'the value ends a block: nothing stands after it',
        'give a value in between a name: `name = …`',
      );
    } else if (atWire(cursor)) this.wires.push(parseWire(cursor, this.grammar));
    else this.value = this.grammar.expression(cursor);
  }

  /** Returns the value. Reports a missing value, unless an error has been reported already. */
  finish(): Expression {
    if (this.value !== null) return this.value;
    const span = this.cursor.span();
    if (!this.broken) this.cursor.fail('missing-value', span, 'a block ends with its value, an expression');
    return { form: 'none', span };
  }
}

/**
 * Reads statements up to a closing brace, an item that is not allowed there, or the end of the file. After an error it continues
 * with the next statement.
 */
export function readLines(cursor: TokenCursor, statement: (text: string) => void, items: readonly string[] = []): void {
  while (!cursor.at('}') && !cursor.atEnd() && (!cursor.atItem() || items.includes(cursor.peek().text))) {
    const start = cursor.mark();
    statement(cursor.peek().text);
    cursor.endOfStatement();
    cursor.recover(start);
  }
}

/** Returns true at `name =`, `name: D =` or `(a, b) =`, with valid or invalid names. */
export function atWire(cursor: TokenCursor): boolean {
  const { kind, text } = cursor.peek();
  if (text === '(') return atEquals(cursor, cursor.afterBracket());
  if (kind !== 'name' && kind !== 'keyword' && kind !== 'capital' && kind !== 'wildcard') return false;
  return atEquals(cursor, cursor.peek(1));
}

function atEquals(cursor: TokenCursor, token: Token): boolean {
  return cursor.continues(token) && (token.text === '=' || token.text === ':');
}

/** `name = value`, `name: domain = value` or `(a, b) = value`. */
export function parseWire(cursor: TokenCursor, grammar: Grammar): WireStatement {
  const binder = parseBinder(cursor, 'a wire');
  if (binder.binder === 'fields' && cursor.at(':'))
    cursor.expected('`=` and a value', 'the domain stands behind the value: `(a, b) = value as D`');
  const domain = cursor.accept(':') === null ? null : parseDomain(cursor);
  cursor.expect('=', '`=` and a value');
  return { item: 'wire', binder, domain, value: grammar.expression(cursor), span: placeOf(binder) };
}
