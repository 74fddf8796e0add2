import type { CaseProof, CaseSplit, Evidence, GraphProof } from './format.js';

/** The grades of evidence, the strongest first. */
export const ASSURANCES = ['kernel', 'exhaustive', 'solver'] as const;

/**
 * The grade of a certification, the weakest among its closure domains.
 *
 * - `kernel`: every closure domain follows by the checker's own rules.
 * - `exhaustive`: at least one was proven by running every input.
 * - `solver`: at least one relies on the answer of a solver.
 */
export type Assurance = (typeof ASSURANCES)[number];

/** Derives the grade of a program from the evidence for the closure domains of all its graphs and components. */
export function assuranceOf(proofs: readonly GraphProof[]): Assurance {
  const grades = new Set<Assurance>();
  for (const { closure, cases, inlined, induction } of proofs) {
    gradeAll(closure, grades);
    if (cases !== null) gradeCases(cases, grades);
    if (inlined !== null) gradeCases(inlined.proof, grades);
    if (induction !== null) gradeCases(induction.proof, grades);
  }
  return ASSURANCES.findLast((grade) => grades.has(grade)) ?? 'kernel';
}

/** Adds the grades of the evidence in the cases of a split. */
function gradeCases(cases: CaseSplit | CaseProof, grades: Set<Assurance>): void {
  if ('parameter' in cases) for (const { proof } of cases.parts) gradeCases(proof, grades);
  else gradeAll(cases.closure, grades);
}

/** Adds the grades of evidence, most of which is of the same kind as the evidence before it. */
function gradeAll(closure: readonly Evidence[], grades: Set<Assurance>): void {
  let before: Evidence['by'] | null = null;
  for (const { by } of closure) {
    if (by !== before) grades.add(gradeOf(by));
    before = by;
  }
}

/** The grade of a kind of evidence; a new kind does not compile without one. */
export function gradeOf(by: Evidence['by']): Assurance {
  switch (by) {
    case 'structure':
    case 'analysis':
    case 'linear':
    case 'states':
    case 'cases':
    case 'inlined':
    case 'induction':
    case 'call':
    case 'witness':
      return 'kernel';
    case 'exhaustion':
      return 'exhaustive';
    case 'smt':
      return 'solver';
  }
}
