import { sha256OfBytes } from '@kirchhoff/kernel/certificate/digest';
import { CERTIFICATE_FORMAT, type Evidence } from '@kirchhoff/kernel/certificate/format';

/** The evidence for each closure domain: by graph, and in the order of `closureDomains`. */
export interface ProgramEvidence {
  /** By index as in `Core.components` and `Core.graphs`. */
  readonly components: readonly (readonly Evidence['by'][])[];
  readonly graphs: readonly (readonly Evidence['by'][])[];
}

/**
 * Reads the evidence for the closure domains from a certificate; `undefined` if the bytes are not one that is sealed with its
 * digest. The certificate is not checked here. Most of its text are claims and steps, which are skipped: decoding them takes longer
 * than compiling the circuit.
 */
export function evidenceOf(certificate: Uint8Array): ProgramEvidence | undefined {
  if (!isSealed(certificate)) return undefined;
  const text = new TextDecoder('utf-8').decode(certificate);
  // In a JSON text a quote inside a string follows a backslash, so that a member found by name is no part of a string.
  const components = proofsIn(text, after(COMPONENTS, text, 0));
  const graphs = components === undefined ? undefined : proofsIn(text, after(GRAPHS, text, components.end));
  return components === undefined || graphs === undefined ? undefined : { components: components.evidence, graphs: graphs.evidence };
}

/** A decoder of the Encoding Standard, available in every host. */
declare const TextDecoder: new (encoding: 'utf-8') => { decode(bytes: Uint8Array): string };

const HEAD = '{"certificate":';
const FORMAT = `${HEAD}{"format":"${CERTIFICATE_FORMAT}",`;
const COMPONENTS = ',"components":[';
const GRAPHS = ',"graphs":[';
const CLOSURE = '"closure":[';
const SEAL_LENGTH = ',"digest":"'.length + 64 + '"}'.length;

/** Returns true for the format of this engine with the digest of its content: text that was cut or damaged is not read. */
function isSealed(bytes: Uint8Array): boolean {
  if (bytes.length < FORMAT.length + SEAL_LENGTH || asciiOf(bytes.subarray(0, FORMAT.length)) !== FORMAT) return false;
  const end = bytes.length - SEAL_LENGTH;
  return asciiOf(bytes.subarray(end)) === `,"digest":"${sha256OfBytes(bytes.subarray(HEAD.length, end))}"}`;
}

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Returns the place after the next occurrence of a part; the end of the text if there is none. */
function after(part: string, text: string, from: number): number {
  const found = text.indexOf(part, from);
  return found < 0 ? text.length : found + part.length;
}

/** The evidence of a list of proofs, and the end of the list. */
interface Proofs {
  readonly evidence: readonly (readonly Evidence['by'][])[];
  readonly end: number;
}

/** Reads the proofs of a list from its first item on; `undefined` if the text is no such list. */
function proofsIn(text: string, start: number): Proofs | undefined {
  const evidence: (readonly Evidence['by'][])[] = [];
  let at = start;
  while (text.charAt(at) === '{' || text.charAt(at) === ',') {
    // No member of a proof before its closure has a closure inside.
    const kinds = kindsIn(text, after(CLOSURE, text, at));
    if (kinds === undefined) return undefined;
    evidence.push(kinds.kinds);
    at = afterClosing(text, kinds.end + 1);
  }
  return text.charAt(at) === ']' ? { evidence, end: at } : undefined;
}

/** Reads the kinds of a list of evidence from its first item on; `undefined` if the text is no such list. */
function kindsIn(text: string, start: number): { readonly kinds: readonly Evidence['by'][]; readonly end: number } | undefined {
  const kinds: Evidence['by'][] = [];
  let at = start;
  while (text.charAt(at) !== ']') {
    const item = kinds.length === 0 ? at : at + 1;
    const kind = text.startsWith(BY, item) ? text.slice(item + BY.length, text.indexOf('"', item + BY.length)) : '';
    if (!isKind(kind)) return undefined;
    kinds.push(kind);
    at = afterClosing(text, item + 1);
  }
  return { kinds, end: at };
}

const BY = '{"by":"';

const KINDS: Readonly<Record<Evidence['by'], true>> = {
  structure: true,
  analysis: true,
  linear: true,
  states: true,
  cases: true,
  inlined: true,
  smt: true,
  exhaustion: true,
  call: true,
  witness: true,
};

function isKind(text: string): text is Evidence['by'] {
  return Object.hasOwn(KINDS, text);
}

/** Returns the place after the bracket that closes the object or the list around a place; the end of the text if none does. */
function afterClosing(text: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // a quote
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
    }
  }
  return at;
}

/** Returns the place of the quote that ends the string which begins at a place. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== 0x22; at += 1) if (text.charCodeAt(at) === 0x5c) at += 1;
  return at;
}
