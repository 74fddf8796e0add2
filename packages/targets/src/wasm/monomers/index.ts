import type { MonomerName } from '@kirchhoff/coherence';
import { ARITHMETIC } from './arithmetic.js';
import type { Emission, Emissions } from './emission.js';
import { LOGIC } from './logic.js';
import { SEQUENCES } from './sequences.js';
import { SOURCES } from './sources.js';

const EMISSIONS: Emissions = { ...ARITHMETIC, ...LOGIC, ...SEQUENCES, ...SOURCES };

/** Returns the form of a monomer that programs can apply. */
export function emissionOf(monomer: MonomerName): Emission {
  const emission = EMISSIONS[monomer];
  if (emission === undefined) throw new Error(`${monomer} is not applied`);
  return emission;
}
