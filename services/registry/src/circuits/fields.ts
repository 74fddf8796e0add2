import { LABEL, SOURCE } from '@kirchhoff/platform';

/** What an owner says of a circuit. */
export const NAME_FIELD = { ...LABEL, minLength: 1, maxLength: 100 } as const;
export const DESCRIPTION_FIELD = { ...LABEL, maxLength: 2_000 } as const;
export const VISIBILITY_FIELD = { type: 'string', enum: ['public', 'private'] } as const;
/** Its length is the engine's to refuse, with a diagnostic: 512 KiB of UTF-8. */
export const SOURCE_FIELD = SOURCE;
