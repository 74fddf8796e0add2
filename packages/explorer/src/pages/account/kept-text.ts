/** A form that was sent and had no effect, with its fields by name. */
export interface KeptForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The separator of texts: HTML cannot show it, so that no text has it. */
const SEPARATOR = '\0';
/** More texts than any form has. */
const MAX_TEXTS = 1_000;

/** Writes a form as the value of a hidden field. In Base64 its length follows from that of the texts, whatever their characters. */
export function writeKept({ action, fields }: KeptForm): string {
  const texts = [action, ...Object.entries(fields).flat()].map((text) => text.replaceAll(SEPARATOR, '\u{fffd}'));
  return Buffer.from(texts.join(SEPARATOR), 'utf8').toString('base64url');
}

/** Reads what `writeKept` has written; of another text, a form that nobody has sent. */
export function readKeptText(text: string): KeptForm {
  const [action = '', ...texts] = Buffer.from(text, 'base64url').toString('utf8').split(SEPARATOR, MAX_TEXTS);
  const fields = texts.flatMap((name, place) => (place % 2 === 0 ? [[name, texts[place + 1] ?? ''] as const] : []));
  return { action, fields: Object.fromEntries(fields) };
}
