import { type FieldError, type ValueOf, validator } from '@kirchhoff/platform';
import { EVALUATION_SCHEMA, type EVALUATIONS_SCHEMA } from './schema.js';

/** May this subject do this to this resource? */
export type Evaluation = ValueOf<typeof EVALUATION_SCHEMA>;

/** The body of a request with several evaluations. */
export type EvaluationsBody = ValueOf<typeof EVALUATIONS_SCHEMA>;

export type Read = { readonly kind: 'evaluation'; readonly evaluation: Evaluation } | Malformed;

/** It lacks a part, or a part is of another form. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly errors: readonly FieldError[];
}

const PARTS = ['subject', 'action', 'resource', 'context'] as const;
type Part = (typeof PARTS)[number];
type Parts = Readonly<Partial<Record<Part, unknown>>>;

const check = validator(EVALUATION_SCHEMA, '');

/** Members of an evaluation that matter for the number of errors that are listed. */
const FEW = 4;

/**
 * Reads one evaluation. A part of its own stands for the whole default: members of the two are never mixed (section "Default
 * values").
 */
export function readEvaluation(own: Parts, defaults: Parts): Read {
  const parts = PARTS.flatMap((part) => {
    if (Object.hasOwn(own, part)) return [[part, own[part]] as const];
    return Object.hasOwn(defaults, part) ? [[part, defaults[part]] as const] : [];
  });
  const checked = check(Object.fromEntries(parts), FEW);
  if (checked.kind === 'invalid') return { kind: 'malformed', errors: checked.errors };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has been checked
  return { kind: 'evaluation', evaluation: checked.value as Evaluation };
}

/**
 * The characters that a request would have if each evaluation had its parts written out.
 * @param octets of the body as it was sent
 */
export function lengthWrittenOut(body: EvaluationsBody, evaluations: readonly Parts[], octets: number): number {
  return PARTS.reduce((sum, part) => {
    if (body[part] === undefined) return sum;
    const heirs = evaluations.filter((own) => !Object.hasOwn(own, part)).length;
    return heirs <= 1 ? sum : sum + (heirs - 1) * JSON.stringify(body[part]).length;
  }, octets);
}
