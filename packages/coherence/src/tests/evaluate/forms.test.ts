import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Run } from '@kirchhoff/kernel/evaluate/evaluation';
import { coreOf, TestGraphBuilder } from '@kirchhoff/kernel/evaluate/testing/graph-builder';
import type { Core, Graph, LoopSource, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { BOOLEAN, BYTES, type Domain, INTEGER, type Type } from '@kirchhoff/kernel/types/domain';
import { INT64_MAX, INT64_MIN } from '@kirchhoff/kernel/types/integer';
import { NONE, OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';

/** Forms of the core that the evaluator runs on graphs built by hand: loops, lists, bytes, records, options, and great depth. */

const INT64: Domain = { kind: 'integer', lo: INT64_MIN, hi: INT64_MAX };
const LIST: Domain = { kind: 'list', element: INT64, lo: 0, hi: 65_536 };
const BYTES_DOMAIN: Domain = { kind: 'bytes', lo: 0, hi: 100 };
const FLAG: Domain = { kind: 'boolean' };

function applied(name: string, ...operands: NodeId[]): Node {
  return { op: 'apply', monomer: monomerNamed(name)?.index ?? Number.NaN, operands, literals: [] };
}

/** Runs one input through the graph that `build` makes. */
function through(domain: Domain, input: Value, result: Domain, build: (builder: TestGraphBuilder, input: NodeId) => NodeId): Run {
  const builder = new TestGraphBuilder();
  const node = build(builder, builder.parameter('x', domain));
  return run(coreOf(builder.graph([{ name: 'r', domain: result, node }])), { graph: 0 }, [input]);
}

function valueOf(result: Run): Value | undefined {
  if (result.type !== 'outputs') throw new Error(JSON.stringify(result));
  return result.outputs.get('r');
}

type Loop = Extract<Node, { op: 'loop' }>['loop'];

/** A loop whose body tests 12 / element > 3; the body of a `map` gives 12 / element. */
function loopOf(loop: Loop, source: (builder: TestGraphBuilder, input: NodeId) => LoopSource, type: Type) {
  return (builder: TestGraphBuilder, input: NodeId): NodeId => {
    const over = source(builder, input);
    const body = builder.region((region) => {
      const element = builder.add({ op: 'bound', region, index: 0 });
      const quotient = builder.add(applied('DIV', builder.add({ op: 'literal', value: 12 }), element));
      return loop === 'map' ? quotient : builder.add(applied('GT', quotient, builder.add({ op: 'literal', value: 3 })), BOOLEAN);
    });
    return builder.add({ op: 'loop', loop, source: over, body }, type);
  };
}

const overValue = (_: TestGraphBuilder, node: NodeId): LoopSource => ({ over: 'value', node });
const overRange = (builder: TestGraphBuilder, hi: NodeId): LoopSource => ({
  over: 'range',
  lo: builder.add({ op: 'literal', value: 1 }),
  hi,
});

const LIST_TYPE: Type = { kind: 'list', element: INTEGER };

test.each<[Loop, Domain, Value, Domain, Type, Value]>([
  ['map', LIST, [1, 2, -3], LIST, LIST_TYPE, [12, 6, -4]],
  ['map', LIST, [], LIST, LIST_TYPE, []],
  ['map', BYTES_DOMAIN, Uint8Array.of(2, 4), LIST, LIST_TYPE, [6, 3]],
  ['filter', LIST, [1, 4, 2], LIST, LIST_TYPE, [1, 2]],
  ['filter', BYTES_DOMAIN, Uint8Array.of(1, 4, 2), BYTES_DOMAIN, BYTES, Uint8Array.of(1, 2)],
  ['any', LIST, [], FLAG, BOOLEAN, false],
  ['any', LIST, [4, 4], FLAG, BOOLEAN, false],
  ['any', LIST, [4, 1, 0], FLAG, BOOLEAN, true],
  ['all', LIST, [], FLAG, BOOLEAN, true],
  ['all', LIST, [1, 2], FLAG, BOOLEAN, true],
  ['all', LIST, [1, 4, 0], FLAG, BOOLEAN, false],
  ['count', LIST, [1, 4, 2, 4], INT64, INTEGER, 2],
  ['count', LIST, [], INT64, INTEGER, 0],
])('%s over %o %o', (loop, domain, input, result, type, expected) => {
  expect(valueOf(through(domain, input, result, loopOf(loop, overValue, type)))).toEqual(expected);
});

test('any and all stop at the element that settles them, and the others do not', () => {
  for (const [loop, type, result] of [
    ['count', INTEGER, INT64],
    ['filter', LIST_TYPE, LIST],
  ] as const) {
    expect(through(LIST, [1, 0], result, loopOf(loop, overValue, type))).toMatchObject({ type: 'fault', fault: { reason: 'operation' } });
  }
});

test('a loop goes over the integers of a range, none where it is empty', () => {
  expect(valueOf(through(INT64, 3, LIST, loopOf('map', overRange, LIST_TYPE)))).toEqual([12, 6, 4]);
  expect(valueOf(through(INT64, 0, LIST, loopOf('map', overRange, LIST_TYPE)))).toEqual([]);
});

test('a loop that would make more than a list holds is a fault of the loop', () => {
  expect(valueOf(through(INT64, 65_536, LIST, loopOf('map', overRange, LIST_TYPE)))).toHaveLength(65_536);
  expect(through(INT64, 65_537, LIST, loopOf('map', overRange, LIST_TYPE))).toMatchObject({
    type: 'fault',
    fault: { reason: 'operation' },
  });
});

/** A fold that sums a list from `initial` on, with a stated domain. */
function sum(initial: number, domain: Domain | null) {
  return (builder: TestGraphBuilder, list: NodeId): NodeId => {
    const start = builder.add({ op: 'literal', value: initial });
    const body = builder.region((region) => {
      const accumulator = builder.add({ op: 'bound', region, index: 0 });
      return builder.add(applied('ADD', accumulator, builder.add({ op: 'bound', region, index: 1 })));
    });
    return builder.add({ op: 'fold', source: { over: 'value', node: list }, initial: start, domain, body });
  };
}

test('a fold goes left to right from its first value, exactly', () => {
  expect(valueOf(through(LIST, [], INT64, sum(7, null)))).toBe(7);
  expect(valueOf(through(LIST, [INT64_MIN, INT64_MAX, 1], INT64, sum(0, null)))).toBe(0);
});

test('a stated accumulator domain is checked at the start and at each step', () => {
  const small: Domain = { kind: 'integer', lo: 0, hi: 9 };
  expect(valueOf(through(LIST, [4, 5], INT64, sum(0, small)))).toBe(9);
  expect(through(LIST, [4, 6, -5], INT64, sum(0, small))).toMatchObject({ type: 'fault', fault: { reason: 'stated', value: 10 } });
  expect(through(LIST, [], INT64, sum(10, small))).toMatchObject({ type: 'fault', fault: { reason: 'stated', value: 10 } });
});

const MAYBE: Domain = { kind: 'option', value: INT64 };
const NESTED: Domain = { kind: 'option', value: MAYBE };

/** Returns the option's content, or fails by a division by zero. */
function orFail(builder: TestGraphBuilder, option: NodeId): NodeId {
  const otherwise = builder.region(() => {
    const zero = builder.add({ op: 'literal', value: 0 });
    return builder.add(applied('DIV', zero, zero));
  });
  return builder.add({ op: 'unwrapOr', option, otherwise });
}

test('the default of an option is reached only for none', () => {
  expect(valueOf(through(MAYBE, new OptionValue(5), INT64, orFail))).toBe(5);
  expect(through(MAYBE, NONE, INT64, orFail)).toMatchObject({ type: 'fault', fault: { reason: 'operation' } });
});

/** -1 for none, -2 for some none, else the content. */
function unnest(builder: TestGraphBuilder, subject: NodeId): NodeId {
  const literal = (value: number) => builder.region(() => builder.add({ op: 'literal', value }));
  const arms = [
    { pattern: { pattern: 'none' }, region: literal(-1) },
    { pattern: { pattern: 'some', inner: { pattern: 'none' } }, region: literal(-2) },
    {
      pattern: { pattern: 'some', inner: { pattern: 'some', inner: { pattern: 'any' } } },
      region: builder.region((region) => builder.add({ op: 'bound', region, index: 0 })),
    },
  ] as const;
  return builder.add({ op: 'match', subject, arms });
}

test.each<[Value, number]>([
  [NONE, -1],
  [new OptionValue(NONE), -2],
  [new OptionValue(new OptionValue(7)), 7],
])('patterns of options bind what stands below the last some: %o', (input, expected) => {
  expect(valueOf(through(NESTED, input, INT64, unnest))).toBe(expected);
});

function isOneTwo(builder: TestGraphBuilder, subject: NodeId): NodeId {
  const literal = (value: boolean) => builder.region(() => builder.add({ op: 'literal', value }, BOOLEAN));
  const arms = [
    { pattern: { pattern: 'value', value: Uint8Array.of(1, 2) }, region: literal(true) },
    { pattern: { pattern: 'any' }, region: literal(false) },
  ] as const;
  return builder.add({ op: 'match', subject, arms }, BOOLEAN);
}

test('bytes in a pattern fit by their content', () => {
  expect(valueOf(through(BYTES_DOMAIN, Uint8Array.of(1, 2), FLAG, isOneTwo))).toBe(true);
  expect(valueOf(through(BYTES_DOMAIN, Uint8Array.of(1, 2, 3), FLAG, isOneTwo))).toBe(false);
});

test('lists, records and options are built, and fields read', () => {
  const record: Domain = {
    kind: 'record',
    fields: [
      { name: 'constructor', domain: LIST },
      { name: 'x', domain: MAYBE },
    ],
  };
  const result = through(INT64, 5, record, (builder, x) => {
    const fields = [
      { name: 'constructor', node: builder.add({ op: 'list', items: [x, x] }) },
      { name: 'x', node: builder.add({ op: 'some', value: x }) },
    ];
    const inner = builder.add({ op: 'record', fields });
    const list = builder.add({ op: 'field', record: inner, name: 'constructor' });
    return builder.add({
      op: 'record',
      fields: [
        { name: 'constructor', node: list },
        { name: 'x', node: fields[1]?.node ?? -1 },
      ],
    });
  });
  expect(valueOf(result)).toEqual(
    new RecordValue(
      new Map<string, Value>([
        ['constructor', [5, 5]],
        ['x', new OptionValue(5)],
      ]),
    ),
  );
});

/** `if c { 1 } else { if c { 1 } else { … 0 } }`, nested to the length of an else-if chain. */
function nested(depth: number): Core {
  const builder = new TestGraphBuilder();
  const condition = builder.parameter('c', FLAG);
  const arms: { whenTrue: number }[] = [];
  for (let i = 0; i < depth; i += 1) {
    arms.push({ whenTrue: builder.region(() => builder.add({ op: 'literal', value: i })) });
    builder.enter();
  }
  let node = builder.add({ op: 'literal', value: -1 });
  for (const { whenTrue } of arms.toReversed()) {
    const whenFalse = builder.leave(node);
    node = builder.add({ op: 'select', condition, whenTrue, whenFalse });
  }
  return coreOf(builder.graph([{ name: 'r', domain: INT64, node }]));
}

test('a hundred thousand nested regions overflow nothing', () => {
  const core = nested(100_000);
  expect(valueOf(run(core, { graph: 0 }, [false]))).toBe(-1);
  expect(valueOf(run(core, { graph: 0 }, [true]))).toBe(0);
});

/** A component that calls the component of that index, or returns its argument if there is no index. */
function link(component: number | null): Graph {
  const builder = new TestGraphBuilder();
  const n = builder.parameter('', INT64);
  const node = component === null ? n : builder.add({ op: 'call', component, arguments: [n] });
  return builder.graph([{ name: '', domain: INT64, node }], 'component');
}

test('a hundred thousand calls deep overflow nothing', () => {
  const components = Array.from({ length: 100_000 }, (_, index) => link(index === 0 ? null : index - 1));
  const result = run({ graphs: [], components, calledComponents: components.length }, { component: components.length - 1 }, [7]);
  expect(result.type === 'outputs' && result.outputs.get('')).toBe(7);
});
