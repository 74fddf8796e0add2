import { type Certification, type CircuitProgram, nodeDomains, type PolicyProgram, type ProgramDomains } from '@kirchhoff/coherence';
import { actionPlaces, openPlaces } from './open-places.js';
import { actionView, programView } from './program-view.js';
import type { CertificationState, ProgramView } from './view.js';

/** Returns what a picture of a circuit shows: nodes with their domains, edges, regions, and the open places. */
export function viewCircuit(program: CircuitProgram, { certificate, errors }: Certification): ProgramView {
  const standing: CertificationState = certificate === null ? { kind: 'open', places: openPlaces(program, errors) } : { kind: 'certified' };
  return programView(program, nodeDomains(program, certificate ?? undefined), standing);
}

/**
 * Returns the same for an action of a policy, by its index in the source. In an open policy, an action without an open place of its
 * own has the domains that the analysis knows.
 *
 * @param domains those of the whole policy, as `nodeDomains` returns them
 * @throws RangeError if the policy has no such action
 */
export function viewAction(
  program: PolicyProgram,
  index: number,
  { certificate, errors }: Certification,
  domains: ProgramDomains,
): ProgramView {
  if (certificate !== null) return actionView(program, index, domains, { kind: 'certified' });
  const places = actionPlaces(program, index, errors);
  return actionView(program, index, domains, places.count === 0 ? { kind: 'not yet certified' } : { kind: 'open', places });
}
