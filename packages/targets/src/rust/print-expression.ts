import type { Type } from '@kirchhoff/coherence';
import type { Blamed, Condition, Expression, LoweredFunction, Variable } from '../lowered/program.js';
import { isInDomain, type Shared } from './domains.js';
import {
  all,
  array,
  atom,
  attempt,
  between,
  binary,
  call,
  cast,
  closure,
  compared,
  conditional,
  dereference,
  equated,
  field,
  integer,
  method,
  not,
  putInto,
  type RsExpression,
  readFrom,
  reference,
  TRUE,
  vec,
} from './expression.js';
import { flat } from './flat.js';
import { bytes, ownedLiteral, record, string, variantOf } from './literal.js';
import type { Application } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { bare, type Ownership } from './ownership.js';

/** A function, as its callers need it. */
export interface RsFunction {
  readonly name: string;
  /** True if it returns a `Result`. */
  readonly fails: boolean;
  /** True if its first parameter is the host of the entropy sources. */
  readonly takesHost: boolean;
}

/** The state of one function. */
export interface Scope extends Shared {
  readonly error: 'Fault' | 'GuardError';
  readonly functions: ReadonlyMap<LoweredFunction, RsFunction>;
  readonly ownership: Ownership;
  readonly nameOf: (variable: Variable) => RsExpression;
  /** True for a port of the circuit, which the caller owns. */
  readonly isPort: (variable: Variable) => boolean;
  /** The variables and fields that the current statement may move. */
  moved: ReadonlySet<string>;
  /** Returns a new name of a variable. */
  readonly fresh: (wanted: string) => string;
  /** The names of the contents of options that a pattern has bound, by the text of the option. */
  readonly contents: Map<string, BoundContent>;
}

/** The content of an option that a pattern has bound to a name. */
export interface BoundContent {
  readonly bound: Formed;
  /** True once it is read. */
  isRead: boolean;
}

/**
 * An expression with the form of its value. `value`: a copied value or one of its own. `place`: it belongs to something else, as a
 * `String`, `Vec`, struct or option. `slice`: a `&str` or a slice. `array`: elements for a list.
 */
export interface Formed {
  readonly form: 'value' | 'place' | 'slice' | 'array';
  readonly written: RsExpression;
}

/** Returns an expression that gives a copied value, or an owned one. */
export function valueOf(scope: Scope, expression: Expression): RsExpression {
  if (bare(expression).kind === 'conditional' || bare(expression).kind === 'orElse') return chosen(scope, bare(expression), valueOf);
  const { form, written } = formed(scope, expression);
  switch (form) {
    case 'value':
      // The type of an empty value is known there.
      if (written.kind === 'call' && written.callee.startsWith('Vec::<')) return call('Vec::new');
      return written.kind === 'atom' && written.text.startsWith('None::<') ? atom('None') : written;
    case 'array':
      return written.kind === 'call' && written.callee === '' ? vec(written.args) : method(written, 'to_vec');
    case 'slice':
      if (written.kind === 'atom' && written.text === 'b""') return call('Vec::new');
      return expression.type.kind === 'text' ? textOf(written) : method(receiverOf(written), 'to_vec');
    case 'place':
      return isMoved(scope, expression) ? written : method(receiverOf(written), 'clone');
  }
}

/** Returns an expression as a part of a list, an option or a record, of which `part` is the field. */
export function partOf(scope: Scope, whole: Type, part: string | null, expression: Expression): RsExpression {
  const written = valueOf(scope, expression);
  const isWide = whole.kind === 'bytes' || expression.type.kind !== 'integer';
  return isWide ? written : putInto(scope.types.widthInside(whole, part), written);
}

/** Returns a part of a list, an option or a record, of which `part` is the field, as a value. */
function partRead(scope: Scope, whole: Type, part: string | null, type: Type, written: RsExpression): RsExpression {
  return type.kind === 'integer' ? readFrom(scope.types.widthInside(whole, part), written) : written;
}

function textOf(slice: RsExpression): RsExpression {
  if (slice.kind !== 'atom' || !slice.text.startsWith('"')) return method(slice, 'to_string');
  return slice.text === '""' ? call('String::new') : call('String::from', slice);
}

function isMoved({ moved, isPort, ownership }: Scope, expression: Expression): boolean {
  const inner = bare(expression);
  const variable = inner.kind === 'field' ? bare(inner.record) : inner;
  if (variable.kind !== 'variable' || isPort(variable) || ownership.holdingOf(variable) !== 'value') return false;
  return moved.has(inner.kind === 'field' ? `${variable.name}.${inner.name}` : variable.name);
}

/** Returns an expression that gives a reference of the type of borrowed values: `&str`, `&[T]`, `&R`; a copied value itself. */
export function strictOf(scope: Scope, expression: Expression): RsExpression {
  if (scope.types.isCopied(expression.type)) return valueOf(scope, expression);
  const whole = bare(expression);
  if (whole.kind === 'conditional' && !outlivesBlock(scope, whole)) return lent(expression, chosen(scope, whole, valueOf));
  if (whole.kind === 'conditional' || whole.kind === 'orElse') return chosen(scope, whole, strictOf);
  if (isEmptyList(whole)) return reference(array([]));
  const { form, written } = formed(scope, expression);
  if (form === 'slice') return written;
  return form === 'array' ? reference(written) : lent(expression, written);
}

/** Returns a reference of the type of borrowed values to what an expression gives. */
function lent({ type: { kind } }: Expression, written: RsExpression): RsExpression {
  if (kind === 'text') return method(receiverOf(written), 'as_str');
  if (kind === 'list' || kind === 'bytes') return method(receiverOf(written), 'as_slice');
  return reference(written);
}

/** Returns true if each branch of a choice lends a value that its block does not make: a block drops what it has made. */
function outlivesBlock(scope: Scope, expression: Expression): boolean {
  const whole = bare(expression);
  if (whole.kind === 'conditional') return outlivesBlock(scope, whole.whenTrue) && outlivesBlock(scope, whole.whenFalse);
  return isEmptyList(whole) || scope.ownership.isBorrowable(whole);
}

function isEmptyList(expression: Expression): boolean {
  return expression.kind === 'literal' && Array.isArray(expression.value) && expression.value.length === 0;
}

/** Returns an expression for a parameter that is a reference; a copied value itself. */
export function borrowedOf(scope: Scope, expression: Expression): RsExpression {
  if (scope.types.isCopied(expression.type)) return valueOf(scope, expression);
  if (bare(expression).kind === 'conditional' || bare(expression).kind === 'orElse') return strictOf(scope, expression);
  const { form, written } = formed(scope, expression);
  return form === 'slice' ? written : reference(written);
}

/** Returns an expression as the receiver of a method that borrows it. */
export function receiverFor(scope: Scope, expression: Expression): RsExpression {
  if (bare(expression).kind === 'conditional' || bare(expression).kind === 'orElse') return strictOf(scope, expression);
  return receiverOf(formed(scope, expression).written);
}

function operandFor(scope: Scope, expression: Expression): RsExpression {
  if (bare(expression).kind === 'conditional' || bare(expression).kind === 'orElse') return valueOf(scope, expression);
  return formed(scope, expression).written;
}

/** A method dereferences its receiver itself. */
function receiverOf(place: RsExpression): RsExpression {
  return place.kind === 'unary' && (place.operator === '*' || place.operator === '&') ? place.operand : place;
}

function own(written: RsExpression): Formed {
  return { form: 'value', written };
}

/** Returns the expression in the form that it has without a copy. */
function formed(scope: Scope, expression: Expression): Formed {
  const isCopied = scope.types.isCopied(expression.type);
  switch (expression.kind) {
    case 'variable': {
      const name = scope.nameOf(expression);
      if (isCopied) return own(name);
      const holding = scope.ownership.holdingOf(expression);
      if (holding === 'value') return { form: 'place', written: name };
      return holding === 'slice' ? { form: 'slice', written: name } : { form: 'place', written: dereference(name) };
    }
    case 'literal':
      return literalOf(scope, expression);
    case 'list':
      return listOf(scope, expression);
    case 'record': {
      const fields = expression.fields.map(({ name, value }) => ({ name, value: partOf(scope, expression.type, name, value) }));
      return own(record(fields, expression.type, scope.types));
    }
    case 'some':
      return own(call('Some', partOf(scope, expression.type, null, expression.value)));
    case 'field': {
      const { form, written } = formedOrChosen(scope, expression.record);
      const name = scope.types.recordOf(expression.record.type).fields.get(expression.name) ?? expression.name;
      const read = partRead(scope, expression.record.type, expression.name, expression.type, field(receiverOf(written), name));
      return { form: isCopied ? 'value' : form, written: read };
    }
    case 'apply': {
      const emission = emissionOf(expression.monomer);
      const application = applicationOf(scope, expression.args, expression.type);
      const written = emission.write(application);
      if (emission.makesOption !== true || scope.types.widthInside(expression.type) === 64) {
        return { form: emission.gives?.(application) ?? 'value', written };
      }
      return own(method(written, 'map', closure('value', cast(atom('value'), 'i32'))));
    }
    case 'narrowed':
      return formed(scope, expression.value);
    case 'call':
      return own(callOf(scope, expression));
    case 'conditional':
    case 'orElse':
      return own(chosen(scope, expression, valueOf));
    case 'and':
    case 'or': {
      const [left, right] = [valueOf(scope, expression.left), valueOf(scope, expression.right)];
      return own(binary(left, expression.kind === 'and' ? '&&' : '||', right, expression.kind));
    }
    case 'not':
      return own(not(valueOf(scope, expression.operand)));
    case 'isSome':
      return own(method(receiverFor(scope, expression.option), 'is_some'));
    case 'content':
      return contentOf(scope, expression.option, expression.type);
    case 'between':
      return own(between(expression.lo, valueOf(scope, expression.value), expression.hi));
    case 'equals':
      return own(compared(equated(operandFor(scope, expression.value)), '==', comparedLiteral(scope, expression)));
  }
}

function formedOrChosen(scope: Scope, expression: Expression): Formed {
  const { kind } = bare(expression);
  if ((kind === 'conditional' || kind === 'orElse') && !scope.types.isCopied(expression.type)) {
    if (scope.ownership.isBorrowable(expression)) return { form: 'place', written: dereference(strictOf(scope, expression)) };
  }
  return formed(scope, expression);
}

function comparedLiteral(scope: Scope, { value, literal }: Extract<Expression, { kind: 'equals' }>): RsExpression {
  if (typeof literal === 'string' && value.type.kind === 'text') return string(literal);
  if (literal instanceof Uint8Array) return bytes(literal);
  return ownedLiteral(literal, value.type, scope.types);
}

/** The length from which a list of constants is a table of the module. */
const TABLE_LENGTH = 17;

function literalOf(scope: Scope, { value, type }: Extract<Expression, { kind: 'literal' }>): Formed {
  if (typeof value === 'string') {
    if (type.kind === 'enumeration') return { form: 'value', written: variantOf(value, type, scope.types) };
    return { form: 'slice', written: string(value) };
  }
  if (value instanceof Uint8Array) return { form: 'slice', written: bytes(value) };
  const written = ownedLiteral(value, type, scope.types);
  if (type.kind === 'option' && written.kind === 'atom') {
    return { form: 'value', written: atom(`None::<${scope.types.partOf(type)}>`) };
  }
  if (type.kind !== 'list' || !Array.isArray(value)) return { form: 'value', written };
  if (value.length === 0) return { form: 'value', written: call(`Vec::<${scope.types.partOf(type)}>::new`) };
  if (written.kind !== 'call' || !scope.types.isCopied(type.element)) return { form: 'value', written };
  const items = array(written.args);
  if (value.length < TABLE_LENGTH) return { form: 'array', written: items };
  return { form: 'array', written: atom(scope.runtime.table(scope.types.partOf(type), value.length, items)) };
}

function listOf(scope: Scope, { items, type }: Extract<Expression, { kind: 'list' }>): Formed {
  const written = items.map((each) => partOf(scope, type, null, each));
  if (written.length === 0) {
    return { form: 'value', written: call(`Vec::<${scope.types.partOf(type)}>::new`) };
  }
  return { form: 'array', written: array(written) };
}

/** Returns the choice of one of two values, each in the form that `write` gives. */
function chosen(scope: Scope, expression: Expression, write: (scope: Scope, expression: Expression) => RsExpression): RsExpression {
  if (expression.kind === 'conditional') {
    return conditional(valueOf(scope, expression.condition), write(scope, expression.whenTrue), write(scope, expression.whenFalse));
  }
  if (expression.kind !== 'orElse') throw new Error(`a ${expression.kind} is no choice`);
  const { option, otherwise } = expression;
  const isNarrow = expression.type.kind === 'integer' && scope.types.widthInside(option.type) === 32;
  if (isNarrow) return narrowChosen(scope, option, otherwise);
  if (scope.types.isCopied(option.type)) return method(valueOf(scope, option), 'unwrap_or', valueOf(scope, otherwise));
  if (write === valueOf) {
    const fallback = valueOf(scope, otherwise);
    const given = valueOf(scope, option);
    const text = flat(fallback);
    if (text === 'String::new()' || text.endsWith('Vec::new()')) return method(given, 'unwrap_or_default');
    return method(given, 'unwrap_or_else', closure('', fallback));
  }
  return method(optionOfReference(scope, option, expression.type), 'unwrap_or', write(scope, otherwise));
}

/** Returns the content of an option of integers of 32 bits, or another integer. */
function narrowChosen(scope: Scope, option: Expression, otherwise: Expression): RsExpression {
  const [given, fallback] = [bare(option), valueOf(scope, otherwise)];
  const emission = given.kind === 'apply' ? emissionOf(given.monomer) : null;
  if (given.kind !== 'apply' || emission?.makesOption !== true) {
    return method(typedNone(valueOf(scope, option)), 'map_or', fallback, atom('i64::from'));
  }
  return method(emission.write(applicationOf(scope, given.args, given.type)), 'unwrap_or', fallback);
}

/** Returns an option of an integer of 32 bits, whose type Rust would not know if it is always none. */
function typedNone(option: RsExpression): RsExpression {
  if (option.kind === 'if') return { ...option, whenTrue: typedNone(option.whenTrue), whenFalse: typedNone(option.whenFalse) };
  return option.kind === 'atom' && option.text === 'None' ? atom('None::<i32>') : option;
}

/** Returns a list or bytes whose parts have a type, which Rust would not know if there are none. */
function typedEmpty(written: RsExpression, part: string): RsExpression {
  if (written.kind === 'if')
    return { ...written, whenTrue: typedEmpty(written.whenTrue, part), whenFalse: typedEmpty(written.whenFalse, part) };
  return written.kind === 'call' && written.callee === 'Vec::new' ? call(`Vec::<${part}>::new`) : written;
}

/** Returns an option of a reference to the content of an option. */
function optionOfReference(scope: Scope, option: Expression, content: Type): RsExpression {
  const isSliced = content.kind === 'text' || content.kind === 'list' || content.kind === 'bytes';
  return method(receiverFor(scope, option), isSliced ? 'as_deref' : 'as_ref');
}

/** Returns the text by which the bound content of an option is known; null for an option that is no place. */
export function placeText(scope: Scope, option: Expression): string | null {
  const inner = bare(option);
  return isPlaceKind(inner) ? textOfPlace(scope, inner, formed(scope, inner)) : null;
}

function isPlaceKind({ kind }: Expression): boolean {
  return kind === 'variable' || kind === 'field' || kind === 'content';
}

function textOfPlace(scope: Scope, inner: Expression, { written }: Formed): string | null {
  if (!isPlaceKind(inner) || (inner.kind === 'field' && placeText(scope, inner.record) === null)) return null;
  return flat(receiverOf(written));
}

/** Returns the expression that a pattern `Some(name)` takes apart, with the form of the name. */
export function takenApart(scope: Scope, option: Expression, name: string): { readonly value: RsExpression; readonly bound: Formed } {
  const { type } = option;
  if (type.kind !== 'option') throw new Error(`a ${type.kind} is no option`);
  const bound = atom(name);
  if (scope.types.isCopied(type)) {
    return { value: valueOf(scope, option), bound: { form: 'value', written: partRead(scope, type, null, type.value, bound) } };
  }
  const isSliced = ['text', 'list', 'bytes'].includes(type.value.kind);
  const value = optionOfReference(scope, option, type.value);
  if (isSliced) return { value, bound: { form: 'slice', written: bound } };
  return { value, bound: { form: scope.types.isCopied(type.value) ? 'value' : 'place', written: dereference(bound) } };
}

/** Returns the content of an option that has one. The option is formed once: twice would double with each nested option. */
function contentOf(scope: Scope, option: Expression, content: Type): Formed {
  const inner = bare(option);
  const whole = inner.kind === 'conditional' || inner.kind === 'orElse' ? null : formed(scope, inner);
  const known = scope.contents.get((whole === null ? null : textOfPlace(scope, inner, whole)) ?? '');
  if (known !== undefined) {
    known.isRead = true;
    return known.bound;
  }
  if (scope.types.isCopied(option.type)) {
    const copied = whole?.form === 'value' ? whole.written : valueOf(scope, option);
    return { form: 'value', written: partRead(scope, option.type, null, content, method(copied, 'unwrap')) };
  }
  const { form, written } = whole ?? formedOrChosen(scope, option);
  if (form === 'value') return { form: 'value', written: method(written, 'unwrap') };
  if (scope.types.isCopied(content))
    return { form: 'value', written: dereference(method(method(receiverOf(written), 'as_ref'), 'unwrap')) };
  const isSliced = content.kind === 'text' || content.kind === 'list' || content.kind === 'bytes';
  const borrowed =
    whole === null ? optionOfReference(scope, option, content) : method(receiverOf(whole.written), isSliced ? 'as_deref' : 'as_ref');
  const unwrapped = method(borrowed, 'unwrap');
  return isSliced ? { form: 'slice', written: unwrapped } : { form: 'place', written: dereference(unwrapped) };
}

function callOf(scope: Scope, { callee, args, place }: Extract<Expression, { kind: 'call' }>): RsExpression {
  const { name, fails, takesHost } = functionOf(scope, callee);
  const given = args.map((arg) => borrowedOf(scope, arg));
  const passed = [...(takesHost ? [atom('host')] : []), ...given, ...(place === null ? [] : placeArguments(scope, place))];
  const called = call(name, ...passed);
  return fails ? attempt(called) : called;
}

export function functionOf({ functions }: Pick<Scope, 'functions'>, lowered: LoweredFunction): RsFunction {
  const found = functions.get(lowered);
  if (found === undefined) throw new Error(`${lowered.name} is called before it is written`);
  return found;
}

export function applicationOf(scope: Scope, args: readonly Expression[], result: Type): Application {
  const at = (index: number): Expression => {
    const arg = args[index];
    if (arg === undefined) throw new RangeError(`no argument ${index}`);
    return arg;
  };
  return {
    value: (index) => valueOf(scope, at(index)),
    typedValue: (index) => {
      const { type } = at(index);
      return typedEmpty(valueOf(scope, at(index)), type.kind === 'bytes' ? 'u8' : scope.types.partOf(type));
    },
    part: (index, whole) => partOf(scope, whole, null, at(index)),
    borrowed: (index) => borrowedOf(scope, at(index)),
    strict: (index) => strictOf(scope, at(index)),
    receiver: (index) => receiverFor(scope, at(index)),
    operand: (index) => operandFor(scope, at(index)),
    typed: args,
    result,
    types: scope.types,
    use: scope.runtime.use,
  };
}

/** Returns the arguments of the error for a place: a fault names a line, a guard also the closure domain. */
export function placeArguments(scope: Scope, place: Blamed): readonly RsExpression[] {
  if (place === 'caller') return scope.error === 'Fault' ? [atom('caller_line')] : [atom('caller_domain'), atom('caller_line')];
  const line = integer(place.line);
  return scope.error === 'Fault' ? [line] : [string(place.domain), line];
}

/** Returns the condition of a check; `true` if it always holds. */
export function conditionOf(scope: Scope, condition: Condition): RsExpression {
  switch (condition.kind) {
    case 'holds':
      return valueOf(scope, condition.value);
    case 'inDomain':
      return isInDomain(scope, condition.domain, {
        value: () => valueOf(scope, condition.value),
        receiver: () => receiverFor(scope, condition.value),
        borrowed: () => borrowedOf(scope, condition.value),
        range: condition.value.range,
        width: 64,
      });
    case 'precondition': {
      const { needs } = emissionOf(condition.monomer);
      return needs === undefined ? TRUE : all(needs(applicationOf(scope, condition.args, { kind: 'integer' })));
    }
    case 'hasRoom':
      return compared(method(scope.nameOf(condition.variable), 'len'), '<', integer(condition.limit));
  }
}
