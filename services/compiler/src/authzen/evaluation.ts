import { type FieldError, type ValueOf, validator } from '@kirchhoff/platform';
import { EVALUATION_SCHEMA, type EVALUATIONS_SCHEMA } from './schema.js';

/** May this subject do this to this resource? */
export type EvaluationRequest = ValueOf<typeof EVALUATION_SCHEMA>;

/** The body of a request with several evaluations. */
export type EvaluationsBody = ValueOf<typeof EVALUATIONS_SCHEMA>;

export type ReadEvaluation = { readonly kind: 'evaluation'; readonly evaluation: EvaluationRequest } | Malformed;

/** A part is missing or has another form. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly errors: readonly FieldError[];
}

const PARTS = ['subject', 'action', 'resource', 'context'] as const;
type Part = (typeof PARTS)[number];
type Parts = Readonly<Partial<Record<Part, unknown>>>;

const check = validator(EVALUATION_SCHEMA, '');

/** Number of members of an evaluation, which determines the number of listed errors. */
const FEW = 4;

/** Reads one evaluation. Its own part replaces the whole default: members of the two are never mixed (section "Default values"). */
export function readEvaluation(own: Parts, defaults: Parts): ReadEvaluation {
  const parts = PARTS.flatMap((part) => {
    if (Object.hasOwn(own, part)) return [[part, own[part]] as const];
    return Object.hasOwn(defaults, part) ? [[part, defaults[part]] as const] : [];
  });
  const checked = check(Object.fromEntries(parts), FEW);
  if (checked.kind === 'invalid') return { kind: 'malformed', errors: checked.errors };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has been checked
  return { kind: 'evaluation', evaluation: checked.value as EvaluationRequest };
}

/**
 * Returns the characters that a request would have with all defaults written out.
 * @param bytes of the body as sent
 */
export function lengthWrittenOut(body: EvaluationsBody, evaluations: readonly Parts[], bytes: number): number {
  return PARTS.reduce((sum, part) => {
    if (body[part] === undefined) return sum;
    const heirs = evaluations.filter((own) => !Object.hasOwn(own, part)).length;
    return heirs <= 1 ? sum : sum + (heirs - 1) * JSON.stringify(body[part]).length;
  }, bytes);
}
