import type { Diagnostic } from '../diagnostic.js';

type Said = Pick<Diagnostic, 'message' | 'line' | 'hint'>;

/** The faults of wording that no message may have, by the words of a test. */
const FAULTS: readonly (readonly [fault: string, has: (text: string, said: Said) => boolean])[] = [
  ['two commas or stops in a row', (text) => /[,;:]\s*[,;:]/.test(text)],
  ['a stop at its end', (text) => /[,;:.]$/.test(text) && !text.endsWith('..')],
  ['its own line', (text, { line }) => new RegExp(`\\bline ${line}\\b`).test(text)],
  ['a blank too many', (text) => /^\s|\s$|\S {2}\S/.test(text)],
];

/** Returns the faults of wording in a message and its hint; what it quotes of a source is left out. */
export function faultsOf(said: Said): readonly string[] {
  const texts = [said.message, said.hint ?? 'none'].map((text) => text.replaceAll(/`[^`]*`|'[^']*'|"[^"]*"/g, 'it'));
  return texts.flatMap((text) => FAULTS.flatMap(([fault, has]) => (has(text, said) ? [`${fault}: ${text}`] : [])));
}
