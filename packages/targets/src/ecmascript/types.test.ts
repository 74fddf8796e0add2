import { certify, read } from '@kirchhoff/coherence';
import { documentedPrograms } from '@kirchhoff/coherence/testing/documented-programs';
import { compile } from '../compile.js';
import type { CompiledFile } from '../target.js';
import { TARGETS, targetNamed } from '../targets.js';
import { CIRCUITS } from '../testing/corpus.js';
import { typeErrors } from '../testing/ecmascript-toolchain.js';
import { circuitOf } from '../testing/reference.js';

/** Returns the files of a program in a folder of its own. */
function filesOf(program: Parameters<typeof compile>[0], id: string, folder: string, certified: boolean): readonly CompiledFile[] {
  const target = targetNamed(id);
  if (target === undefined) throw new Error(`no target ${id} among ${TARGETS.length}`);
  const compilation = compile(program, target, { certified, allowOpen: true });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program.files.map(({ path, content }) => ({ path: `${folder}/${path}`, content }));
}

const CALLED = `circuit called {
  input amount: 0..9
  input wide: i64
  input octets: bytes[..4]
  input items: [(tag: enum { a, b }, note: (text[..3])?); ..3]
  input nested: ((bool)?)?
  output amount_out: 0..9
  output wide_out: i64
  output items_out: [(tag: enum { a, b }, note: (text[..3])?); ..3]
  output nested_out: ((bool)?)?
  output octets_out: bytes[..4]
  amount_out = amount
  wide_out = wide
  items_out = items
  nested_out = nested
  octets_out = octets
}`;

const CALL = (path: string): string => `
import { called, DomainError } from '${path}';

const outputs = called({
  amount: 3,
  wide: 2n ** 62n,
  octets: Uint8Array.of(1),
  items: [{ tag: 'a', note: null }, { tag: 'b', note: 'x' }],
  nested: { some: null },
});
export const amount: number = outputs.amount_out;
export const wide: string = outputs.wide_out;
export const octets: string = outputs.octets_out;
export const tag: 'a' | 'b' | undefined = outputs.items_out[0]?.tag;
export const nested: { readonly some: boolean | null } | null = outputs.nested_out;
export const ports: readonly (string | null)[] = [new DomainError(null, '', 'no').port];
// @ts-expect-error -- a tag that there is not
called({ amount: 3, wide: '7', octets: 'AQ==', items: [{ tag: 'c', note: null }], nested: null });
// @ts-expect-error -- a port is missing
called({ amount: 3 });
// @ts-expect-error -- outputs do not change
outputs.amount_out = 4;
`;

test('a module and its declarations say what it takes and gives', () => {
  const program = circuitOf(CALLED);
  const files = [
    ...filesOf(program, 'js', 'js', true),
    { path: 'js/use.mts', content: CALL('./called.mjs') },
    ...filesOf(program, 'ts', 'ts', true),
    { path: 'ts/use.mts', content: CALL('./called.js') },
    { path: 'ts/package.json', content: '{ "type": "module" }' },
  ];
  expect(typeErrors(files)).toBe('');
}, 120_000);

test('the declarations of every circuit are right', () => {
  const files = CIRCUITS.flatMap(({ program, closed }, index) => filesOf(program, 'js', String(index), closed));
  expect(typeErrors(files.filter(({ path }) => path.endsWith('.d.mts')))).toBe('');
}, 240_000);

test('the documented policies compile to TypeScript without type errors', () => {
  const policies = documentedPrograms().flatMap(({ source }) => {
    const reading = read(source);
    return reading.ok && reading.program.type === 'policy' && certify(reading.program).certified ? [reading.program] : [];
  });
  const files = policies.flatMap((policy, index) => filesOf(policy, 'ts', String(index), true));
  expect(files.length).toBeGreaterThan(2);
  expect(typeErrors(files)).toBe('');
}, 120_000);

test('entropy sources need no declarations from elsewhere', () => {
  const source = `circuit asks {
    output now: i64
    output id: text[36]
    output home: (text[..4_096])?
    output dice: 1..6
    now = NOW()
    id = UUID()
    home = ENV("HOME")
    dice = RANDOM(1, 6)
  }`;
  expect(typeErrors(filesOf(circuitOf(source), 'ts', 'asks', false))).toBe('');
}, 120_000);
