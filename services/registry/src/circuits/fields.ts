import { FILES, LABEL, NAME, SOURCE } from '@kirchhoff/platform';

/** The properties that an owner sets. */
/** The source of the example in the API description: short, and it closes. */
export const EXAMPLE_SOURCE =
  'circuit fee {\n  input amount: 0..1_000_000\n  output fee: 0..1_000_000\n\n  fee = MULDIV(amount, 25, 1_000)\n\n  ensure fee <= amount "a fee never exceeds the amount"\n}\n';
export const NAME_FIELD = NAME;
export const DESCRIPTION_FIELD = { ...LABEL, maxLength: 2_000 } as const;
export const VISIBILITY_FIELD = { type: 'string', enum: ['public', 'private'] } as const;
/** The engine rejects a source above 512 KiB of UTF-8, with a diagnostic. */
export const SOURCE_FIELD = SOURCE;
export const FILES_FIELD = FILES;
