import {
  type AbstractValue,
  boolean,
  exactTexts,
  haveOneType,
  items,
  join,
  MAX_ITEMS,
  MAX_TEXTS,
  NEVER,
  ofRanges,
  option,
  record,
  sequence,
  tags,
  texts,
} from '../abstract/abstract.js';
import { MAX_RANGES, type Ranges, sameRanges } from '../abstract/ranges.js';
import { isLoops } from '../graph/inline.js';
import { TYPE_NESTING } from '../limits.js';
import type { DifferenceOperand } from '../monomers/relation.js';
import type { ElementOf } from '../rules/element-steps.js';
import type { Quantity } from '../rules/loop-steps.js';
import { CheckMeter, MAX_CHECKING_WORK, OutOfWork } from '../rules/meter.js';
import { add, type Int, normalize } from '../types/integer.js';
import { ALL_CHARACTERS, type Characters, MAX_CHARACTER_RANGES, TEXT_FORMS, type TextForm } from '../types/text-forms.js';
import { JSON_NESTING } from '../values/json.js';
import { ASSURANCES, type Assurance } from './assurance.js';
import { isTextOf } from './encode.js';
import {
  type CaseProof,
  type CaseSplit,
  type Certificate,
  type Difference,
  type DriftProof,
  type Evidence,
  type ExportedDifference,
  type FactReference,
  type GraphProof,
  type InductionProof,
  type InlinedProof,
  type InvariantTerm,
  type JoinProof,
  type LinearBound,
  type LinearTerm,
  type Link,
  MAX_SPLITS,
  type Metrics,
  NOTHING_LISTED,
  type PassProof,
  PLAIN_EVIDENCE,
  type Refutation,
  type Step,
  type StepNumber,
} from './format.js';
import { type Refusal, refuse } from './refusal.js';

/** A bound above the nesting of every tree that the prover makes. */
const MAX_CASE_DEPTH = 100;

/** Ends decoding at a value of the wrong shape. It never leaves this file. */
class Malformed extends Error {}

/**
 * Decodes the UTF-8 JSON text of a certificate. Accepts only the exact text that `encodeCertificate` writes for it, so the text
 * holds no further data and its digest is right. Joins of the items of claims are counted like steps of a check.
 */
export function decodeCertificate(bytes: Uint8Array): Certificate | Refusal {
  try {
    const certificate = readCertificate(field(parse(bytes), 'certificate'), new CheckMeter());
    return isTextOf(bytes, certificate) ? certificate : refuse('not-canonical');
  } catch (error) {
    if (error instanceof Malformed) return refuse('malformed', error.message);
    if (error instanceof OutOfWork) return refuse('too-much-work', MAX_CHECKING_WORK);
    throw error;
  }
}

/** `JSON.parse` accepts repeated members and other spellings of a number; the comparison with the canonical text rejects them. */
function parse(bytes: Uint8Array): unknown {
  const source = textOf(bytes);
  try {
    return JSON.parse(source);
  } catch {
    throw new Malformed('it is not JSON');
  }
}

/** A decoder of the Encoding Standard, available in every host: it throws at ill-formed bytes. */
declare const TextDecoder: new (encoding: 'utf-8', options: { fatal: true; ignoreBOM: true }) => { decode(bytes: Uint8Array): string };

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Malformed('it is no UTF-8');
  }
}

function readCertificate(json: unknown, meter: CheckMeter): Certificate {
  return {
    language: text(field(json, 'language')),
    engine: text(field(json, 'engine')),
    hash: text(field(json, 'hash')),
    proofKey: text(field(json, 'proof_key')),
    assurance: readAssurance(field(json, 'assurance')),
    metrics: readMetrics(field(json, 'tce_metrics')),
    worstCaseCost: count(field(json, 'worst_case_cost')),
    trustedBase: list(field(json, 'trusted_base'), text),
    components: list(field(json, 'components'), (each) => readWhole(each, meter)),
    graphs: list(field(json, 'graphs'), (each) => readWhole(each, meter)),
  };
}

function readAssurance(json: unknown): Assurance {
  const assurance = ASSURANCES.find((grade) => grade === json);
  if (assurance === undefined) throw new Malformed('an assurance is none');
  return assurance;
}

function readMetrics(json: unknown): Metrics {
  const operators = field(json, 'eva_operators');
  return {
    information_entropy: count(field(json, 'information_entropy')),
    closure_domains_verified: count(field(json, 'closure_domains_verified')),
    closure_domains_total: count(field(json, 'closure_domains_total')),
    monomers_used: count(field(json, 'monomers_used')),
    composition_depth: count(field(json, 'composition_depth')),
    eva_operators: {
      sequential: count(field(operators, 'sequential')),
      parallel: count(field(operators, 'parallel')),
      conditional: count(field(operators, 'conditional')),
    },
  };
}

function readWhole(json: unknown, meter: CheckMeter): GraphProof {
  const cases = field(json, 'cases');
  const withoutCalls = field(json, 'inlined');
  return {
    ...readPass(json, meter),
    closure: list(field(json, 'closure'), (each) => readEvidence(each, meter)),
    cases: cases === null ? null : readSplit(cases, MAX_CASE_DEPTH, meter),
    inlined: withoutCalls === null ? null : readInlined(withoutCalls, meter),
    induction:
      typeof json === 'object' && json !== null && Object.hasOwn(json, 'induction') ? readInduction(field(json, 'induction'), meter) : null,
    exported: list(field(json, 'exported'), readExported),
  };
}

function readInlined(json: unknown, meter: CheckMeter): InlinedProof {
  const loops = field(json, 'loops');
  if (!isLoops(loops)) throw new Malformed('loops are kept, written out or guarded');
  return { loops, proof: readCase(field(json, 'proof'), MAX_CASE_DEPTH, meter) };
}

function readInduction(json: unknown, meter: CheckMeter): InductionProof {
  const proof = readCase(field(json, 'proof'), MAX_CASE_DEPTH, meter);
  if ('parameter' in proof) throw new Malformed('an induction has no cases');
  return { loops: list(field(json, 'loops'), count), ensures: list(field(json, 'ensures'), count), proof };
}

function readSplit(json: unknown, depth: number, meter: CheckMeter): CaseSplit {
  if (depth === 0) throw new Malformed('the cases nest too deep');
  return {
    parameter: count(field(json, 'parameter')),
    parts: list(field(json, 'parts'), (part) => ({ view: readView(at(part, 0), meter), proof: readCase(at(part, 1), depth - 1, meter) })),
  };
}

function readCase(json: unknown, depth: number, meter: CheckMeter): CaseSplit | CaseProof {
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'parameter')) return readSplit(json, depth, meter);
  return { ...readPass(json, meter), closure: list(field(json, 'closure'), (each) => readEvidence(each, meter)) };
}

function readPass(json: unknown, meter: CheckMeter): PassProof {
  const step = (each: unknown): Step => readStep(each, meter);
  return {
    claims: list(field(json, 'claims'), (claim) => readView(claim, meter)),
    steps: readListed(field(json, 'steps'), step),
    kept: readListed(field(json, 'kept'), step),
    drifts: readListed(field(json, 'drifts'), readDrift),
    unrolled: list(field(json, 'unrolled'), count),
    joins: readListed(field(json, 'joins'), readJoin),
    differences: readListed(field(json, 'differences'), readDifference),
    cuts: readListed(field(json, 'cuts'), readBound),
  };
}

/** The listed items by node or region. */
function readListed<T>(json: unknown, read: (item: unknown) => T): ReadonlyMap<number, readonly T[]> {
  if (!Array.isArray(json)) throw new Malformed('a list is missing');
  if (json.length === 0) return NOTHING_LISTED;
  const listed = new Map<number, readonly T[]>();
  for (const entry of json) listed.set(count(at(entry, 0)), list(at(entry, 1), read));
  return listed;
}

/** Abstract values nest no deeper than types do. */
function readView(json: unknown, meter: CheckMeter, depth = TYPE_NESTING): AbstractValue {
  if (json === null) return NEVER;
  if (json === 'bool' || json === 'true' || json === 'false') return boolean(json !== 'true', json !== 'false');
  if (Array.isArray(json)) return readRanges(integers(json));
  if (typeof json !== 'object') throw new Malformed('a claim is missing');
  const [member, ...more] = Object.entries(json);
  if (member === undefined || more.length > 0 || depth === 0) throw new Malformed('a claim is none');
  return readMember(member[0], member[1], meter, depth - 1);
}

function readMember(name: string, json: unknown, meter: CheckMeter, depth: number): AbstractValue {
  const view = (part: unknown): AbstractValue => readView(part, meter, depth);
  switch (name) {
    case 'tags':
      return tags(list(json, text));
    case 'texts':
      return readTexts(list(json, text));
    case 'length':
      return texts(count(at(json, 0)), count(at(json, 1)));
    case 'class':
      return texts(count(at(json, 0)), count(at(json, 1)), readCharacters(at(json, 2)));
    case 'form':
      return texts(count(at(json, 1)), count(at(json, 2)), readCharacters(at(json, 3)), readForm(at(json, 0)));
    case 'bytes':
    case 'list':
      return sequence(name, count(at(json, 0)), count(at(json, 1)), view(at(json, 2)));
    case 'bytes_items':
      return readItems('bytes', list(json, view), meter);
    case 'list_items':
      return readItems('list', list(json, view), meter);
    case 'record':
      return record(list(json, (part) => ({ name: text(at(part, 0)), view: view(at(part, 1)) })));
    case 'option':
      return option(truth(at(json, 0)), view(at(json, 1)));
    default:
      throw new Malformed(`a claim of ${name}`);
  }
}

/** Joins the items: only items of one type can be joined. */
function readItems(kind: 'bytes' | 'list', views: readonly AbstractValue[], meter: CheckMeter): AbstractValue {
  if (views.length > MAX_ITEMS) throw new Malformed('a claim names too many items');
  let union: AbstractValue = NEVER;
  for (const view of views) {
    meter.spend(partsOf(union) + partsOf(view));
    if (!haveOneType(union, view)) throw new Malformed('a claim has items of different types');
    union = join(union, view);
  }
  return items(kind, views, () => union, Number.POSITIVE_INFINITY);
}

/** The parts of a claim that a join examines: ranges, tags and texts. */
function partsOf(view: AbstractValue): number {
  switch (view.kind) {
    case 'never':
    case 'boolean':
      return 1;
    case 'integer':
      return 1 + view.ranges.length;
    case 'enumeration':
      return 1 + view.tags.length;
    case 'text':
      return 1 + (view.values ?? view.characters).length;
    case 'bytes':
    case 'list':
      // A join of the items also joins their common `element`.
      return (view.items ?? []).reduce((sum, item) => sum + partsOf(item), 1 + partsOf(view.element));
    case 'record':
      return view.fields.reduce((sum, part) => sum + partsOf(part.view), 1);
    case 'option':
      return 1 + partsOf(view.some);
  }
}

function readRanges(bounds: readonly Int[]): AbstractValue {
  return ofRanges(ranges(bounds, MAX_RANGES));
}

/** Returns the object ALL_CHARACTERS for the full range: other code compares it by identity. */
function readCharacters(json: unknown): Characters {
  const characters = ranges(list(json, count), MAX_CHARACTER_RANGES);
  return sameRanges(characters, ALL_CHARACTERS) ? ALL_CHARACTERS : characters;
}

function readForm(json: unknown): TextForm {
  const form = TEXT_FORMS.find((each) => each === json);
  if (form === undefined) throw new Malformed('a claim of no known form');
  return form;
}

/** The invariant of `Ranges`, on which every operation on them relies. */
function ranges(bounds: readonly Int[], most: number): Ranges {
  if (bounds.length % 2 !== 0 || bounds.length > 2 * most || !areAscending(bounds)) throw new Malformed('a claim is no set of ranges');
  return bounds;
}

/** True if each range ends no lower than it begins, and the next one begins beyond a gap. */
function areAscending(bounds: readonly Int[]): boolean {
  for (let i = 1; i < bounds.length; i += 1) {
    const [before, bound] = [bounds[i - 1] ?? 0, bounds[i] ?? 0];
    if (i % 2 === 1 ? before > bound : add(before, 1) >= bound) return false;
  }
  return true;
}

function readTexts(values: readonly string[]): AbstractValue {
  if (values.length > MAX_TEXTS) throw new Malformed('a claim names too many texts');
  return exactTexts(values);
}

function readStep(json: unknown, meter: CheckMeter): Step {
  const rule = at(json, 0);
  if (rule === 'backward') return { rule, from: count(at(json, 1)), to: count(at(json, 2)), claim: readView(at(json, 3), meter) };
  if (rule === 'forward')
    return { rule, node: count(at(json, 1)), claim: readView(at(json, 2), meter), differences: list(at(json, 3), readDifference) };
  if (rule === 'reached') return { rule, owner: count(at(json, 1)), child: count(at(json, 2)) };
  throw new Malformed('a step follows no rule');
}

function readDifference(json: unknown): Difference {
  return { minuend: term(at(json, 0)), subtrahend: term(at(json, 1)), bound: integer(at(json, 2)), path: list(at(json, 3), readLink) };
}

function readExported(json: unknown): ExportedDifference {
  return {
    minuend: operand(at(json, 0)),
    subtrahend: operand(at(json, 1)),
    bound: integer(at(json, 2)),
    path: list(at(json, 3), readLink),
  };
}

function readJoin(json: unknown): JoinProof {
  const paths = list(at(json, 3), (path) => list(path, readLink));
  return { minuend: term(at(json, 0)), subtrahend: term(at(json, 1)), bound: integer(at(json, 2)), paths };
}

function readDrift(json: unknown): DriftProof {
  const name = at(json, 0);
  const upper = at(json, 3);
  const lower = at(json, 4);
  return {
    field: name === null ? null : text(name),
    before: count(at(json, 1)),
    after: count(at(json, 2)),
    upper: upper === null ? null : integer(at(upper, 0)),
    lower: lower === null ? null : integer(at(lower, 0)),
    upperPath: upper === null ? [] : list(at(upper, 1), readLink),
    lowerPath: lower === null ? [] : list(at(lower, 1), readLink),
  };
}

function readLink(json: unknown): Link {
  const via = at(json, 0);
  return {
    via: via === null ? null : count(via),
    minuend: term(at(json, 1)),
    subtrahend: term(at(json, 2)),
    bound: integer(at(json, 3)),
  };
}

function readSmt(json: unknown): Evidence {
  const encoding = field(json, 'encoding');
  if (encoding !== 'integers' && encoding !== 'vectors') throw new Malformed('a query has no known encoding');
  return {
    by: 'smt',
    encoding,
    digest: text(field(json, 'digest')),
    solver: text(field(json, 'solver')),
    version: text(field(json, 'version')),
    limit: count(field(json, 'limit')),
    runs: count(field(json, 'runs')),
  };
}

function readBound(json: unknown): LinearBound {
  return {
    minuend: optionalTerm(at(json, 0)),
    subtrahend: optionalTerm(at(json, 1)),
    bound: integer(at(json, 2)),
    refutation: readRefutation(at(json, 3), MAX_SPLITS, 'outside'),
  };
}

/** @param where An invariant must not occur inside another invariant. */
function readRefutation(json: unknown, depth: number, where: Where): Refutation {
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'sum')) {
    return { rule: 'sum', terms: list(field(json, 'sum'), (each) => readLinearTerm(each, where)) };
  }
  if (depth === 0) throw new Malformed('a refutation is too deep');
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'ordered')) {
    const ordered = field(json, 'ordered');
    return {
      rule: 'ordered',
      low: count(at(ordered, 0)),
      high: count(at(ordered, 1)),
      way: count(at(ordered, 2)),
      ...(Array.isArray(ordered) && ordered.length > 3 ? { steps: [nullable(ordered[3]), nullable(ordered[4])] as const } : {}),
      premises: list(field(json, 'premises'), (each) => readRefutation(each, depth - 1, where)),
      rest: readRefutation(field(json, 'rest'), depth - 1, where),
    };
  }
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'element')) {
    if (where === 'invariant') throw new Malformed('an element is looked at in an invariant');
    const element = field(json, 'element');
    return {
      rule: 'element',
      step: { loops: list(at(element, 0), count), within: nullable(at(element, 1)), of: readElement(at(element, 2)) },
      premises: list(field(json, 'premises'), (each) => readRefutation(each, depth - 1, where)),
      rest: readRefutation(field(json, 'rest'), depth - 1, where),
    };
  }
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'rounded')) {
    const terms = list(field(json, 'rounded'), (each) => readLinearTerm(each, where));
    return { rule: 'rounded', terms, rest: readRefutation(field(json, 'rest'), depth - 1, where) };
  }
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'since')) {
    if (where !== 'outside') throw new Malformed('an element is looked at in an invariant');
    const since = field(json, 'since');
    return {
      rule: 'since',
      since: count(at(since, 0)),
      loops: list(at(since, 1), count),
      terms: list(at(since, 2), (each) => ({ ...readInvariantTerm(at(each, 0)), given: optionalTerm(at(each, 1)) })),
      base: readRefutation(field(json, 'base'), depth - 1, 'invariant'),
      step: readRefutation(field(json, 'step'), depth - 1, 'step'),
      rest: readRefutation(field(json, 'rest'), depth - 1, where),
    };
  }
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'either')) {
    if (where !== 'outside') throw new Malformed('alternatives are kept in an invariant');
    const either = field(json, 'either');
    const step = (position: number) => readRefutation(at(field(json, 'steps'), position), MAX_SPLITS, 'step');
    const rest = (position: number) => readRefutation(at(field(json, 'rests'), position), depth - 1, where);
    return {
      rule: 'either',
      loops: list(at(either, 0), count),
      sums: [list(at(either, 1), readInvariantTerm), list(at(either, 2), readInvariantTerm)],
      base: readRefutation(field(json, 'base'), MAX_SPLITS, 'invariant'),
      steps: [step(0), step(1)],
      rests: [rest(0), rest(1)],
    };
  }
  const split = field(json, 'split');
  return {
    rule: 'split',
    node: count(at(split, 0)),
    fact: count(at(split, 1)),
    premise: count(at(split, 2)),
    ...inStep(split, 3),
    holds: readRefutation(field(json, 'holds'), depth - 1, where),
    fails: readRefutation(field(json, 'fails'), depth - 1, where),
  };
}

function readElement(json: unknown): ElementOf {
  const by = at(json, 0);
  const [node, step] = [count(at(json, 1)), at(json, 2)];
  if (by === 'witness') return { by, loop: node, truth: oneOf([true, false], step) };
  if (by === 'value') return { by, node, step: nullable(step) };
  throw new Malformed('an element is of no known sort');
}

function nullable(json: unknown): number | null {
  return json === null ? null : count(json);
}

/** The optional last item of a list of a given length. */
function inStep(json: unknown, position: number): { readonly step?: StepNumber } {
  return Array.isArray(json) && json.length > position ? { step: count(json[position]) } : {};
}

function readLinearTerm(json: unknown, where: Where): LinearTerm {
  return { multiplier: integer(at(json, 0)), factors: list(at(json, 1), (fact) => readFactReference(fact, where)) };
}

function readFactReference(json: unknown, where: Where): FactReference {
  const fact = at(json, 0);
  switch (fact) {
    case 'assumption':
      return { fact, index: count(at(json, 1)) };
    case 'lower':
    case 'upper':
      return { fact, node: count(at(json, 1)), ...inStep(json, 2) };
    case 'node':
      return { fact, node: count(at(json, 1)), index: count(at(json, 2)), ...inStep(json, 3) };
    case 'difference':
      return { fact, link: readLink(at(json, 1)) };
    case 'step':
      return { fact, which: oneOf(STEP_FACTS, at(json, 1)) };
    case 'kept': {
      if (where === 'invariant') throw new Malformed('an invariant stands too deep in others');
      const base = readRefutation(at(json, 3), MAX_SPLITS, 'invariant');
      const step = readRefutation(at(json, 4), MAX_SPLITS, where === 'outside' ? 'step' : 'invariant');
      return { fact, invariant: { loops: list(at(json, 1), count), terms: list(at(json, 2), readInvariantTerm), base, step } };
    }
    default:
      throw new Malformed('a fact is of no known sort');
  }
}

/**
 * The place of a refutation: outside of invariants, in the step of an invariant (whose own invariants contain no others), or
 * elsewhere in an invariant.
 */
type Where = 'outside' | 'step' | 'invariant';

const STEP_FACTS = ['lower', 'upper', 'element'] as const;
const MEASURES = ['value', 'length', 'sum'] as const;

function oneOf<T>(all: readonly T[], json: unknown): T {
  const found = all.find((each) => each === json);
  if (found === undefined) throw new Malformed('a word is none that is known');
  return found;
}

function readInvariantTerm(json: unknown): InvariantTerm {
  const quantity = at(json, 2);
  return {
    multiplier: integer(at(json, 0)),
    factors: list(at(json, 1), term),
    quantity: quantity === null ? null : readQuantity(quantity),
  };
}

function readQuantity(json: unknown): Quantity {
  const [loop, name] = [at(json, 0), at(json, 1)];
  return {
    loop: loop === null ? null : count(loop),
    field: name === null ? null : text(name),
    measure: oneOf(MEASURES, at(json, 2)),
  };
}

function readEvidence(json: unknown, meter: CheckMeter): Evidence {
  const by = field(json, 'by');
  switch (by) {
    case 'structure':
    case 'cases':
    case 'inlined':
    case 'induction':
    case 'exhaustion':
      return { by };
    case 'analysis': {
      const differences = field(json, 'differences');
      if (Array.isArray(differences) && differences.length === 0) return PLAIN_EVIDENCE;
      return { by, differences: list(differences, readDifference) };
    }
    case 'linear':
      return { by, bounds: list(field(json, 'bounds'), readBound) };
    case 'states':
      return {
        by,
        steps: list(field(json, 'steps'), (step) => readStep(step, meter)),
        fold: count(field(json, 'fold')),
        states: list(field(json, 'states'), (state) => readView(state, meter)),
      };
    case 'smt':
      return readSmt(json);
    case 'call':
      return { by, given: list(field(json, 'given'), readDifference), requires: readPass(field(json, 'requires'), meter) };
    case 'witness':
      return { by, inputs: list(field(json, 'inputs'), (input) => shallow(input, JSON_NESTING)) };
    default:
      throw new Malformed('a closure domain has no known evidence');
  }
}

/** Returns the value itself, if it nests no deeper than a value can. */
function shallow(json: unknown, depth: number): unknown {
  if (depth === 0) throw new Malformed('an input nests too deep');
  if (typeof json === 'object' && json !== null) for (const part of Object.values(json)) shallow(part, depth - 1);
  return json;
}

function field(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Malformed(`an object with '${name}' is missing`);
  const found: unknown = Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined;
  if (found === undefined) throw new Malformed(`'${name}' is missing`);
  return found;
}

function at(json: unknown, index: number): unknown {
  if (!Array.isArray(json) || index >= json.length) throw new Malformed('a list is too short');
  return json[index];
}

function list<T>(json: unknown, read: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(json)) throw new Malformed('a list is missing');
  return json.map(read);
}

function text(json: unknown): string {
  if (typeof json !== 'string') throw new Malformed('a text is missing');
  return json;
}

function count(json: unknown): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0) throw new Malformed('a count is missing');
  return json;
}

function truth(json: unknown): boolean {
  if (typeof json !== 'boolean') throw new Malformed('a truth is missing');
  return json;
}

/** Decodes a node or an argument position; a negative number denotes its length. */
function term(json: unknown): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json)) throw new Malformed('a term is missing');
  return json;
}

function optionalTerm(json: unknown): number | null {
  return json === null ? null : term(json);
}

function operand(json: unknown): DifferenceOperand {
  return json === 'result' || json === 'length of result' ? json : term(json);
}

/** The parsed list itself if it has safe integers only, as most lists do. */
function integers(json: readonly unknown[]): readonly Int[] {
  return areSafe(json) ? json : json.map(integer);
}

function areSafe(json: readonly unknown[]): json is readonly number[] {
  for (const item of json) if (!Number.isSafeInteger(item)) return false;
  return true;
}

function integer(json: unknown): Int {
  if (typeof json === 'number' && Number.isSafeInteger(json)) return json;
  if (typeof json === 'string' && /^-?[1-9][0-9]{0,60}$/.test(json)) return normalize(BigInt(json));
  throw new Malformed('an integer is missing');
}
