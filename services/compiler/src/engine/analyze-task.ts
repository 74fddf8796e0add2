import { certify, read } from '@kirchhoff/coherence';
import { answered } from './answers.js';
import type { Answered, Refused } from './work.js';

/** What certify would say of a circuit or a policy. */
export function analyze(source: string): Answered | Refused {
  const reading = read(source);
  if (!reading.ok) return { kind: 'diagnostics', diagnostics: reading.diagnostics };
  // The certificate is kept with what is certified: nothing is, here.
  return answered({ ...certify(reading.program), certificate: undefined });
}
