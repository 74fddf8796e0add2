import { BOOLEAN, BYTES, INTEGER, TEXT, type Type } from '@kirchhoff/kernel/types/domain';
import * as fc from 'fast-check';
import {
  COLOUR,
  choice,
  domainOf,
  type ExpressionChoice,
  expression,
  FreshNames,
  INTEGERS,
  PAIR,
  SHAPE,
  SINGLE,
  WIRE_TYPES,
  type WireScope,
} from './random-expression.js';

export interface CircuitShape {
  /** The greatest distance of an integer port's bound from 0, and the greatest width of its range. */
  readonly reach: number;
  readonly width: number;
}

interface Drawn {
  readonly ports: readonly DrawnPort[];
  readonly wires: readonly ExpressionChoice[];
  readonly require: ExpressionChoice | null;
  readonly ensure: ExpressionChoice | null;
  readonly component: ExpressionChoice | null;
  readonly output: ExpressionChoice;
}

interface DrawnPort {
  readonly pick: number;
  readonly lo: number;
  readonly width: number;
}

/** Generates circuits of one to three inputs and one to five wires, some with a component, a require and an ensure. */
export function randomCircuit(shape: CircuitShape): fc.Arbitrary<string> {
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
  const names = new FreshNames('w');
  const scope: { wires: { name: string; type: Type }[]; component: string | null } = { wires: [...ports], component };
  // At least one input satisfies the require.
  if (drawn.require !== null)
    lines.push(`  require ${expression(BOOLEAN, drawn.require, { ...scope, component: null }, names)} or ${ports[0]?.admitted ?? 'true'}`);
  for (const wire of drawn.wires) {
    const type = WIRE_TYPES[wire.pick % WIRE_TYPES.length] ?? INTEGER;
    const name = names.fresh();
    const stated = type.kind === 'integer' && wire.small === 7 ? ': -100..100' : '';
    lines.push(`  ${name}${stated} = ${expression(type, wire, scope, names)}`);
    scope.wires.push({ name, type });
  }
  for (const { name } of ports) lines.push(`  echo_${name} = ${name}`);
  lines.push(`  out = ${expression(INTEGER, drawn.output, scope, names)}`);
  const ensured: WireScope = { wires: [...scope.wires, { name: 'out', type: INTEGER }], component: null };
  if (drawn.ensure !== null) lines.push(`  ensure ${expression(BOOLEAN, drawn.ensure, ensured, names)}`);
  return `${lines.join('\n')}\n}\n`;
}

function renderComponent(from: ExpressionChoice): string {
  const scope: WireScope = {
    wires: [
      { name: 'p', type: INTEGER },
      { name: 'q', type: INTEGER },
    ],
    component: null,
  };
  const require = from.small % 4 === 0 ? '  require p <= q\n' : '';
  const promise = from.small % 3 === 0 ? '\n  ensure result >= p or result < p' : '';
  return `component part(p: -5..5, q: -5..5) -> i64 {\n${require}  ${expression(INTEGER, from, scope, new FreshNames('c'))}${promise}\n}`;
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
function portOf({ pick, lo, width }: DrawnPort): { readonly type: Type; readonly domain: string; readonly admitted: string } {
  switch (pick) {
    case 7:
      return { type: BOOLEAN, domain: 'bool', admitted: 'true' };
    case 8:
      return { type: COLOUR, domain: 'enum { red, green, blue }', admitted: 'true' };
    case 9:
      return { type: TEXT, domain: TEXT_DOMAINS[Math.abs(lo + width) % TEXT_DOMAINS.length] ?? 'text[..1]', admitted: 'true' };
    case 10:
      return { type: INTEGERS, domain: '[0..2; ..2]', admitted: 'true' };
    case 11:
      return { type: PAIR, domain: '(a: 0..2, b: bool)', admitted: 'true' };
    case 12:
      return { type: { kind: 'option', value: INTEGER }, domain: '(-1..2)?', admitted: 'true' };
    case 13:
      return { type: BYTES, domain: 'bytes[..1]', admitted: 'true' };
    case 16:
      return { type: SHAPE, domain: domainOf(SHAPE), admitted: 'true' };
    case 17:
      return { type: SINGLE, domain: domainOf(SINGLE), admitted: 'true' };
    default:
      return { type: INTEGER, domain: `${lo}..${lo + width}`, admitted: `x0 == ${lo}` };
  }
}
