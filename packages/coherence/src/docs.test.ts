import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG } from '@kirchhoff/language/catalog/catalog';
import { DIAGNOSTIC_CODES } from '@kirchhoff/language/diagnostics/codes';
import { compilePolicy } from '@kirchhoff/language/policy/policy';
import { decodeInputs, encodeOutputs } from '@kirchhoff/language/program/boundary';
import { evaluate } from '@kirchhoff/language/program/evaluate';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { formatSource } from '@kirchhoff/language/syntax/format';
import { CONTEXTUAL_WORDS, RESERVED_WORDS } from '@kirchhoff/language/syntax/grammar';
import { parseSource } from '@kirchhoff/language/syntax/parse';
import { certify } from '@kirchhoff/prover/certify';
import { type DocumentedProgram, documentedPrograms, languageReference } from './testing/documented-programs.js';
import { operationsPage } from './testing/operations-page.js';

const documented = documentedPrograms();
const readable = documented.filter(({ expect: expected }) => expected !== 'error');
const pins = pinnedPrograms();

function pinnedPrograms(): ReadonlyMap<string, Program> {
  const found = new Map<string, Program>();
  for (const { source, options } of documented) {
    const id = options.get('pin');
    const reading = id === undefined ? null : read(source);
    if (reading?.ok === true) found.set(`${id}@${reading.program.hash}`, reading.program);
  }
  return found;
}

function programOf({ source, files }: DocumentedProgram): Program {
  const reading = read(source, { pins, files });
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

function layoutOf({ source }: DocumentedProgram): string {
  const { file } = parseSource(source);
  if (file === null) throw new Error(`does not parse: ${source}`);
  return formatSource(file, source);
}

test.each(readable)('$title is $expect $reason, with the warnings that are said of it', (one) => {
  const { certified, errors, warnings } = certify(programOf(one));
  const warning = one.options.get('warning');
  expect({ errors: errors.map(({ type }) => type), certified, warnings: warnings.map(({ code }) => code) }).toEqual({
    errors: one.expect === 'closed' ? [] : [one.reason],
    certified: one.expect === 'closed',
    warnings: warning === undefined ? [] : [warning],
  });
  if (one.checks['closure-error'] !== undefined) expect(errors[0]).toMatchObject(one.checks['closure-error']);
});

test.each(documented.filter(({ expect: expected }) => expected === 'error'))(
  '$title is refused: $reason',
  ({ source, files, reason, checks }) => {
    const reading = read(source, { pins, files });
    const diagnostics = reading.ok ? [] : reading.diagnostics;
    expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual([reason]);
    if (checks.diagnostic !== undefined) expect(diagnostics[0]).toMatchObject(checks.diagnostic);
  },
);

function outcome(program: Program, json: unknown): unknown {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  const decoded = decodeInputs(graph, json);
  const result = decoded.ok ? evaluate(program, 0, decoded.inputs) : { type: 'refused' as const, error: decoded.error };
  if (result.type === 'outputs') return { outputs: encodeOutputs(graph, result.outputs) };
  return result.type === 'refused' ? { refused: { port: result.error.port, path: result.error.path } } : result;
}

test.each(documented.filter(({ checks }) => checks.vectors !== undefined))('$title gives its vectors', (one) => {
  const program = programOf(one);
  for (const { inputs, ...expected } of one.checks.vectors ?? []) {
    expect({ inputs, ...Object(outcome(program, inputs)) }).toEqual({ inputs, ...expected });
  }
});

test.each(documented.filter(({ checks }) => checks.decisions !== undefined))('$title decides as it says', (one) => {
  const program = programOf(one);
  if (program.type !== 'policy') throw new Error('no policy');
  const decide = compilePolicy(program);
  for (const { category, params, verdict, rule } of one.checks.decisions ?? []) {
    expect({ category, params, decision: decide(category, params) }).toMatchObject({ category, params, decision: { verdict, rule } });
  }
});

test('programs of one label have one hash, and those of different labels different ones', () => {
  const labels = new Map<string, Set<string>>();
  for (const one of documented) {
    const label = one.options.get('hash');
    if (label !== undefined) labels.set(label, (labels.get(label) ?? new Set()).add(programOf(one).hash));
  }
  expect(labels.size).toBeGreaterThan(1);
  expect([...labels.values()].map((hashes) => hashes.size)).toEqual([...labels].map(() => 1));
  expect(new Set([...labels.values()].flatMap((hashes) => [...hashes])).size).toBe(labels.size);
});

test.each(readable)('$title is in the canonical layout, or the program after it is that layout', (one) => {
  const next = documented[documented.indexOf(one) + 1];
  const isUntidy = one.options.has('untidy');
  expect(layoutOf(one)).toBe(isUntidy ? next?.source : one.source);
  if (isUntidy) expect(one.source).not.toBe(next?.source);
});

test('the page names every code of diagnostic with its title, every reserved word and every operator of the catalog', () => {
  const page = languageReference();
  const [, codes = ''] = page.split('| code | meaning |\n| --- | --- |\n');
  const table = codes.split('\n\n')[0]?.split('\n');
  expect(table).toEqual(Object.entries(DIAGNOSTIC_CODES).map(([code, title]) => `| \`${code}\` | ${title} |`));
  expect(page).toContain(`\n**Reserved words** are \`${[...RESERVED_WORDS].join(' ')}\`.`);
  expect(page).toContain(`\`${[...CONTEXTUAL_WORDS].join(' ')}\` have a meaning only in certain places`);
  for (const { name, operator } of CATALOG) {
    if (operator !== null) expect(page).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

/** `WRITE_PAGES=1` regenerates the page. */
test('the page of operations is what the catalog says', () => {
  const path = join(__dirname, '../../../docs/language/operations.md');
  if (process.env['WRITE_PAGES'] === '1') writeFileSync(path, operationsPage());
  expect(readFileSync(path, 'utf8')).toBe(operationsPage());
});

/** `use` needs a circuit to pin. Every other reserved word occurs in a closed program of the page. */
test('every reserved word stands in a program of the page', () => {
  const words = new Set(readable.flatMap(({ source }) => source.replaceAll(/\/\/.*|"[^"\n]*"/g, '').match(/[a-z]\w*/g) ?? []));
  expect([...RESERVED_WORDS].filter((word) => !words.has(word))).toEqual([]);
});

test('what no program of the page can show: a byte order mark, carriage returns, and how deep conditions nest', () => {
  const source = 'circuit c {\n  input a: bool\n  output y: bool\n  y = not a\n}\n';
  const hashes = [source, `\ufeff${source}`, source.replaceAll('\n', '\r\n')].map((text) => {
    const reading = read(text);
    return reading.ok ? reading.program.hash : reading.diagnostics;
  });
  expect(new Set(hashes).size).toBe(1);
  const nested = (depth: number) => source.replace('not a', `${'if '.repeat(depth)}a${' { a } else { a }'.repeat(depth)}`);
  expect(parseSource(nested(64)).diagnostics).toEqual([]);
  expect(parseSource(nested(65)).diagnostics).toMatchObject([{ code: 'nested-too-deep' }]);
});
