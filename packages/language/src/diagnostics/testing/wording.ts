import type { Diagnostic } from '../diagnostic.js';

type Said = Pick<Diagnostic, 'message' | 'line' | 'hint'>;

/** What no message may do, by what a test says of it. */
const FAULTS: readonly (readonly [fault: string, has: (text: string, said: Said) => boolean])[] = [
  ['two commas or stops in a row', (text) => /[,;:]\s*[,;:]/.test(text)],
  ['a stop at its end', (text) => /[,;:.]$/.test(text) && !text.endsWith('..')],
  ['its own line', (text, { line }) => new RegExp(`\\bline ${line}\\b`).test(text)],
  ['a blank too many', (text) => /^\s|\s$|\S {2}\S/.test(text)],
];

/** What is badly said in a message and its hint, whatever it is about; what it quotes of a source is left out. */
export function faultsOf(said: Said): readonly string[] {
  const texts = [said.message, said.hint ?? 'none'].map((text) => text.replaceAll(/`[^`]*`|'[^']*'|"[^"]*"/g, 'it'));
  return texts.flatMap((text) => FAULTS.flatMap(([fault, has]) => (has(text, said) ? [`${fault}: ${text}`] : [])));
}
