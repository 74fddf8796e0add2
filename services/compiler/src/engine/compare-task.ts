import { type ComparedCircuit, compareWith, programsOf } from '@kirchhoff/coherence';
import type { NeedsPins, SourceWork } from '@kirchhoff/engine-host';
import { readCircuit } from '@kirchhoff/engine-host/thread';
import { type SolverOut, solverOnDemand, unlessSolverIsOut } from '@kirchhoff/solver';
import { answered } from './answers.js';
import type { Answered, CompareWork, SideRefused } from './work.js';

/** One a thread, kept from the first query on. */
const solver = solverOnDemand();

/** Compares two circuits: the same meaning, an input that tells them apart, or unknown. */
export async function compare({ old, new: young, pins }: CompareWork): Promise<Answered | SideRefused | NeedsPins | SolverOut> {
  const [before, after] = [old, young].map((side) => readSide({ ...side, pins: side.pins ?? pins }));
  if (before === undefined || after === undefined) throw new RangeError('two circuits are compared');
  if (before.kind === 'pins' || after.kind === 'pins') {
    return { kind: 'pins', pins: [before, after].flatMap((side) => (side.kind === 'pins' ? side.pins : [])) };
  }
  if (before.kind === 'diagnostics') return { kind: 'side', side: 'old', refused: before };
  if (after.kind === 'diagnostics') return { kind: 'side', side: 'new', refused: after };
  return unlessSolverIsOut(async () => answered(await compareWith(before.compared, after.compared, solver)));
}

function readSide(work: SourceWork) {
  const reading = readCircuit(work);
  if (reading.kind !== 'program') return reading;
  const { program, source } = reading;
  const compared: ComparedCircuit = { program, source, pins: programsOf(work.pins?.pinned ?? []) };
  return { kind: 'compared', compared } as const;
}
