import { type Files, NO_FILES } from '@kirchhoff/coherence';
import type { SourceWork } from '@kirchhoff/engine-host';
import { filesOf, type Problem, parseIdentifier, problem } from '@kirchhoff/platform';
import type { PublishedSourceRepository } from './repository.js';

/** A circuit in a request: a source, or a circuit of the registry. */
export type GivenCircuit =
  | { readonly kind: 'source'; readonly source: string; readonly files: Files }
  | { readonly kind: 'published'; readonly pid: string; readonly version?: number | undefined };

/** The members of a body that specify a circuit. */
export interface CircuitMembers {
  readonly source?: string | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly pid?: string | undefined;
  /** Default: the current version. */
  readonly version?: number | undefined;
}

/** Returns the circuit that a body specifies; `undefined` if it has both a source and a pid, or neither. */
export function givenCircuit({ source, files, pid, version }: CircuitMembers): GivenCircuit | undefined {
  if (source !== undefined) return pid === undefined ? { kind: 'source', source, files: filesOf(files) } : undefined;
  return pid === undefined ? undefined : { kind: 'published', pid, version };
}

/**
 * Finds the data of a circuit that the engine needs: 404 or 410 if the caller may not see it. The pins of a published circuit are
 * resolved.
 */
export async function findCircuit(
  published: PublishedSourceRepository,
  circuit: GivenCircuit,
  accountId: string,
): Promise<SourceWork | Problem> {
  if (circuit.kind === 'source') return { source: circuit.source, files: circuit.files, pins: undefined };
  const pid = parseIdentifier('circuit', circuit.pid);
  const found = pid === undefined ? undefined : await published.find(pid, circuit.version, accountId);
  if (found === undefined) return problem('not-found', 'No circuit with this id and version is visible to this caller.');
  if (found.withdrawn) return problem('withdrawn', 'This circuit has been withdrawn.');
  return { source: found.source, files: NO_FILES, pins: { pinned: found.pinned, refused: new Map() } };
}
