import { format as formatSource } from '@kirchhoff/coherence';
import type { RefusedSource, SourceWork } from '@kirchhoff/engine-host';
import { answered } from './answers.js';
import type { Answered } from './work.js';

/** Formats a source, which only has to parse. */
export function format({ source }: Pick<SourceWork, 'source'>): Answered | RefusedSource {
  const formatting = formatSource(source);
  if (!formatting.ok) return { kind: 'diagnostics', diagnostics: formatting.diagnostics };
  return answered({ source: formatting.source, changed: formatting.changed });
}
