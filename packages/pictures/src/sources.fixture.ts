import { nodeDomains, read } from '@kirchhoff/coherence';
import { programView } from './view/program-view.js';
import type { ProgramView } from './view/view.js';

/** Returns the view of a circuit that is not certified yet. */
export function viewOf(source: string): ProgramView {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error('no circuit');
  return programView(reading.program, nodeDomains(reading.program), { kind: 'not yet certified' });
}

/** Writes many lines of a source. */
export const lines = (count: number, line: (index: number) => string, by = '\n'): string =>
  Array.from({ length: count }, (_, index) => line(index)).join(by);
