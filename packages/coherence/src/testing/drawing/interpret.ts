import { applied, isSame } from './operations.js';
import { isText } from './texts.js';
import {
  type Component,
  type DrawnBlock,
  type DrawnExpression,
  type DrawnIteration,
  type DrawnPattern,
  type DrawnProgram,
  type DrawnSource,
  type DrawnType,
  type DrawnValue,
  type DrawnWire,
  type FieldNames,
  Optional,
} from './tree.js';

/** The bindings at an expression, the innermost first. */
export interface Environment {
  readonly name: string;
  readonly type: DrawnType;
  readonly value: DrawnValue;
  readonly outer: Environment | null;
}

/** Observes the progress of a run. */
export interface Tracer {
  /** Called after an expression has given a value. */
  expression(expression: DrawnExpression, value: DrawnValue, scope: Environment | null): void;
  /** Called after the wires of a block, before its result. */
  block(block: DrawnBlock, scope: Environment | null): void;
}

export type Interpretation =
  | { readonly type: 'outputs'; readonly outputs: ReadonlyMap<string, DrawnValue>; readonly scope: Environment | null }
  /** A require of the circuit is false. */
  | { readonly type: 'refused' }
  /** An operation without a result, a value outside its domain, or a broken contract. */
  | { readonly type: 'fault'; readonly why: string }
  | { readonly type: 'too long' };

const SILENT: Tracer = { expression() {}, block() {} };
const MAX_STEPS = 400_000;

class Fault extends Error {}
class TooLong extends Error {}

/** Runs a program according to docs/language.md: walks its tree and checks every value against its stated domain. */
export function interpret(program: DrawnProgram, inputs: readonly DrawnValue[], tracer: Tracer = SILENT): Interpretation {
  try {
    return new Run(program, tracer).circuit(inputs);
  } catch (error) {
    if (error instanceof Fault) return { type: 'fault', why: error.message };
    if (error instanceof TooLong) return { type: 'too long' };
    throw error;
  }
}

/** Returns true if the value lies in the domain. */
export function isIn(type: DrawnType, value: DrawnValue): boolean {
  switch (type.kind) {
    case 'integer':
      return typeof value === 'bigint' && type.lo <= value && value <= type.hi;
    case 'boolean':
      return typeof value === 'boolean';
    case 'enumeration':
      return typeof value === 'string' && type.tags.includes(value);
    case 'text':
      return typeof value === 'string' && isText(type, value);
    case 'bytes':
      return value instanceof Uint8Array && type.lo <= value.length && value.length <= type.hi;
    case 'list':
      return (
        Array.isArray(value) &&
        type.lo <= value.length &&
        value.length <= type.hi &&
        value.every((item: DrawnValue) => isIn(type.element, item))
      );
    case 'record':
      return value instanceof Map && type.fields.every((field) => value.has(field.name) && isIn(field.type, value.get(field.name)));
    case 'option':
      return value instanceof Optional && (value.content === null || isIn(type.value, value.content));
  }
}

const BYTE: DrawnType = { kind: 'integer', lo: 0n, hi: 255n };
const CODE_POINT: DrawnType = { kind: 'integer', lo: 0n, hi: 0x10ffffn };
const MAX_ELEMENTS = 65_536;

class Run {
  private steps = 0;

  constructor(
    private readonly program: DrawnProgram,
    private readonly tracer: Tracer,
  ) {}

  circuit(inputs: readonly DrawnValue[]): Interpretation {
    const { program } = this;
    const ports = this.bind(program.inputs, inputs);
    for (const condition of program.requires) if (this.evaluate(condition, ports) !== true) return { type: 'refused' };
    const scope = this.wires(program.wires, ports);
    const outputs = new Map(program.outputs.map(({ name, type }) => [name, this.inDomain(type, lookUp(name, scope), name)]));
    for (const condition of program.ensures) this.hold(condition, scope, 'an ensure of the circuit');
    return { type: 'outputs', outputs, scope };
  }

  private bind(
    parameters: readonly { readonly name: string; readonly type: DrawnType }[],
    values: readonly DrawnValue[],
  ): Environment | null {
    return parameters.reduce<Environment | null>(
      (outer, { name, type }, index) => ({ name, type, value: this.inDomain(type, values[index] ?? false, name), outer }),
      null,
    );
  }

  private wires(wires: readonly DrawnWire[], outer: Environment | null): Environment | null {
    return wires.reduce((scope, { name, names, stated, value }) => {
      const given = this.evaluate(value, scope);
      if (stated !== null) this.inDomain(stated, given, name);
      return bindAs(name, names, stated ?? value.type, given, scope);
    }, outer);
  }

  private block(block: DrawnBlock, outer: Environment | null): DrawnValue {
    const scope = this.wires(block.wires, outer);
    this.tracer.block(block, scope);
    return this.evaluate(block.result, scope);
  }

  private inDomain(type: DrawnType, value: DrawnValue, what: string): DrawnValue {
    if (!isIn(type, value)) throw new Fault(`${what} outside its domain`);
    return value;
  }

  private hold(condition: DrawnExpression, scope: Environment | null, what: string): void {
    if (this.evaluate(condition, scope) !== true) throw new Fault(`${what} does not hold`);
  }

  private call(component: Component, operands: readonly DrawnValue[]): DrawnValue {
    const { name } = component;
    const parameters = this.bind(component.parameters, operands);
    for (const condition of component.requires) this.hold(condition, parameters, `a require of ${name}`);
    const scope = this.wires(component.body.wires, parameters);
    this.tracer.block(component.body, scope);
    const result = this.inDomain(component.result, this.evaluate(component.body.result, scope), `the result of ${name}`);
    const promised: Environment = { name: 'result', type: component.result, value: result, outer: scope };
    for (const condition of component.ensures) this.hold(condition, promised, `an ensure of ${name}`);
    return result;
  }

  private evaluate(expression: DrawnExpression, scope: Environment | null): DrawnValue {
    this.steps += 1;
    if (this.steps > MAX_STEPS) throw new TooLong();
    const value = this.valueOf(expression, scope);
    this.tracer.expression(expression, value, scope);
    return value;
  }

  private valueOf(one: DrawnExpression, scope: Environment | null): DrawnValue {
    switch (one.form) {
      case 'name':
        return lookUp(one.name, scope);
      case 'literal':
        return one.value;
      case 'apply': {
        const operands = one.operands.map((operand) => this.evaluate(operand, scope));
        const result = applied(one.operation, operands);
        if (result === undefined) throw new Fault(`${one.operation} has no result`);
        return result;
      }
      case 'field': {
        const record = this.evaluate(one.record, scope);
        const value = record instanceof Map ? record.get(one.name) : undefined;
        if (value === undefined) throw new Error(`no field ${one.name}`);
        return value;
      }
      case 'if':
        return this.block(this.evaluate(one.condition, scope) === true ? one.whenTrue : one.whenFalse, scope);
      case 'connective': {
        const left = this.evaluate(one.left, scope);
        const settled = one.connective === 'and' ? left === false : one.connective === 'or' ? left === true : left === false;
        return settled ? one.connective !== 'and' : this.evaluate(one.right, scope);
      }
      case 'default': {
        const option = this.evaluate(one.option, scope);
        if (!(option instanceof Optional)) throw new Error('no option');
        return option.content ?? this.evaluate(one.otherwise, scope);
      }
      case 'match': {
        const subject = this.evaluate(one.subject, scope);
        for (const { pattern, guard, body } of one.arms) {
          const bound = fit(pattern, one.subject.type, subject, scope);
          if (bound !== undefined && this.allows(guard, bound.scope)) return this.block(body, bound.scope);
        }
        throw new Fault('no arm fits');
      }
      case 'rows': {
        const subjects = one.subjects.map((subject) => ({ type: subject.type, value: this.evaluate(subject, scope) }));
        for (const { alternatives, guard, body } of one.rows) {
          for (const patterns of alternatives) {
            const bound = fitAll(patterns, subjects, scope);
            if (bound !== undefined && this.allows(guard, bound.scope)) return this.block(body, bound.scope);
          }
        }
        throw new Fault('no row fits');
      }
      case 'loop':
        return this.loop(one, scope);
      case 'fold': {
        const { accumulator, stated } = one;
        const type = stated ?? one.initial.type;
        let value = this.evaluate(one.initial, scope);
        const keep = (): void => {
          if (stated !== null) this.inDomain(stated, value, accumulator);
          if (one.keeping === undefined) return;
          const kept: Environment = { name: accumulator, type, value, outer: scope };
          if (this.evaluate(one.keeping, kept) !== true) throw new Fault('what a fold keeps');
        };
        keep();
        for (const [at, element] of this.elements(one.source, scope).entries()) {
          const outer: Environment = { name: accumulator, type, value, outer: scope };
          value = this.block(one.body, iterated(one, at, element, outer));
          keep();
        }
        return value;
      }
      case 'as':
        return this.inDomain(one.domain, this.evaluate(one.operand, scope), 'a stated value');
      case 'call': {
        const component = this.program.components.find(({ name }) => name === one.component);
        if (component === undefined) throw new Error(`no component ${one.component}`);
        return this.call(
          component,
          one.operands.map((operand) => this.evaluate(operand, scope)),
        );
      }
      case 'list':
        return one.items.map((item) => this.evaluate(item, scope));
      case 'record':
        return new Map(one.fields.map((field) => [field.name, this.evaluate(field.value, scope)]));
      case 'update': {
        const record = this.evaluate(one.record, scope);
        if (!(record instanceof Map)) throw new Error('no record');
        return new Map([...record, ...one.fields.map((field) => [field.name, this.evaluate(field.value, scope)] as const)]);
      }
      case 'some':
        return new Optional(this.evaluate(one.content, scope));
    }
  }

  private allows(guard: DrawnExpression | undefined, scope: Environment | null): boolean {
    return guard === undefined || this.evaluate(guard, scope) === true;
  }

  private loop(one: Extract<DrawnExpression, { readonly form: 'loop' }>, scope: Environment | null): DrawnValue {
    const results: DrawnValue[] = [];
    const kept: DrawnValue[] = [];
    for (const [at, value] of this.elements(one.source, scope).entries()) {
      const result = this.block(one.body, iterated(one, at, value, scope));
      if (one.loop === 'any' && result === true) return true;
      if (one.loop === 'all' && result === false) return false;
      results.push(result);
      if (result === true) kept.push(value);
    }
    switch (one.loop) {
      case 'map':
      case 'filter': {
        const list = one.loop === 'map' ? results : kept;
        if (list.length > MAX_ELEMENTS) throw new Fault('a list that is too long');
        return one.loop === 'filter' ? gathered(one.source, list) : list;
      }
      case 'first':
        if (kept.length > MAX_ELEMENTS) throw new Fault('a list that is too long');
        return new Optional(kept[0] ?? null);
      case 'any':
        return false;
      case 'all':
        return true;
      case 'count':
        return BigInt(kept.length);
    }
  }

  private elements(source: DrawnSource, scope: Environment | null): readonly DrawnValue[] {
    if (source.over === 'value') {
      const value = this.evaluate(source.value, scope);
      if (value instanceof Uint8Array) return Array.from(value, BigInt);
      if (typeof value === 'string') return Array.from(value, (character) => BigInt(character.codePointAt(0) ?? 0));
      if (!Array.isArray(value)) throw new Error('no sequence');
      return value;
    }
    const lo = this.evaluate(source.lo, scope);
    const hi = this.evaluate(source.hi, scope);
    if (typeof lo !== 'bigint' || typeof hi !== 'bigint') throw new Error('no range');
    if (hi - lo >= BigInt(MAX_STEPS)) throw new TooLong();
    return Array.from({ length: Math.max(0, Number(hi - lo) + 1) }, (_, at) => lo + BigInt(at));
  }
}

/** Returns the elements that a filter keeps, as a sequence of the source's type. */
function gathered(source: DrawnSource, kept: readonly DrawnValue[]): DrawnValue {
  const kind = source.over === 'value' ? source.value.type.kind : 'list';
  if (kind === 'bytes') return Uint8Array.from(kept, Number);
  return kind === 'text' ? kept.map((code) => String.fromCodePoint(Number(code))).join('') : kept;
}

/** Binds a name to a value, or names to its fields. */
function bindAs(
  name: string,
  names: FieldNames | undefined,
  type: DrawnType,
  value: DrawnValue,
  outer: Environment | null,
): Environment | null {
  if (names === undefined) return { name, type, value, outer };
  return names.reduce<Environment | null>((scope, each) => {
    const field = type.kind === 'record' ? type.fields.find((one) => one.name === each.field) : undefined;
    const content = value instanceof Map ? value.get(each.field) : undefined;
    if (field === undefined || content === undefined) throw new Error(`no field ${each.field}`);
    return { name: each.name, type: field.type, value: content, outer: scope };
  }, outer);
}

function iterated(
  { name, index, names, source }: DrawnIteration,
  at: number,
  value: DrawnValue,
  outer: Environment | null,
): Environment | null {
  const scope: Environment | null =
    index === undefined ? outer : { name: index, type: { kind: 'integer', lo: 0n, hi: 65_535n }, value: BigInt(at), outer };
  return bindAs(name, names, elementOf(source), value, scope);
}

function lookUp(name: string, scope: Environment | null): DrawnValue {
  for (let at = scope; at !== null; at = at.outer) if (at.name === name) return at.value;
  throw new Error(`nothing is named ${name}`);
}

function elementOf(source: DrawnSource): DrawnType {
  if (source.over === 'value') {
    const { type } = source.value;
    if (type.kind === 'list') return type.element;
    return type.kind === 'text' ? CODE_POINT : BYTE;
  }
  const { lo, hi } = source;
  if (lo.type.kind !== 'integer' || hi.type.kind !== 'integer') throw new Error('no range');
  return { kind: 'integer', lo: lo.type.lo, hi: hi.type.hi > lo.type.lo ? hi.type.hi : lo.type.lo };
}

/** Returns the scope of an arm whose pattern matches; otherwise `undefined`. */
function fit(
  pattern: DrawnPattern,
  type: DrawnType,
  value: DrawnValue,
  outer: Environment | null,
): { readonly scope: Environment | null } | undefined {
  const matched = (isMatch: boolean): { readonly scope: Environment | null } | undefined => (isMatch ? { scope: outer } : undefined);
  switch (pattern.pattern) {
    case 'any':
      return matched(true);
    case 'name':
      return { scope: { name: pattern.name, type, value, outer } };
    case 'range':
      return matched(typeof value === 'bigint' && pattern.lo <= value && value <= pattern.hi);
    case 'value':
      return matched(isSame(pattern.value, value));
    case 'tag':
      return matched(value === pattern.tag);
    case 'none':
      return matched(value instanceof Optional && value.content === null);
    case 'either':
      return matched(pattern.patterns.some((each) => fit(each, type, value, outer) !== undefined));
    case 'some':
      if (!(value instanceof Optional) || value.content === null || type.kind !== 'option') return undefined;
      return fit(pattern.inner, type.value, value.content, outer);
  }
}

/** Returns the scope of a row whose patterns match the values; a single pattern is matched with each value. */
function fitAll(
  patterns: readonly DrawnPattern[],
  subjects: readonly { readonly type: DrawnType; readonly value: DrawnValue }[],
  outer: Environment | null,
): { readonly scope: Environment | null } | undefined {
  const [first] = patterns;
  const each = patterns.length === 1 && first !== undefined ? subjects.map(() => first) : patterns;
  return each.reduce<{ readonly scope: Environment | null } | undefined>(
    (bound, pattern, index) => {
      const subject = subjects[index];
      if (subject === undefined) throw new Error('a pattern for no value');
      return bound === undefined ? undefined : fit(pattern, subject.type, subject.value, bound.scope);
    },
    { scope: outer },
  );
}
