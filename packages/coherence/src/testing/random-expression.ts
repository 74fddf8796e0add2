import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import type { Monomer } from '@kirchhoff/kernel/monomers/monomer';
import type { Overload, TypeScheme } from '@kirchhoff/kernel/monomers/overloads';
import { BOOLEAN, BYTES, INTEGER, TEXT, type Type } from '@kirchhoff/kernel/types/domain';
import { sameType } from '@kirchhoff/language/elaborate/same-type';
import * as fc from 'fast-check';

/**
 * Well-typed random expressions as source text, over all pure monomers and all forms of the language. They are generated as trees
 * of choices and rendered under a scope. Every tree gives an expression, and a smaller tree a smaller one.
 */
export interface ExpressionChoice {
  readonly pick: number;
  readonly small: number;
  readonly parts: readonly ExpressionChoice[];
}

export const { choice } = fc.letrec<{ choice: ExpressionChoice }>((tie) => ({
  choice: fc.record({
    pick: fc.nat(1_000_000),
    small: fc.integer({ min: -12, max: 12 }),
    parts: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'choice' },
      fc.constant([]),
      fc.array(tie('choice'), { minLength: 1, maxLength: 4, depthIdentifier: 'choice' }),
    ),
  }),
}));

export const COLOUR: Type = { kind: 'enumeration', tags: ['red', 'green', 'blue'] };
/** As many tags as {@link COLOUR} has. */
export const SHAPE: Type = { kind: 'enumeration', tags: ['circle', 'square', 'point'] };
/** An enumeration with one value. */
export const SINGLE: Type = { kind: 'enumeration', tags: ['only'] };
export const PAIR: Type = {
  kind: 'record',
  fields: [
    { name: 'a', type: INTEGER },
    { name: 'b', type: BOOLEAN },
  ],
};
export const INTEGERS: Type = { kind: 'list', element: INTEGER };
const TEXTS: Type = { kind: 'list', element: TEXT };
const LETTERS = ['', 'a', 'b', 'ab', '-7', '12', 'é🎉', ' a ', '2024-02-29', '1.2.3', 'QQ==', 'ff'] as const;

/** The names in scope with their types, and the callable components. Each takes two integers of -5..5 and returns one. */
export interface WireScope {
  readonly wires: readonly { readonly name: string; readonly type: Type }[];
  readonly component: string | null;
}

/** Generates fresh names. */
export class FreshNames {
  private next = 0;

  constructor(private readonly prefix: string) {}

  fresh(): string {
    this.next += 1;
    return `${this.prefix}${this.next}`;
  }
}

const LEAF: ExpressionChoice = { pick: 0, small: 1, parts: [] };

/** Writes an expression of a type from the parts of a choice. */
type Form = (from: ExpressionChoice, scope: WireScope, names: FreshNames) => string;

export function expression(type: Type, from: ExpressionChoice, scope: WireScope, names: FreshNames): string {
  if (from.parts.length === 0) return leaf(type, from, scope);
  const forms = [...generalForms(type), ...formsOf(type), ...applicationsOf(type)];
  const form = forms[from.pick % forms.length];
  return form === undefined ? leaf(type, from, scope) : form(from, scope, names);
}

function part(from: ExpressionChoice, index: number): ExpressionChoice {
  return from.parts[index] ?? { ...LEAF, pick: from.pick + index, small: from.small };
}

function at(type: Type, index: number): Form {
  return (from, scope, names) => expression(type, part(from, index), scope, names);
}

function known(type: Type, from: ExpressionChoice, scope: WireScope): string | undefined {
  const fitting = scope.wires.filter((wire) => sameType(wire.type, type));
  return fitting[from.pick % Math.max(1, fitting.length)]?.name;
}

function leaf(type: Type, from: ExpressionChoice, scope: WireScope): string {
  const wire = known(type, from, scope);
  return wire !== undefined && from.pick % 3 !== 0 ? wire : literal(type, from, scope);
}

/** Returns a literal. Tags, `none` and `[]` take their type from their place, which `as` provides. */
function literal(type: Type, from: ExpressionChoice, scope: WireScope): string {
  switch (type.kind) {
    case 'integer':
      return `(${from.small})`;
    case 'boolean':
      return from.pick % 2 === 0 ? 'true' : 'false';
    case 'enumeration':
      return `(.${type.tags[from.pick % type.tags.length] ?? ''} as ${domainOf(type)})`;
    case 'text':
      return JSON.stringify(LETTERS[from.pick % LETTERS.length]);
    case 'bytes':
      return ['x""', 'x"00"', 'x"ff01"', 'x"80c3a9"'][from.pick % 4] ?? 'x""';
    case 'list':
      return `([${Array.from({ length: from.pick % 4 }, (_, n) => leaf(type.element, { ...from, pick: from.pick + n }, scope)).join(', ')}] as ${domainOf(type)})`;
    case 'record':
      return `(${type.fields.map((field) => `${field.name}: ${leaf(field.type, from, scope)}`).join(', ')})`;
    case 'option':
      return from.pick % 2 === 0 ? `(none as ${domainOf(type)})` : `(some ${leaf(type.value, from, scope)})`;
  }
}

/** Returns a domain of the type that contains all generated values. */
export function domainOf(type: Type): string {
  switch (type.kind) {
    case 'integer':
      return 'i64';
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return `enum { ${type.tags.join(', ')} }`;
    case 'text':
      return 'text[..60]';
    case 'bytes':
      return 'bytes[..60]';
    case 'list':
      return `[${domainOf(type.element)}; ..8]`;
    case 'record':
      return `(${type.fields.map((field) => `${field.name}: ${domainOf(field.type)}`).join(', ')})`;
    case 'option':
      return `(${domainOf(type.value)})?`;
  }
}

function guard(from: ExpressionChoice, scope: WireScope): string {
  return known(INTEGER, from, scope) ?? '3';
}

function generalForms(type: Type): readonly Form[] {
  const a = at(type, 0);
  const b = at(type, 1);
  return [
    (f, s, n) => `if ${expression(BOOLEAN, part(f, 2), s, n)} { ${a(f, s, n)} } else { ${b(f, s, n)} }`,
    (f, s, n) =>
      `match ${guard(f, s)} { ${f.small} => ${a(f, s, n)}, ${f.small + 1}..${f.small + 3} => ${b(f, s, n)}, _ => ${leaf(type, f, s)} }`,
    (f, s, n) =>
      `match ${expression(COLOUR, part(f, 0), s, n)} { .red => ${b(f, s, n)}, .green => ${leaf(type, f, s)}, _ => ${leaf(type, part(f, 2), s)} }`,
    (f, s, n) =>
      `match ${expression(SHAPE, part(f, 0), s, n)} { .square => ${b(f, s, n)}, .circle => ${leaf(type, f, s)}, .point => ${leaf(type, part(f, 2), s)} }`,
    // Reads two tables at the same index, with enumerations of equal size.
    (f, s, n) => {
      const place = `CLAMP(${guard(f, s)}, 0, 2)`;
      const [red, square] = [COLOUR, SHAPE].map((each, index) => leaf(each, part(f, index), { ...s, wires: [] }));
      const [colours, shapes] = [red, square].map((tag, index) => `[${leaf(index === 0 ? COLOUR : SHAPE, f, s)}, ${tag}, ${tag}]`);
      return `if ${colours}[${place}] == ${red} and ${shapes}[${place}] == ${square} { ${a(f, s, n)} } else { ${b(f, s, n)} }`;
    },
    (f, s, n) => {
      const name = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name, type: INTEGER }] };
      return `match ${expression({ kind: 'option', value: INTEGER }, part(f, 0), s, n)} { none => ${b(f, s, n)}, some ${name} => ${expression(type, part(f, 2), inner, n)} }`;
    },
    (f, s, n) => `(${expression({ kind: 'option', value: type }, part(f, 0), s, n)} ?? ${b(f, s, n)})`,
    (f, s, n) => {
      const accumulator = n.fresh();
      const element = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name: accumulator, type }, { name: element, type: INTEGER }] };
      return `fold ${accumulator} = ${a(f, s, n)} for ${element} in ${source(part(f, 1), s, n)} { ${expression(type, part(f, 2), inner, n)} }`;
    },
    (f, s, n) => {
      const name = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name, type: INTEGER }] };
      const cases = `${f.small}..${f.small + 3} if ${expression(BOOLEAN, part(f, 0), s, n)} => ${a(f, s, n)}`;
      return `match ${guard(f, s)} { ${cases}, ${name} if ${expression(BOOLEAN, part(f, 1), inner, n)} => ${leaf(type, f, inner)}, _ => ${b(f, s, n)} }`;
    },
    (f, s, n) => {
      const tested = `(${expression(COLOUR, part(f, 0), s, n)}, ${expression({ kind: 'option', value: INTEGER }, part(f, 1), s, n)})`;
      const name = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name, type: INTEGER }] };
      const first = `(.red, some ${name}) if ${name} > ${f.small} => ${expression(type, part(f, 2), inner, n)}`;
      return `match ${tested} { ${first}, (.green, none), (_, some 3) if ${guard(f, s)} < 2 => ${leaf(type, f, s)}, _ => ${b(f, s, n)} }`;
    },
    (f, s, n) => {
      const [whole, truth] = [n.fresh(), n.fresh()];
      const inner = { ...s, wires: [...s.wires, { name: whole, type: INTEGER }, { name: truth, type: BOOLEAN }] };
      const taken = `(a: ${whole}, b: ${truth}) = ${expression(PAIR, part(f, 0), s, n)}`;
      return `if ${guard(f, s)} >= ${f.small} { ${taken}\n ${expression(type, part(f, 1), inner, n)} } else { ${leaf(type, f, s)} }`;
    },
    (f, s, n) => {
      const local = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name: local, type: INTEGER }] };
      return `if ${guard(f, s)} >= ${f.small} { ${local} = ${expression(INTEGER, part(f, 0), s, n)}\n ${expression(type, part(f, 1), inner, n)} } else { ${leaf(type, f, s)} }`;
    },
  ];
}

/** Returns a source of integers for a loop: a list, or a short range. */
function source(from: ExpressionChoice, scope: WireScope, names: FreshNames): string {
  if (from.pick % 2 === 0) return `0..${Math.abs(from.small) % 4}`;
  return expression(INTEGERS, from, scope, names);
}

function binary(operand: Type, operator: string): Form {
  return (f, s, n) => `(${at(operand, 0)(f, s, n)} ${operator} ${at(operand, 1)(f, s, n)})`;
}

/** Returns the forms of the type that are not applications by name. */
function formsOf(type: Type): readonly Form[] {
  switch (type.kind) {
    case 'integer':
      return [
        ...['+', '-', '*', '/', '%'].map((operator) => binary(INTEGER, operator)),
        ...['&', '|', '^', '>>'].map(
          (operator): Form =>
            (f, s, n) =>
              `(ABS(${at(INTEGER, 0)(f, s, n)}) ${operator} CLAMP(${at(INTEGER, 1)(f, s, n)}, 0, 9))`,
        ),
        (f, s) => `if ${known(INTEGER, f, s) ?? '2'} != 0 { ${f.small} / ${known(INTEGER, f, s) ?? '2'} } else { 0 }`,
        (f, s, n) => `(${at(PAIR, 0)(f, s, n)}).a`,
        (f, s, n) => `(${at(INTEGER, 0)(f, s, n)} as -200..200)`,
        (f, s, n) => `count ${loop(f, s, n)}`,
        (f, s, n) => `DIV_${f.small > 0 ? 'UP' : 'ROUND'}(${at(INTEGER, 0)(f, s, n)}, ${at(INTEGER, 1)(f, s, n)})`,
        (f, s, n) => {
          const [sum, left, right] = [n.fresh(), n.fresh(), n.fresh()];
          const inner = { ...s, wires: [...s.wires, ...[sum, left, right].map((name) => ({ name, type: INTEGER }))] };
          const pairs = `ZIP(${at(INTEGERS, 0)(f, s, n)}, ${at(INTEGERS, 1)(f, s, n)})`;
          return `fold ${sum} = ${f.small} for (a: ${left}, b: ${right}) in ${pairs} { ${expression(INTEGER, part(f, 2), inner, n)} }`;
        },
        (f, s, n) => {
          const list = known(INTEGERS, f, s) ?? '[4, 5]';
          return `if LENGTH(${list}) > ${Math.abs(f.small) % 3} { ${list}[${Math.abs(f.small) % 3}] } else { ${at(INTEGER, 0)(f, s, n)} }`;
        },
        (f, s, n) =>
          s.component === null
            ? at(INTEGER, 0)(f, s, n)
            : `${s.component}(CLAMP(${at(INTEGER, 0)(f, s, n)}, -5, 0), CLAMP(${at(INTEGER, 1)(f, s, n)}, ${f.small > 0 ? '0' : '-5'}, 5))`,
      ];
    case 'boolean':
      return [
        ...['<', '<=', '>', '>=', '==', '!='].map((operator) => binary(INTEGER, operator)),
        ...['and', 'or', 'implies'].map((operator) => binary(BOOLEAN, operator)),
        binary(TEXT, '<'),
        ...[TEXT, COLOUR, SHAPE, SINGLE, BYTES, INTEGERS, PAIR].map((operand) => binary(operand, '==')),
        (f, s, n) => `(${at(INTEGER, 0)(f, s, n)} in ${f.small}..${f.small + 6})`,
        (f, s, n) => `(${at(INTEGER, 0)(f, s, n)} in ${at(INTEGERS, 1)(f, s, n)})`,
        (f, s, n) => `any ${loop(f, s, n)}`,
        (f, s, n) => `all ${loop(f, s, n)}`,
        (f, s, n) => `(${at(PAIR, 0)(f, s, n)}).b`,
      ];
    case 'text':
      return [
        binary(type, '++'),
        (f, s, n) => `(${at(TEXT, 0)(f, s, n)} as text[..60] of ${['" -~"', '"a-z0-9.-"', '"0-9-"'][f.pick % 3]})`,
        (f, s, n) => `PAD_END(${at(TEXT, 0)(f, s, n)}, CLAMP(${at(INTEGER, 1)(f, s, n)}, 0, 9), "é")`,
        (f, s, n) => `filter ${loop({ ...f, pick: f.pick - (f.pick % 4) }, s, n)}`,
      ];
    case 'bytes':
      return [binary(type, '++')];
    case 'list':
      return [
        (f, s, n) => `[${at(type.element, 0)(f, s, n)}, ${at(type.element, 1)(f, s, n)}]`,
        (f, s, n) => {
          const name = n.fresh();
          const inner = { ...s, wires: [...s.wires, { name, type: INTEGER }] };
          return `map ${name} in ${source(part(f, 0), s, n)} { ${expression(type.element, part(f, 1), inner, n)} }`;
        },
        (f, s, n) => {
          const name = n.fresh();
          const inner = { ...s, wires: [...s.wires, { name, type: type.element }] };
          return `filter ${name} in ${at(type, 0)(f, s, n)} { ${expression(BOOLEAN, part(f, 1), inner, n)} }`;
        },
        (f, s, n) => {
          const [index, name] = [n.fresh(), n.fresh()];
          const inner = { ...s, wires: [...s.wires, { name: index, type: INTEGER }, { name, type: type.element }] };
          const word = f.pick % 2 === 0 ? 'map' : 'filter';
          const given = expression(word === 'map' ? type.element : BOOLEAN, part(f, 1), inner, n);
          return `${word} ${index}, ${name} in ${at(type, 0)(f, s, n)} { ${given} }`;
        },
      ];
    case 'record':
      return [
        (f, s, n) => `(${type.fields.map((field, index) => `${field.name}: ${at(field.type, index)(f, s, n)}`).join(', ')})`,
        (f, s, n) => {
          const changed = type.fields[f.pick % type.fields.length];
          if (changed === undefined) return leaf(type, f, s);
          return `(..${at(type, 0)(f, s, n)}, ${changed.name}: ${at(changed.type, 1)(f, s, n)})`;
        },
      ];
    case 'option':
      return [
        (f, s, n) => `(some ${at(type.value, 0)(f, s, n)})`,
        ...(type.value.kind === 'integer' ? [(f: ExpressionChoice, s: WireScope, n: FreshNames) => `(first ${loop(f, s, n)})`] : []),
      ];
    case 'enumeration':
      return [];
  }
}

/** A condition over integers: the code points of a text, the elements of a list with or without indices, or a range. */
function loop(from: ExpressionChoice, scope: WireScope, names: FreshNames): string {
  const [index, name] = [names.fresh(), names.fresh()];
  const isOfText = from.pick % 4 === 0;
  const isIndexed = from.pick % 8 < 2;
  const over = isOfText
    ? expression(TEXT, part(from, 0), scope, names)
    : isIndexed
      ? expression(INTEGERS, part(from, 0), scope, names)
      : source(part(from, 0), scope, names);
  const bound = isIndexed ? [index, name] : [name];
  const inner = { ...scope, wires: [...scope.wires, ...bound.map((each) => ({ name: each, type: INTEGER }))] };
  return `${bound.join(', ')} in ${over} { ${expression(BOOLEAN, part(from, 1), inner, names)} }`;
}

const VARIABLES: readonly Type[] = [INTEGER, TEXT, BOOLEAN, COLOUR, SHAPE];

/** Returns every application by name with a result of the type. */
function applicationsOf(type: Type): readonly Form[] {
  return CALLABLE.flatMap((monomer) => monomer.overloads.flatMap((overload) => application(monomer, overload, type)));
}

const CALLABLE = MONOMERS.filter((monomer) => monomer.effect === 'pure' && monomer.analysis !== null && monomer.overloads.length > 0);

function application(monomer: Monomer, overload: Overload, type: Type): readonly Form[] {
  const variables = new Map<string, Type>();
  if (!matches(overload.result, type, variables)) return [];
  return [
    (f, s, n) => {
      const bound = new Map(variables);
      const args = overload.parameters.map((parameter, index) => {
        const operand = instantiate(parameter.type, bound, f.pick + index);
        if (parameter.literal !== undefined)
          return literalArgument(parameter.literal.kind === 'integer' ? parameter.literal : null, part(f, index));
        const written = expression(operand, part(f, index), s, n);
        return operand.kind === 'integer' && f.pick % 2 === 0
          ? `CLAMP(${written}, ${Math.min(f.small, 0) % 2}, ${Math.abs(f.small)})`
          : written;
      });
      return `${monomer.name}(${args.join(', ')})`;
    },
  ];
}

function literalArgument(domain: { readonly lo: unknown; readonly hi: unknown } | null, from: ExpressionChoice): string {
  if (domain === null) return ['"a*"', '"?b"', '"*"', '""'][from.pick % 4] ?? '""';
  return String(Number(domain.lo) + (from.pick % 8));
}

/** Returns true if the scheme can be the type; binds its variables. */
function matches(scheme: TypeScheme, type: Type, variables: Map<string, Type>): boolean {
  if (scheme.kind === 'variable') {
    const bound = variables.get(scheme.name);
    if (bound !== undefined) return sameType(bound, type);
    variables.set(scheme.name, type);
    return true;
  }
  if (scheme.kind === 'list') return type.kind === 'list' && matches(scheme.element, type.element, variables);
  if (scheme.kind === 'option') return type.kind === 'option' && matches(scheme.value, type.value, variables);
  if (scheme.kind === 'record') {
    if (type.kind !== 'record' || scheme.fields.length !== type.fields.length) return false;
    return scheme.fields.every((field, index) => {
      const other = type.fields[index];
      return other !== undefined && other.name === field.name && matches(field.type, other.type, variables);
    });
  }
  return sameType(scheme, type);
}

function instantiate(scheme: TypeScheme, variables: Map<string, Type>, pick: number): Type {
  switch (scheme.kind) {
    case 'variable': {
      const bound = variables.get(scheme.name) ?? VARIABLES[pick % VARIABLES.length] ?? INTEGER;
      variables.set(scheme.name, bound);
      return bound;
    }
    case 'list':
      return { kind: 'list', element: instantiate(scheme.element, variables, pick) };
    case 'option':
      return { kind: 'option', value: instantiate(scheme.value, variables, pick) };
    case 'record':
      return {
        kind: 'record',
        fields: scheme.fields.map((field) => ({ name: field.name, type: instantiate(field.type, variables, pick) })),
      };
    default:
      return scheme;
  }
}

/** The types of generated wires. Plain types are more frequent. */
export const WIRE_TYPES: readonly Type[] = [
  INTEGER,
  INTEGER,
  INTEGER,
  BOOLEAN,
  COLOUR,
  SHAPE,
  TEXT,
  TEXT,
  BYTES,
  INTEGERS,
  TEXTS,
  { kind: 'list', element: SHAPE },
  PAIR,
  { kind: 'option', value: INTEGER },
  { kind: 'option', value: COLOUR },
  { kind: 'option', value: TEXT },
  { kind: 'option', value: BYTES },
  {
    kind: 'record',
    fields: [
      { name: 'day', type: INTEGER },
      { name: 'month', type: INTEGER },
      { name: 'year', type: INTEGER },
    ],
  },
  {
    kind: 'list',
    element: {
      kind: 'record',
      fields: [
        { name: 'a', type: INTEGER },
        { name: 'b', type: TEXT },
      ],
    },
  },
];
