import type { Abstract, AbstractText } from '../abstract/abstract.js';
import type { ElementOf } from '../rules/element-steps.js';
import type { Int } from '../types/integer.js';
import { ALL_CHARACTERS } from '../types/text-forms.js';
import { octetsOf, sha256Hex } from './digest.js';
import {
  type CaseProof,
  type CaseSplit,
  CERTIFICATE_FORMAT,
  type Certificate,
  type Difference,
  type DriftProof,
  type Evidence,
  type ExportedDifference,
  type FactReference,
  type GraphProof,
  type InvariantTerm,
  type JoinProof,
  type LinearBound,
  type LinearTerm,
  type Link,
  type PassProof,
  PLAIN_EVIDENCE,
  type Refutation,
  type Step,
  type StepNumber,
} from './format.js';

/** The JSON text of a certificate: one text for one certificate, closed by the SHA-256 of what it says. */
export function encodeCertificate(certificate: Certificate): string {
  return sealed(encodeBody(certificate));
}

/** The same in UTF-8, of what a certificate says. */
export function sealedOctets(said: unknown): Uint8Array {
  return octetsOf(sealed(said));
}

function sealed(said: unknown): string {
  const body = JSON.stringify(said);
  return `{"certificate":${body},"digest":"${sha256Hex(body)}"}`;
}

/** The content of a certificate as JSON. Claims share parts: written out it may be longer than any text can be. */
export function encodeBody(certificate: Certificate): unknown {
  return {
    format: CERTIFICATE_FORMAT,
    language: certificate.language,
    engine: certificate.engine,
    hash: certificate.hash,
    proof_key: certificate.proofKey,
    phi_c: 1,
    assurance: certificate.assurance,
    tce_metrics: certificate.metrics,
    worst_case_cost: certificate.worstCaseCost,
    trusted_base: certificate.trustedBase,
    components: certificate.components.map(encodeProof),
    graphs: certificate.graphs.map(encodeProof),
  };
}

function encodeProof(proof: GraphProof): unknown {
  return {
    ...encodePass(proof),
    closure: proof.closure.map(encodeEvidence),
    cases: proof.cases === null ? null : encodeCases(proof.cases),
    inlined: proof.inlined === null ? null : { loops: proof.inlined.loops, proof: encodeCases(proof.inlined.proof) },
    exported: proof.exported.map(encodeDifference),
  };
}

function encodePass(proof: PassProof) {
  return {
    claims: proof.claims.map(encodeView),
    steps: encodeListed(proof.steps, encodeStep),
    kept: encodeListed(proof.kept, encodeStep),
    drifts: encodeListed(proof.drifts, encodeDrift),
    unrolled: [...new Set(proof.unrolled)].toSorted((a, b) => a - b),
    joins: encodeListed(proof.joins, encodeJoin),
    differences: encodeListed(proof.differences, encodeDifference),
    cuts: encodeListed(proof.cuts, encodeBound),
  };
}

/** In the order of nodes or regions, and only where there is something: one text for one meaning. */
function encodeListed<T>(listed: ReadonlyMap<number, readonly T[]>, encode: (item: T) => unknown): readonly (readonly [number, unknown])[] {
  if (listed.size === 0) return [];
  return [...listed]
    .filter(([, items]) => items.length > 0)
    .toSorted(([a], [b]) => a - b)
    .map(([at, items]) => [at, items.map(encode)] as const);
}

/** A split tree is as deep as the prover made it, which is not deep. */
function encodeCases(cases: CaseSplit | CaseProof): unknown {
  if (!('parameter' in cases)) return { ...encodePass(cases), closure: cases.closure.map(encodeEvidence) };
  return { parameter: cases.parameter, parts: cases.parts.map(({ view, proof }) => [encodeView(view), encodeCases(proof)]) };
}

/**
 * `null` for never; an array of bounds; `"false"`, `"true"` or `"bool"`; an object with one member, named for what
 * it holds: `tags`, `texts`, `length`, `class`, `form`, `bytes`, `bytes_items`, `list`, `list_items`, `record`, `option`.
 */
function encodeView(view: Abstract): unknown {
  switch (view.kind) {
    case 'never':
      return null;
    case 'integer':
      return view.ranges.every(isSafe) ? view.ranges : view.ranges.map(encodeInteger);
    case 'boolean':
      return view.canBeFalse && view.canBeTrue ? 'bool' : String(view.canBeTrue);
    case 'enumeration':
      return { tags: view.tags };
    case 'text':
      return encodeTexts(view);
    case 'bytes':
    case 'list':
      return view.items === null
        ? { [view.kind]: [view.lo, view.hi, encodeView(view.element)] }
        : { [`${view.kind}_items`]: view.items.map(encodeView) };
    case 'record':
      return { record: view.fields.map((field) => [field.name, encodeView(field.view)]) };
    case 'option':
      return { option: [view.none, encodeView(view.some)] };
  }
}

function encodeTexts(view: AbstractText): unknown {
  if (view.values !== null) return { texts: view.values };
  const { lo, hi, characters, form } = view;
  if (form !== null) return { form: [form, lo, hi, characters] };
  return characters === ALL_CHARACTERS || hi === 0 ? { length: [lo, hi] } : { class: [lo, hi, characters] };
}

/** Only safe integers are numbers. */
function isSafe(value: Int): boolean {
  return typeof value === 'number';
}

/** Beyond the safe integers a decimal string. */
function encodeInteger(value: Int): number | string {
  return typeof value === 'number' ? value : String(value);
}

function encodeStep(step: Step): unknown {
  switch (step.rule) {
    case 'backward':
      return ['backward', step.from, step.to, encodeView(step.claim)];
    case 'forward':
      return ['forward', step.node, encodeView(step.claim), step.differences.map(encodeDifference)];
    case 'reached':
      return ['reached', step.owner, step.child];
  }
}

function encodeDifference(difference: Difference | ExportedDifference): unknown {
  return [difference.minuend, difference.subtrahend, encodeInteger(difference.bound), difference.path.map(encodeLink)];
}

function encodeJoin(join: JoinProof): unknown {
  return [join.minuend, join.subtrahend, encodeInteger(join.bound), join.paths.map((path) => path.map(encodeLink))];
}

function encodeDrift(drift: DriftProof): unknown {
  return [drift.field, drift.before, drift.after, encodeSide(drift.upper, drift.upperPath), encodeSide(drift.lower, drift.lowerPath)];
}

function encodeSide(bound: Int | null, path: readonly Link[]): unknown {
  return bound === null ? null : [encodeInteger(bound), path.map(encodeLink)];
}

function encodeLink(link: Link): unknown {
  return [link.via, link.minuend, link.subtrahend, encodeInteger(link.bound)];
}

function encodeBound({ minuend, subtrahend, bound, refutation }: LinearBound): unknown {
  return [minuend, subtrahend, encodeInteger(bound), encodeRefutation(refutation)];
}

/** It splits no deeper than `MAX_SPLITS`. */
function encodeRefutation(refutation: Refutation): unknown {
  if (refutation.rule === 'sum') return { sum: refutation.terms.map(encodeTerm) };
  if (refutation.rule === 'rounded') return { rounded: refutation.terms.map(encodeTerm), rest: encodeRefutation(refutation.rest) };
  if (refutation.rule === 'ordered') {
    const { low, high, way, steps, premises, rest } = refutation;
    return { ordered: [low, high, way, ...(steps ?? [])], premises: premises.map(encodeRefutation), rest: encodeRefutation(rest) };
  }
  if (refutation.rule === 'element') {
    const { step, premises, rest } = refutation;
    return {
      element: [step.loops, step.within, encodeElement(step.of)],
      premises: premises.map(encodeRefutation),
      rest: encodeRefutation(rest),
    };
  }
  const { node, step, fact, premise, holds, fails } = refutation;
  return { split: [node, fact, premise, ...inStep(step)], holds: encodeRefutation(holds), fails: encodeRefutation(fails) };
}

function encodeElement(of: ElementOf): unknown {
  return of.by === 'witness' ? ['witness', of.loop, of.truth] : ['value', of.node, of.step];
}

/** Nothing is said of a node outside of all steps. */
function inStep(step: StepNumber): readonly number[] {
  return step === undefined ? [] : [step];
}

function encodeTerm({ multiplier, factors }: LinearTerm): unknown {
  return [encodeInteger(multiplier), factors.map(encodeFact)];
}

function encodeFact(reference: FactReference): unknown {
  switch (reference.fact) {
    case 'assumption':
      return ['assumption', reference.index];
    case 'lower':
    case 'upper':
      return [reference.fact, reference.node, ...inStep(reference.step)];
    case 'node':
      return ['node', reference.node, reference.index, ...inStep(reference.step)];
    case 'difference':
      return ['difference', encodeLink(reference.link)];
    case 'step':
      return ['step', reference.which];
    case 'kept': {
      const { loops, terms, base, step } = reference.invariant;
      return ['kept', loops, terms.map(encodeInvariantTerm), encodeRefutation(base), encodeRefutation(step)];
    }
  }
}

function encodeInvariantTerm({ multiplier, factors, quantity }: InvariantTerm): unknown {
  const of = quantity === null ? null : [quantity.loop, quantity.field, quantity.measure];
  return [encodeInteger(multiplier), factors, of];
}

function encodeEvidence(evidence: Evidence): unknown {
  switch (evidence.by) {
    case 'structure':
    case 'cases':
    case 'inlined':
    case 'exhaustion':
      return { by: evidence.by };
    case 'analysis':
      return evidence.differences.length === 0
        ? PLAIN_EVIDENCE
        : { by: 'analysis', differences: evidence.differences.map(encodeDifference) };
    case 'linear':
      return { by: 'linear', bounds: evidence.bounds.map(encodeBound) };
    case 'states': {
      const { by, steps, fold, states } = evidence;
      return { by, steps: steps.map(encodeStep), fold, states: states.map(encodeView) };
    }
    case 'smt': {
      const { by, encoding, digest, solver, version, limit, runs } = evidence;
      return { by, encoding, digest, solver, version, limit, runs };
    }
    case 'call':
      return { by: 'call', given: evidence.given.map(encodeDifference), requires: encodePass(evidence.requires) };
    case 'witness':
      return { by: 'witness', inputs: evidence.inputs };
  }
}
