import { monomerAt } from '@kirchhoff/coherence';
import { ARITHMETIC } from './arithmetic.js';
import { CRYPTO } from './crypto.js';
import type { Emission } from './emission.js';
import { IO } from './io.js';
import { LOGIC } from './logic.js';
import { SEQUENCES } from './sequences.js';
import { SOURCES } from './sources.js';
import { SYSTEM } from './system.js';
import { TEXT } from './text.js';

const FAMILIES = [ARITHMETIC, LOGIC, SEQUENCES, IO, TEXT, CRYPTO, SYSTEM, SOURCES];

const EMISSIONS: ReadonlyMap<string, Emission> = new Map(FAMILIES.flatMap((family) => Object.entries(family)));

/** How the monomer of an index is written; undefined where no program can use it as an application yet. */
export function emissionOf(monomer: number): Emission | undefined {
  return EMISSIONS.get(monomerAt(monomer).name);
}
