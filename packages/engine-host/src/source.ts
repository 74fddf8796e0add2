import {
  type CircuitProgram,
  type Diagnostic,
  type Files,
  NO_FILES,
  type Pin,
  type PinnedSource,
  type PolicyProgram,
  type Program,
  pinsOf,
  programsOf,
  read,
  type SourcePart,
} from '@kirchhoff/coherence';

/** Everything here is plain data or runs in a thread: it is cloned on its way in and out. */

/** The circuits that the pins of a source were resolved to. */
export interface ResolvedPins {
  /** Each comes after those that it pins itself. */
  readonly pinned: readonly PinnedSource[];
  /** The reason for each pin without a circuit, by pin, if more can be said than that it does not exist. */
  readonly refused: ReadonlyMap<string, string>;
}

/** A source from its author, and its pins once they have been resolved. */
export interface SourceWork {
  readonly source: string;
  /** The files beside it; it may use some of them. */
  readonly files: Files;
  /** `undefined` before they have been resolved. */
  readonly pins: ResolvedPins | undefined;
}

/** A source that was accepted before: its files are written into it, and its pins are those that were resolved at that time. */
export interface StoredSource {
  readonly source: string;
  /** Each comes after those that it pins itself. */
  readonly pinned: readonly PinnedSource[];
}

/** The source does not parse, does not type-check, is too costly, or declares the other type of program. */
export interface RefusedSource {
  readonly kind: 'diagnostics';
  readonly diagnostics: readonly Diagnostic[];
}

/** The source names these pins: they have to be resolved before it can be read. */
export interface NeedsPins {
  readonly kind: 'pins';
  readonly pins: readonly Pin[];
}

/** This engine refuses a source that was accepted before: a fault of ours, not of its author. */
export interface Unreadable {
  readonly kind: 'unreadable';
}

/** A program, and a source that means the same without further files. */
export interface Read<Type extends Program> {
  readonly kind: 'program';
  readonly program: Type;
  readonly source: string;
  /** The lines of the source that come from files; empty if there are no files. */
  readonly parts: readonly SourcePart[];
}

/** Reads a circuit or a policy. */
export function readProgram({ source, files, pins }: SourceWork): Read<Program> | RefusedSource | NeedsPins {
  const reading = read(source, pins === undefined ? { files } : { files, pins: programsOf(pins.pinned), refused: pins.refused });
  if (reading.ok) return { kind: 'program', program: reading.program, source: reading.source, parts: reading.parts };
  const isUnresolved = pins === undefined && reading.diagnostics.some(({ code }) => code === 'unresolved-pin');
  const found = isUnresolved ? pinsOf(source, files) : undefined;
  return found?.ok === true ? { kind: 'pins', pins: found.pins } : { kind: 'diagnostics', diagnostics: reading.diagnostics };
}

/** Reads a circuit; refuses a policy. */
export function readCircuit(work: SourceWork): Read<CircuitProgram> | RefusedSource | NeedsPins {
  const reading = readProgram(work);
  if (reading.kind !== 'program') return reading;
  const { program, source, parts } = reading;
  return program.type === 'circuit'
    ? { kind: 'program', program, source, parts }
    : otherType(program.name, {
        found: 'a policy',
        expected: 'a circuit',
        hint: 'Policies are created at the compiler: POST /v1/policies.',
      });
}

/** Reads a policy; refuses a circuit. */
export function readPolicy(work: SourceWork): Read<PolicyProgram> | RefusedSource | NeedsPins {
  const reading = readProgram(work);
  if (reading.kind !== 'program') return reading;
  const { program, source, parts } = reading;
  return program.type === 'policy'
    ? { kind: 'program', program, source, parts }
    : otherType(program.name, {
        found: 'a circuit',
        expected: 'a policy',
        hint: 'Circuits are published at the registry: POST /v1/circuits.',
      });
}

/** Reads a source that was accepted before; `undefined` if this engine refuses it. */
export function readStored({ source, pinned }: StoredSource): Program | undefined {
  const reading = read(source, { files: NO_FILES, pins: programsOf(pinned) });
  return reading.ok ? reading.program : undefined;
}

interface OtherType {
  readonly found: string;
  readonly expected: string;
  readonly hint: string;
}

function otherType(name: string, { found, expected, hint }: OtherType): RefusedSource {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'missing-program',
    message: `This source declares ${found}, but ${expected} is expected here.`,
    line: 1,
    column: 1,
    text: name,
    hint,
  };
  return { kind: 'diagnostics', diagnostics: [diagnostic] };
}
