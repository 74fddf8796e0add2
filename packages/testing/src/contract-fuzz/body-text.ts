import type { Choices } from './choices.js';
import type { Validity } from './world.js';

/** A body as it leaves, with the header fields that tell of it. */
export interface SentBody {
  readonly bytes: Buffer | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly validity: Validity;
  readonly chunked: boolean;
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const DEEP = 200;

/** No body at all. */
export function noBody(validity: Validity): SentBody {
  return { bytes: undefined, headers: [], validity, chunked: false };
}

/** As a client would send it. */
export function plainBody(text: string, validity: Validity, choices: Choices): SentBody {
  return { bytes: Buffer.from(text, 'utf8'), headers: [JSON_TYPE], validity, chunked: choices.chance(10) };
}

/**
 * A body whose text is not what JSON, or its readers, agree on.
 * @param isOpen true where members without a description are ignored
 */
export function brokenBody(value: unknown, choices: Choices, isOpen = false): SentBody {
  const text = JSON.stringify(value);
  const sent = (bytes: Buffer | string, validity: Validity): SentBody => ({
    bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes,
    headers: [JSON_TYPE],
    validity,
    chunked: choices.chance(20),
  });
  return choices.pick([
    () => sent(text.slice(0, 1 + choices.below(text.length - 1)), 'invalid'),
    () => sent(Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(text)]), 'open'),
    () => sent(Buffer.from(text, 'utf16le'), 'invalid'),
    () => sent(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])]), 'invalid'),
    () => sent(Buffer.from([0xed, 0xa0, 0x80]), 'invalid'),
    () => sent(`${text}x`, 'invalid'),
    () => sent(`${text}${text}`, 'invalid'),
    () => sent(text.replace(/^\{/, '{"a":1,"a":2,'), 'invalid'),
    () => sent(text.replace(/^\{("[^"]*"):/, '{$1:null,$1:'), text.length > 2 ? 'invalid' : 'open'),
    () => sent(text.replaceAll('"', "'"), text.includes('"') ? 'invalid' : 'open'),
    () => sent(`/**/${text}`, 'invalid'),
    () => sent('['.repeat(DEEP) + ']'.repeat(DEEP), 'invalid'),
    () => sent('{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP), 'invalid'),
    () => sent('['.repeat(100_000), 'invalid'),
    () => sent(`{"__proto__":${text}}`, 'invalid'),
    () => sent('1e999', 'invalid'),
    () => sent('-0', 'invalid'),
    () => sent('NaN', 'invalid'),
    () => sent('9'.repeat(5_000), 'invalid'),
    () => sent('"\\ud800"', 'invalid'),
    () => sent(' \t\r\n', 'invalid'),
    () => sent(`${' '.repeat(2_000)}${text}\n`, 'open'),
    () => sent(text.replace(/^\{/, `{"${'x'.repeat(2_000)}":[],`), isOpen ? 'open' : 'invalid'),
  ])();
}

/** A body with a media type, a charset or a coding that is not taken, or taken all the same. */
export function oddlyNamedBody(value: unknown, validity: Validity, choices: Choices): SentBody {
  const bytes = Buffer.from(JSON.stringify(value), 'utf8');
  const named = (headers: SentBody['headers'], verdict: Validity): SentBody => ({
    bytes,
    headers,
    validity: verdict,
    chunked: choices.chance(30),
  });
  return choices.pick([
    () => named([['Content-Type', 'text/plain']], 'invalid'),
    () => named([['Content-Type', 'application/x-www-form-urlencoded']], 'invalid'),
    () => named([['Content-Type', 'multipart/form-data; boundary=x']], 'invalid'),
    () => named([['Content-Type', 'application/json; charset=latin1']], 'invalid'),
    () => named([['Content-Type', 'application/jsonx']], 'invalid'),
    () => named([['Content-Type', '']], 'invalid'),
    () => named([['Content-Type', ';;;']], 'invalid'),
    () => named([['Content-Type', 'application/json; charset="UTF-8"']], validity),
    () => named([['Content-Type', 'Application/JSON;charset=utf-8']], validity),
    () => named([['Content-Type', 'application/json;profile=x']], validity),
    () => named([], 'invalid'),
    () => named([JSON_TYPE, ['Content-Encoding', 'gzip']], 'invalid'),
    () => named([JSON_TYPE, ['Content-Encoding', 'identity']], validity),
    () => named([JSON_TYPE, ['Content-Encoding', 'br, gzip']], 'invalid'),
  ])();
}
