import type { MonomerName } from '@kirchhoff/coherence';
import { ARITHMETIC } from './arithmetic.js';
import { CRYPTO } from './crypto.js';
import type { Emission, Emissions } from './emission.js';
import { IO } from './io.js';
import { LOGIC } from './logic.js';
import { SEQUENCES } from './sequences.js';
import { SOURCES } from './sources.js';
import { SYSTEM } from './system.js';
import { TEXT } from './text.js';

const EMISSIONS: Emissions = {
  ...ARITHMETIC,
  ...LOGIC,
  ...SEQUENCES,
  ...IO,
  ...TEXT,
  ...CRYPTO,
  ...SYSTEM,
  ...SOURCES,
};

/** Returns the form of a monomer that programs can apply. */
export function emissionOf(monomer: MonomerName): Emission {
  const emission = EMISSIONS[monomer];
  if (emission === undefined) throw new Error(`${monomer} is not applied`);
  return emission;
}
