import { compareText, decodeValue, formDomain, TEXT_FORMS } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import { PIECES } from './pieces.js';
import { CASES } from './testing/cases.js';
import { holdToReference } from './testing/compared.js';
import { RuntimeModule } from './testing/runtime-module.js';

test('each piece defines the function of its name, and further ones whose names begin with it', () => {
  for (const [name, { code }] of PIECES) {
    const defined = [...code.matchAll(/\(func \$(\w+)/g)].map(([, each]) => each ?? '');
    expect(defined).toContain(name);
    expect(defined.filter((each) => each !== name && !each.startsWith(`${name}_`))).toEqual([]);
  }
});

test('each piece names only data of its own', () => {
  for (const [name, { code, data = {} }] of PIECES) {
    const named = new Set([...code.matchAll(/\(global\.get \$(\w+)/g)].map(([, each]) => each ?? ''));
    named.delete('free');
    expect({ name, data: [...named].toSorted() }).toEqual({ name, data: Object.keys(data).toSorted() });
  }
});

const runtime = new RuntimeModule();

test.each(CASES.map((each) => [each.piece ?? each.fits, each.monomer, each.forms[0], each] as const))(
  '%s gives the results of %s (%s)',
  (_piece, _monomer, _form, each) => holdToReference(runtime, each, 150),
);

/** Parts of texts that are nearly of a form. */
const PARTS = {
  hostname: ['a', 'z9', '-', '.', '.', '0', 'xn--', 'x--a', 'A', 'é', '_', 'a'.repeat(61), '1'.repeat(62), 'b'.repeat(126)],
  ipv4: ['0.', '1.', '10.', '255.', '256.', '00.', '.', '7', '0'],
  ipv6: ['0', '0', '1', 'ffff', 'a0', '0a', '::', '::', ':', ':', ':', ':', ':0', ':0:0', '1:2:3', '0:0', 'A', 'g', '12345'],
  path: ['/', '/', '/a', '.', '..', '/.', '/..', '//', '%', '\\', '?', '\0', ' ', '~', '+=:@', '*', 'é', 'A_9', '\n', 'x'.repeat(2047)],
};

test.each(TEXT_FORMS)('is_%s accepts the texts of the form', (form) => {
  const groups = fc
    .array(fc.constantFrom('0', '0', '1', 'ab', '', 'ffff', '01'), { minLength: 5, maxLength: 9 })
    .map((all) => all.join(':'));
  const numbers = fc
    .array(fc.constantFrom('0', '7', '10', '255', '256', '00', ''), { minLength: 3, maxLength: 5 })
    .map((all) => all.join('.'));
  const near = fc
    .array(fc.constantFrom(...PARTS[form]), { minLength: form === 'ipv4' ? 3 : 0, maxLength: form === 'ipv4' ? 4 : 12 })
    .map((all) => all.join(''));
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(near, ...(form === 'ipv6' ? [groups] : form === 'ipv4' ? [numbers] : [])), (text) => {
      const isOfForm = decodeValue(formDomain(form), text).ok;
      if (isOfForm) accepted += 1;
      expect([text, runtime.call(`is_${form}`, [['text', text]], 'boolean')]).toEqual([text, isOfForm]);
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(3);
});

test('text_compare orders texts by code point', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'), maxLength: 4 });
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const order = runtime.call(
        'text_compare',
        [
          ['text', a],
          ['text', b],
        ],
        'word',
      );
      expect([a, b, Math.sign(Number(order))]).toEqual([a, b, compareText(a, b)]);
    }),
  );
});
