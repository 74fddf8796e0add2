import { type Checked, type CircuitProgram, certifyWith, checkWith, ENGINE_VERSION, LANGUAGE_VERSION } from '@kirchhoff/coherence';
import type { SourceWork, StoredSource, Unreadable } from '@kirchhoff/engine-host';
import { readCircuit, readStored, threadSolver } from '@kirchhoff/engine-host/thread';
import { openPart } from '@kirchhoff/pictures';
import { type SolverOut, unlessSolverIsOut } from '@kirchhoff/solver';
import { fileNameOf } from '@kirchhoff/targets';
import { artifactOf } from '../artifacts/artifact-task.js';
import { explain } from '../explorer/explain-task.js';
import { graphJson } from '../graph/task.js';
import { ShownCircuits } from './shown-circuits.js';
import { MAX_SIGNATURE, signatureOf, signatureTooLong } from './signature.js';
import type {
  ArtifactWork,
  CardWork,
  Certified,
  CertifyWork,
  ExplanationWork,
  GraphWork,
  Inspection,
  Made,
  NoPart,
  PartWork,
  TooLong,
  Unproven,
  Verified,
  VerifyWork,
} from './work.js';

/** The tasks of the engine's threads. Inputs and results are plain data. */

/** One solver per thread, kept from the first query on. */
const solver = threadSolver();

const shownCircuits = new ShownCircuits();

/** Parses, types, costs and hashes a source, without a search. */
export function inspect(work: SourceWork): Inspection {
  const reading = readCircuit(work);
  if (reading.kind !== 'program') return reading;
  const { program, source } = reading;
  const { hash, proofKey } = program;
  const signature = signatureOf(program);
  if (JSON.stringify(signature).length > MAX_SIGNATURE) return signatureTooLong(program.name);
  return { kind: 'circuit', source, hash, proofKey, languageVersion: LANGUAGE_VERSION, signature };
}

/** Proves a source, or checks the certificate of an earlier run. */
export async function certify({ reuse, ...published }: CertifyWork): Promise<Certified> {
  const program = readPublished(published);
  if (program === undefined) return { kind: 'unreadable' };
  return unlessSolverIsOut(async () => {
    const certification = await certifyWith(program, solver, reuse === undefined ? {} : { reuse });
    return { kind: 'certification', engineVersion: ENGINE_VERSION, certification };
  });
}

/**
 * Hashes the source with this engine and checks its certificate, without a search: the solver runs only the queries that the
 * certificate refers to.
 */
export async function verify({ certificate, ...published }: VerifyWork): Promise<Verified> {
  const program = readPublished(published);
  if (program === undefined) return { kind: 'unreadable' };
  return unlessSolverIsOut(async () => {
    const checked = await checkWith(program, certificate, solver);
    const { verified, total } = checked;
    const { refusal, assurance } = checked.valid
      ? { refusal: null, assurance: checked.assurance }
      : { refusal: checked.reason, assurance: null };
    return { kind: 'verification', engineVersion: ENGINE_VERSION, hash: program.hash, refusal, assurance, verified, total };
  });
}

/** The graph as JSON or as a picture. */
export async function graph({ form, ...work }: GraphWork): Promise<Made | Unreadable> {
  const shown = shownCircuits.find(work);
  if (shown === undefined) return { kind: 'unreadable' };
  const fileName = fileNameOf(shown.program.name);
  if (form === 'json') return made(graphJson(shown, work.subject), `${fileName}.json`);
  // The drawing library has more than a megabyte; threads that never draw do not load it.
  const { drawProgram } = await import('@kirchhoff/pictures/picture/draw-program');
  return made(await drawProgram(shown.view), `${fileName}.svg`);
}

/** A part of the graph as a picture. */
export async function graphPart({ part, ...work }: PartWork): Promise<Made | NoPart | Unreadable> {
  const shown = shownCircuits.find(work);
  if (shown === undefined) return { kind: 'unreadable' };
  const opened = openPart(shown.view, part);
  if (opened === undefined) return { kind: 'no-part' };
  const { drawProgram } = await import('@kirchhoff/pictures/picture/draw-program');
  return made(await drawProgram(opened.view, opened.title), `${fileNameOf(shown.program.name)}.svg`);
}

/** The preview picture of a circuit as PNG. */
export async function card({ card: drawn }: CardWork): Promise<Made> {
  // The renderer and its fonts have four megabytes; threads that never draw a card do not load them.
  const { drawCard } = await import('../explorer/card/card-task.js');
  return made(await drawCard(drawn), `${fileNameOf(drawn.name)}.png`);
}

/** Says what is proven of a circuit, as JSON. */
export function explanation({ part, ...work }: ExplanationWork): Made | Unreadable {
  const shown = shownCircuits.find(work);
  if (shown === undefined) return { kind: 'unreadable' };
  return made(explain(shown, work.subject, part), `${fileNameOf(shown.program.name)}.json`);
}

/** Compiles the circuit for a target, if this engine's checker accepts its certificate, or closes it anew after another engine. */
export async function artifact({
  target,
  hash,
  certificate,
  ...published
}: ArtifactWork): Promise<Made | Unreadable | TooLong | Unproven | SolverOut> {
  const program = readPublished(published);
  // The proof holds for the graph of this hash only; run-time checks may be left out of that graph alone.
  if (program?.hash !== hash) return { kind: 'unreadable' };
  return unlessSolverIsOut(async () => {
    const { checked, proof } = await currentProof(program, certificate);
    if (!checked.valid) return { kind: 'unproven', reason: checked.reason };
    const compiled = artifactOf(program, target, proof);
    return compiled.kind === 'too-long' ? compiled : made(compiled.bytes, compiled.fileName);
  });
}

/**
 * Checks a certificate. If another version of the engine made it, the circuit is proven anew, and that proof is checked: so a
 * circuit can be compiled while versions are exchanged, and until its certificate is renewed. Verify never does this.
 *
 * @returns the certificate that was checked, with its result; the given one if the new proof does not close
 */
async function currentProof(
  program: CircuitProgram,
  certificate: Uint8Array,
): Promise<{ readonly checked: Checked; readonly proof: Uint8Array }> {
  const checked = await checkWith(program, certificate, solver);
  if (checked.valid || !isOfOtherEngine(certificate)) return { checked, proof: certificate };
  const { certificate: proof } = await certifyWith(program, solver);
  if (proof !== null) return { checked: await checkWith(program, proof, solver), proof };
  return {
    checked: { ...checked, reason: `${checked.reason}, and engine ${ENGINE_VERSION} does not close the circuit` },
    proof: certificate,
  };
}

/** Reads the engine that a refused certificate names. Its form may be one that this engine does not know. */
function isOfOtherEngine(certificate: Uint8Array): boolean {
  try {
    const { certificate: body }: { readonly certificate?: unknown } = Object(JSON.parse(new TextDecoder().decode(certificate)));
    const { engine }: { readonly engine?: unknown } = Object(body);
    return typeof engine === 'string' && engine !== ENGINE_VERSION;
  } catch {
    return false;
  }
}

function made(content: string | Uint8Array, fileName: string): Made {
  return { kind: 'bytes', bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content, fileName };
}

function readPublished(stored: StoredSource): CircuitProgram | undefined {
  const program = readStored(stored);
  return program?.type === 'circuit' ? program : undefined;
}
