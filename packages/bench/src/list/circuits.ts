import type { Assurance } from '@kirchhoff/coherence';
import { makeIdentifier } from '@kirchhoff/platform';
import { publicationDigest } from '@kirchhoff/registry/dist/circuits/publish.js';
import { signatureBytes } from '@kirchhoff/registry/dist/circuits/source-reader.js';
import type { Inspection } from '@kirchhoff/registry/dist/engine/work.js';
import type { CopyRow } from './copy.js';
import { SeededRandom } from './random.js';
import { circuitDescription, circuitName, personName } from './text.js';

/** A source with the engine's results on it. */
export interface InspectedProgram {
  readonly source: string;
  readonly inspection: Extract<Inspection, { kind: 'circuit' }>;
}

export interface SeedPlan {
  readonly seed: string;
  /** The moments of the first and of the last circuit; the others are between them. */
  readonly from: Date;
  readonly to: Date;
  readonly circuits: number;
  readonly accountIds: readonly string[];
  readonly programs: readonly InspectedProgram[];
}

/** The share of certified circuits; a row stores only the part of a result that a list shows. */
const CERTIFIED = 0.5;
/** Shares among the certified circuits; the rest are certified by the rules of the checker. */
const EXHAUSTIVE = 0.1;
const SOLVER = 0.02;
const PRIVATE = 0.1;
const WITHDRAWN = 0.01;
/** The first account has a tenth of all circuits, the second ten circuits; the others share the rest unevenly. */
const LARGEST = 0.1;
const SMALL = 10;

export const ACCOUNT_COLUMNS = ['id', 'email', 'name', 'created_at'] as const;

export function accountRow(seed: string, number: number, at: Date): CopyRow<typeof ACCOUNT_COLUMNS> {
  const random = new SeededRandom(`${seed} account ${number}`);
  return {
    id: makeIdentifier('account', random),
    email: `person${number}@example.com`,
    name: personName(random),
    created_at: at.toISOString(),
  };
}

export const CIRCUIT_COLUMNS = [
  'id',
  'account_id',
  'name',
  'description',
  'visibility',
  'current_version',
  'certified',
  'assurance',
  'publication_digest',
  'created_at',
  'updated_at',
  'withdrawn_at',
] as const;
export const VERSION_COLUMNS = [
  'circuit_id',
  'version',
  'source',
  'hash',
  'proof_key',
  'language_version',
  'signature',
  'certified',
  'phi_c',
  'assurance',
  'certified_at',
  'created_at',
] as const;

export interface CircuitRows {
  readonly circuit: CopyRow<typeof CIRCUIT_COLUMNS>;
  readonly version: CopyRow<typeof VERSION_COLUMNS>;
}

/** Returns the circuit of a number; it does not depend on the circuits made before. */
export function circuitRows(plan: SeedPlan, number: number): CircuitRows {
  const random = new SeededRandom(`${plan.seed} circuit ${number}`);
  const id = makeIdentifier('circuit', random);
  const accountId = accountOf(plan, number, random);
  const name = circuitName(random);
  const { source, inspection } = pick(plan.programs, random);
  const created = timeOf(plan, number);
  const certifiedAt = random.fraction() < CERTIFIED ? new Date(created.getTime() + random.below(3_600_000)).toISOString() : null;
  const withdrawn = random.fraction() < WITHDRAWN;
  const updatedAt = certifiedAt ?? created.toISOString();
  const created_at = created.toISOString();
  const description = circuitDescription(random);
  const visibility = random.fraction() < PRIVATE ? 'private' : 'public';
  const certified = certifiedAt !== null;
  const assurance = certified ? gradeOf(random) : null;
  return {
    circuit: {
      id,
      account_id: accountId,
      name,
      description,
      visibility,
      current_version: 1,
      certified,
      assurance,
      publication_digest: withdrawn ? null : publicationDigest(accountId, name, source),
      created_at,
      updated_at: updatedAt,
      withdrawn_at: withdrawn ? updatedAt : null,
    },
    version: {
      circuit_id: id,
      version: 1,
      source,
      hash: inspection.hash,
      proof_key: inspection.proofKey,
      language_version: inspection.languageVersion,
      signature: signatureBytes(inspection),
      certified,
      phi_c: certified ? 1 : null,
      assurance,
      certified_at: certifiedAt,
      created_at,
    },
  };
}

function gradeOf(random: SeededRandom): Assurance {
  const fraction = random.fraction();
  if (fraction < SOLVER) return 'solver';
  return fraction < SOLVER + EXHAUSTIVE ? 'exhaustive' : 'kernel';
}

function accountOf({ accountIds, circuits }: SeedPlan, number: number, random: SeededRandom): string {
  const [largest = '', small = ''] = accountIds;
  if (number % Math.ceil(circuits / SMALL) === 0) return small;
  if (random.fraction() < LARGEST) return largest;
  return accountIds[2 + Math.floor(random.fraction() ** 3 * (accountIds.length - 2))] ?? largest;
}

function timeOf({ from, to, circuits }: SeedPlan, number: number): Date {
  return new Date(from.getTime() + Math.floor(((to.getTime() - from.getTime()) * number) / circuits));
}

function pick(programs: readonly InspectedProgram[], random: SeededRandom): InspectedProgram {
  const program = programs[random.below(programs.length)];
  if (program === undefined) throw new Error('there are no programs to choose from');
  return program;
}
