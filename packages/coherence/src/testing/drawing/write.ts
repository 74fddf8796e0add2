import { textDomainOf } from './texts.js';
import {
  type Component,
  type DrawnArm,
  type DrawnBlock,
  type DrawnExpression,
  type DrawnIteration,
  type DrawnPattern,
  type DrawnProgram,
  type DrawnRow,
  type DrawnSource,
  type DrawnType,
  type DrawnValue,
  type DrawnWire,
  type FieldNames,
  Optional,
} from './tree.js';

/** Returns the source text of a program. */
export function write(program: DrawnProgram): string {
  const lines = [
    ...program.components.map(component),
    'circuit drawn {',
    ...program.inputs.map(({ name, type }) => `  input ${name}: ${domain(type)}`),
    ...program.outputs.map(({ name, type }) => `  output ${name}: ${domain(type)}`),
    ...program.requires.map((condition) => `  require ${expression(condition, false)}`),
    ...program.wires.map(
      (each) =>
        `  ${wire(
          each,
          program.outputs.some(({ name }) => name === each.name),
        )}`,
    ),
    ...program.ensures.map((condition) => `  ensure ${expression(condition, false)}`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function component({ name, parameters, requires, body, ensures, result }: Component): string {
  const lines = [
    `component ${name}(${parameters.map((each) => `${each.name}: ${domain(each.type)}`).join(', ')}) -> ${domain(result)} {`,
    ...requires.map((condition) => `  require ${expression(condition, false)}`),
    ...body.wires.map((each) => `  ${wire(each, false)}`),
    `  ${expression(body.result, true)}`,
    ...ensures.map((condition) => `  ensure ${expression(condition, false)}`),
    '}',
  ];
  return lines.join('\n');
}

export function domain(type: DrawnType): string {
  switch (type.kind) {
    case 'integer':
      return `${type.lo}..${type.hi}`;
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return `enum { ${type.tags.join(', ')} }`;
    case 'text':
      return textDomainOf(type);
    case 'bytes':
      return `bytes[${type.lo}..${type.hi}]`;
    case 'list':
      return `[${domain(type.element)}; ${type.lo}..${type.hi}]`;
    case 'record':
      return `(${type.fields.map((field) => `${field.name}: ${domain(field.type)}`).join(', ')})`;
    case 'option':
      return `(${domain(type.value)})?`;
  }
}

function wire({ name, names, stated, value }: DrawnWire, isOutput: boolean): string {
  return `${bindingText(name, names)}${stated === null ? '' : `: ${domain(stated)}`} = ${expression(value, stated !== null || isOutput)}`;
}

/** Returns a name, or names for fields: a name alone if it equals the field's. */
function bindingText(name: string, names: FieldNames | undefined): string {
  if (names === undefined) return name;
  return `(${names.map((each) => (each.field === each.name ? each.name : `${each.field}: ${each.name}`)).join(', ')})`;
}

const INFIX: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ADD: '+',
    SUB: '-',
    MUL: '*',
    DIV: '/',
    MOD: '%',
    LT: '<',
    LE: '<=',
    GT: '>',
    GE: '>=',
    EQ: '==',
    NE: '!=',
    BIT_AND: '&',
    BIT_OR: '|',
    BIT_XOR: '^',
    SHL: '<<',
    SHR: '>>',
    JOIN: '++',
    CONCAT: '++',
  }),
);

/** Applications whose last operand takes its type from the first. */
const LIKE_FIRST: ReadonlySet<string> = new Set(['EQ', 'NE', 'GET_OR', 'SET', 'APPEND', 'CONCAT', 'CONTAINS']);

/**
 * Returns the text of an expression.
 *
 * @param isKnown true if its place determines its type, so that tags, `none` and `[]` may stand alone
 */
function expression(one: DrawnExpression, isKnown: boolean): string {
  switch (one.form) {
    case 'name':
      return one.name;
    case 'literal':
      return literal(one.type, one.value, isKnown);
    case 'apply':
      return application(one.operation, one.operands, isKnown);
    case 'field':
      return `${postfixed(one.record)}.${one.name}`;
    case 'if':
      return `if ${expression(one.condition, false)} ${block(one.whenTrue, isKnown)} else ${block(one.whenFalse, isKnown)}`;
    case 'connective':
      return `(${inside(one.left, false)} ${one.connective} ${inside(one.right, false)})`;
    case 'default':
      return `(${inside(one.option, false)} ?? ${inside(one.otherwise, true)})`;
    case 'match':
      return `match ${subject(one.subject)} {\n${one.arms.map((each) => arm(each, isKnown)).join('\n')}\n}`;
    case 'rows':
      return `match (${one.subjects.map((each) => expression(each, false)).join(', ')}) {\n${one.rows.map((each) => row(each, isKnown)).join('\n')}\n}`;
    case 'loop':
      return `${one.loop} ${element(one, one.loop === 'filter')} in ${source(one.source)} ${block(one.body, false)}`;
    case 'fold': {
      const stated = one.stated === null ? '' : `: ${domain(one.stated)}`;
      const initial = expression(one.initial, one.stated !== null);
      const keeping = one.keeping === undefined ? '' : ` keeping ${expression(one.keeping, false)}`;
      return `fold ${one.accumulator}${stated}${keeping} = ${initial} for ${element(one, false)} in ${source(one.source)} ${block(one.body, true)}`;
    }
    case 'as':
      return `(${inside(one.operand, true)} as ${domain(one.domain)})`;
    case 'call':
      return `${one.component}(${one.operands.map((operand) => expression(operand, true)).join(', ')})`;
    case 'list':
      return one.items.length === 0 ? literal(one.type, [], isKnown) : `[${one.items.map((item) => expression(item, isKnown)).join(', ')}]`;
    case 'record':
      return `(${one.fields.map((field) => `${field.name}: ${expression(field.value, isKnown)}`).join(', ')})`;
    case 'update':
      return `(..${inside(one.record, false)}, ${one.fields.map((field) => `${field.name}: ${expression(field.value, true)}`).join(', ')})`;
    case 'some':
      return `(some ${inside(one.content, isKnown)})`;
  }
}

/** Returns the text of an operand: forms that begin with a keyword are put in parentheses. */
function inside(one: DrawnExpression, isKnown: boolean): string {
  const text = expression(one, isKnown);
  return ['if', 'match', 'rows', 'loop', 'fold'].includes(one.form) ? `(${text})` : text;
}

/**
 * Returns the text of a single matched value. A text that begins with a parenthesis gets another pair, since its commas could be
 * read as separators of several values.
 */
function subject(one: DrawnExpression): string {
  const text = expression(one, false);
  return text.startsWith('(') ? `(${text})` : text;
}

function postfixed(one: DrawnExpression): string {
  return one.form === 'name' || one.form === 'call' ? expression(one, false) : `(${expression(one, false)})`;
}

function application(operation: string, operands: readonly DrawnExpression[], isKnown: boolean): string {
  const infix = INFIX.get(operation);
  const known = (index: number): boolean =>
    (LIKE_FIRST.has(operation) && index === operands.length - 1) ||
    (isKnown && ['FILL', 'CONCAT', 'REVERSE', 'GET_OR'].includes(operation));
  const [first, second] = operands;
  if (operation === 'GET' && first !== undefined && second !== undefined) return `${postfixed(first)}[${expression(second, false)}]`;
  if (infix === undefined || first === undefined || second === undefined)
    return `${operation}(${operands.map((operand, index) => expression(operand, known(index))).join(', ')})`;
  return `(${inside(first, known(0))} ${infix} ${inside(second, known(1))})`;
}

function block({ wires, result }: DrawnBlock, isKnown: boolean): string {
  if (wires.length === 0) return `{ ${expression(result, isKnown)} }`;
  return `{\n${wires.map((each) => wire(each, false)).join('\n')}\n${expression(result, isKnown)}\n}`;
}

/** Returns the name of the element. For some sequences an unused index is added: the same loop, over positions. */
function element({ name, index, names, source: over, body }: DrawnIteration & { readonly body: DrawnBlock }, isFilter: boolean): string {
  const one = bindingText(name, names);
  if (index !== undefined) return `${index}, ${one}`;
  return over.over === 'value' && !isFilter && block(body, true).length % 4 === 0 ? `${name}_i, ${one}` : one;
}

/** Returns the text of an arm. Some arms whose value is an `if` become two equivalent arms, the first with a condition. */
function arm({ pattern, guard, body }: DrawnArm, isKnown: boolean): string {
  const { result } = body;
  if (guard === undefined && result.form === 'if' && body.wires.length === 0) {
    const condition = expression(result.condition, false);
    const [first, second] = [result.whenTrue, result.whenFalse].map((each) => block(each, isKnown));
    if (condition.length % 3 === 1) return `${patternText(pattern)} if ${condition} => ${first}\n${patternText(pattern)} => ${second}`;
  }
  return `${patternText(pattern)}${guardText(guard)} => ${armValue(body, isKnown)}`;
}

function row({ alternatives, guard, body }: DrawnRow, isKnown: boolean): string {
  const patterns = alternatives.map((each) => (each.length === 1 ? '_' : `(${each.map(patternText).join(', ')})`));
  return `${patterns.join(', ')}${guardText(guard)} => ${armValue(body, isKnown)}`;
}

function guardText(guard: DrawnExpression | undefined): string {
  return guard === undefined ? '' : ` if ${expression(guard, false)}`;
}

function armValue(body: DrawnBlock, isKnown: boolean): string {
  return body.wires.length === 0 ? expression(body.result, isKnown) : block(body, isKnown);
}

function patternText(pattern: DrawnPattern): string {
  switch (pattern.pattern) {
    case 'any':
      return '_';
    case 'name':
      return pattern.name;
    case 'range':
      return pattern.lo === pattern.hi ? String(pattern.lo) : `${pattern.lo}..${pattern.hi}`;
    case 'value':
      return plain(pattern.value);
    case 'tag':
      return `.${pattern.tag}`;
    case 'none':
      return 'none';
    case 'either':
      return pattern.patterns.map(patternText).join(', ');
    case 'some':
      return `some ${patternText(pattern.inner)}`;
  }
}

function source(one: DrawnSource): string {
  return one.over === 'value' ? inside(one.value, false) : `${bound(one.lo)}..${bound(one.hi)}`;
}

function bound(one: DrawnExpression): string {
  return one.form === 'name' || one.form === 'literal' ? expression(one, false) : `(${expression(one, false)})`;
}

function plain(value: string | boolean | Uint8Array): string {
  if (value instanceof Uint8Array) return `x"${Buffer.from(value).toString('hex')}"`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

function quoted(text: string): string {
  const parts = Array.from(text, (character) =>
    /^[ !#-[\]-~]$/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return `"${parts.join('')}"`;
}

/** Returns true for values whose text does not determine their type. */
function isBare(type: DrawnType, value: DrawnValue): boolean {
  switch (type.kind) {
    case 'enumeration':
      return true;
    case 'list':
      return !Array.isArray(value) || value.every((item: DrawnValue) => isBare(type.element, item));
    case 'record':
      return value instanceof Map && type.fields.some((field) => isBare(field.type, value.get(field.name) ?? false));
    case 'option':
      return !(value instanceof Optional) || value.content === null || isBare(type.value, value.content);
    default:
      return false;
  }
}

function literal(type: DrawnType, value: DrawnValue, isKnown: boolean): string {
  const text = literalText(type, value);
  return isKnown || !isBare(type, value) ? text : `(${text} as ${domain(type)})`;
}

function literalText(type: DrawnType, value: DrawnValue): string {
  if (typeof value === 'bigint') return value < 0n ? `(${value})` : String(value);
  if (type.kind === 'enumeration' && typeof value === 'string') return `.${value}`;
  if (value instanceof Uint8Array || typeof value === 'string' || typeof value === 'boolean') return plain(value);
  if (value instanceof Optional) {
    if (type.kind !== 'option') throw new Error('an option of another type');
    return value.content === null ? 'none' : `(some ${literalText(type.value, value.content)})`;
  }
  if (value instanceof Map) {
    if (type.kind !== 'record') throw new Error('a record of another type');
    return `(${type.fields.map((field) => `${field.name}: ${literalText(field.type, value.get(field.name) ?? false)}`).join(', ')})`;
  }
  if (type.kind !== 'list' || !Array.isArray(value)) throw new Error('a list of another type');
  return `[${value.map((item: DrawnValue) => literalText(type.element, item)).join(', ')}]`;
}
