import type {
  CircuitItem,
  ComponentItem,
  ConstantItem,
  DomainItem,
  EnsureStatement,
  Item,
  PortSyntax,
  RequireStatement,
  WireStatement,
} from './ast.js';
import { atWire, BodyReader, parseWire, readLines } from './blocks.js';
import type { TokenCursor } from './cursor.js';
import { parseDomain, parseParameters } from './domains.js';
import { GRAMMAR } from './expression.js';
import { continuesLine, SHARED_ITEMS } from './grammar.js';
import { isConstantName } from './integers.js';

/** Checks the order of the statement types in a body. */
class Order {
  private reached = 0;

  constructor(
    private readonly cursor: TokenCursor,
    private readonly kinds: readonly string[],
    private readonly where: string,
  ) {}

  enter(kind: number): void {
    if (kind >= this.reached) {
      this.reached = kind;
      return;
    }
    const message = `${this.kinds[kind]} stand before ${this.kinds[this.reached]} in ${this.where}`;
    this.cursor.report('statement-order', this.cursor.span(), message, `the order is ${this.kinds.join(', ')}`);
  }
}

/** A circuit or policy, with the constants, domains and components inside it, which mean the same as outside. */
export interface ParsedProgram<Program extends Item> {
  readonly program: Program;
  readonly inner: readonly SharedItem[];
}

export type SharedItem = ConstantItem | DomainItem | ComponentItem;

/** Returns true at a constant, domain or component, but not at a wire that has the keyword as its name. */
export function atShared(cursor: TokenCursor): boolean {
  const { kind } = cursor.peek(1);
  return (
    SHARED_ITEMS.includes(cursor.peek().text) &&
    !atWire(cursor) &&
    (!cursor.at('const') || kind === 'name' || kind === 'capital' || kind === 'keyword')
  );
}

export function parseShared(cursor: TokenCursor): SharedItem {
  switch (cursor.peek().text) {
    case 'const':
      return parseConstant(cursor);
    case 'domain':
      return parseDomainItem(cursor);
    default:
      return parseComponent(cursor);
  }
}

function parseConstant(cursor: TokenCursor): ConstantItem {
  const span = cursor.skip();
  const { text } = cursor.peek();
  const name = isConstantName(cursor.peek()) ? { text, span: cursor.skip() } : cursor.name('a constant');
  if (cursor.at(':')) cursor.expected('`=` and a value', 'a constant states no domain: it is what it is');
  cursor.expect('=', '`=` and a value');
  return { item: 'constant', name, value: GRAMMAR.expression(cursor), span };
}

function parseDomainItem(cursor: TokenCursor): DomainItem {
  const span = cursor.skip();
  const token = cursor.peek();
  const name = { text: token.text, span: cursor.span() };
  if (token.kind === 'capital' && !token.text.includes('_')) cursor.next();
  else cursor.expected('the name of a domain such as `Cents`', 'domains begin with a capital and have no underscore');
  cursor.expect('=', '`=` and a domain');
  return { item: 'domain', name, domain: parseDomain(cursor), span };
}

/** `circuit name { ports, requires, wires, ensures }`. */
export function parseCircuit(cursor: TokenCursor): ParsedProgram<CircuitItem> {
  const span = cursor.skip();
  const name = cursor.name('a circuit');
  const inputs: PortSyntax[] = [];
  const outputs: PortSyntax[] = [];
  const requires: RequireStatement[] = [];
  const wires: WireStatement[] = [];
  const ensures: EnsureStatement[] = [];
  const inner: SharedItem[] = [];
  const order = new Order(cursor, ['ports', 'requires', 'wires', 'ensures'], 'a circuit');
  const braces = cursor.openBody();
  const broken = cursor.errors;
  const statement = (text: string) => {
    if (atShared(cursor)) inner.push(parseShared(cursor));
    else if (atWire(cursor)) {
      order.enter(2);
      wires.push(parseWire(cursor, GRAMMAR));
    } else if (text === 'input' || text === 'output') {
      order.enter(0);
      (text === 'input' ? inputs : outputs).push(parsePort(cursor));
    } else if (text === 'require') {
      order.enter(1);
      requires.push(parseRequire(cursor));
    } else if (text === 'ensure') {
      order.enter(3);
      ensures.push(parseEnsure(cursor));
    } else cursor.expectedHere('`input`, `output`, `require`, a wire `name = …` or `ensure`', hintForLine(cursor, text));
  };
  readLines(cursor, statement, SHARED_ITEMS);
  if (outputs.length === 0 && cursor.errors === broken && !cursor.atItem()) {
    cursor.report('missing-output', name.span, `circuit \`${name.text}\` has no output`, 'declare at least one: `output name: D`');
  }
  cursor.closeBody(braces);
  return { program: { item: 'circuit', name, inputs, outputs, requires, wires, ensures, span }, inner };
}

function hintForLine(cursor: TokenCursor, text: string): string | undefined {
  if (text === 'if') return 'a wire takes the value: `name = if c { a } else { b }`';
  if (text === 'use' && cursor.peek(1).kind === 'text') return 'a `use` stands at the top of the file, on a line of its own';
  if (text === '[' && cursor.afterBracket().text === '=') return 'an element is read by its index: `a = xs[0]`';
  if (cursor.peek().kind === 'text') return 'the text of an `ensure` stands on the line on which its condition ends';
  if (cursor.at(',', 1)) return 'several fields of a record stand in parentheses: `(a, b) = …`';
  return continuationHint(text);
}

/** Returns a hint for a line that begins with a continuation of the previous line. */
export function continuationHint(text: string): string | undefined {
  return continuesLine(text)
    ? 'a statement ends with its line: leave the operator at the end of the line before, or use parentheses'
    : undefined;
}

function parsePort(cursor: TokenCursor): PortSyntax {
  const word = cursor.next().text;
  const name = cursor.name(`an ${word}`);
  cursor.expect(':', '`:` and a domain');
  const domain = parseDomain(cursor);
  if (cursor.at('='))
    cursor.expected(
      'the end of the line',
      word === 'output' ? `a wire produces it: \`${name.text} = …\`, on a line of its own` : 'an input has no default',
    );
  return { name, domain, span: name.span };
}

function parseRequire(cursor: TokenCursor): RequireStatement {
  const span = cursor.skip();
  const condition = GRAMMAR.expression(cursor);
  const token = cursor.peek();
  if (token.kind === 'text' && cursor.continues(token)) cursor.expected('the end of the line', 'only `ensure` takes a text');
  return { condition, span };
}

function parseEnsure(cursor: TokenCursor): EnsureStatement {
  const span = cursor.skip();
  return { condition: GRAMMAR.expression(cursor), why: parseWhy(cursor), span };
}

/** The text at the end of an ensure or a rule. */
export function parseWhy(cursor: TokenCursor): string | null {
  const token = cursor.peek();
  if (token.kind !== 'text' || !cursor.continues(token)) return null;
  cursor.next();
  return token.value;
}

/** `component name(a: D, …) -> E { requires, wires, expression, ensures }`. */
export function parseComponent(cursor: TokenCursor): ComponentItem {
  const span = cursor.skip();
  const name = cursor.name('a component');
  const parameters = parseParameters(cursor, 'a parameter');
  cursor.expect('->', '`->` and the domain of the result');
  const result = parseDomain(cursor);
  const requires: RequireStatement[] = [];
  const ensures: EnsureStatement[] = [];
  const order = new Order(cursor, ['requires', 'wires', 'the value', 'ensures'], 'a component');
  const braces = cursor.openBody();
  const body = new BodyReader(cursor, GRAMMAR);
  body.read((text) => {
    if (text === 'require') {
      order.enter(0);
      requires.push(parseRequire(cursor));
    } else if (text === 'ensure') {
      order.enter(3);
      ensures.push(parseEnsure(cursor));
    } else if (text === 'input' || text === 'output') {
      cursor.expectedHere(
        '`require`, a wire, the value or `ensure`',
        'a component has parameters and one result: `component name(a: D) -> E { … }`',
      );
    } else if (body.hasValue && atWire(cursor)) {
      order.enter(1);
      parseWire(cursor, GRAMMAR);
    } else {
      order.enter(atWire(cursor) ? 1 : 2);
      body.wireOrValue();
    }
  });
  const value = body.finish();
  cursor.closeBody(braces);
  return { item: 'component', name, parameters, result, requires, wires: body.wires, value, ensures, span };
}
