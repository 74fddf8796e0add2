import { BOOLEAN, BYTES, INTEGER, type Kind, TEXT } from '@kirchhoff/kernel/types/domain';
import * as fc from 'fast-check';
import {
  type Choice,
  COLOUR,
  choice,
  domainOf,
  expression,
  INTEGERS,
  Names,
  PAIR,
  type Scope,
  SHAPE,
  SINGLE,
  WIRE_KINDS,
} from './random-expression.js';

export interface Shape {
  /** The greatest distance of an integer port's bound from 0, and the greatest width of its range. */
  readonly reach: number;
  readonly width: number;
}

interface Drawn {
  readonly ports: readonly DrawnPort[];
  readonly wires: readonly Choice[];
  readonly require: Choice | null;
  readonly ensure: Choice | null;
  readonly component: Choice | null;
  readonly output: Choice;
}

interface DrawnPort {
  readonly pick: number;
  readonly lo: number;
  readonly width: number;
}

/** Generates circuits of one to three inputs and one to five wires, some with a component, a require and an ensure. */
export function randomCircuit(shape: Shape): fc.Arbitrary<string> {
  const port = fc.record({ pick: fc.nat(17), lo: fc.integer({ min: -shape.reach, max: shape.reach }), width: fc.nat(shape.width) });
  return fc
    .record({
      ports: fc.array(port, { minLength: 1, maxLength: 3 }),
      wires: fc.array(choice, { minLength: 1, maxLength: 5 }),
      require: fc.option(choice),
      ensure: fc.option(choice),
      component: fc.option(choice),
      output: choice,
    })
    .map((drawn) => render(drawn));
}

function render(drawn: Drawn): string {
  const lines: string[] = [];
  if (drawn.component !== null) lines.push(renderComponent(drawn.component));
  lines.push('circuit drawn {');
  const ports = drawn.ports.map((port, index) => ({ name: `x${index}`, ...portOf(port) }));
  for (const { name, domain } of ports) lines.push(`  input ${name}: ${domain}`);
  lines.push('  output out: i64');
  // Every input reaches an output, so that a circuit is open only because of its computation.
  for (const { name, domain } of ports) lines.push(`  output echo_${name}: ${domain}`);
  const component = drawn.component === null ? null : 'part';
  const names = new Names('w');
  const scope: { wires: { name: string; kind: Kind }[]; component: string | null } = { wires: [...ports], component };
  // At least one input satisfies the require.
  if (drawn.require !== null)
    lines.push(`  require ${expression(BOOLEAN, drawn.require, { ...scope, component: null }, names)} or ${ports[0]?.admitted ?? 'true'}`);
  for (const wire of drawn.wires) {
    const kind = WIRE_KINDS[wire.pick % WIRE_KINDS.length] ?? INTEGER;
    const name = names.fresh();
    const stated = kind.kind === 'integer' && wire.small === 7 ? ': -100..100' : '';
    lines.push(`  ${name}${stated} = ${expression(kind, wire, scope, names)}`);
    scope.wires.push({ name, kind });
  }
  for (const { name } of ports) lines.push(`  echo_${name} = ${name}`);
  lines.push(`  out = ${expression(INTEGER, drawn.output, scope, names)}`);
  const ensured: Scope = { wires: [...scope.wires, { name: 'out', kind: INTEGER }], component: null };
  if (drawn.ensure !== null) lines.push(`  ensure ${expression(BOOLEAN, drawn.ensure, ensured, names)}`);
  return `${lines.join('\n')}\n}\n`;
}

function renderComponent(from: Choice): string {
  const scope: Scope = {
    wires: [
      { name: 'p', kind: INTEGER },
      { name: 'q', kind: INTEGER },
    ],
    component: null,
  };
  const require = from.small % 4 === 0 ? '  require p <= q\n' : '';
  const promise = from.small % 3 === 0 ? '\n  ensure result >= p or result < p' : '';
  return `component part(p: -5..5, q: -5..5) -> i64 {\n${require}  ${expression(INTEGER, from, scope, new Names('c'))}${promise}\n}`;
}

const TEXT_DOMAINS = [
  'text[..1]',
  'text[..2] of "ab"',
  'text[1..2] of "-7"',
  'text[..9] of "a-z0-9.-"',
  'hostname',
  'ipv4',
  'path',
] as const;

/** The domain of a port, and a condition that one of its values satisfies. */
function portOf({ pick, lo, width }: DrawnPort): { readonly kind: Kind; readonly domain: string; readonly admitted: string } {
  switch (pick) {
    case 7:
      return { kind: BOOLEAN, domain: 'bool', admitted: 'true' };
    case 8:
      return { kind: COLOUR, domain: 'enum { red, green, blue }', admitted: 'true' };
    case 9:
      return { kind: TEXT, domain: TEXT_DOMAINS[Math.abs(lo + width) % TEXT_DOMAINS.length] ?? 'text[..1]', admitted: 'true' };
    case 10:
      return { kind: INTEGERS, domain: '[0..2; ..2]', admitted: 'true' };
    case 11:
      return { kind: PAIR, domain: '(a: 0..2, b: bool)', admitted: 'true' };
    case 12:
      return { kind: { kind: 'option', value: INTEGER }, domain: '(-1..2)?', admitted: 'true' };
    case 13:
      return { kind: BYTES, domain: 'bytes[..1]', admitted: 'true' };
    case 16:
      return { kind: SHAPE, domain: domainOf(SHAPE), admitted: 'true' };
    case 17:
      return { kind: SINGLE, domain: domainOf(SINGLE), admitted: 'true' };
    default:
      return { kind: INTEGER, domain: `${lo}..${lo + width}`, admitted: `x0 == ${lo}` };
  }
}
