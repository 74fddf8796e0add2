import { type Token, tokensOf } from './tokens.js';
import type { Change, Expression, Field, Member, Parameter, Statement, Type } from './tree.js';

/** Returns the syntax of a line; null if it is none of the forms that this target writes. */
export function parsed(text: string): Statement | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  try {
    return new Parser(tokens).whole();
  } catch (error) {
    if (error instanceof UnknownForm) return null;
    throw error;
  }
}

class UnknownForm extends Error {}

const END: Token = { kind: 'end', text: '' };

/** Binding strengths, from the loosest. `**` and unary operators bind more tightly. */
const LEVELS: readonly (readonly string[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['===', '!=='],
  ['<', '>', '<=', '>=', 'instanceof', 'in'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
export const STRENGTH: ReadonlyMap<string, number> = new Map(LEVELS.flatMap((level, index) => level.map((each) => [each, index + 1])));
const ASSERTION_STRENGTH = STRENGTH.get('<') ?? 0;
const PREFIXES: ReadonlySet<string> = new Set(['!', '-', '+', '~', '...', 'typeof', 'yield']);
const WORDS: ReadonlySet<string> = new Set('const else export for function if in instanceof let new return throw typeof yield'.split(' '));

class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Statement {
    const statement = this.statement();
    if (this.at < this.tokens.length) throw new UnknownForm();
    return statement;
  }

  private get next(): Token {
    return this.tokens[this.at] ?? END;
  }

  private is(text: string, ahead = 0): boolean {
    const token = this.tokens[this.at + ahead] ?? END;
    return token.text === text && (token.kind === 'sign' || token.kind === 'name');
  }

  private takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.takes(text)) throw new UnknownForm();
  }

  private name(): string {
    const { kind, text } = this.next;
    if (kind !== 'name') throw new UnknownForm();
    this.at += 1;
    return text;
  }

  private statement(): Statement {
    if (this.is('}') && this.is('else', 1)) {
      this.at += 2;
      return this.choice('} else ');
    }
    switch (this.next.text) {
      case 'if':
        return this.choice('');
      case 'for':
        return this.loop();
      case 'return':
      case 'throw': {
        const keyword = this.name();
        return { kind: 'leave', keyword, value: this.closed() };
      }
      case 'readonly': {
        const field = this.field();
        this.expect(';');
        return { kind: 'field', field };
      }
      case 'export':
        this.at += 1;
        return this.is('function') ? this.functionHead('export ') : this.declaration('export ', ';');
      case 'const':
      case 'let':
        return this.declaration('', ';');
      case 'function':
        return this.functionHead('');
      default:
        return this.plain();
    }
  }

  /** An expression and the semicolon after it. */
  private closed(): Expression {
    const value = this.expression();
    this.expect(';');
    return value;
  }

  private plain(): Statement {
    if (this.next.kind === 'name' && this.is(':', 1)) {
      const key = this.name();
      this.expect(':');
      const value = this.expression();
      this.expect(',');
      return { kind: 'entry', key, value };
    }
    const value = this.expression();
    if (this.takes(',')) return { kind: 'expression', value, end: ',' };
    if (this.takes(';')) return { kind: 'expression', value, end: ';' };
    return this.assignment(value, ';');
  }

  private assignment(target: Expression, end: '' | ';'): Change {
    const operator = this.next.text;
    if (!/^[-+*]?=$/.test(operator)) throw new UnknownForm();
    this.at += 1;
    const value = this.expression();
    if (end !== '') this.expect(end);
    return { kind: 'assignment', target, operator, value };
  }

  private declaration(start: string, end: ';' | ''): Change {
    const keyword = this.name();
    if (keyword !== 'const' && keyword !== 'let') throw new UnknownForm();
    const name = this.name();
    const type = this.takes(':') ? this.type() : null;
    const value = this.takes('=') ? this.expression() : null;
    if (end !== '') this.expect(end);
    return { kind: 'declaration', keyword: start + keyword, name, type, value };
  }

  private functionHead(start: string): Statement {
    this.expect('function');
    const star = this.takes('*') ? '*' : '';
    const keyword = `${start}function${star} ${this.name()}`;
    const parameters = this.parameters();
    const result = this.takes(':') ? this.type() : null;
    this.expect('{');
    return { kind: 'function', keyword, parameters, result };
  }

  private choice(start: string): Statement {
    this.expect('if');
    this.expect('(');
    const test = this.expression();
    this.expect(')');
    return { kind: 'if', start, test, body: this.takes('{') ? null : this.statement() };
  }

  private loop(): Statement {
    this.expect('for');
    this.expect('(');
    const keyword = this.next.text;
    if (this.is('of', 2) || this.is('in', 2)) {
      this.at += 1;
      const each = `for (${keyword} ${this.name()} ${this.name()} `;
      const source = this.expression();
      this.expect(')');
      return { kind: 'forEach', each, source, body: this.takes('{') ? null : this.statement() };
    }
    const start = this.declaration('', '');
    this.expect(';');
    const test = this.expression();
    this.expect(';');
    const step = this.assignment(this.expression(), '');
    this.expect(')');
    this.expect('{');
    return { kind: 'forRange', start, test, step };
  }

  private parameters(): readonly Parameter[] {
    this.expect('(');
    const parameters: Parameter[] = [];
    while (!this.takes(')')) {
      const rest = this.takes('...') ? '...' : '';
      parameters.push({ name: rest + this.name(), type: this.takes(':') ? this.type() : null });
      if (!this.is(')')) this.expect(',');
    }
    return parameters;
  }

  private expression(): Expression {
    const test = this.operation(1);
    if (!this.takes('?')) return test;
    const whenTrue = this.expression();
    this.expect(':');
    return { kind: 'conditional', test, whenTrue, whenFalse: this.expression(), inParentheses: false };
  }

  /** An operation of operators that bind at least as tightly; all of them are left-associative. */
  private operation(least: number): Expression {
    let left = this.power();
    for (;;) {
      const operator = this.operator();
      const strength = operator === 'as' ? ASSERTION_STRENGTH : (STRENGTH.get(operator) ?? 0);
      if (strength < least) return left;
      this.at += operator === '>>' ? 2 : 1;
      if (operator === 'as') left = { kind: 'assertion', value: left, type: this.type(), inParentheses: false };
      else left = { kind: 'binary', operator, left, right: this.operation(strength + 1), inParentheses: false };
    }
  }

  /** The operator at this place. A `>` is a token of its own, since it closes the arguments of types. */
  private operator(): string {
    const { kind, text } = this.next;
    if (kind !== 'sign' && kind !== 'name') return '';
    return text === '>' && this.is('>', 1) ? '>>' : text;
  }

  private power(): Expression {
    const left = this.prefixed();
    if (!this.takes('**')) return left;
    return { kind: 'binary', operator: '**', left, right: this.power(), inParentheses: false };
  }

  private prefixed(): Expression {
    const { kind, text } = this.next;
    if ((kind !== 'sign' && kind !== 'name') || !PREFIXES.has(text)) return this.postfixed();
    this.at += 1;
    const operand = text === '...' || text === 'yield' ? this.expression() : this.prefixed();
    return { kind: 'unary', operator: text, operand, inParentheses: false };
  }

  private postfixed(): Expression {
    let value = this.takes('new') ? this.construction() : this.atom();
    for (;;) {
      if (this.takes('.')) value = { kind: 'member', object: value, access: `.${this.name()}`, inParentheses: false };
      else if (this.is('?.') && !this.is('(', 1)) {
        this.at += 1;
        value = { kind: 'member', object: value, access: `?.${this.name()}`, inParentheses: false };
      } else if (this.takes('[')) {
        value = { kind: 'index', object: value, index: this.expression(), inParentheses: false };
        this.expect(']');
      } else if (this.is('(') || this.is('?.')) {
        const access = this.takes('?.') ? '?.' : '';
        this.expect('(');
        value = { kind: 'call', isNew: false, callee: value, access, types: [], args: this.items(')'), inParentheses: false };
      } else return value;
    }
  }

  private construction(): Expression {
    const callee: Expression = { kind: 'name', text: this.name(), inParentheses: false };
    const types = this.takes('<') ? this.types('>') : [];
    this.expect('(');
    return { kind: 'call', isNew: true, callee, access: '', types, args: this.items(')'), inParentheses: false };
  }

  private atom(): Expression {
    const { kind, text } = this.next;
    if (kind === 'name' && this.is('=>', 1)) return this.arrow([{ name: this.name(), type: null }]);
    if (this.is('(') && this.isArrow()) return this.arrow(this.parameters());
    switch (kind) {
      case 'name':
        if (WORDS.has(text)) throw new UnknownForm();
        this.at += 1;
        return { kind: 'name', text, inParentheses: false };
      case 'number':
      case 'string':
        this.at += 1;
        return { kind, text, inParentheses: false };
      case 'pattern':
        this.at += 1;
        return { kind: 'other', text, inParentheses: false };
      case 'sign':
        return this.bracketed();
      case 'end':
        throw new UnknownForm();
    }
  }

  private bracketed(): Expression {
    if (this.takes('[')) return { kind: 'array', items: this.items(']'), inParentheses: false };
    if (this.takes('{')) return { kind: 'object', members: this.members(), inParentheses: false };
    this.expect('(');
    const inner = this.expression();
    this.expect(')');
    return { ...inner, inParentheses: true };
  }

  /** Returns true if the parentheses at this place hold the parameters of an arrow function. */
  private isArrow(): boolean {
    let depth = 0;
    for (let ahead = 0; this.at + ahead < this.tokens.length; ahead += 1) {
      if (this.is('(', ahead)) depth += 1;
      if (this.is(')', ahead)) depth -= 1;
      if (depth === 0) return this.is('=>', ahead + 1);
    }
    return false;
  }

  private arrow(parameters: readonly Parameter[]): Expression {
    this.expect('=>');
    if (this.is('{')) throw new UnknownForm();
    return { kind: 'arrow', parameters, body: this.expression(), inParentheses: false };
  }

  private items(close: string): readonly Expression[] {
    const items: Expression[] = [];
    while (!this.takes(close)) {
      items.push(this.expression());
      if (!this.is(close)) this.expect(',');
    }
    return items;
  }

  private members(): readonly Member[] {
    const members: Member[] = [];
    while (!this.takes('}')) {
      const key = this.next;
      if (key.kind !== 'name' && key.kind !== 'string') throw new UnknownForm();
      this.at += 1;
      members.push({ key: key.text, value: this.takes(':') ? this.expression() : null });
      if (!this.is('}')) this.expect(',');
    }
    return members;
  }

  private type(): Type {
    const first = this.listType();
    if (!this.is('|')) return first;
    const types = [first];
    while (this.takes('|')) types.push(this.listType());
    return { kind: 'union', types };
  }

  private listType(): Type {
    if (this.is('readonly')) {
      this.at += 1;
      return { kind: 'readonly', type: this.listType() };
    }
    const inParentheses = this.is('(') && !this.isArrow();
    let type = this.plainType();
    for (let isFirst = true; this.is('[') && this.is(']', 1); isFirst = false) {
      this.at += 2;
      type = { kind: 'listOf', element: type, inParentheses: inParentheses && isFirst };
    }
    return type;
  }

  private plainType(): Type {
    const { kind, text } = this.next;
    if (this.is('(') && this.isArrow()) {
      const parameters = this.parameters();
      this.expect('=>');
      return { kind: 'function', parameters, result: this.type() };
    }
    if (this.takes('(')) {
      const inner = this.type();
      this.expect(')');
      if (!this.is('[')) throw new UnknownForm();
      return inner;
    }
    if (this.takes('[')) return { kind: 'tuple', types: this.types(']') };
    if (this.takes('{')) {
      const fields: Field[] = [];
      while (!this.takes('}')) {
        fields.push(this.field());
        if (!this.is('}')) this.expect(';');
      }
      return { kind: 'object', fields };
    }
    if (kind === 'string') {
      this.at += 1;
      return { kind: 'keyword', text };
    }
    const name = this.name();
    if (this.takes('<')) return { kind: 'reference', name, types: this.types('>') };
    return KEYWORD_TYPES.has(name) ? { kind: 'keyword', text: name } : { kind: 'reference', name, types: [] };
  }

  private types(close: string): readonly Type[] {
    const types: Type[] = [];
    while (!this.takes(close)) {
      types.push(this.type());
      if (!this.is(close)) this.expect(',');
    }
    return types;
  }

  private field(): Field {
    const modifier = this.is('readonly') && !this.is(':', 1) ? `${this.name()} ` : '';
    if (this.takes('[')) {
      const key = this.name();
      this.expect(':');
      const keyType = this.name();
      this.expect(']');
      this.expect(':');
      return { name: `${modifier}[${key}: ${keyType}]`, type: this.type() };
    }
    const name = this.name();
    this.expect(':');
    return { name: modifier + name, type: this.type() };
  }
}

const KEYWORD_TYPES: ReadonlySet<string> = new Set('any bigint boolean null number string unknown void'.split(' '));
