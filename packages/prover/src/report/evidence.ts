import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import { CERTIFICATE_FORMAT, type Evidence } from '@kirchhoff/kernel/certificate/format';

/**
 * The evidence for each closure domain: by graph, and in the order of `closureDomains`. It is `smt` also for a domain that rests on a
 * query about another graph: one without calls, or with an induction.
 */
export interface ProgramEvidence {
  /** By index as in `Core.components` and `Core.graphs`. */
  readonly components: readonly (readonly Evidence['by'][])[];
  readonly graphs: readonly (readonly Evidence['by'][])[];
}

/**
 * Reads the evidence for the closure domains from a certificate; `undefined` if the bytes are not one that is sealed with its
 * digest. The certificate is not checked here. Its claims and steps are not decoded: that takes longer than compiling the circuit.
 */
export function evidenceOf(certificate: Uint8Array): ProgramEvidence | undefined {
  if (!isSealed(certificate)) return undefined;
  const content = member(parsed(new TextDecoder('utf-8').decode(certificate)), 'certificate');
  const components = listOf(member(content, 'components'), kindsOf);
  const graphs = listOf(member(content, 'graphs'), kindsOf);
  return components === undefined || graphs === undefined ? undefined : { components, graphs };
}

/** A decoder of the Encoding Standard, available in every host. */
declare const TextDecoder: new (encoding: 'utf-8') => { decode(bytes: Uint8Array): string };

const HEAD = '{"certificate":';
const FORMAT = `${HEAD}{"format":"${CERTIFICATE_FORMAT}",`;
const SEAL_LENGTH = ',"digest":"'.length + 64 + '"}'.length;

/** Returns true for the format of this engine with the digest of its content: text that was cut or damaged is not read. */
function isSealed(bytes: Uint8Array): boolean {
  if (bytes.length < FORMAT.length + SEAL_LENGTH || asciiOf(bytes.subarray(0, FORMAT.length)) !== FORMAT) return false;
  const end = bytes.length - SEAL_LENGTH;
  return asciiOf(bytes.subarray(end)) === `,"digest":"${sha256Hex(bytes.subarray(HEAD.length, end))}"}`;
}

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function member(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined;
}

/** Returns the items of a list; `undefined` if it is no list, or if one of its items cannot be read. */
function listOf<Item>(json: unknown, readItem: (each: unknown) => Item | undefined): readonly Item[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const items: Item[] = [];
  for (const each of json) {
    const item = readItem(each);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function kindsOf(proof: unknown): readonly Evidence['by'][] | undefined {
  const asked = (['inlined', 'induction'] as const).filter((name) => hasQuery(member(proof, name)));
  return listOf(member(proof, 'closure'), (evidence) => {
    const kind = member(evidence, 'by');
    if (!isKind(kind)) return undefined;
    return asked.some((name) => name === kind) ? 'smt' : kind;
  });
}

/** Returns true if a proof over another graph has a query; a split into cases has none. */
function hasQuery(proof: unknown): boolean {
  const closure = member(member(proof, 'proof'), 'closure');
  return Array.isArray(closure) && closure.some((evidence) => member(evidence, 'by') === 'smt');
}

const KINDS: Readonly<Record<Evidence['by'], true>> = {
  structure: true,
  analysis: true,
  linear: true,
  states: true,
  cases: true,
  inlined: true,
  induction: true,
  smt: true,
  exhaustion: true,
  call: true,
  witness: true,
};

function isKind(json: unknown): json is Evidence['by'] {
  return typeof json === 'string' && Object.hasOwn(KINDS, json);
}
