import type { MonomerName } from '@kirchhoff/coherence';
import { ARITHMETIC } from './arithmetic.js';
import { CRYPTO } from './crypto.js';
import type { Emission } from './emission.js';
import { IO } from './io.js';
import { LOGIC } from './logic.js';
import { SEQUENCES } from './sequences.js';
import { SOURCES } from './sources.js';
import { SYSTEM } from './system.js';
import { TEXT } from './text.js';

/** Emissions by name; null for operations with a node of their own in the core graph. */
const EMISSIONS: Readonly<Record<MonomerName, Emission | null>> = {
  ...ARITHMETIC,
  ...LOGIC,
  ...SEQUENCES,
  ...IO,
  ...TEXT,
  ...CRYPTO,
  ...SYSTEM,
  ...SOURCES,
  FIELD: null,
  SELECT: null,
  MATCH: null,
  MAP: null,
  FILTER: null,
  FOLD: null,
  ANY: null,
  ALL: null,
  COUNT: null,
  UNWRAP_OR: null,
  NARROW: null,
  REQUIRE: null,
  ENSURE: null,
  CALL: null,
};

/** Returns the form of a monomer that programs can apply. */
export function emissionOf(monomer: MonomerName): Emission {
  const emission = EMISSIONS[monomer];
  if (emission === null) throw new Error(`${monomer} is not applied`);
  return emission;
}

/** Returns true for an entropy source, which asks the host and can fail. */
export function isSource(monomer: MonomerName): boolean {
  return monomer in SOURCES;
}
