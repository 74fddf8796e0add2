import type { Comparison } from '@kirchhoff/coherence';
import type { PageEngine } from '../engine/page-engine.js';
import { completeSource } from './complete-source.js';

/** Says whether two versions mean the same: by a theorem, or by an input that tells them apart. */
export function beginComparing(page: HTMLElement, engine: PageEngine, pid: string): void {
  const place = page.querySelector<HTMLElement>('.meaning');
  if (place === null) return;
  const { old = '', new: current = '' } = place.dataset;
  place.textContent = 'Comparing what the two versions mean, in this browser…';
  void compare(engine, pid, old, current)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    .then((text) => {
      place.textContent = text;
    });
}

async function compare(engine: PageEngine, pid: string, old: string, current: string): Promise<string> {
  const before = await completeSource(engine, pid, old);
  const after = await completeSource(engine, pid, current);
  const answer = await engine.ask({ kind: 'compare', old: before, new: after });
  switch (answer.kind) {
    case 'comparison':
      return answer.comparison === null
        ? 'One of the two sources cannot be read by this engine.'
        : inWords(answer.comparison, old, current);
    case 'failed':
      return answer.message;
    case 'applied':
    case 'pins':
    case 'check':
      return 'The engine gave another answer. Load this page again.';
  }
}

function inWords(comparison: Comparison, old: string, current: string): string {
  switch (comparison.verdict) {
    case 'same':
      return comparison.by === 'hash'
        ? 'Same meaning: both have one canonical form.'
        : 'Same meaning: it is proven that both accept the same inputs and give the same outputs.';
    case 'different': {
      if (comparison.by === 'ports') {
        const ports = comparison.ports.map(
          ({ direction, port, old: before, new: after }) => `${direction} ${port}: ${before ?? 'none'} became ${after ?? 'none'}`,
        );
        return `The ports differ, so one cannot take the place of the other. ${ports.join('; ')}.`;
      }
      const results = `version ${old} ${resultOf(comparison.old)}, version ${current} ${resultOf(comparison.new)}`;
      return `Different meaning. For the inputs ${JSON.stringify(comparison.inputs)}, ${results}.`;
    }
    case 'unknown':
      return `Unknown: no proof and no input that tells them apart was found here, without a solver. ${comparison.reason}`;
  }
}

function resultOf(result: Extract<Comparison, { by: 'input' }>['old']): string {
  switch (result.kind) {
    case 'outputs':
      return `gives ${JSON.stringify(result.outputs)}`;
    case 'refused':
      return 'refuses them';
    case 'failed':
      return 'fails';
  }
}
