import { ASSURANCES, type Assurance, gradeOf } from '@kirchhoff/coherence';
import type { CompileOptions } from '../target.js';

/** The lines about its proof that stand at the head of a compiled circuit, without marks of a comment. */
export function proofLines({ certified, guards: wantsGuards = true, evidence }: CompileOptions): readonly string[] {
  if (!certified) return ['OPEN (phi_c below 1): what is not proven is checked as it runs.'];
  const assurance = assuranceOf(evidence);
  const graded = assurance === null ? '' : `, assurance ${assurance}`;
  const closed = `Closed (phi_c 1${graded}): each operation is proven to succeed for all accepted inputs.`;
  return wantsGuards ? [closed, 'What a solver or a run of every input has proven is guarded as it runs.'] : [closed];
}

/**
 * Returns the grade of the evidence; `null` if it is not known. A split into cases has the grade of the checker's own rules, since
 * the checker admits no other evidence in its parts.
 */
function assuranceOf(evidence: CompileOptions['evidence']): Assurance | null {
  if (evidence === undefined) return null;
  const grades = new Set([...evidence.components, ...evidence.graphs].flat().map(gradeOf));
  return ASSURANCES.findLast((grade) => grades.has(grade)) ?? 'kernel';
}
