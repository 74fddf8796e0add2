import { check } from '@kirchhoff/kernel/certificate/check';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import { encodeCertificate } from '@kirchhoff/kernel/certificate/encode';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import { MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import { encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { read } from '@kirchhoff/language/program/read';
import { certificateVectors } from '../../testing/certificate-vectors.js';
import { Draws } from '../../testing/draws.js';

const VECTORS = certificateVectors();

/** Bodies of certificates with evidence of many kinds, and of forged ones. */
const BODIES = VECTORS.flatMap(({ certificate }) => {
  const [, body] = /^\{"certificate":(.*),"digest":"[0-9a-f]{64}"\}$/.exec(certificate) ?? [];
  return body === undefined ? [] : [body];
});

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+|true|false|null|[[\]{},:]/g;
/** Tokens and values that a certificate may have elsewhere, and other spellings of them. */
const PARTS = `
  0 1 -1 -0 01 1.0 1e2 9007199254740991 9007199254740992 "9007199254740991" "9007199254740992" "sum" "\\u0073um"
  "é" "\\ud800" null true false "bool" [] {} [0,0] [[0,[]]] [1,0] {"tags":[]} {"option":[false,null]}
  {"list":[0,0,null]} {"length":[0,0]} {"texts":["b","a"]} {"texts":["a","a"]} {"record":[["a",null]]}
  {"list_items":[]} {"class":[0,2,[0,1114111]]} {"sum":[]} {"by":"structure"} {"by":"analysis","differences":[]}
  {"by":"witness","inputs":[1.5]} ["reached",1,0]
`
  .trim()
  .split(/\s+/);

/** Replaces a token, removes it, or puts another one before it. */
function changed(body: string, draws: Draws): string {
  const tokens = [...body.matchAll(TOKEN)];
  const at = draws.below(tokens.length);
  const [before, token] = [body.slice(0, tokens[at]?.index), tokens[at]?.[0] ?? ''];
  const alike = tokens.filter(([other]) => other[0] === token[0]);
  const part = draws.once(3) ? draws.from(PARTS) : draws.from(alike)?.[0];
  const replacement = draws.pick([`${part}`, '', `${part}${token}`, ` ${token}`, `${token}${part}`]);
  return before + replacement + body.slice(before.length + token.length);
}

test('a text that is read is the one text of its certificate', () => {
  const draws = new Draws(20_261_128);
  let accepted = 0;
  for (let i = 0; i < 6_000; i += 1) {
    const body = changed(draws.from(BODIES) ?? '', draws);
    const bytes = encodeUtf8(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`);
    const certificate = decodeCertificate(bytes);
    if (isRefusal(certificate)) {
      expect(['malformed', 'not-canonical']).toContain(certificate.refused);
      continue;
    }
    accepted += 1;
    expect(Buffer.from(encodeCertificate(certificate, MAX_CERTIFICATE_BYTES) ?? []).toString()).toBe(Buffer.from(bytes).toString());
  }
  expect(accepted).toBeGreaterThan(300);
});

test('a text that goes on after its end is refused', () => {
  const [body = ''] = BODIES;
  const sealed = `{"certificate":${body},"digest":"${sha256Hex(body)}"}`;
  expect(isRefusal(decodeCertificate(encodeUtf8(sealed)))).toBe(false);
  for (const more of [' ', '}', '\n', '\0', sealed]) {
    expect(decodeCertificate(encodeUtf8(sealed + more))).toMatchObject({ refused: 'not-canonical' });
  }
});

test.each([
  ['{"format":"kirchhoff-certificate/2",', 'the format is another than kirchhoff-certificate/1'],
  ['{"format":"kirchhoff-certificate/1", ', 'a space'],
  ['{"format":"kirchhoff-certificate/\\u0031",', 'JSON.stringify spells it in another way'],
])('the reason names what is spelled in another way: %s', (begin, reason) => {
  const [body = ''] = BODIES;
  const changedBody = body.replace('{"format":"kirchhoff-certificate/1",', begin);
  const bytes = encodeUtf8(`{"certificate":${changedBody},"digest":"${sha256Hex(changedBody)}"}`);
  expect(decodeCertificate(bytes)).toMatchObject({ refused: 'not-canonical', reason: expect.stringMatching(/^at byte \d+: /) });
  expect(decodeCertificate(bytes)).toMatchObject({ reason: expect.stringContaining(reason) });
});

test('a version is quoted and cut if it does not look like one', () => {
  const [body = ''] = BODIES;
  const changedBody = body.replace(/"engine":"[^"]+"/, `"engine":${JSON.stringify('\u001b[2J'.repeat(1_000))}`);
  const bytes = encodeUtf8(`{"certificate":${changedBody},"digest":"${sha256Hex(changedBody)}"}`);
  const reading = read(VECTORS[0]?.source ?? '');
  if (!reading.ok) throw new Error('the source is wrong');
  const checked = check(reading.program, bytes);
  expect(checked).toMatchObject({ valid: false, refused: 'other-engine' });
  expect(!checked.valid && checked.reason).toMatch(/^it was made by engine "\\u001b\[2J.{1,100}$/);
});
