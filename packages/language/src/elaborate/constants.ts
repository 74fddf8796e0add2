import { add, divide, fitsInt64, type Int, multiply, negate, remainder, subtract } from '@kirchhoff/kernel/types/integer';
import type { Span } from '../diagnostics/diagnostic.js';
import { lineFrom } from '../diagnostics/place.js';
import type { Bound, ConstantItem, Expression } from '../syntax/ast.js';
import { type Reports, STEPS_A_NODE, TOO_MANY_FIELDS } from './report.js';

/** A constant is copied to each of its uses: with larger constants a source could grow without limit. */
const MAX_PARTS = 65_536;

/** The value of a constant: an expression made only of literals. */
interface Constant {
  readonly item: ConstantItem;
  /** `null` for a wrong constant, which has been reported. */
  readonly value: Expression | null;
  /** The number of literals, lists, records and options in the value. */
  readonly parts: number;
}

interface Evaluated {
  readonly value: Expression;
  readonly parts: number;
}

const HINT = 'a constant is made of literals, lists, records, constants above it, `+ - * / % **` and `++`';

/** The constants of a source, each made of literals and of earlier constants. */
export class Constants {
  private readonly constants = new Map<string, Constant>();

  constructor(
    items: readonly ConstantItem[],
    private readonly reports: Reports,
  ) {
    for (const item of items) this.declare(item);
  }

  /** Returns the declaration of a constant; `undefined` for any other name. */
  get(name: string): { readonly what: string; readonly at: Span } | undefined {
    const constant = this.constants.get(name);
    return constant === undefined ? undefined : { what: 'a constant', at: constant.item.span };
  }

  has(name: string): boolean {
    return this.constants.has(name);
  }

  names(): Iterable<string> {
    return this.constants.keys();
  }

  /** Replaces the name of a constant by its value; `null` for a constant with an error, which is reported. */
  resolve(expression: Expression): Expression | null {
    if (expression.form !== 'name') return expression;
    const constant = this.constants.get(expression.name);
    if (constant === undefined) return expression;
    this.reports.checkListed(expression.name, constant.item.span, expression.span);
    if (constant.parts > 1) this.reports.countWrittenOut(constant.parts * STEPS_A_NODE);
    if (constant.value === null || !this.reports.mayWriteOut(expression.span)) return null;
    return { ...constant.value, span: expression.span };
  }

  /** Returns the integer of a bound; `null` if it has none, which is reported. */
  integer(bound: Bound): Int | null {
    if (bound.bound === 'literal') return bound.value;
    return this.integerNamed(bound.name, bound.span);
  }

  integerNamed(name: string, span: Span): Int | null {
    const constant = this.constants.get(name);
    if (constant === undefined) {
      const hint = this.reports.nearName(name, this.constants.keys());
      this.reports.error('unknown-name', span, `there is no constant '${name}'`, hint ?? `declare it: \`const ${name} = …\``);
      return null;
    }
    this.reports.checkListed(name, constant.item.span, span);
    if (constant.value === null) return null;
    if (constant.value.form === 'integer') return constant.value.value;
    this.reports.error('kind-mismatch', span, `a bound is an integer, and the constant '${name}' is ${nounOf(constant.value)}`);
    return null;
  }

  private declare(item: ConstantItem): void {
    const { text, span } = item.name;
    const earlier = this.constants.get(text);
    if (earlier !== undefined) {
      const message = `the name '${text}' is already bound by a constant at ${lineFrom(span, earlier.item.span)}`;
      this.reports.duplicate(item.name, message, 'give one of them another name');
      return;
    }
    const evaluated = this.evaluate(item.value);
    const tooLarge = evaluated !== null && evaluated.parts > MAX_PARTS;
    if (tooLarge) this.reports.error('too-costly', span, `the constant '${text}' has more than ${MAX_PARTS} parts when it is written out`);
    this.constants.set(text, { item, value: tooLarge ? null : (evaluated?.value ?? null), parts: tooLarge ? 0 : (evaluated?.parts ?? 0) });
  }

  /**
   * Replaces names by their values and computes; `null` if a part is wrong, which is reported. Brackets nest to 256, so recursion
   * is bounded.
   */
  private evaluate(expression: Expression): Evaluated | null {
    switch (expression.form) {
      case 'integer':
      case 'boolean':
      case 'text':
      case 'bytes':
      case 'tag':
      case 'none':
        return { value: expression, parts: 1 };
      case 'name':
        return this.named(expression);
      case 'prefix':
        return this.prefix(expression);
      case 'chain':
        return this.chain(expression);
      case 'rightChain':
        return expression.operator === '**' ? this.power(expression) : this.refuse(expression.span);
      case 'list': {
        const items = this.evaluateAll(expression.items);
        return items === null ? null : { value: { ...expression, items: items.values }, parts: 1 + items.parts };
      }
      case 'record':
        return this.record(expression);
      case 'postfix':
      case 'in':
      case 'if':
      case 'match':
      case 'map':
      case 'filter':
      case 'first':
      case 'quantifier':
      case 'fold':
      case 'call':
        return this.refuse(expression.span);
    }
  }

  private evaluateAll(expressions: readonly Expression[]): { readonly values: readonly Expression[]; readonly parts: number } | null {
    const values: Expression[] = [];
    let parts = 0;
    for (const expression of expressions) {
      const evaluated = this.evaluate(expression);
      if (evaluated === null) return null;
      values.push(evaluated.value);
      parts += evaluated.parts;
    }
    return { values, parts };
  }

  /** `(x: 1)`, or `(..base, x: 1)` with all fields written out. */
  private record(expression: Extract<Expression, { form: 'record' }>): Evaluated | null {
    const fields = this.evaluateAll(expression.fields.map(({ value }) => value));
    const base = expression.base === null ? null : this.evaluate(expression.base);
    if (fields === null || (expression.base !== null && base === null)) return null;
    const named = expression.fields.map(({ name, value }, i) => ({ name, value: fields.values[i] ?? value }));
    if (base === null) return { value: { ...expression, fields: named }, parts: 1 + fields.parts };
    if (base.value.form !== 'record') return this.refuse(base.value.span);
    this.reports.countWrittenOut(base.parts * STEPS_A_NODE);
    if (!this.reports.mayWriteOut(expression.span, TOO_MANY_FIELDS)) return null;
    const names = new Set(base.value.fields.map(({ name }) => name.text));
    const changed = new Set(named.map(({ name }) => name.text));
    const unknown = named.find(({ name }) => !names.has(name.text));
    if (unknown !== undefined) {
      const { text, span } = unknown.name;
      this.reports.error('unknown-field', span, `the record that is copied has no field '${text}'`, this.reports.nearName(text, names));
      return null;
    }
    const kept = base.value.fields.filter(({ name }) => !changed.has(name.text));
    return { value: { ...expression, base: null, fields: [...kept, ...named] }, parts: base.parts + fields.parts };
  }

  private refuse(span: Span): null {
    this.reports.error('literal-expected', span, 'the value of a constant is known without any input', HINT);
    return null;
  }

  private named({ name, span }: Extract<Expression, { form: 'name' }>): Evaluated | null {
    const constant = this.constants.get(name);
    if (constant !== undefined) {
      this.reports.checkListed(name, constant.item.span, span);
      return constant.value === null ? null : { value: { ...constant.value, span }, parts: constant.parts };
    }
    this.reports.error(
      'unknown-name',
      span,
      `no constant above is named '${name}'`,
      this.reports.nearName(name, this.constants.keys()) ?? HINT,
    );
    return null;
  }

  private prefix(expression: Extract<Expression, { form: 'prefix' }>): Evaluated | null {
    let evaluated = this.evaluate(expression.operand);
    for (const { operator, span } of expression.operators.toReversed()) {
      if (evaluated === null) return null;
      evaluated = this.prefixed(operator, span, evaluated);
    }
    return evaluated;
  }

  private prefixed(operator: '-' | 'some' | 'not', span: Span, { value, parts }: Evaluated): Evaluated | null {
    switch (operator) {
      case 'some':
        return { value: { form: 'prefix', operators: [{ operator, span }], operand: value, span }, parts: parts + 1 };
      case '-':
        return value.form === 'integer' ? this.integerValue(negate(value.value), span) : this.refuse(span);
      case 'not':
        return value.form === 'boolean' ? { value: { ...value, value: !value.value, span }, parts } : this.refuse(span);
    }
  }

  private chain(expression: Extract<Expression, { form: 'chain' }>): Evaluated | null {
    let left = this.evaluate(expression.first);
    for (const { operator, operand, span } of expression.rest) {
      const right = this.evaluate(operand);
      if (left === null || right === null) return null;
      left = this.combine(operator, left.value, right.value, span);
    }
    return left;
  }

  private combine(operator: string, left: Expression, right: Expression, span: Span): Evaluated | null {
    if (operator === '++' && left.form === 'text' && right.form === 'text') {
      const value = left.value + right.value;
      return { value: { form: 'text', value, span }, parts: 1 + Math.floor(value.length / 64) };
    }
    if (left.form !== 'integer' || right.form !== 'integer') return this.refuse(span);
    switch (operator) {
      case '+':
        return this.integerValue(add(left.value, right.value), span);
      case '-':
        return this.integerValue(subtract(left.value, right.value), span);
      case '*':
        return this.integerValue(multiply(left.value, right.value), span);
      case '/':
      case '%':
        if (right.value !== 0) return this.integerValue((operator === '/' ? divide : remainder)(left.value, right.value), span);
        this.reports.error('bad-literal', span, 'a constant is divided by 0');
        return null;
      default:
        return this.refuse(span);
    }
  }

  /** `a ** b ** c`, from the right. */
  private power(expression: Extract<Expression, { form: 'rightChain' }>): Evaluated | null {
    const operands = this.evaluateAll(expression.operands);
    if (operands === null) return null;
    let exponent: Int | null = null;
    for (const value of operands.values.toReversed()) {
      if (value.form !== 'integer') return this.refuse(expression.span);
      if (exponent === null) exponent = value.value;
      else if (exponent < 0 || exponent > 63) return this.refuse(expression.span);
      else {
        const result: Evaluated | null = this.integerValue(powerOf(value.value, Number(exponent)), expression.span);
        if (result?.value.form !== 'integer') return null;
        exponent = result.value.value;
      }
    }
    return exponent === null ? null : this.integerValue(exponent, expression.span);
  }

  private integerValue(value: Int, span: Span): Evaluated | null {
    if (fitsInt64(value)) return { value: { form: 'integer', value, span }, parts: 1 };
    this.reports.error('number-out-of-range', span, 'a constant lies within the signed 64-bit range');
    return null;
  }
}

/** Returns the noun for a constant's value in messages. */
function nounOf({ form }: Expression): string {
  switch (form) {
    case 'text':
    case 'list':
    case 'record':
      return `a ${form}`;
    case 'tag':
      return 'a tag';
    case 'boolean':
      return 'a bool';
    case 'none':
    case 'prefix':
      return 'an option';
    default:
      return form;
  }
}

/** The product has at most 63 factors of 64 bits. */
function powerOf(base: Int, exponent: number): Int {
  let result: Int = 1;
  for (let i = 0; i < exponent; i += 1) result = multiply(result, base);
  return result;
}
