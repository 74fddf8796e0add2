import { and, apply, BOOLEAN, between, choose, holds, integer, literal, named, wire } from './build.js';
import type { Drawing, DrawnNames } from './drawing.js';
import { rowsOf } from './forms.js';
import { someValue } from './inputs.js';
import { roundedQuotient } from './integers.js';
import { turnsOver } from './loops.js';
import { fieldWire } from './records.js';
import { CLOSED, LETTER_SETS, type TextType } from './texts.js';
import type { DrawnArm, DrawnExpression, DrawnName, DrawnPattern, DrawnType, DrawnWire } from './tree.js';

/** Generates two tables of equal length, and reads both at the same index. */
export function drawTables(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const { random, enumerations } = drawing;
  const length = 2 + random.below(3);
  const place = drawing.fit(drawing.integer(scope, 1), between(0n, BigInt(length - 1)));
  const at: DrawnName = { name: drawing.fresh('i'), type: place.type };
  const tables = [0, 1].flatMap((): readonly DrawnWire[] => {
    const element = random.pick<DrawnType>([
      ...enumerations,
      ...enumerations,
      between(0n, 9n),
      { kind: 'option', value: random.pick(enumerations) },
    ]);
    const type: DrawnType = { kind: 'list', element, lo: length, hi: length };
    const content = random.oneIn(2)
      ? ({ type, form: 'apply', operation: 'FILL', operands: [integer(BigInt(length)), drawing.of(element, [], 0)] } as const)
      : drawing.of(type, scope, 0);
    const table = wire(drawing.fresh('k'), content, type);
    const element0: DrawnExpression = {
      type: element,
      form: 'apply',
      operation: 'GET',
      operands: [named({ name: table.name, type }), named(at)],
    };
    return [table, wire(drawing.fresh('y'), element0)];
  });
  return [wire(at.name, place), ...tables];
}

/** Generates two boards with a tag in the same position, and a computation for the case that both have it. */
export function drawBoards(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const { random, enumerations } = drawing;
  const length = BigInt(2 + random.below(8));
  const at: DrawnName = { name: drawing.fresh('i'), type: between(0n, length - 1n) };
  const place = wire(at.name, drawing.fit(drawing.integer(scope, 1), between(0n, length - 1n)));
  const position = random.below(3);
  const first = random.below(3);
  const boards = [first, (first + 1 + random.below(2)) % 3].flatMap((index) => {
    const type = enumerations[index];
    if (type?.kind !== 'enumeration') return [];
    const tag = literal(type, type.tags[position] ?? '');
    const list: DrawnType = { kind: 'list', element: type, lo: Number(length), hi: Number(length) };
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

/** Generates a match of a byte on several literals of its length. */
export function drawBytes(drawing: Drawing, bytes: DrawnName, scope: DrawnNames): DrawnWire {
  const { random } = drawing;
  const first = random.below(2);
  const type = between(-100n, 100n);
  const arms = [first, first + 1, 3 + random.below(253)].map(
    (byte): DrawnArm => ({
      pattern: { pattern: 'value', value: Uint8Array.of(byte) },
      body: drawing.block(type, scope, 1),
    }),
  );
  const rest: DrawnArm = { pattern: { pattern: 'any' }, body: drawing.block(type, scope, 1) };
  return wire(drawing.fresh('w'), { type, form: 'match', subject: named(bytes), arms: [...arms, rest] });
}

/** Generates a short list and loops of two types over it. */
export function drawLoops(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const { random, enumerations } = drawing;
  const element = random.pick<DrawnType>([
    between(-9n, 9n),
    between(0n, 3n),
    { kind: 'text', lo: 0, hi: 3 },
    { kind: 'text', lo: 0, hi: 3, of: random.pick(LETTER_SETS) },
    random.pick(CLOSED),
    { kind: 'option', value: between(0n, 9n) },
    ...enumerations,
  ]);
  return loopsOver(drawing, scope, element);
}

/** Generates short lists of records, and loops of two types over them. */
export function drawPairs(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const b = drawing.random.pick<DrawnType>([BOOLEAN, between(1n, 9n), ...drawing.enumerations]);
  const fields = [
    { name: 'a', type: between(-9n, 9n) },
    { name: 'b', type: b },
  ];
  return loopsOver(drawing, scope, { kind: 'record', fields });
}

function loopsOver(drawing: Drawing, scope: DrawnNames, element: DrawnType): readonly DrawnWire[] {
  const type: DrawnType = { kind: 'list', element, lo: 1, hi: 4 };
  const list = wire(drawing.fresh('l'), drawing.of(type, scope, 1), type);
  const loops = [0, 1].map(() => {
    return loopOver(drawing, { name: list.name, type }, element, scope);
  });
  return [list, ...loops];
}

/** Generates a text, loops of two types over it, and padding of a part of it. */
export function drawTexts(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const { random } = drawing;
  const type: TextType = { kind: 'text', lo: random.below(2), hi: 4, ...(random.oneIn(4) ? {} : { of: random.pick(LETTER_SETS) }) };
  const text = wire(drawing.fresh('l'), drawing.of(type, scope, 1), type);
  const one = { name: text.name, type };
  const loops = [0, 1].map(() => loopOver(drawing, one, between(0n, 0x10ffffn), scope));
  const longer: DrawnType = { ...type, hi: 6 };
  const fill = someValue({ ...type, lo: 1, hi: 1 }, random);
  const padded = apply(longer, 'PAD_END', named(one), integer(random.within(0n, 6n)), literal({ ...type, lo: 1, hi: 1 }, fill));
  return [text, ...loops, wire(drawing.fresh('w'), padded, random.oneIn(2) ? longer : null)];
}

function loopOver(drawing: Drawing, one: Parameters<typeof turnsOver>[1], element: DrawnType, scope: DrawnNames): DrawnWire {
  const { random, enumerations } = drawing;
  const { lo, hi } = one.type;
  const loop = random.pick(['map', 'filter', 'first', 'any', 'all', 'count'] as const);
  const { iteration, bound } = turnsOver(drawing, one);
  const given = loop === 'map' ? random.pick<DrawnType>([between(-99n, 99n), BOOLEAN, ...enumerations]) : BOOLEAN;
  const body = drawing.block(given, [...scope, one, ...bound], 2);
  const result: Readonly<Record<typeof loop, DrawnType>> = {
    map: { kind: 'list', element: given, lo, hi },
    filter: { ...one.type, lo: 0 },
    first: { kind: 'option', value: element },
    any: BOOLEAN,
    all: BOOLEAN,
    count: between(0n, BigInt(hi)),
  };
  return wire(drawing.fresh('w'), { ...iteration, type: result[loop], form: 'loop', loop, body });
}

/** Generates a record, an update of it with other values in some fields, and names for the fields of one of them. */
export function drawRecords(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const { random, enumerations } = drawing;
  const type: DrawnType = {
    kind: 'record',
    fields: [
      { name: 'a', type: between(-9n, 99n) },
      { name: 'b', type: random.pick<DrawnType>([BOOLEAN, between(1n, 9n), ...enumerations]) },
      { name: 'c', type: random.pick<DrawnType>([between(0n, 9n), random.pick(CLOSED), { kind: 'option', value: between(0n, 9n) }]) },
    ],
  };
  const first = wire(drawing.fresh('r'), drawing.of(type, scope, 1), type);
  const known = { name: first.name, type };
  const changed = type.fields.filter((_, index) => index === 0 || random.oneIn(2));
  const fields = changed.map((field) => ({ name: field.name, value: drawing.of(field.type, [...scope, known], 1) }));
  const second = wire(drawing.fresh('r'), { type, form: 'update', record: named(known), fields });
  return [first, second, fieldWire(drawing, named(random.pick([known, { name: second.name, type }])))];
}

/** Generates a text of a closed domain, replaced by another text of the domain, and a match on it together with another value. */
export function drawClosed(drawing: Drawing, text: DrawnName, scope: DrawnNames): readonly DrawnWire[] {
  const { random } = drawing;
  const { type } = text;
  const some = () => literal(type, someValue(type, random));
  const chosen = wire(drawing.fresh('w'), choose(type, holds('EQ', named(text), some()), some(), named(text)), type);
  const result = between(0n, 99n);
  return [chosen, wire(drawing.fresh('w'), rowsOf(drawing, result, [...scope, text, { name: chosen.name, type }], 1))];
}

/** Generates quotients that are rounded up or to the nearest. */
export function drawRounded(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const part = () => drawing.fit(drawing.integer(scope, 1), between(-1_000n, 1_000n));
  return [0, 1].map(() => wire(drawing.fresh('w'), roundedQuotient(drawing, part())));
}

function integers(lo: bigint, hi: bigint): DrawnPattern {
  return { pattern: 'range', lo, hi };
}

/** Generates a match on several values, and one whose arms share patterns and have a condition. */
export function drawRows(drawing: Drawing, scope: DrawnNames): readonly DrawnWire[] {
  const { random, enumerations } = drawing;
  const type = random.pick<DrawnType>([between(-99n, 99n), BOOLEAN, ...enumerations]);
  const digit = between(0n, 5n);
  const body = () => drawing.block(type, scope, 1);
  const arms: readonly DrawnArm[] = [
    { pattern: { pattern: 'either', patterns: [integers(1n, 1n), integers(3n, 4n)] }, body: body() },
    { pattern: integers(2n, 5n), guard: drawing.of(BOOLEAN, scope, 1), body: body() },
    { pattern: { pattern: 'any' }, body: body() },
  ];
  const subject = drawing.fit(drawing.integer(scope, 1), digit);
  return [wire(drawing.fresh('w'), rowsOf(drawing, type, scope, 1)), wire(drawing.fresh('w'), { type, form: 'match', subject, arms })];
}
