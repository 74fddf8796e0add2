import type { NodeId, RegionId } from '@kirchhoff/coherence';

/** Returns the identifier of a node in the API: unique within a circuit or component. */
export function nodeId(node: NodeId): string {
  return `n${node}`;
}

export function regionId(region: RegionId): string {
  return `r${region}`;
}

export function outputId(index: number): string {
  return `output${index}`;
}

export function contractId(contract: 'require' | 'ensure', index: number): string {
  return `${contract}${index}`;
}

export function componentId(index: number): string {
  return `component${index}`;
}
