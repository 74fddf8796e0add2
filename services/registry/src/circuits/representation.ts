import { entityTag } from '@kirchhoff/platform';
import type { CircuitDetail } from './circuit.js';
import { detailView } from './view.js';

/** The answer of GET /v1/circuits/:pid: its bytes, and the entity tag for If-Match. */
export interface Representation {
  readonly octets: Uint8Array;
  readonly entityTag: string;
}

/** @param publicUrl origin of badge URLs */
export function representationOf(detail: CircuitDetail, publicUrl: string): Representation {
  const octets = Buffer.from(JSON.stringify(detailView(detail, publicUrl)), 'utf8');
  return { octets, entityTag: entityTag(octets) };
}
