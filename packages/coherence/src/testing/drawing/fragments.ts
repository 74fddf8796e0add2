import { and, apply, BOOLEAN, between, choose, holds, integer, literal, named, wire } from './build.js';
import type { Drawing, Names } from './drawing.js';
import { CLOSED, LETTER_SETS } from './texts.js';
import type { Arm, Expression, Named, Type, Wire } from './tree.js';

/** Two tables of equal length and the elements of both at one place. */
export function drawTables(drawing: Drawing, scope: Names): readonly Wire[] {
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
export function drawBoards(drawing: Drawing, scope: Names): readonly Wire[] {
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
export function drawOctets(drawing: Drawing, octets: Named, scope: Names): Wire {
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
export function drawLoops(drawing: Drawing, scope: Names): readonly Wire[] {
  const { random, enumerations } = drawing;
  const element = random.pick<Type>([
    between(-9n, 9n),
    between(0n, 3n),
    { kind: 'text', lo: 0, hi: 3 },
    { kind: 'text', lo: 0, hi: 3, of: random.pick(LETTER_SETS) },
    random.pick(CLOSED),
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
