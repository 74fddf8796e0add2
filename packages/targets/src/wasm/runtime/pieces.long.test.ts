import { CASES, LIMITS } from './testing/cases.js';
import { holdOnArguments, holdToReference } from './testing/compared.js';
import { RuntimeModule } from './testing/runtime-module.js';

const runtime = new RuntimeModule();

test.each(CASES.map((each) => [each.piece ?? each.fits, each.monomer, each.forms[0], each] as const))(
  '%s gives the results of %s (%s), often',
  (_piece, _monomer, _form, each) => holdToReference(runtime, each, 1_000),
  60_000,
);

test('pieces agree with the reference at the limits of lengths', () => {
  const held = LIMITS.map(([name, ...values]) => {
    const of = CASES.find(({ piece }) => piece === name);
    if (of === undefined) throw new Error(`no piece ${name}`);
    return holdOnArguments(runtime, of, values);
  });
  expect(new Set(held)).toEqual(new Set([true, false]));
}, 60_000);

test('join_text_fits adds lengths beyond 32 bits', () => {
  const text = 'a'.repeat(1_048_576);
  const texts = Array.from({ length: 4_096 }, () => text);
  const args = [['texts', texts] as const, ['text', ''] as const];
  expect(runtime.call('join_text_fits', args, 'boolean')).toBe(false);
});
