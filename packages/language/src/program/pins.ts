import { componentHashes, hashCore } from '../canonical/canonical.js';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import type { Callee } from '../elaborate/component-signature.js';
import type { HashedComponent } from '../elaborate/link.js';
import type { Reports } from '../elaborate/report.js';
import type { UseItem } from '../syntax/ast.js';
import { type Files, joinFiles, NO_FILES } from './join-files.js';
import { pinnedComponents, resultOf } from './pinned-circuit.js';
import type { CircuitProgram, Program } from './program.js';

/** A pin of a source: `id` with its `cir_`, `hash` in 64 lower-case hexadecimal digits. */
export interface Pin {
  readonly id: string;
  readonly hash: string;
}

/** The circuits of pins, by the text of the pin: `cir_<id>@<hash>`. */
export type ProgramsByPin = ReadonlyMap<string, Program>;

/** The reason for each pin without a circuit, by its text: a sentence without a full stop, which the diagnostic repeats. */
export type RefusedPins = ReadonlyMap<string, string>;

/** The result of resolving a source's pins. */
export interface PinResolution {
  readonly pins: ProgramsByPin;
  readonly refused: RefusedPins;
}

/**
 * Returns the pins of a source and its files, each once, in the order of the source. They have to be resolved before the source can
 * be read. Never throws.
 */
export function pinsOf(
  source: string,
  files: Files = NO_FILES,
): { readonly ok: true; readonly pins: readonly Pin[] } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const joined = joinFiles(source, files);
  if (!joined.ok) return joined;
  const written = new Set(joined.file.items.flatMap((item) => (item.item === 'use' ? [item.pin] : [])));
  return { ok: true, pins: [...written].map(splitPin) };
}

function splitPin(pin: string): Pin {
  const at = pin.indexOf('@');
  return { id: pin.slice(0, at), hash: pin.slice(at + 1) };
}

/** The pinned circuits of a source: the signature of each, and all of them as components. */
export interface Pinned {
  readonly callees: readonly Callee[];
  readonly components: readonly HashedComponent[];
}

/**
 * `first` is the position of the first of their components. A pin that cannot be resolved is reported, with its reason in
 * `refused`.
 */
export function readPins(uses: readonly UseItem[], { pins, refused }: PinResolution, first: number, reports: Reports): Pinned {
  const callees: Callee[] = [];
  const components: HashedComponent[] = [];
  for (const use of uses) {
    const program = resolve(use, pins, refused, reports);
    if (program !== null) {
      const place = { name: use.name.text, span: use.span };
      const hashes = componentHashes(program.core);
      components.push(...pinnedComponents(program, hashes, splitPin(use.pin).hash, first + components.length, place));
    }
    callees.push(calleeOf(use, program, first + components.length - 1));
  }
  return { callees, components };
}

function calleeOf({ name }: UseItem, program: CircuitProgram | null, index: number): Callee {
  const base = { index, what: 'a pinned circuit', name } as const;
  const circuit = program?.core.graphs[0];
  if (circuit === undefined) return { ...base, parameterNames: [], parameters: [], result: null, unresolved: true };
  return {
    ...base,
    parameterNames: circuit.parameters.map((parameter) => parameter.name),
    parameters: circuit.parameters.map((parameter) => parameter.domain),
    result: resultOf(circuit.outputs),
  };
}

/** Returns null if no circuit fits the pin, which is reported at the pin. */
function resolve(use: UseItem, pins: ProgramsByPin, refused: RefusedPins, reports: Reports): CircuitProgram | null {
  const { id, hash } = splitPin(use.pin);
  const program = pins.get(use.pin);
  if (program === undefined) {
    return refuse(reports, use.pinSpan, refused.get(use.pin) ?? `there is no circuit '${id}' with this hash to be used here`);
  }
  if (program.type !== 'circuit') return refuse(reports, use.pinSpan, `a pin names a circuit, and '${id}' is a policy`);
  if (program.hash !== hash || hashCore(program.core).hash !== hash) {
    return refuse(reports, use.pinSpan, `the circuit that was given for '${id}' has the hash ${program.hash}`);
  }
  return program;
}

function refuse(reports: Reports, span: Span, message: string): null {
  reports.error('unresolved-pin', span, message);
  return null;
}
