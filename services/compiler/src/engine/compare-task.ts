import {
  type CircuitProgram,
  comparePolicies as compareVersions,
  compareWith,
  type PolicyProgram,
  type Program,
  programsOf,
} from '@kirchhoff/coherence';
import type { NeedsPins, Read, RefusedSource, SourceWork } from '@kirchhoff/engine-host';
import { readCircuit, readPolicy, threadSolver } from '@kirchhoff/engine-host/thread';
import { type SolverOut, unlessSolverIsOut } from '@kirchhoff/solver';
import { answered } from './answers.js';
import type { Answered, ComparePoliciesWork, CompareWork, SideRefused } from './work.js';

/** One for each thread, kept from the first query on. */
const solver = threadSolver();

type Outcome = Answered | SideRefused | NeedsPins | SolverOut;

/** Compares two circuits. The outcome is the same meaning, an input with different results, or unknown. */
export async function compare(work: CompareWork): Promise<Outcome> {
  const sides = readSides<CircuitProgram>(work, readCircuit);
  if (sides.kind !== 'sides') return sides;
  return unlessSolverIsOut(async () => answered(await compareWith(sides.old, sides.new, solver)));
}

/** Compares two versions of a policy: which verdicts the new one gives that the old one does not. */
export async function comparePolicies(work: ComparePoliciesWork): Promise<Outcome> {
  const sides = readSides<PolicyProgram>(work, readPolicy);
  if (sides.kind !== 'sides') return sides;
  const [old, young] = [
    { ...sides.old, certificate: work.old.certificate },
    { ...sides.new, certificate: work.new.certificate },
  ];
  return unlessSolverIsOut(async () => answered(await compareVersions(old, young, solver)));
}

interface Side<Type extends Program> {
  readonly program: Type;
  readonly source: string;
  readonly pins: ReturnType<typeof programsOf>;
}

interface Sides<Type extends Program> {
  readonly kind: 'sides';
  readonly old: Side<Type>;
  readonly new: Side<Type>;
}

function readSides<Type extends Program>(
  { old, new: young, pins }: CompareWork,
  read: (work: SourceWork) => Read<Type> | RefusedSource | NeedsPins,
): Sides<Type> | SideRefused | NeedsPins {
  const [oldWork, newWork] = [withDefaultPins(old, pins), withDefaultPins(young, pins)];
  const [before, after] = [read(oldWork), read(newWork)];
  if (before.kind === 'pins' || after.kind === 'pins') {
    return { kind: 'pins', pins: [before, after].flatMap((side) => (side.kind === 'pins' ? side.pins : [])) };
  }
  if (before.kind === 'diagnostics') return { kind: 'side', side: 'old', refused: before };
  if (after.kind === 'diagnostics') return { kind: 'side', side: 'new', refused: after };
  return { kind: 'sides', old: sideOf(before, oldWork), new: sideOf(after, newWork) };
}

function withDefaultPins(work: SourceWork, pins: CompareWork['pins']): SourceWork {
  return { ...work, pins: work.pins ?? pins };
}

function sideOf<Type extends Program>({ program, source }: Read<Type>, { pins }: SourceWork): Side<Type> {
  return { program, source, pins: programsOf(pins?.pinned ?? []) };
}
