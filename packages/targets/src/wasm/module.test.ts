import { lower } from '../lowered/lower.js';
import { circuitOf } from '../testing/reference.js';
import { Room } from '../writing/room.js';
import { assemble } from './assembler/assemble.js';
import { moduleOf } from './module.js';
import { Shared } from './shared.js';

function moduleOfSource(source: string, certified: boolean): ReturnType<typeof moduleOf> {
  return moduleOf(lower(circuitOf(source), { certified, guards: false }), new Shared(new Room()));
}

/** Returns the names of the functions of a closed circuit. */
function functionsOf(source: string): readonly string[] {
  return (moduleOfSource(source, true)?.parts.functions ?? []).map((tree) => String(tree[1])).toSorted();
}

const CORE = ['$alloc', '$alloc_pages', '$fail', '$failure', '$mark', '$release', '$run'];

test('a module has only the functions that it calls', () => {
  expect(functionsOf('circuit sum {\n input a: 0..9\n input b: 0..9\n output y: 0..18\n y = a + b\n}')).toEqual(CORE);
  const text = functionsOf('circuit upper {\n input t: text[..9]\n output y: text[..9]\n y = UPPER(t)\n}');
  expect(text).toContain('$upper');
  expect(text).not.toContain('$lower');
});

function failures(text: string | undefined): number {
  return (text ?? '').split('["call","$fail"').length - 1;
}

test('a closed circuit checks its inputs and no operation', () => {
  const source = 'circuit share {\n input a: i64\n input b: 1..9\n output y: i64\n y = a / b + b % 3\n}';
  const [open, closed] = [false, true].map((certified) => JSON.stringify(moduleOfSource(source, certified)?.parts.functions));
  // Two ports and the memory; open, the sum and the output too.
  expect(failures(open)).toBeGreaterThan(failures(closed));
  expect(closed).not.toContain('i64.eqz');
});

test('constants are in memory once', () => {
  const source = `circuit same {
  input a: 0..1
  output y: [text[..20]; ..4]
  output z: text[..20]
  y = if a > 0 { ["a text of its own", "b"] } else { ["b", "a text of its own"] }
  z = if a > 0 { "a text of its own" } else { "b" }
}`;
  const module = moduleOfSource(source, true);
  if (module === null) throw new Error('too long');
  const bytes = Buffer.from(assemble(module.parts)).toString('latin1');
  expect(bytes.split('a text of its own')).toHaveLength(2);
  // Nothing is made but the record of the outputs.
  expect(JSON.stringify(module.parts.functions).split('"call","$alloc"')).toHaveLength(2);
});
