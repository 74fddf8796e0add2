import type { CircuitExplanation } from '@kirchhoff/explorer';
import type { RegistryEngine } from '../engine/engine.js';
import type { Rendering, Representations } from '../representations/representations.js';
import type { PageContext } from './asking.js';

export interface ExplanationDeps {
  readonly representations: Representations;
  readonly engine: RegistryEngine;
}

/**
 * Returns what is proven of a version of a circuit; `undefined` if the engine cannot say it now, for example because its
 * queue is full. It is cached, and charged to the reader, like every other representation.
 *
 * @param asked.part the part of the graph that is open; `undefined` for the whole graph
 */
export async function explanationOf(
  { representations, engine }: ExplanationDeps,
  { subject, share }: PageContext,
  { pid, version, part }: { readonly pid: string; readonly version: number; readonly part: string | undefined },
): Promise<CircuitExplanation | undefined> {
  const asked = { ...subject, pid, version: String(version), share, ifNoneMatch: undefined };
  const found = await representations.find(asked, explaining(engine, part));
  if (found.kind !== 'representation') return undefined;
  return JSON.parse(Buffer.from(found.bytes).toString('utf8'));
}

function explaining(engine: RegistryEngine, part: string | undefined): Rendering {
  return {
    name: `explanation ${part ?? ''}`,
    refuse: () => undefined,
    render: async ({ source, pinned, pid, version, certificate, openResult }, asker) => {
      const subject = { pid, version, certificate: certificate ?? undefined, openResult: openResult ?? undefined };
      return engine.explanation({ source, pinned, subject, part }, asker);
    },
  };
}
