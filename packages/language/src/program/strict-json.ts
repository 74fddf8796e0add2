import { type JsonFault, readJson, UNBOUNDED } from '@kirchhoff/json';
import { JSON_NESTING, JsonNumber } from '@kirchhoff/kernel/values/json';

export type ParsedJson =
  | { readonly ok: true; readonly json: unknown }
  /** `offset` in UTF-16 units from the start of the text. */
  | { readonly ok: false; readonly offset: number; readonly message: string };

const OPTIONS = {
  nesting: JSON_NESTING,
  bounds: UNBOUNDED,
  number: (spelling: string) => new JsonNumber(spelling),
  object: (): Record<string, unknown> => Object.create(null),
};

/**
 * Parses one JSON text (RFC 8259) more strictly than `JSON.parse`: repeated members, lone surrogates and nesting beyond {@link
 * JSON_NESTING} are refused. Objects have no prototype; plain safe integers become numbers, every other number a {@link
 * JsonNumber}. Never throws, for any text.
 */
export function parseJson(text: string): ParsedJson {
  const reading = readJson(text, OPTIONS);
  if (reading.ok) return { ok: true, json: reading.value };
  const { fault } = reading;
  return { ok: false, offset: fault.kind === 'too-many' ? 0 : fault.offset, message: messageOf(fault) };
}

function messageOf(fault: JsonFault): string {
  switch (fault.kind) {
    case 'syntax':
      return `expected ${fault.expected}`;
    case 'repeated-member':
      return 'a repeated member name';
    case 'lone-surrogate':
      return 'a string with a lone surrogate';
    case 'too-deep':
      return `nested deeper than ${JSON_NESTING}`;
    case 'too-many':
      return `more ${fault.of} than allowed`;
  }
}
