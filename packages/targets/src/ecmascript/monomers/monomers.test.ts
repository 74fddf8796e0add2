import { MONOMERS } from '@kirchhoff/coherence';
import { loaded } from '../../testing/loaded.js';
import { circuitOf } from '../../testing/reference.js';
import { scriptOf } from '../../testing/variants.js';

const SOURCES = MONOMERS.filter(({ name }) => name === 'NOW' || name === 'ENV');

test.each(SOURCES.map((monomer) => [monomer.name, monomer] as const))('%s gives what the host gives, within its range', (name, monomer) => {
  for (const { arguments: args, host, result, error } of monomer.examples) {
    const [variable] = args;
    const source = `circuit asks {\n output r: ${name === 'NOW' ? 'i64' : 'text[..4096]?'}\n r = ${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})\n}`;
    const given =
      name === 'NOW'
        ? { now: Number(host) }
        : { env: host === null ? {} : { [JSON.stringify(variable).slice(1, -1)]: JSON.stringify(host).slice(1, -1) } };
    const answer = loaded(scriptOf(circuitOf(source), false), given)('{}');
    if (error === undefined) expect(answer).toEqual({ outputs: JSON.stringify({ r: name === 'NOW' ? String(result) : result }) });
    else expect(answer).toEqual({ domain_error: { port: null, path: '' } });
  }
});

test('RANDOM stays in its range and meets its ends, and UUID is one of version 4', () => {
  const source = 'circuit asks {\n input hi: i64\n output r: i64\n output id: text[36]\n r = RANDOM(-1, hi)\n id = UUID()\n}';
  const ask = loaded(scriptOf(circuitOf(source), false));
  const answers = Array.from({ length: 100 }, () => ask('{"hi":1}')).map((answer) =>
    'outputs' in answer ? JSON.parse(answer.outputs) : answer,
  );
  expect(new Set(answers.map(({ r }) => r))).toEqual(new Set(['-1', '0', '1']));
  for (const { id } of answers) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ask('{"hi":-2}')).toEqual({ fault: { line: 5 } });
});

const WRONG_HOSTS: readonly (readonly [owner: string, method: string, wrong: unknown, domain: string, call: string])[] = [
  ['crypto', 'randomUUID', 'x', 'text[36]', 'UUID()'],
  ['Date', 'now', 1.5, 'i64', 'NOW()'],
];

test.each(WRONG_HOSTS)('%s of the host that gives another value than it should is refused', (owner, method, wrong, domain, call) => {
  const text = scriptOf(circuitOf(`circuit asks {\n output r: ${domain}\n r = ${call}\n}`), false).replaceAll(/^export /gm, '');
  // oxlint-disable-next-line no-implied-eval -- running what was emitted is the point
  const asks: (inputs: unknown) => unknown = new Function(owner, `'use strict';\n{\n${text}\nreturn asks;\n}`)({ [method]: () => wrong });
  expect(() => asks({})).toThrow(expect.objectContaining({ name: 'DomainError', port: null, path: '' }));
});
