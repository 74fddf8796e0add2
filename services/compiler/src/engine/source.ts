import {
  type CircuitProgram,
  type Diagnostic,
  type Part,
  type PolicyProgram,
  type Program,
  pinsOf,
  programsOf,
  read,
} from '@kirchhoff/coherence';
import type { NeedsPins, Refused, SourceWork } from './work.js';

/** A program, and what reads as it by itself: with the files that it uses written out. */
interface ReadAs<Kind extends Program> {
  readonly kind: 'program';
  readonly program: Kind;
  readonly source: string;
  /** Which lines of it were written in which file; none where it uses none. */
  readonly parts: readonly Part[];
}

/** The program of a source, or why there is none (yet). */
export function readProgram({ source, files, pins }: SourceWork): ReadAs<Program> | Refused | NeedsPins {
  const reading = read(source, pins === undefined ? { files } : { files, pins: programsOf(pins.pinned), refused: pins.refused });
  if (reading.ok) return { kind: 'program', program: reading.program, source: reading.source, parts: reading.parts };
  const unresolved = pins === undefined && reading.diagnostics.some(({ code }) => code === 'unresolved-pin');
  const found = unresolved ? pinsOf(source, files) : undefined;
  return found?.ok === true ? { kind: 'pins', pins: found.pins } : { kind: 'diagnostics', diagnostics: reading.diagnostics };
}

/** The circuit of a source, or why there is none. */
export function readCircuit(work: SourceWork): CircuitProgram | Refused | NeedsPins {
  const reading = readProgram(work);
  if (reading.kind !== 'program') return reading;
  const { program } = reading;
  return program.type === 'circuit' ? program : otherKind(program.name, 'a policy', 'a circuit', 'Policies are made by POST /v1/policies.');
}

/** The policy of a source, or why there is none. */
export function readPolicy(work: SourceWork): ReadAs<PolicyProgram> | Refused | NeedsPins {
  const reading = readProgram(work);
  if (reading.kind !== 'program') return reading;
  const { program, source, parts } = reading;
  return program.type === 'policy'
    ? { kind: 'program', program, source, parts }
    : otherKind(program.name, 'a circuit', 'a policy', 'Circuits are published at the registry: POST /v1/circuits.');
}

function otherKind(name: string, found: string, expected: string, hint: string): Refused {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'missing-program',
    message: `This source declares ${found}, and ${expected} is expected here.`,
    line: 1,
    column: 1,
    text: name,
    hint,
  };
  return { kind: 'diagnostics', diagnostics: [diagnostic] };
}
