import { runInThisContext } from 'node:vm';
import { certify, compilePolicy, encodeInputs, type Graph, type PolicyProgram, read } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import { compile } from '../compile.js';
import type { CompiledProgram, CompileOptions } from '../target.js';
import { targetNamed } from '../targets.js';
import { valueIn } from './inputs.js';
import { importedPolicy } from './loaded.js';

export function policyOf(source: string): PolicyProgram {
  const reading = read(source);
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.diagnostics)}\n${source.slice(0, 2_000)}`);
  if (reading.program.type !== 'policy') throw new Error('no policy');
  return reading.program;
}

/** Compiles the policy to JavaScript as a closed one; an open one needs guards, which are at all its closure domains. */
export function programOfPolicy(program: PolicyProgram, options: Pick<CompileOptions, 'guards' | 'tests'>): CompiledProgram {
  const target = targetNamed('javascript');
  if (target === undefined) throw new Error('no JavaScript');
  const compilation = compile(program, target, { certified: true, allowOpen: false, ...options });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

export function decisionsOf(program: PolicyProgram, guards: boolean): string {
  return programOfPolicy(program, { guards }).compiled;
}

/** Compares the emitted policy with the reference on every action, in all fields: with all guards, and without if it is closed. */
export function holdPolicyToReference(program: PolicyProgram, actions: readonly string[]): void {
  const isClosed = certify(program).certified;
  for (const guards of isClosed ? [true, false] : [true]) {
    const decide = importedPolicy(decisionsOf(program, guards));
    expectDecisions(decide(actions), program, actions);
  }
}

export function expectDecisions(found: readonly string[], program: PolicyProgram, actions: readonly string[]): void {
  const told = actions.map((action, index) => ({ action, decision: found[index] }));
  expect(told).toEqual(actions.map((action) => ({ action, decision: referenceDecision(program, action) })));
}

/** The decision of the reference about an action in JavaScript, as JSON. */
export function referenceDecision(program: PolicyProgram, action: string): string {
  const [category, params] = runInThisContext(`(${action})`);
  return JSON.stringify(compilePolicy(program)(category, params));
}

/** JavaScript of values that few domains admit, or none. */
// biome-ignore format: a table
export const ODD_VALUES: readonly string[] = [
  'undefined', 'null', '-0', '0', 'NaN', 'Infinity', '-Infinity', '1.5', '2 ** 53', '-(2 ** 53)', '1n', '10n ** 30n', 'true', '""', '"0"', '"01"', '"-0"',
  '"1e3"', '" 1"', '"9007199254740993"', '"-9223372036854775808"', '"9223372036854775808"', '"9".repeat(21)', '"red"', '"pink"', '"\\ud800"', '"a\\udc00b"',
  '"x".repeat(41)', '"🎉".repeat(30)', '"A"', '"a\\u2028"', '"AA=="', '"AB=="', '"AAA"', '"//8="', 'Uint8Array.of(1)', '[]', '[1]', '[1, -0]', '[1, , 2]',
  '["1"]', '[9, 10]', '[1, 2, 3, 4]', 'Array(70000)', '{}', '{ some: 1 }', '{ some: null }', '{ some: "7" }', '{ some: 1, more: 2 }', '{ a: 1, b: true }',
  '{ a: "1", b: true, c: 0 }', '{ a: 1 }', '{ b: true, a: 9 }', 'Object.create({ a: 1, b: true })', '() => 1', 'Symbol("a")', 'new Date(0)', 'new Map()',
  'new String("a")', 'new Number(1)', 'new Proxy([], {})', '{ get some() { throw 1; } }', '"xn--a.b"', '"a..b"', '"/a/../b"', '"/a//b"', '"/a/..."', '"::1"',
  '"01.2.3.4"', '"1:0:0:2::3"', '"0:0::"',
];

/** JavaScript of whole params that no action admits, but for the inherited ones. */
const ODD_PARAMS: readonly string[] = [
  'undefined',
  'null',
  '0',
  '""',
  '"x"',
  '[]',
  '[{}]',
  '() => ({})',
  'new Map()',
  'Symbol()',
  'Object.create(null)',
  'new Proxy({}, {})',
  '((pair) => { pair.revoke(); return pair.proxy; })(Proxy.revocable({}, {}))',
  'JSON.parse(\'{"__proto__": 1}\')',
  '{ "a/b~c": 1, "": 2 }',
  '{ get x0() { throw 1; } }',
  'Object.fromEntries(Array.from({ length: 3000 }, (_, i) => ["k" + ((i * 7919) % 3000), i]))',
  '{ x0: 1, "\\uffff": 1, "🎉": 1, z: 1 }',
];

const ODD_CATEGORIES = [
  '"no"',
  '""',
  '"constructor"',
  '"__proto__"',
  'undefined',
  'null',
  '7',
  '-0',
  'Symbol()',
  '["do"]',
  '"x".repeat(50)',
  '{}',
];

/** Generates actions of a policy, most of them admitted, the others wrong in all ways. */
export function actionsOf(program: PolicyProgram): fc.Arbitrary<string> {
  const { categories } = program.policy;
  const of = categories.map((category, index) => {
    const graph = program.core.graphs[index];
    if (graph === undefined) throw new RangeError('a category without a graph');
    return paramsOf(graph).map((text) => `[${JSON.stringify(category)}, ${text}]`);
  });
  const known = fc.oneof(...of);
  const odd = fc.tuple(fc.constantFrom(...ODD_CATEGORIES), fc.constantFrom(...ODD_PARAMS)).map((pair) => `[${pair.join(', ')}]`);
  return fc.oneof({ arbitrary: known, weight: 12 }, { arbitrary: odd, weight: 1 });
}

function object(members: readonly string[]): string {
  return `{ ${members.join(', ')} }`;
}

function paramsOf(graph: Graph): fc.Arbitrary<string> {
  const admitted = fc
    .tuple(...graph.parameters.map(({ domain }) => valueIn(domain)))
    .map((values) => Object.entries(encodeInputs(graph.parameters, values)).map(([name, json]) => `${name}: ${JSON.stringify(json)}`));
  const member = fc.tuple(fc.constantFrom('x0', 'x1', 'x2', 'x3', 'x4', '"__proto__x"', 'toString'), fc.constantFrom(...ODD_VALUES));
  const change = fc.tuple(fc.nat(9), member);
  const changed = fc.tuple(admitted, fc.array(change, { minLength: 1, maxLength: 2 })).map(([members, changes]) =>
    // A later member of the same name replaces the earlier one; without the first, a param is missing.
    [...members.slice(changes[0]?.[0] === 9 ? 1 : 0), ...changes.map(([, [name, value]]) => `${name}: ${value}`)],
  );
  const inherited = admitted.map((members) => `Object.create(${object(members)})`);
  const inheriting = admitted.map((members) => `Object.assign(Object.create({ more: 1, x0: 3 }), ${object(members)})`);
  return fc.oneof(
    { arbitrary: admitted.map(object), weight: 10 },
    { arbitrary: changed.map(object), weight: 10 },
    { arbitrary: inherited, weight: 1 },
    { arbitrary: inheriting, weight: 1 },
    { arbitrary: fc.constantFrom(...ODD_PARAMS), weight: 2 },
  );
}
