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
 */
export async function explanationOf(
  { representations, engine }: ExplanationDeps,
  { subject, share }: PageContext,
  { pid, version }: { readonly pid: string; readonly version: number },
): Promise<CircuitExplanation | undefined> {
  const found = await representations.find(
    { ...subject, pid, version: String(version), share, ifNoneMatch: undefined },
    explaining(engine),
  );
  if (found.kind !== 'representation') return undefined;
  return JSON.parse(Buffer.from(found.bytes).toString('utf8'));
}

function explaining(engine: RegistryEngine): Rendering {
  return {
    name: 'explanation',
    refuse: () => undefined,
    render: async ({ source, pinned, pid, version, certificate, openResult }, asker) => {
      const subject = { pid, version, certificate: certificate ?? undefined, openResult: openResult ?? undefined };
      return engine.explanation({ source, pinned, subject }, asker);
    },
  };
}
