import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import type { Monomer } from '@kirchhoff/kernel/monomers/monomer';
import type { KindScheme, Overload } from '@kirchhoff/kernel/monomers/overloads';
import { BOOLEAN, BYTES, INTEGER, type Kind, TEXT } from '@kirchhoff/kernel/types/domain';
import { sameKind } from '@kirchhoff/language/elaborate/same-kind';
import * as fc from 'fast-check';

/**
 * Well-typed random expressions as source text, over all pure monomers and all forms of the language. They are generated as trees
 * of choices and rendered under a scope. Every tree gives an expression, and a smaller tree a smaller one.
 */
export interface Choice {
  readonly pick: number;
  readonly small: number;
  readonly parts: readonly Choice[];
}

export const { choice } = fc.letrec<{ choice: Choice }>((tie) => ({
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

export const COLOUR: Kind = { kind: 'enumeration', tags: ['red', 'green', 'blue'] };
/** As many tags as {@link COLOUR} has. */
export const SHAPE: Kind = { kind: 'enumeration', tags: ['circle', 'square', 'point'] };
/** An enumeration with one value. */
export const SINGLE: Kind = { kind: 'enumeration', tags: ['only'] };
export const PAIR: Kind = {
  kind: 'record',
  fields: [
    { name: 'a', kind: INTEGER },
    { name: 'b', kind: BOOLEAN },
  ],
};
export const INTEGERS: Kind = { kind: 'list', element: INTEGER };
const TEXTS: Kind = { kind: 'list', element: TEXT };
const LETTERS = ['', 'a', 'b', 'ab', '-7', '12', 'é🎉', ' a ', '2024-02-29', '1.2.3', 'QQ==', 'ff'] as const;

/** The names in scope with their types, and the callable components. Each takes two integers of -5..5 and returns one. */
export interface Scope {
  readonly wires: readonly { readonly name: string; readonly kind: Kind }[];
  readonly component: string | null;
}

/** Generates fresh names. */
export class Names {
  private next = 0;

  constructor(private readonly prefix: string) {}

  fresh(): string {
    this.next += 1;
    return `${this.prefix}${this.next}`;
  }
}

const LEAF: Choice = { pick: 0, small: 1, parts: [] };

/** Writes an expression of a type from the parts of a choice. */
type Form = (from: Choice, scope: Scope, names: Names) => string;

export function expression(kind: Kind, from: Choice, scope: Scope, names: Names): string {
  if (from.parts.length === 0) return leaf(kind, from, scope);
  const forms = [...generalForms(kind), ...formsOf(kind), ...applicationsOf(kind)];
  const form = forms[from.pick % forms.length];
  return form === undefined ? leaf(kind, from, scope) : form(from, scope, names);
}

function part(from: Choice, index: number): Choice {
  return from.parts[index] ?? { ...LEAF, pick: from.pick + index, small: from.small };
}

function at(kind: Kind, index: number): Form {
  return (from, scope, names) => expression(kind, part(from, index), scope, names);
}

function known(kind: Kind, from: Choice, scope: Scope): string | undefined {
  const fitting = scope.wires.filter((wire) => sameKind(wire.kind, kind));
  return fitting[from.pick % Math.max(1, fitting.length)]?.name;
}

function leaf(kind: Kind, from: Choice, scope: Scope): string {
  const wire = known(kind, from, scope);
  return wire !== undefined && from.pick % 3 !== 0 ? wire : literal(kind, from, scope);
}

/** Returns a literal. Tags, `none` and `[]` take their type from their place, which `as` provides. */
function literal(kind: Kind, from: Choice, scope: Scope): string {
  switch (kind.kind) {
    case 'integer':
      return `(${from.small})`;
    case 'boolean':
      return from.pick % 2 === 0 ? 'true' : 'false';
    case 'enumeration':
      return `(.${kind.tags[from.pick % kind.tags.length] ?? ''} as ${domainOf(kind)})`;
    case 'text':
      return JSON.stringify(LETTERS[from.pick % LETTERS.length]);
    case 'bytes':
      return ['x""', 'x"00"', 'x"ff01"', 'x"80c3a9"'][from.pick % 4] ?? 'x""';
    case 'list':
      return `([${Array.from({ length: from.pick % 4 }, (_, n) => leaf(kind.element, { ...from, pick: from.pick + n }, scope)).join(', ')}] as ${domainOf(kind)})`;
    case 'record':
      return `(${kind.fields.map((field) => `${field.name}: ${leaf(field.kind, from, scope)}`).join(', ')})`;
    case 'option':
      return from.pick % 2 === 0 ? `(none as ${domainOf(kind)})` : `(some ${leaf(kind.value, from, scope)})`;
  }
}

/** Returns a domain of the type that contains all generated values. */
export function domainOf(kind: Kind): string {
  switch (kind.kind) {
    case 'integer':
      return 'i64';
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return `enum { ${kind.tags.join(', ')} }`;
    case 'text':
      return 'text[..60]';
    case 'bytes':
      return 'bytes[..60]';
    case 'list':
      return `[${domainOf(kind.element)}; ..8]`;
    case 'record':
      return `(${kind.fields.map((field) => `${field.name}: ${domainOf(field.kind)}`).join(', ')})`;
    case 'option':
      return `(${domainOf(kind.value)})?`;
  }
}

function guard(from: Choice, scope: Scope): string {
  return known(INTEGER, from, scope) ?? '3';
}

function generalForms(kind: Kind): readonly Form[] {
  const a = at(kind, 0);
  const b = at(kind, 1);
  return [
    (f, s, n) => `if ${expression(BOOLEAN, part(f, 2), s, n)} { ${a(f, s, n)} } else { ${b(f, s, n)} }`,
    (f, s, n) =>
      `match ${guard(f, s)} { ${f.small} => ${a(f, s, n)}, ${f.small + 1}..${f.small + 3} => ${b(f, s, n)}, _ => ${leaf(kind, f, s)} }`,
    (f, s, n) =>
      `match ${expression(COLOUR, part(f, 0), s, n)} { .red => ${b(f, s, n)}, .green => ${leaf(kind, f, s)}, _ => ${leaf(kind, part(f, 2), s)} }`,
    (f, s, n) =>
      `match ${expression(SHAPE, part(f, 0), s, n)} { .square => ${b(f, s, n)}, .circle => ${leaf(kind, f, s)}, .point => ${leaf(kind, part(f, 2), s)} }`,
    // Reads two tables at the same index, with enumerations of equal size.
    (f, s, n) => {
      const place = `CLAMP(${guard(f, s)}, 0, 2)`;
      const [red, square] = [COLOUR, SHAPE].map((each, index) => leaf(each, part(f, index), { ...s, wires: [] }));
      const [colours, shapes] = [red, square].map((tag, index) => `[${leaf(index === 0 ? COLOUR : SHAPE, f, s)}, ${tag}, ${tag}]`);
      return `if ${colours}[${place}] == ${red} and ${shapes}[${place}] == ${square} { ${a(f, s, n)} } else { ${b(f, s, n)} }`;
    },
    (f, s, n) => {
      const name = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name, kind: INTEGER }] };
      return `match ${expression({ kind: 'option', value: INTEGER }, part(f, 0), s, n)} { none => ${b(f, s, n)}, some ${name} => ${expression(kind, part(f, 2), inner, n)} }`;
    },
    (f, s, n) => `(${expression({ kind: 'option', value: kind }, part(f, 0), s, n)} ?? ${b(f, s, n)})`,
    (f, s, n) => {
      const accumulator = n.fresh();
      const element = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name: accumulator, kind }, { name: element, kind: INTEGER }] };
      return `fold ${accumulator} = ${a(f, s, n)} for ${element} in ${source(part(f, 1), s, n)} { ${expression(kind, part(f, 2), inner, n)} }`;
    },
    (f, s, n) => {
      const name = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name, kind: INTEGER }] };
      const cases = `${f.small}..${f.small + 3} if ${expression(BOOLEAN, part(f, 0), s, n)} => ${a(f, s, n)}`;
      return `match ${guard(f, s)} { ${cases}, ${name} if ${expression(BOOLEAN, part(f, 1), inner, n)} => ${leaf(kind, f, inner)}, _ => ${b(f, s, n)} }`;
    },
    (f, s, n) => {
      const tested = `(${expression(COLOUR, part(f, 0), s, n)}, ${expression({ kind: 'option', value: INTEGER }, part(f, 1), s, n)})`;
      const name = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name, kind: INTEGER }] };
      const first = `(.red, some ${name}) if ${name} > ${f.small} => ${expression(kind, part(f, 2), inner, n)}`;
      return `match ${tested} { ${first}, (.green, none), (_, some 3) if ${guard(f, s)} < 2 => ${leaf(kind, f, s)}, _ => ${b(f, s, n)} }`;
    },
    (f, s, n) => {
      const [whole, truth] = [n.fresh(), n.fresh()];
      const inner = { ...s, wires: [...s.wires, { name: whole, kind: INTEGER }, { name: truth, kind: BOOLEAN }] };
      const taken = `(a: ${whole}, b: ${truth}) = ${expression(PAIR, part(f, 0), s, n)}`;
      return `if ${guard(f, s)} >= ${f.small} { ${taken}\n ${expression(kind, part(f, 1), inner, n)} } else { ${leaf(kind, f, s)} }`;
    },
    (f, s, n) => {
      const local = n.fresh();
      const inner = { ...s, wires: [...s.wires, { name: local, kind: INTEGER }] };
      return `if ${guard(f, s)} >= ${f.small} { ${local} = ${expression(INTEGER, part(f, 0), s, n)}\n ${expression(kind, part(f, 1), inner, n)} } else { ${leaf(kind, f, s)} }`;
    },
  ];
}

/** Returns a source of integers for a loop: a list, or a short range. */
function source(from: Choice, scope: Scope, names: Names): string {
  if (from.pick % 2 === 0) return `0..${Math.abs(from.small) % 4}`;
  return expression(INTEGERS, from, scope, names);
}

function binary(operand: Kind, operator: string): Form {
  return (f, s, n) => `(${at(operand, 0)(f, s, n)} ${operator} ${at(operand, 1)(f, s, n)})`;
}

/** Returns the forms of the type that are not applications by name. */
function formsOf(kind: Kind): readonly Form[] {
  switch (kind.kind) {
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
          const inner = { ...s, wires: [...s.wires, ...[sum, left, right].map((name) => ({ name, kind: INTEGER }))] };
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
        binary(kind, '++'),
        (f, s, n) => `(${at(TEXT, 0)(f, s, n)} as text[..60] of ${['" -~"', '"a-z0-9.-"', '"0-9-"'][f.pick % 3]})`,
        (f, s, n) => `PAD_END(${at(TEXT, 0)(f, s, n)}, CLAMP(${at(INTEGER, 1)(f, s, n)}, 0, 9), "é")`,
        (f, s, n) => `filter ${loop({ ...f, pick: f.pick - (f.pick % 4) }, s, n)}`,
      ];
    case 'bytes':
      return [binary(kind, '++')];
    case 'list':
      return [
        (f, s, n) => `[${at(kind.element, 0)(f, s, n)}, ${at(kind.element, 1)(f, s, n)}]`,
        (f, s, n) => {
          const name = n.fresh();
          const inner = { ...s, wires: [...s.wires, { name, kind: INTEGER }] };
          return `map ${name} in ${source(part(f, 0), s, n)} { ${expression(kind.element, part(f, 1), inner, n)} }`;
        },
        (f, s, n) => {
          const name = n.fresh();
          const inner = { ...s, wires: [...s.wires, { name, kind: kind.element }] };
          return `filter ${name} in ${at(kind, 0)(f, s, n)} { ${expression(BOOLEAN, part(f, 1), inner, n)} }`;
        },
        (f, s, n) => {
          const [index, name] = [n.fresh(), n.fresh()];
          const inner = { ...s, wires: [...s.wires, { name: index, kind: INTEGER }, { name, kind: kind.element }] };
          const word = f.pick % 2 === 0 ? 'map' : 'filter';
          const given = expression(word === 'map' ? kind.element : BOOLEAN, part(f, 1), inner, n);
          return `${word} ${index}, ${name} in ${at(kind, 0)(f, s, n)} { ${given} }`;
        },
      ];
    case 'record':
      return [
        (f, s, n) => `(${kind.fields.map((field, index) => `${field.name}: ${at(field.kind, index)(f, s, n)}`).join(', ')})`,
        (f, s, n) => {
          const changed = kind.fields[f.pick % kind.fields.length];
          if (changed === undefined) return leaf(kind, f, s);
          return `(..${at(kind, 0)(f, s, n)}, ${changed.name}: ${at(changed.kind, 1)(f, s, n)})`;
        },
      ];
    case 'option':
      return [
        (f, s, n) => `(some ${at(kind.value, 0)(f, s, n)})`,
        ...(kind.value.kind === 'integer' ? [(f: Choice, s: Scope, n: Names) => `(first ${loop(f, s, n)})`] : []),
      ];
    case 'enumeration':
      return [];
  }
}

/** A condition over integers: the code points of a text, the elements of a list with or without indices, or a range. */
function loop(from: Choice, scope: Scope, names: Names): string {
  const [index, name] = [names.fresh(), names.fresh()];
  const isOfText = from.pick % 4 === 0;
  const isIndexed = from.pick % 8 < 2;
  const over = isOfText
    ? expression(TEXT, part(from, 0), scope, names)
    : isIndexed
      ? expression(INTEGERS, part(from, 0), scope, names)
      : source(part(from, 0), scope, names);
  const bound = isIndexed ? [index, name] : [name];
  const inner = { ...scope, wires: [...scope.wires, ...bound.map((each) => ({ name: each, kind: INTEGER }))] };
  return `${bound.join(', ')} in ${over} { ${expression(BOOLEAN, part(from, 1), inner, names)} }`;
}

const VARIABLES: readonly Kind[] = [INTEGER, TEXT, BOOLEAN, COLOUR, SHAPE];

/** Returns every application by name with a result of the type. */
function applicationsOf(kind: Kind): readonly Form[] {
  return CALLABLE.flatMap((monomer) => monomer.overloads.flatMap((overload) => application(monomer, overload, kind)));
}

const CALLABLE = MONOMERS.filter((monomer) => monomer.effect === 'pure' && monomer.analysis !== null && monomer.overloads.length > 0);

function application(monomer: Monomer, overload: Overload, kind: Kind): readonly Form[] {
  const variables = new Map<string, Kind>();
  if (!matches(overload.result, kind, variables)) return [];
  return [
    (f, s, n) => {
      const bound = new Map(variables);
      const args = overload.parameters.map((parameter, index) => {
        const operand = instantiate(parameter.kind, bound, f.pick + index);
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

function literalArgument(domain: { readonly lo: unknown; readonly hi: unknown } | null, from: Choice): string {
  if (domain === null) return ['"a*"', '"?b"', '"*"', '""'][from.pick % 4] ?? '""';
  return String(Number(domain.lo) + (from.pick % 8));
}

/** Returns true if the scheme can be the type; binds its variables. */
function matches(scheme: KindScheme, kind: Kind, variables: Map<string, Kind>): boolean {
  if (scheme.kind === 'variable') {
    const bound = variables.get(scheme.name);
    if (bound !== undefined) return sameKind(bound, kind);
    variables.set(scheme.name, kind);
    return true;
  }
  if (scheme.kind === 'list') return kind.kind === 'list' && matches(scheme.element, kind.element, variables);
  if (scheme.kind === 'option') return kind.kind === 'option' && matches(scheme.value, kind.value, variables);
  if (scheme.kind === 'record') {
    if (kind.kind !== 'record' || scheme.fields.length !== kind.fields.length) return false;
    return scheme.fields.every((field, index) => {
      const other = kind.fields[index];
      return other !== undefined && other.name === field.name && matches(field.kind, other.kind, variables);
    });
  }
  return sameKind(scheme, kind);
}

function instantiate(scheme: KindScheme, variables: Map<string, Kind>, pick: number): Kind {
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
        fields: scheme.fields.map((field) => ({ name: field.name, kind: instantiate(field.kind, variables, pick) })),
      };
    default:
      return scheme;
  }
}

/** The types of generated wires. Plain types are more frequent. */
export const WIRE_KINDS: readonly Kind[] = [
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
      { name: 'day', kind: INTEGER },
      { name: 'month', kind: INTEGER },
      { name: 'year', kind: INTEGER },
    ],
  },
  {
    kind: 'list',
    element: {
      kind: 'record',
      fields: [
        { name: 'a', kind: INTEGER },
        { name: 'b', kind: TEXT },
      ],
    },
  },
];
