import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Value } from '@kirchhoff/kernel/values/value';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

/**
 * Programs at the limits of lists, texts and bytes, run on their longest inputs. Random programs are small: they would not show
 * that proof and evaluator use different limits.
 */
const AT_LIMITS: readonly (readonly [string, string, string, Value, boolean])[] = [
  ['a map over the longest list', '[0..9; ..65_536]', 'LENGTH(ys)\n ys = map e in x { e }', digits(65_536), true],
  ['a filter over the longest list', '[0..9; ..65_536]', 'LENGTH(ys)\n ys = filter e in x { true }', digits(65_536), true],
  ['a map over bytes as long as a list', 'bytes[..65_536]', 'LENGTH(ys)\n ys = map e in x { e }', new Uint8Array(65_536), true],
  ['a map over longer bytes', 'bytes[..65_537]', 'LENGTH(ys)\n ys = map e in x { e }', new Uint8Array(65_537), false],
  ['a filter over longer bytes', 'bytes[..100_000]', 'LENGTH(ys)\n ys = filter e in x { true }', new Uint8Array(100_000), true],
  ['a filter over a range as long as a list', '1..65_536', 'LENGTH(ys)\n ys = filter e in 1..x { true }', 65_536, true],
  ['a filter over a longer range', '1..65_537', 'LENGTH(ys)\n ys = filter e in 1..x { true }', 65_537, false],
  ['APPEND to the longest list', '[0..9; ..65_536]', 'LENGTH(ys)\n ys = APPEND(x, 1)', digits(65_536), false],
  ['APPEND to one shorter', '[0..9; ..65_535]', 'LENGTH(ys)\n ys = APPEND(x, 1)', digits(65_535), true],
  ['bytes joined to the longest', 'bytes[..524_288]', 'LENGTH(ys)\n ys = x ++ x', new Uint8Array(524_288), true],
  ['texts joined beyond the longest', 'text[..524_289]', 'TEXT_LENGTH(ys)\n ys = x ++ x', 'a'.repeat(524_289), false],
  ['four bytes a code point, to the longest', 'text[..262_144]', 'LENGTH(ys)\n ys = UTF8_ENCODE(x)', '\u{1f600}'.repeat(262_144), true],
  ['four bytes a code point, beyond it', 'text[..262_145]', 'LENGTH(ys)\n ys = UTF8_ENCODE(x)', '\u{1f600}'.repeat(262_145), false],
  ['hexadecimal to the longest text', 'bytes[..524_288]', 'TEXT_LENGTH(ys)\n ys = FORMAT_HEX(x)', new Uint8Array(524_288), true],
  ['base64 beyond the longest text', 'bytes[..786_435]', 'TEXT_LENGTH(ys)\n ys = FORMAT_BASE64(x)', new Uint8Array(786_435), false],
  ['FILL to the longest list', '0..65_536', 'LENGTH(ys)\n ys = FILL(x, 1)', 65_536, true],
];

function digits(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index % 10);
}

test.each(AT_LIMITS)('%s closes exactly if it runs', (_, domain, body, input, holds) => {
  const [value, wire] = body.split('\n');
  const reading = read(`circuit c {\n input x: ${domain}\n output n: 0..2_100_000\n${wire}\n n = ${value}\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect({
    closes: certify(reading.program).certified,
    runs: run(reading.program.core, { graph: 0 }, [input]).type === 'outputs',
  }).toEqual({ closes: holds, runs: holds });
});

test('a program whose certificate is too long is open with an error, even if no closure domain is', () => {
  const actions = Array.from({ length: 20 }, (_, index) => `  action "a.${index}" (n: 0..9_999)`).join('\n');
  // The right sides own regions themselves, so that their steps are listed.
  const condition = Array.from({ length: 300 }, (_, index) => `(n == ${index} and n < 9_000)`).join(' or ');
  const reading = read(`policy large {\n${actions}\n  rule r allow on "a.*" when ${condition}\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { certified, phi_c, errors } = certify(reading.program);
  expect([certified, phi_c]).toEqual([false, 0]);
  expect(errors).toEqual([
    expect.objectContaining({
      type: 'unclosed_domain',
      reason: 'whole',
      domain: 'large',
      line: 2,
      message: expect.stringMatching(/^The proof of 'large' as a whole .*its certificate would be longer than \d+ bytes/),
    }),
  ]);
});
