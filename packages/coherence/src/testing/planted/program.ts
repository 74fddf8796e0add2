import { and, apply, BOOLEAN, between, block, choose, holds, integer, isInteger, literal, named, wire } from './build.js';
import { Drawing, type Names } from './draw.js';
import { casesGoal, exhaustionGoal, type Goal, solverGoal, tablesGoal } from './goals.js';
import type { Random } from './random.js';
import type { Arm, Component, Expression, Named, Program, Type, Wire } from './tree.js';

/** The layers that close a program: each drawn program asks for one, and often gets it. */
export const LAYERS = ['analysis', 'cases', 'exhaustion', 'smt'] as const;
export type Layer = (typeof LAYERS)[number];

/** Lengths around what is tried in full, and at the limits of the language. */
const LONG = [4_095, 4_096, 4_097, 4_097, 4_098, 5_000, 5_000, 65_536] as const;
const LONG_TEXT = 1_048_576;

const GOALS: Readonly<Record<Layer, readonly Goal[]>> = {
  analysis: [],
  cases: [casesGoal],
  exhaustion: [exhaustionGoal],
  smt: [solverGoal, solverGoal, tablesGoal],
};

/** A program that asks for a layer: small enough to run on all inputs, or too wide for that. */
export function drawProgram(random: Random, layer: Layer): Program {
  const drawing = new Drawing(random);
  const isSmall = layer === 'exhaustion';
  const inputs = Array.from(
    { length: 1 + random.below(isSmall ? 2 : 3) },
    (_, index): Named => ({ name: `x${index}`, type: inputType(drawing, isSmall) }),
  );
  if (layer !== 'analysis') inputs.push({ name: 'n', type: numberType(random, layer) });
  const long: Named | null = isSmall && random.oneIn(2) ? { name: 'xs', type: singleType(drawing) } : null;
  if (long !== null) inputs.splice(0, inputs.length - 1, long);
  const components = random.oneIn(2) ? [] : Array.from({ length: 1 + random.below(2) }, () => drawComponent(drawing));
  const wires: Wire[] = [];
  const scope = (): Names => [...inputs, ...wires.map(({ name, value, stated }) => ({ name, type: stated ?? value.type }))];
  for (const component of components) if (!random.oneIn(3)) wires.push(wire(drawing.fresh('w'), drawing.callOf(component, inputs, 1)));
  const count = 1 + random.below(3);
  for (let index = 0; index < count; index += 1) wires.push(drawWire(drawing, scope()));
  if (random.oneIn(3)) wires.push(...drawTables(drawing, scope()));
  if (random.oneIn(layer === 'smt' ? 2 : 8)) wires.push(...drawBoards(drawing, scope()));
  if (random.oneIn(8)) {
    const octet: Named = { name: 'octet', type: { kind: 'bytes', lo: 1, hi: 1 } };
    inputs.push(octet);
    wires.push(drawOctets(drawing, octet, scope()));
  }
  if (random.oneIn(2)) wires.push(...drawLoops(drawing, scope()));
  const goals = GOALS[layer];
  if (goals.length > 0) {
    const goal = random.pick(goals)(drawing, inputs);
    if (goal !== null) wires.splice(random.below(wires.length + 1), 0, wire(drawing.fresh('g'), goal));
  }
  if (long !== null) wires.push(wire(drawing.fresh('w'), apply(between(0n, 65_536n), 'LENGTH', named(long))));
  const result = drawing.of(random.pick([between(-100n, 100n), BOOLEAN, ...drawing.enumerations]), scope(), 2);
  const outputs: Named[] = [{ name: 'out', type: result.type }, ...inputs.map(({ name, type }) => ({ name: `echo_${name}`, type }))];
  wires.push(wire('out', result), ...inputs.map((input) => wire(`echo_${input.name}`, named(input))));
  return { components, inputs, outputs, requires: drawRequires(drawing, inputs), wires, ensures: drawEnsures(drawing, scope()) };
}

function inputType(drawing: Drawing, isSmall: boolean): Type {
  return isSmall ? smallType(drawing) : wideType(drawing);
}

/** Lists of elements with one value, which are as few as their lengths however long they are. */
function singleType({ random }: Drawing): Type {
  const lo = random.within(-6n, 6n);
  const length = random.oneIn(3) ? 1 + random.below(3) : random.pick(LONG);
  const record: Type = { kind: 'record', fields: [{ name: 'a', type: between(lo, lo) }] };
  const single = random.pick<Type>([between(lo, lo), { kind: 'enumeration', tags: ['only'] }, length > 5_000 ? between(lo, lo) : record]);
  return { kind: 'list', element: single, lo: random.oneIn(2) ? length : Math.max(0, length - random.below(3)), hi: length };
}

/** Domains of few values, of however long ones. */
function smallType(drawing: Drawing): Type {
  const { random, enumerations } = drawing;
  const lo = random.within(-6n, 6n);
  return random.pick<Type>([
    between(lo, lo + random.within(1n, 5n)),
    between(lo, lo + random.within(1n, 5n)),
    BOOLEAN,
    random.pick(enumerations),
    random.pick(enumerations),
    singleType(drawing),
    { kind: 'list', element: random.pick([BOOLEAN, between(0n, 1n), ...enumerations]), lo: random.below(2), hi: 2 },
    {
      kind: 'record',
      fields: [
        { name: 'a', type: between(0n, 2n) },
        { name: 'b', type: random.pick([BOOLEAN, ...enumerations]) },
      ],
    },
    { kind: 'option', value: random.pick([between(lo, lo + 2n), BOOLEAN, ...enumerations]) },
    { kind: 'bytes', lo: 1, hi: 1 },
    { kind: 'text', lo: 0, hi: 0 },
  ]);
}

function wideType(drawing: Drawing): Type {
  const { random, enumerations } = drawing;
  const lo = random.within(-1_000n, 1_000n);
  const hi = random.oneIn(8) ? random.pick(LONG) : 1 + random.below(8);
  const element = random.pick<Type>([between(-100n, 100n), between(0n, 3n), BOOLEAN, { kind: 'text', lo: 0, hi: 3 }, ...enumerations]);
  return random.pick<Type>([
    between(lo, lo + random.within(10n, 300n)),
    between(lo, lo + random.within(10n, 300n)),
    between(lo, lo + random.within(1_000n, 10_000_000n)),
    between(-(2n ** 63n), 2n ** 63n - 1n),
    BOOLEAN,
    ...enumerations,
    { kind: 'list', element, lo: random.pick([0, hi, Math.min(hi, 2)]), hi },
    { kind: 'list', element, lo: random.pick([0, hi, Math.min(hi, 2)]), hi },
    { kind: 'text', lo: 0, hi: random.oneIn(8) ? LONG_TEXT : random.below(12) },
    { kind: 'bytes', lo: 0, hi: random.oneIn(8) ? LONG_TEXT : 1 + random.below(40) },
    {
      kind: 'record',
      fields: [
        { name: 'a', type: between(lo, lo + 100n) },
        { name: 'b', type: element },
        { name: 'c', type: between(0n, 9n) },
      ],
    },
    { kind: 'option', value: random.pick<Type>([between(lo, lo + 100n), element]) },
  ]);
}

/** An input that the goals of a layer speak of. */
function numberType(random: Random, layer: Layer): Type {
  const lo = random.within(-40n, 40n);
  if (layer === 'exhaustion') return between(lo, lo + random.within(3n, 30n));
  if (layer === 'cases') return between(lo - random.within(20n, 500n), lo + random.within(20n, 500n));
  return between(lo, lo + random.within(6_000n, 1_000_000_000n));
}

function wireType(drawing: Drawing): Type {
  const { random, enumerations } = drawing;
  const length = 1 + random.below(4);
  return random.pick<Type>([
    between(-1_000n, 1_000n),
    between(0n, 20n),
    between(-(2n ** 31n), 2n ** 31n),
    BOOLEAN,
    ...enumerations,
    { kind: 'text', lo: 0, hi: 8 },
    { kind: 'bytes', lo: 0, hi: 40 },
    { kind: 'list', element: random.pick<Type>([between(0n, 9n), ...enumerations]), lo: length, hi: length },
    { kind: 'list', element: random.pick<Type>([between(-9n, 9n), BOOLEAN]), lo: 0, hi: 6 },
    { kind: 'option', value: random.pick<Type>([between(0n, 9n), ...enumerations]) },
    {
      kind: 'record',
      fields: [
        { name: 'a', type: between(-9n, 9n) },
        { name: 'b', type: random.pick<Type>([between(0n, 50n), ...enumerations]) },
      ],
    },
  ]);
}

function drawWire(drawing: Drawing, scope: Names): Wire {
  const type = wireType(drawing);
  return wire(drawing.fresh('w'), drawing.of(type, scope, 3), drawing.random.oneIn(4) ? type : null);
}

/** Two tables of equal length and the elements of both at one place. */
function drawTables(drawing: Drawing, scope: Names): readonly Wire[] {
  const { random, enumerations } = drawing;
  const length = 2 + random.below(3);
  const place = drawing.fit(drawing.integer(scope, 1), between(0n, BigInt(length - 1)));
  const at: Named = { name: drawing.fresh('i'), type: place.type };
  const tables = [0, 1].flatMap((): readonly Wire[] => {
    const element = random.pick<Type>([
      ...enumerations,
      ...enumerations,
      between(0n, 9n),
      { kind: 'option', value: random.pick(enumerations) },
    ]);
    const type: Type = { kind: 'list', element, lo: length, hi: length };
    const content = random.oneIn(2)
      ? ({ type, form: 'apply', operation: 'FILL', operands: [integer(BigInt(length)), drawing.of(element, [], 0)] } as const)
      : drawing.of(type, scope, 0);
    const table = wire(drawing.fresh('k'), content, type);
    const element0: Expression = {
      type: element,
      form: 'apply',
      operation: 'GET',
      operands: [named({ name: table.name, type }), named(at)],
    };
    return [table, wire(drawing.fresh('y'), element0)];
  });
  return [wire(at.name, place), ...tables];
}

/** Two boards filled with a tag of equal position, and what is computed where both have it. */
function drawBoards(drawing: Drawing, scope: Names): readonly Wire[] {
  const { random, enumerations } = drawing;
  const length = BigInt(2 + random.below(8));
  const at: Named = { name: drawing.fresh('i'), type: between(0n, length - 1n) };
  const place = wire(at.name, drawing.fit(drawing.integer(scope, 1), between(0n, length - 1n)));
  const position = random.below(3);
  const first = random.below(3);
  const boards = [first, (first + 1 + random.below(2)) % 3].flatMap((index) => {
    const type = enumerations[index];
    if (type?.kind !== 'enumeration') return [];
    const tag = literal(type, type.tags[position] ?? '');
    const list: Type = { kind: 'list', element: type, lo: Number(length), hi: Number(length) };
    const board = wire(drawing.fresh('k'), apply(list, 'FILL', integer(length), tag), list);
    const element = wire(drawing.fresh('y'), apply(type, 'GET', named({ name: board.name, type: list }), named(at)));
    return [{ wires: [board, element], has: holds('EQ', named({ name: element.name, type }), tag) }];
  });
  const wires = [place, ...boards.flatMap((board) => board.wires)];
  const both = boards.map(({ has }) => has).reduce(and);
  const type = between(-1_000n, 1_000n);
  const computed = choose(type, both, drawing.of(type, scope, 2), integer(0n));
  return [...wires, wire(drawing.fresh('w'), computed)];
}

/** A match of a byte on several literals of its length. */
function drawOctets(drawing: Drawing, octets: Named, scope: Names): Wire {
  const { random } = drawing;
  const first = random.below(2);
  const type = between(-100n, 100n);
  const arms = [first, first + 1, 3 + random.below(253)].map(
    (octet): Arm => ({
      pattern: { pattern: 'value', value: Uint8Array.of(octet) },
      body: drawing.block(type, scope, 1),
    }),
  );
  const rest: Arm = { pattern: { pattern: 'any' }, body: drawing.block(type, scope, 1) };
  return wire(drawing.fresh('w'), { type, form: 'match', subject: named(octets), arms: [...arms, rest] });
}

/** A short list and loops of two sorts over it. */
function drawLoops(drawing: Drawing, scope: Names): readonly Wire[] {
  const { random, enumerations } = drawing;
  const element = random.pick<Type>([
    between(-9n, 9n),
    between(0n, 3n),
    { kind: 'text', lo: 0, hi: 3 },
    { kind: 'option', value: between(0n, 9n) },
    ...enumerations,
  ]);
  const type: Type = { kind: 'list', element, lo: 1, hi: 4 };
  const list = wire(drawing.fresh('l'), drawing.of(type, scope, 1), type);
  const loops = [0, 1].map(() => {
    const name = drawing.fresh('e');
    const loop = random.pick(['map', 'filter', 'any', 'all', 'count'] as const);
    const given = loop === 'map' ? random.pick<Type>([between(-99n, 99n), BOOLEAN, ...enumerations]) : BOOLEAN;
    const body = drawing.block(given, [...scope, { name: list.name, type }, { name, type: element }], 2);
    const result: Readonly<Record<typeof loop, Type>> = {
      map: { kind: 'list', element: given, lo: 1, hi: 4 },
      filter: { kind: 'list', element, lo: 0, hi: 4 },
      any: BOOLEAN,
      all: BOOLEAN,
      count: between(0n, 4n),
    };
    const source = { over: 'value', value: named({ name: list.name, type }) } as const;
    return wire(drawing.fresh('w'), { type: result[loop], form: 'loop', loop, name, source, body });
  });
  return [list, ...loops];
}

function drawRequires(drawing: Drawing, inputs: Names): readonly Expression[] {
  const { random } = drawing;
  const integers = inputs.map(named).filter(isInteger);
  const [first, second] = integers;
  if (first === undefined || !random.oneIn(3)) return [];
  if (second !== undefined && first.type.lo <= second.type.hi && random.oneIn(2)) return [holds('LE', first, second)];
  return first.type.lo === first.type.hi ? [] : [holds('NE', first, integer(random.within(first.type.lo, first.type.hi)))];
}

/** Promises that the types of wires imply. */
function drawEnsures(drawing: Drawing, scope: Names): readonly Expression[] {
  const integers = scope.map(named).filter(isInteger);
  if (integers.length === 0 || !drawing.random.oneIn(3)) return [];
  const one = drawing.random.pick(integers);
  return [drawing.random.oneIn(2) ? holds('GE', one, integer(one.type.lo)) : holds('LE', one, integer(one.type.hi))];
}

/** A component of two or three parameters, some with a require and a promise, some with a goal that only runs settle. */
function drawComponent(drawing: Drawing): Component {
  const { random, enumerations } = drawing;
  const lo = random.within(-5n, 0n);
  const number = between(lo, lo + random.within(5n, 20n));
  const others = random.oneIn(2) ? [] : [{ name: 'r', type: random.pick<Type>([BOOLEAN, ...enumerations]) }];
  const parameters: Named[] = [{ name: 'p', type: number }, { name: 'q', type: number }, ...others];
  const result = random.pick<Type>([between(-100n, 100n), between(0n, 9n), BOOLEAN, ...enumerations]);
  const [p, q] = parameters.map(named);
  const requires = p !== undefined && q !== undefined && random.oneIn(2) ? [holds('LE', p, q)] : [];
  const body = drawing.block(result, parameters, 2);
  const goal = random.oneIn(3) ? exhaustionGoal(drawing, parameters) : null;
  const wires = goal === null ? body.wires : [...body.wires, wire(drawing.fresh('g'), goal)];
  const ensures =
    result.kind === 'integer' && random.oneIn(2)
      ? [holds('LE', { type: result, form: 'name', name: 'result' }, literal(result, result.hi))]
      : [];
  const component: Component = { name: drawing.fresh('part'), parameters, requires, body: block(body.result, ...wires), ensures, result };
  drawing.components.push(component);
  return component;
}
