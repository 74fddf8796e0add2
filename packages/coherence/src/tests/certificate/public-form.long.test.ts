import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '@kirchhoff/kernel/certificate/check';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { certify } from '@kirchhoff/prover/certify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type CertificateVector, certificateVectors } from '../../testing/certificate-vectors.js';
import { conformanceCases, examplePrograms } from '../../testing/conformance-cases.js';
import { KEEPING } from '../../testing/loop-programs.js';
import { programOf } from '../../testing/outcome.js';

/** The public parts of certificates (docs/certificate.md): the schema, and the vectors for other checkers. */
const ROOT = join(__dirname, '../../../../..');
const validate = new Ajv2020({ strict: true, strictTuples: false, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(join(ROOT, 'packages/kernel/certificate.schema.json'), 'utf8')),
);
const vectors: readonly CertificateVector[] = JSON.parse(readFileSync(join(ROOT, 'conformance/certificates/vectors.json'), 'utf8'));

const programs = [...conformanceCases(), ...examplePrograms(), ...KEEPING.map(([name, source]) => ({ name, source }))];

test.each(programs)('$name: its certificate, if it closes, is as the schema says', ({ source }) => {
  const { certificate } = certify(programOf(source));
  if (certificate === null || certificate === undefined) return;
  validate(JSON.parse(decodeUtf8(certificate) ?? ''));
  expect(validate.errors ?? []).toEqual([]);
});

test('the schema takes no further member, and no claim of two types', () => {
  const [first] = vectors;
  const json: { certificate: Record<string, unknown> } = JSON.parse(first?.certificate ?? '');
  expect(validate(json)).toBe(true);
  expect(validate({ ...json, more: 1 })).toBe(false);
  expect(validate({ ...json, certificate: { ...json.certificate, more: 1 } })).toBe(false);
  expect(validate({ ...json, certificate: { ...json.certificate, graphs: [] } })).toBe(false);
});

const withoutSolver = vectors.filter(({ solver }) => solver === null);

test.each(withoutSolver)('vector $name: the checker agrees', ({ source, certificate, refused }) => {
  const checked = check(programOf(source), encodeUtf8(certificate));
  expect(checked.valid ? null : checked.refused).toBe(refused);
});

test('the vectors are those of this engine: npm run vectors writes them', () => {
  expect(withoutSolver).toEqual(certificateVectors());
});

test.each(vectors.filter(({ refused }) => refused !== 'malformed' && refused !== 'not-canonical'))(
  'vector $name is as the schema says',
  ({ certificate }) => {
    validate(JSON.parse(certificate));
    expect(validate.errors ?? []).toEqual([]);
  },
);

test('there are vectors to accept, with evidence of every kind, and to refuse', () => {
  const accepted = vectors.filter(({ refused }) => refused === null);
  const evidence = new Set(accepted.flatMap(({ certificate }) => [...certificate.matchAll(/"by":"([a-z]+)"/g)].map(([, by]) => by)));
  expect(evidence).toEqual(new Set(['structure', 'analysis', 'linear', 'states', 'call', 'cases', 'witness', 'exhaustion', 'smt']));
  expect(new Set(vectors.flatMap(({ refused }) => refused ?? [])).size).toBeGreaterThanOrEqual(16);
});
