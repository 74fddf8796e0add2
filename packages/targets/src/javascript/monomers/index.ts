import { monomerAt } from '@kirchhoff/coherence';
import { ARITHMETIC } from './arithmetic.js';
import type { Emission } from './emission.js';
import { LOGIC } from './logic.js';
import { SOURCES } from './sources.js';
import { TEXT } from './text.js';

const EMISSIONS: ReadonlyMap<string, Emission> = new Map([ARITHMETIC, LOGIC, TEXT, SOURCES].flatMap((family) => Object.entries(family)));

/** How the monomer of an index is written; undefined where no program can use it as an application yet. */
export function emissionOf(monomer: number): Emission | undefined {
  return EMISSIONS.get(monomerAt(monomer).name);
}
