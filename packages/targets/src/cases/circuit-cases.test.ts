import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CircuitProgram, encodeInputs } from '@kirchhoff/coherence';
import { compile } from '../compile.js';
import { targetNamed } from '../targets.js';
import { CIRCUITS } from '../testing/corpus.js';
import { enumeration, portsOfEnumeration } from '../testing/hard-sources.js';
import { circuitOf, graphOf, referenceAnswer } from '../testing/reference.js';
import { type CircuitCase, circuitCases } from './circuit-cases.js';
import { isOfType, jsonOf } from './value-forms.js';

const OPEN = { certified: false };

function inputsOf(program: CircuitProgram, { inputs }: CircuitCase): Readonly<Record<string, unknown>> {
  return Object.fromEntries(graphOf(program).parameters.map(({ name, domain }, index) => [name, jsonOf(domain, inputs[index] ?? false)]));
}

function casesOf(source: string) {
  const program = circuitOf(source);
  return circuitCases(program, OPEN).map((each) => ({ title: each.title, answer: each.answer, inputs: inputsOf(program, each) }));
}

const TARIFF = `circuit tariff {
  input kind: enum { basic, plus }
  input units: 0..100_000
  input code: (text[3] of "A-Z")?
  input flag: bool
  output price: i64
  require units != 77 or flag
  step = if units > 40_000 and code == some "XYZ" { 3 } else { 1 }
  price = match kind { .basic => units * step, .plus => units / (units - 500) }
}`;

test('there is a case at both edges of each port, for each arm, and a refused one for each port and require', () => {
  const cases = casesOf(TARIFF);
  const titles = cases.map(({ title }) => title).join('\n');
  const units = new Set(cases.map(({ inputs }) => inputs['units']));
  expect([...units]).toEqual(expect.arrayContaining([0, 100_000, 40_000, 40_001, 77, 500, -1, 100_001]));
  const refusals = cases.flatMap(({ answer }) => (answer.kind === 'refused' ? [answer.port] : []));
  expect(new Set(refusals)).toEqual(new Set(['kind', 'units', 'code', 'flag', null]));
  for (const line of [7, 8, 9]) expect(titles).toMatch(new RegExp(`in line ${line}$`, 'm'));
  expect(cases.map(({ inputs }) => [inputs['units'], inputs['code']])).toContainEqual([expect.any(Number), 'XYZ']);
  expect(cases).toContainEqual(
    expect.objectContaining({ inputs: expect.objectContaining({ units: 500, kind: 'plus' }), answer: { kind: 'fault', line: 9 } }),
  );
});

test('a value beyond the safe integers is refused by a port that ends with them', () => {
  const ends = `circuit ends {\n  input n: -9_007_199_254_740_991..9_007_199_254_740_991\n  output m: i64\n  m = n\n}`;
  const cases = circuitCases(circuitOf(ends), { certified: true });
  expect(cases.filter(({ answer }) => answer.kind === 'refused').map(({ inputs }) => inputs)).toEqual([[2n ** 53n], [-(2n ** 53n)]]);
});

test('the answers are those of the reference, and equal circuits have equal cases', () => {
  for (const { program } of CIRCUITS.filter((_, index) => index % 4 === 0)) {
    const cases = circuitCases(program, OPEN);
    expect(cases.length).toBeLessThanOrEqual(200);
    expect(circuitCases(program, OPEN)).toEqual(cases);
    const { parameters } = graphOf(program);
    for (const each of cases) {
      const typed = each.inputs.every((value, index) => isOfType(parameters[index]?.domain ?? { kind: 'boolean' }, value));
      const line = JSON.stringify(typed ? encodeInputs(parameters, each.inputs) : inputsOf(program, each));
      const answer = referenceAnswer(program, line);
      const { answer: told } = each;
      if (told.kind === 'outputs') expect(answer).toHaveProperty('outputs');
      else if (told.kind === 'refused') expect(answer).toEqual({ domain_error: { port: told.port, path: told.path } });
      else expect(answer).toEqual({ fault: { line: told.line } });
    }
  }
});

test('a port has refused cases beyond the integers that JSON has exactly', () => {
  const source = 'circuit safe {\n input n: -9_007_199_254_740_991..9_007_199_254_740_991\n output r: bool\n r = n > 0\n}';
  const refused = casesOf(source).flatMap(({ inputs, answer }) => (answer.kind === 'refused' ? [inputs['n']] : []));
  expect(refused).toEqual(['9007199254740992', '-9007199254740992']);
});

test('large circuits have fewer cases, and a circuit without ports has one', () => {
  const many = circuitCases(circuitOf(portsOfEnumeration(400)), OPEN);
  expect(many.length).toBeGreaterThan(50);
  expect(JSON.stringify(many.map(({ inputs }) => inputs)).length).toBeLessThan(2_000_000);
  expect(circuitCases(circuitOf(enumeration(5_000)), OPEN).length).toBeGreaterThan(10);
  expect(casesOf('circuit one {\n output y: 0..9\n y = 7\n}')).toEqual([
    { title: 'every port at one end', inputs: {}, answer: { kind: 'outputs', outputs: [7] } },
  ]);
});

test('the tests in JavaScript pass, and fail for a program that is wrong', () => {
  const target = targetNamed('js');
  if (target === undefined) throw new Error('no JavaScript');
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-tests-'));
  const ran = (name: string) =>
    execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const some = CIRCUITS.filter((_, index) => index % 4 === 1);
    const names = some.map(({ program, closed }, index) => {
      const compilation = compile(program, target, { certified: closed, allowOpen: true, tests: true });
      if (!compilation.ok) throw new Error(compilation.message);
      const { files, test: commands = [] } = compilation.program;
      const [module] = files;
      const tests = files.find(({ path }) => path.endsWith('.test.mjs'));
      expect(commands).toEqual([`node --test ${tests?.path}`]);
      writeFileSync(join(folder, `m${index}.mjs`), module?.content ?? '');
      writeFileSync(join(folder, `t${index}.mjs`), tests?.content.replace(`./${module?.path}`, `./m${index}.mjs`) ?? '');
      return `import './t${index}.mjs';`;
    });
    writeFileSync(join(folder, 'all.mjs'), names.join('\n'));
    const told = ran('all.mjs');
    expect(told).toContain('# fail 0');
    expect(Number(/# pass (\d+)/.exec(told)?.[1])).toBeGreaterThan(some.length * 5);
    const half = compile(circuitOf('circuit half {\n input a: 0..9\n output b: 0..4\n b = a / 2\n}'), target, {
      certified: true,
      allowOpen: false,
      tests: true,
    });
    if (!half.ok) throw new Error(half.message);
    for (const { path, content } of half.program.files) writeFileSync(join(folder, path), content.replace('/ 2', '/ 3'));
    expect(() => ran('half.test.mjs')).toThrow('Command failed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the integers next to the safe ones are refused cases too', () => {
  const hi = '9_007_199_254_740_991';
  const program = circuitOf(`circuit edge {\n input n: -${hi}..${hi}\n output y: bool\n y = n > 0\n}`);
  const refused = circuitCases(program, { certified: true }).filter(({ answer }) => answer.kind === 'refused');
  expect(refused.map(({ inputs }) => inputs)).toEqual([[2n ** 53n], [-(2n ** 53n)]]);
});
